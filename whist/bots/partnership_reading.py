"""What an observation of partnership whist tells, in bits, and deals that agree with it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import cast

from whist.bots.kernel import BITS, FULL_SUIT, Masks, masks_of, trump_index
from whist.bots.partnership_policy import Table
from whist.bots.worlds import deal_unseen
from whist.engine.cards import PACK
from whist.engine.partnership import PartnershipObservation


class PartnershipReading:
    """The deal as one seat knows it: a `Table` with its own hand alone, and the turned card where that still is.

    Cards are numbered 13 · suit + rank, as bits of one mask, for dealing: ``unseen`` are those whose place the seat
    does not know, ``wanted[s]`` how many of them seat s holds, ``barred[s]`` those it cannot hold, as it has shown.
    """

    def __init__(self, seen: PartnershipObservation) -> None:
        self.seat = cast(int, seen.seat)
        hand = [card for card in seen.hand if card is not None]
        self.table = Table(trump_index(seen.trump), (seen.dealer + 1) % 4)
        for seat, card in seen.plays:
            self.table.lay(seat, *BITS[card])
        self.table.hands[self.seat] = masks_of(hand)
        placed = {*hand, *(card for _, card in seen.plays)}
        wanted = list(seen.cards_left)
        wanted[self.seat] = 0
        for seat, cards in seen.foreign.items():
            self.table.hands[seat] = masks_of(cards)
            wanted[seat] -= len(cards)
            placed.update(cards)
        self.wanted = wanted
        self.unseen = [_number(card) for card in PACK if card not in placed]
        self.barred = [
            sum(FULL_SUIT << 13 * suit for suit in range(4) if void >> suit & 1) for void in self.table.voids
        ]

    def deals(self, rng: Random) -> Iterator[Table]:
        """Deals without end, each agreeing with everything the seat has seen."""
        while True:
            table = self.table.copy()
            for hand, cards in zip(table.hands, deal_unseen(self.unseen, self.wanted, self.barred, rng), strict=True):
                _take(hand, cards)
            yield table


def _suits(void: int) -> int:
    return sum(FULL_SUIT << 13 * suit for suit in range(4) if void >> suit & 1)


def _number(card: str) -> int:
    suit, bit = BITS[card]
    return bit << 13 * suit


def _take(hand: Masks, cards: int) -> None:
    for suit in range(4):
        hand[suit] |= cards >> 13 * suit & FULL_SUIT
