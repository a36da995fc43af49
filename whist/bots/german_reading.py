"""What an observation of German whist tells, in bits, and hands that agree with it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple, cast

from whist.bots.german_duel import Duel
from whist.bots.kernel import BITS, FULL_SUIT, Bits, masks_of, trump_index
from whist.engine.cards import PACK
from whist.engine.german import GermanObservation
from whist.engine.german_scores import ALL


class Cap(NamedTuple):
    """Among the cards the other holds unseen there are at most ``most`` of these suits."""

    suits: frozenset[int]
    most: int


class GermanReading:
    """The hand as one seat knows it, that seat being seat 0 of the ``duel``.

    In the duel the other seat holds only what it is known to hold, and only the open part of the stock is there:
    ``unseen`` are the cards of which it holds ``hidden``, the others being the rest of the stock.
    """

    def __init__(self, seen: GermanObservation) -> None:
        self.seat = cast(int, seen.seat)
        self.other = 1 - self.seat
        self.own = [card for card in seen.hand if card is not None]
        self.known = seen.known[self.other]
        self.hidden = seen.cards_left[self.other] - len(self.known)
        self.duel = self._duel(seen)
        placed = {*self.own, *self.known, *seen.prizes, *(card for _, card in seen.plays)}
        self.unseen = [BITS[card] for card in PACK if card not in placed]
        self.caps = _caps(seen, self.other)

    def _duel(self, seen: GermanObservation) -> Duel:
        rules = seen.rules
        duel = Duel(trump_index(seen.trump), rules.most_open, rules.race or 0, rules.count == ALL)
        played = masks_of([card for trick in seen.tricks for card in trick.cards])
        duel.live = [FULL_SUIT & ~mask for mask in played]
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
    """What failing to follow suit has shown: a card of a suit of which the other seat had none was drawn since.

    For every time at which it had none of a suit: of the cards it drew unseen from then on, some may have been
    played; no more than the rest can belong to the suits of which it had none then or later.
    """
    without = _ran_out(seen, other)
    needed = _drawn_after(seen, other, without)
    caps = []
    for number in sorted({number for number, _ in without}):
        drawn = sum(draw.seat == other and not draw.is_open for draw in seen.draws[2 * number :])
        played = sum(after >= number for after in needed)
        caps.append(Cap(frozenset(suit for later, suit in without if later >= number), drawn - played))
    return caps


def _ran_out(seen: GermanObservation, other: int) -> list[tuple[int, int]]:
    """The tricks to which the other did not follow, with the suit led."""
    return [
        (i // 2, BITS[seen.plays[i - 1][1]][0])
        for i, (seat, card) in enumerate(seen.plays)
        if i % 2 and seat == other and card[1] != seen.plays[i - 1][1][1]
    ]


def _drawn_after(seen: GermanObservation, other: int, without: list[tuple[int, int]]) -> list[int]:
    """For every card the other drew unseen, as is clear now that it is played: the trick before that."""
    shown = {draw.card for draw in seen.draws if draw.is_open}
    times = (
        [number for number, suit in without if suit == BITS[card][0] and number < i // 2]
        for i, (seat, card) in enumerate(seen.plays)
        if seat == other and card not in shown
    )
    return [numbers[-1] for numbers in times if numbers]
