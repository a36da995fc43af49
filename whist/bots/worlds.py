"""Deals a seat cannot tell from the real one."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from whist.bots.kernel import Masks, split_suits
from whist.bots.reading import Reading

#: How often a deal is tried at random before it is built card by card.
TRIES = 20


def sample_hands(reading: Reading, rng: Random, count: int) -> Iterator[list[Masks]]:
    """Hands of all seats, ``count`` times, each agreeing with everything the seat has seen."""
    pool = [1 << 13 * suit + rank for suit in range(4) for rank in range(13) if reading.unseen[suit] >> rank & 1]
    known = {**reading.foreign, reading.seat: reading.hand}
    wanted = [0 if seat in known and any(known[seat]) else reading.counts[seat] for seat in range(reading.seats)]
    barred = [sum(mask << 13 * suit for suit, mask in enumerate(masks)) for masks in reading.barred]
    for _ in range(count):
        hands = [split_suits(cards) for cards in deal_unseen(pool, wanted, barred, rng)]
        for seat, hand in known.items():
            if any(hand):
                hands[seat] = hand[:]
        yield hands


def deal_unseen(pool: list[int], wanted: list[int], barred: list[int], rng: Random) -> list[int]:
    random = rng.random
    for _ in range(TRIES):
        pool.sort(key=lambda _: random())
        hands = _deal_in_order(pool, wanted, barred)
        if hands:
            return hands
    return build_deal(pool, wanted, barred)


def _deal_in_order(pool: list[int], wanted: list[int], barred: list[int]) -> list[int] | None:
    """Deal a shuffled pool; seats that cannot hold everything first, the narrowest before the others."""
    hands = [0] * len(wanted)
    rest = pool
    for seat in _narrowest_first(pool, wanted, barred):
        count, shut = wanted[seat], barred[seat]
        if shut:
            taken = [card for card in rest if not card & shut][:count]
            if len(taken) < count:
                return None
            hands[seat] = sum(taken)
            rest = [card for card in rest if not card & hands[seat]]
        else:
            hands[seat] = sum(rest[:count])
            rest = rest[count:]
    return hands


def _narrowest_first(pool: list[int], wanted: list[int], barred: list[int]) -> list[int]:
    seats = [seat for seat, count in enumerate(wanted) if count]
    if not any(barred):
        return seats
    room = {seat: sum(not card & barred[seat] for card in pool) - wanted[seat] for seat in seats}
    return sorted(seats, key=lambda seat: room[seat] if barred[seat] else 1000)


def build_deal(pool: list[int], wanted: list[int], barred: list[int]) -> list[int]:
    """Some deal that fits, by augmenting paths; there is one, since the real deal fits."""
    owner: dict[int, int] = {}

    def give(seat: int, passed: set[int]) -> bool:
        for card in pool:
            if card & barred[seat] or card in passed:
                continue
            passed.add(card)
            if card not in owner or give(owner[card], passed):
                owner[card] = seat
                return True
        return False

    for seat, count in enumerate(wanted):
        for _ in range(count):
            give(seat, set())
    hands = [0] * len(wanted)
    for card, seat in owner.items():
        hands[seat] |= card
    return hands
