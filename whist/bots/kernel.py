"""A round in bits: what the simulation plays thousands of times a second.

A suit of cards is a mask of 13 bits, the two at bit 0 and the ace at bit 12; a hand is a list of four of
them in the order C D H S.  One card is a pair of suit index and bit.  Masks this short are the fastest
integers Python has, which one mask of 52 bits would not be.
"""

from __future__ import annotations

from collections.abc import Sequence

from whist.engine.cards import PACK, RANK, SUITS, Card
from whist.engine.tricks import FREE, MUST_OVERTRUMP, MUST_TRUMP

Mask = int
Masks = list[Mask]
Bits = tuple[int, Mask]

NO_TRUMP = -1
FULL_SUIT = (1 << 13) - 1

BITS: dict[Card, Bits] = {card: (SUITS.index(card[1]), 1 << RANK[card]) for card in PACK}
PLACE: dict[Card, int] = {card: 1 << place for place, card in enumerate(PACK)}
CARD: dict[Bits, Card] = {bits: card for card, bits in BITS.items()}

# What the simulation asks of a mask all the time; looking it up takes a fifth of the time of working it out.  The
# tables share their few numbers, so that these stay in the processor's cache.
UP_TO: list[Mask] = [(1 << ranks) - 1 for ranks in range(14)]
_BITS: list[Mask] = [0, *(1 << rank for rank in range(13))]
COUNT: list[int] = [mask.bit_count() for mask in range(FULL_SUIT + 1)]
HIGHEST: list[Mask] = [_BITS[mask.bit_length()] for mask in range(FULL_SUIT + 1)]
LOWEST: list[Mask] = [_BITS[(mask & -mask).bit_length()] for mask in range(FULL_SUIT + 1)]
#: By the cards out of a suit: the ranks that two of them can beat.
BELOW_TWO: list[Mask] = [UP_TO[(mask ^ HIGHEST[mask]).bit_length()] for mask in range(FULL_SUIT + 1)]

VOID_RULES = (FREE, MUST_TRUMP, MUST_OVERTRUMP)
FREE_RULE, TRUMP_RULE, OVERTRUMP_RULE = range(3)


def masks_of(cards: Sequence[Card]) -> Masks:
    """
    >>> masks_of(["2C", "3C", "AS"])
    [3, 0, 0, 4096]
    """
    return split_suits(sum([PLACE[card] for card in cards]))


def split_suits(cards: int) -> Masks:
    """Four masks from one in which the suits stand above each other, 13 bits each, clubs lowest."""
    return [cards & FULL_SUIT, cards >> 13 & FULL_SUIT, cards >> 26 & FULL_SUIT, cards >> 39]


class CardsOfSuit(dict[Mask, tuple[Bits, ...]]):
    """The cards of a mask, low to high, kept once they are known: the same few come again and again."""

    def __init__(self, suit: int) -> None:
        super().__init__()
        self.suit = suit

    def __missing__(self, mask: Mask) -> tuple[Bits, ...]:
        cards = self[mask] = tuple([(self.suit, 1 << rank) for rank in range(13) if mask >> rank & 1])
        return cards


CLUBS, DIAMONDS, HEARTS, SPADES = map(CardsOfSuit, range(4))


def cards_in(masks: Masks) -> tuple[Bits, ...]:
    """The cards of four masks, suit by suit, low to high."""
    clubs, diamonds, hearts, spades = masks
    return CLUBS[clubs] + DIAMONDS[diamonds] + HEARTS[hearts] + SPADES[spades]


def trump_index(trump: str | None) -> int:
    return SUITS.index(trump) if trump else NO_TRUMP


def void_rule(void: str) -> int:
    return VOID_RULES.index(void)


class Board:
    """One round being played; it changes with every card.

    ``live`` holds every card that may still be in a hand, ``needs`` the tricks each seat is short of its
    bid (below 0: too many), ``left`` the tricks still to be completed.  ``turn`` counts the cards on the
    table, of which ``top`` wins so far; at ``last_turn`` the trick lacks one card.
    """

    __slots__ = (
        "hands",
        "last_turn",
        "leader",
        "led",
        "left",
        "live",
        "needs",
        "seats",
        "to_act",
        "top",
        "top_suit",
        "trump",
        "turn",
        "void",
        "winner",
    )

    def __init__(self, hands: list[Masks], live: Masks, needs: list[int], leader: int, trump: int, void: int) -> None:
        self.seats = len(hands)
        self.last_turn = self.seats - 1
        self.hands = hands
        self.live = live
        self.needs = needs
        self.leader = self.to_act = leader
        self.trump = trump
        self.void = void
        self.left = sum(map(int.bit_count, hands[leader]))
        self.turn = self.led = self.top = 0
        self.top_suit = NO_TRUMP
        self.winner = leader

    def copy(self) -> Board:
        new = object.__new__(Board)
        new.seats = self.seats
        new.last_turn = self.last_turn
        new.hands = [hand[:] for hand in self.hands]
        new.live = self.live[:]
        new.needs = self.needs[:]
        new.leader = self.leader
        new.to_act = self.to_act
        new.trump = self.trump
        new.void = self.void
        new.left = self.left
        new.turn = self.turn
        new.led = self.led
        new.top = self.top
        new.top_suit = self.top_suit
        new.winner = self.winner
        return new

    def legal(self) -> Masks:
        """The cards the seat to act may play (docs/rules.md §1.7, §1.10)."""
        hand = self.hands[self.to_act]
        if not self.turn:
            return hand[:]
        legal = [0, 0, 0, 0]
        if hand[self.led]:
            legal[self.led] = hand[self.led]
            return legal
        trumps = hand[self.trump] if self.trump != NO_TRUMP else 0
        if self.void == FREE_RULE or not trumps:
            return hand[:]
        legal[self.trump] = trumps
        if self.void == OVERTRUMP_RULE and self.top_suit == self.trump:
            legal[self.trump] = trumps & -self.top or trumps
        return legal

    def play(self, suit: int, bit: Mask) -> None:
        """The seat to act plays a card, out of its hand where that is known; legality is the caller's."""
        seat = self.to_act
        others = ~bit
        self.hands[seat][suit] &= others
        self.live[suit] &= others
        turn = self.turn
        if not turn:
            self.led = self.top_suit = suit
            self.top = bit
            self.winner = seat
        elif bit > self.top if suit == self.top_suit else suit == self.trump:
            self.top_suit = suit
            self.top = bit
            self.winner = seat
        if turn < self.last_turn:
            self.turn = turn + 1
            self.to_act = seat + 1 if seat < self.last_turn else 0
            return
        self.to_act = self.leader = self.winner
        self.needs[self.winner] -= 1
        self.turn = 0
        self.left -= 1


def round_points(bid: int, need: int) -> int:
    """Points for a bid from what is still needed at the end (docs/rules.md §1.8)."""
    return -abs(need) if need else 5 + bid
