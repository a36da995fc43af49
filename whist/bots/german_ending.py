"""The cards that lose nothing in phase two, where both hands are open."""

from __future__ import annotations

from collections.abc import Callable

from whist.bots.german_duel import Duel
from whist.bots.german_solver import Position, Race, Tricks, position_of
from whist.bots.kernel import Bits, cards_in

#: Whether seat 0 gets at least so much of a hand that stands between two tricks.
Test = Callable[[Duel, int], bool]


def best_cards(duel: Duel) -> list[Bits]:
    """All legal cards with the best result against every defence; seat 0 is to act, the stock is empty.

    The result is the tricks of seat 0, or its points where seats race.
    """
    cards = list(cards_in(duel.legal()))
    if len(cards) == 1:
        return cards
    low, high, test = _race(duel) if duel.race else _tricks(duel)
    while low < high:
        middle = (low + high + 1) // 2
        good = next((card for card in cards if _reaches(duel, card, middle, test)), None)
        if good:
            low = middle
            cards.sort(key=lambda card: card != good)
        else:
            high = middle - 1
    return [card for card in cards if _reaches(duel, card, low, test)]


def _tricks(duel: Duel) -> tuple[int, int, Test]:
    solver, made = Tricks(), duel.made[0]

    def test(after: Duel, wanted: int) -> bool:
        left = sum(mask.bit_count() for mask in after.hands[0])
        missing = wanted - after.made[0]
        if after.leader == 0:
            return solver.can(_position(after), left, missing)
        return not solver.can(_position(after), left, left - missing + 1)

    return made, made + sum(mask.bit_count() for mask in duel.hands[0]), test


def _race(duel: Duel) -> tuple[int, int, Test]:
    solver, own, other = Race(), duel.race - duel.made[0], duel.race - duel.made[1]

    def test(after: Duel, wanted: int) -> bool:
        own, other = after.race - after.made[0], after.race - after.made[1]
        if after.leader == 0:
            return solver.can(_position(after), own, other, wanted)
        return not solver.can(_position(after), other, own, 1 - wanted)

    return -own, other, test


def _position(duel: Duel) -> Position:
    return position_of(duel.hands[duel.leader], duel.hands[1 - duel.leader], duel.trump)


def _reaches(duel: Duel, card: Bits, wanted: int, test: Test) -> bool:
    """Whether seat 0 gets at least ``wanted`` with this card of the seat to act."""
    after = duel.copy()
    if after.play(*card) is not None:
        return test(after, wanted)
    return all(_reaches(after, reply, wanted, test) for reply in cards_in(after.legal()))
