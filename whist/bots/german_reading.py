"""What an observation of German whist tells, in bits, and hands that agree with it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple, cast

from whist.bots.german_duel import Duel
from whist.bots.kernel import BITS, Bits, masks_of, trump_index
from whist.engine.cards import PACK, Card
from whist.engine.german import GermanObservation
from whist.engine.german_scores import ALL


class Cap(NamedTuple):
    """Among the cards the other holds unseen there are at most ``most`` of these suits."""

    suits: frozenset[int]
    most: int


class GermanReading:
    """The hand as one seat knows it, that seat being seat 0 of the ``duel``.

    In the duel the other holds only what he is known to hold, and only the open part of the stock is there: ``unseen``
    are the cards of which he holds ``hidden``, the others being the rest of the stock, ``buried`` of them.
    """

    def __init__(self, seen: GermanObservation) -> None:
        self.seat = cast(int, seen.seat)
        self.other = 1 - self.seat
        rules = seen.rules
        self.own = [card for card in seen.hand if card is not None]
        self.known = seen.known[self.other]
        self.hidden = seen.cards_left[self.other] - len(self.known)
        self.buried = seen.stock_height - len(seen.prizes)
        self.duel = self._duel(seen, Duel(trump_index(seen.trump), rules.most_open, rules.race or 0, rules.count == ALL))
        placed = {*self.own, *self.known, *seen.prizes, *(card for _, card in seen.plays)}
        self.unseen = [BITS[card] for card in PACK if card not in placed]
        self.caps = _caps(seen, self.other)

    def _duel(self, seen: GermanObservation, duel: Duel) -> Duel:
        played = masks_of([card for trick in seen.tricks for card in trick.cards])
        duel.live = [0x1FFF & ~mask for mask in played]
        duel.hands = [masks_of(self.own), masks_of(self.known)]
        duel.stock = [BITS[card] for card in seen.prizes]
        duel.leader = int(seen.leader != self.seat)
        duel.led = BITS[seen.trick[0]] if seen.trick else None
        duel.made = [seen.made[self.seat], seen.made[self.other]]
        return duel

    def deals(self, rng: Random) -> Iterator[Duel]:
        """Hands without end, each agreeing with everything the seat has seen."""
        pool = self.unseen[:]
        random = rng.random
        while True:
            pool.sort(key=lambda _: random())
            duel = self.duel.copy()
            held, rest = self._split(pool)
            hand = duel.hands[1]
            for suit, bit in held:
                hand[suit] |= bit
            duel.stock += rest
            yield duel

    def _split(self, pool: list[Bits]) -> tuple[list[Bits], list[Bits]]:
        """The first cards of a shuffled pool that the other may hold, and the others."""
        if not self.caps:
            return pool[: self.hidden], pool[self.hidden :]
        room = [cap.most for cap in self.caps]
        held: list[Bits] = []
        rest: list[Bits] = []
        for card in pool:
            counted = [i for i, cap in enumerate(self.caps) if card[0] in cap.suits]
            if len(held) < self.hidden and all(room[i] for i in counted):
                held.append(card)
                for i in counted:
                    room[i] -= 1
            else:
                rest.append(card)
        return held, rest


def _caps(seen: GermanObservation, other: int) -> list[Cap]:
    """What failing to follow suit has shown.

    A card of a suit of which the other had none was drawn since. Suits are joined from the one that ran out last
    to the one that ran out first, as cards of all of them were drawn since that.
    """
    ran_out: dict[int, int] = {}
    for number, trick in enumerate(_tricks(seen)):
        led, card = trick[0][1], dict(trick).get(other)
        if card and card[1] != led[1] and trick[0][0] != other:
            ran_out[BITS[led][0]] = number
    caps: list[Cap] = []
    suits: frozenset[int] = frozenset()
    spent = 0
    for suit, number in sorted(ran_out.items(), key=lambda item: -item[1]):
        suits |= {suit}
        spent += _unseen_plays(seen, other, suit, number)
        drawn = sum(draw.seat == other and not draw.is_open for draw in seen.draws[2 * number :])
        caps.append(Cap(suits, drawn - spent))
    return caps


def _tricks(seen: GermanObservation) -> list[tuple[tuple[int, Card], ...]]:
    """Completed tricks and the one on the table, as seats with their cards."""
    return [seen.plays[i : i + 2] for i in range(0, len(seen.plays), 2)]


def _unseen_plays(seen: GermanObservation, other: int, suit: int, number: int) -> int:
    """Cards of a suit that the other played after trick ``number`` and nobody had seen before."""
    shown = {draw.card for draw in seen.draws if draw.is_open and draw.seat == other}
    later = seen.plays[2 * number + 2 :]
    return sum(seat == other and BITS[card][0] == suit and card not in shown for seat, card in later)
