"""What may be played to a trick, and who takes it (docs/rules.md §1.7 and §1.10)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from whist.engine.cards import RANK, Card, Suit
from whist.engine.errors import CardNotInHand, MustFollowSuit, MustOvertrump, MustTrump, RefusedCard

#: What a seat that cannot follow suit owes: nothing, a trump, or a trump above those in the trick.
FREE, MUST_TRUMP, MUST_OVERTRUMP = "free", "must_trump", "must_overtrump"


class Trick(NamedTuple):
    """A completed trick: cards in the order played, beginning with the seat ``leader``."""

    leader: int
    cards: tuple[Card, ...]
    winner: int

    def card_of(self, seat: int) -> Card:
        return self.cards[(seat - self.leader) % len(self.cards)]


def winning_index(cards: Sequence[Card], trump: Suit | None) -> int:
    """The index of the winning card: the highest trump, else the highest card of the led suit.

    >>> winning_index(["AS", "KH", "2H"], "H")
    1
    >>> winning_index(["9S", "AD", "TS"], None)
    2
    """
    best, top = 0, cards[0]
    for i, card in enumerate(cards):
        if RANK[card] > RANK[top] if card[1] == top[1] else card[1] == trump:
            best, top = i, card
    return best


def legal_cards(hand: Sequence[Card], trick: Sequence[Card], trump: Suit | None, void: str) -> tuple[Card, ...]:
    """The cards of ``hand`` that may be played to ``trick``, in the order of the hand.

    >>> legal_cards(("7D", "2H", "AH"), ["9S"], "H", MUST_TRUMP)
    ('2H', 'AH')
    """
    if not trick:
        return tuple(hand)
    led = trick[0][1]
    if follow := [card for card in hand if card[1] == led]:
        return tuple(follow)
    if void == FREE or trump is None:
        return tuple(hand)
    trumps = [card for card in hand if card[1] == trump]
    if void == MUST_OVERTRUMP and trumps:
        top = max([RANK[card] for card in trick if card[1] == trump], default=-1)
        trumps = [card for card in trumps if RANK[card] > top] or trumps
    return tuple(trumps or hand)


def refuse_card(
    card: Card, hand: Sequence[Card], trick: Sequence[Card], trump: Suit | None, void: str
) -> RefusedCard | None:
    """Why the rules refuse ``card``, or None if it may be played."""
    if card not in hand:
        return CardNotInHand(card)
    legal = legal_cards(hand, trick, trump, void)
    if card in legal:
        return None
    led = trick[0][1]
    if legal[0][1] == led:
        return MustFollowSuit(card, led)
    if card[1] != trump:
        return MustTrump(card, trump)
    return MustOvertrump(card, trump)
