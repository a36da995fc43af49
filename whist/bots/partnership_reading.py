"""What an observation of partnership whist tells, in bits, and deals that agree with it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple, cast

from whist.bots.kernel import BITS, FULL_SUIT, Bits, Masks, masks_of, trump_index
from whist.bots.partnership_policy import NONE, Table, choose_card
from whist.bots.worlds import deal_unseen
from whist.engine.cards import PACK
from whist.engine.partnership import PartnershipObservation

#: Deals from which the one is taken that explains best what the others led first.
TRIES = 4


class Lead(NamedTuple):
    """The first lead of another seat, the table before it, and what it is known to have held then."""

    seat: int
    card: Bits
    table: Table
    known: Masks

    def surprise(self, cards: int) -> int:
        """Whether the seat, if it holds these cards now and plays by the rules, would have led that card (0), or
        another of the suit (1), or another suit (2).
        """
        self.table.hands[self.seat] = [mask | cards >> 13 * suit & FULL_SUIT for suit, mask in enumerate(self.known)]
        suit, bit = choose_card(self.table)
        return 2 if suit != self.card[0] else int(bit != self.card[1])


class PartnershipReading:
    """The deal as one seat knows it: a `Table` with its own hand alone, and the turned card where that still is.

    Cards are numbered 13 · suit + rank, as bits of one mask, for dealing: ``unseen`` are those whose place the seat
    does not know, ``wanted[s]`` how many of them seat s holds, ``barred[s]`` those it cannot hold, as it has shown.
    """

    def __init__(self, seen: PartnershipObservation) -> None:
        self.seat = cast(int, seen.seat)
        hand = [card for card in seen.hand if card is not None]
        self.table = Table(trump_index(seen.trump), (seen.dealer + 1) % 4)
        self.leads: list[Lead] = []
        self._watch(seen)
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

    def _watch(self, seen: PartnershipObservation) -> None:
        """Lay every card played so far, and note what the others led first."""
        table = self.table
        for i, (seat, card) in enumerate(seen.plays):
            if not table.turn and seat != self.seat and table.called[seat] == NONE:
                since = [played for holder, played in seen.plays[i:] if holder == seat]
                known = masks_of([*since, *seen.foreign.get(seat, ())])
                self.leads.append(Lead(seat, BITS[card], table.copy(), known))
            table.lay(seat, *BITS[card])

    def deals(self, rng: Random) -> Iterator[Table]:
        """Deals without end, each agreeing with everything the seat has seen, and better than most with the leads."""
        tries = TRIES if self.leads else 1
        while True:
            dealt = min((self._deal(rng) for _ in range(tries)), key=self._surprises)
            table = self.table.copy()
            for hand, cards in zip(table.hands, dealt, strict=True):
                _take(hand, cards)
            yield table

    def _deal(self, rng: Random) -> list[int]:
        return deal_unseen(self.unseen, self.wanted, self.barred, rng)

    def _surprises(self, dealt: list[int]) -> int:
        """How far the leads of the others are from what the rules would have led from these cards."""
        return sum([lead.surprise(dealt[lead.seat]) for lead in self.leads])


def _suits(void: int) -> int:
    return sum(FULL_SUIT << 13 * suit for suit in range(4) if void >> suit & 1)


def _number(card: str) -> int:
    suit, bit = BITS[card]
    return bit << 13 * suit


def _take(hand: Masks, cards: int) -> None:
    for suit in range(4):
        hand[suit] |= cards >> 13 * suit & FULL_SUIT
