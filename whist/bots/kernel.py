"""A round in bits: what the simulation plays thousands of times a second.

A suit of cards is a mask of 13 bits, the two at bit 0 and the ace at bit 12; a hand is a list of four of
them in the order C D H S.  One card is a pair of suit index and bit.  Masks this short are the fastest
integers Python has, which one mask of 52 bits would not be.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from whist.engine.cards import PACK, RANK, SUITS, Card
from whist.engine.tricks import FREE, MUST_OVERTRUMP, MUST_TRUMP

Mask = int
Masks = list[Mask]
Bits = tuple[int, Mask]

NO_TRUMP = -1
FULL_SUIT = (1 << 13) - 1

BITS: dict[Card, Bits] = {card: (SUITS.index(card[1]), 1 << RANK[card]) for card in PACK}
CARD: dict[Bits, Card] = {bits: card for card, bits in BITS.items()}

VOID_RULES = (FREE, MUST_TRUMP, MUST_OVERTRUMP)
FREE_RULE, TRUMP_RULE, OVERTRUMP_RULE = range(3)


def masks_of(cards: Sequence[Card]) -> Masks:
    """
    >>> masks_of(["2C", "3C", "AS"])
    [3, 0, 0, 4096]
    """
    masks = [0, 0, 0, 0]
    for card in cards:
        suit, bit = BITS[card]
        masks[suit] |= bit
    return masks


def cards_in(masks: Masks) -> Iterator[Bits]:
    """The cards of four masks, suit by suit, low to high."""
    for suit in range(4):
        mask = masks[suit]
        while mask:
            bit = mask & -mask
            yield suit, bit
            mask ^= bit


def highest(mask: Mask) -> Mask:
    return (1 << mask.bit_length()) >> 1


def trump_index(trump: str | None) -> int:
    return SUITS.index(trump) if trump else NO_TRUMP


def void_rule(void: str) -> int:
    return VOID_RULES.index(void)


class Board:
    """One round being played; it changes with every card.

    ``live`` holds every card that may still be in a hand, ``needs`` the tricks each seat is short of its
    bid (below 0: too many), ``left`` the tricks still to be completed.  ``turn`` counts the cards on the
    table, of which ``top`` wins so far.
    """

    __slots__ = (
        "hands",
        "leader",
        "led",
        "left",
        "live",
        "needs",
        "seats",
        "top",
        "top_suit",
        "trump",
        "turn",
        "void",
        "winner",
    )

    def __init__(self, hands: list[Masks], live: Masks, needs: list[int], leader: int, trump: int, void: int) -> None:
        self.seats = len(hands)
        self.hands = hands
        self.live = live
        self.needs = needs
        self.leader = leader
        self.trump = trump
        self.void = void
        self.left = sum(mask.bit_count() for mask in hands[leader])
        self.turn = self.led = self.top = 0
        self.top_suit = NO_TRUMP
        self.winner = leader

    def copy(self) -> Board:
        new = object.__new__(Board)
        new.seats = self.seats
        new.hands = [hand[:] for hand in self.hands]
        new.live = self.live[:]
        new.needs = self.needs[:]
        new.leader = self.leader
        new.trump = self.trump
        new.void = self.void
        new.left = self.left
        new.turn = self.turn
        new.led = self.led
        new.top = self.top
        new.top_suit = self.top_suit
        new.winner = self.winner
        return new

    @property
    def to_act(self) -> int:
        return (self.leader + self.turn) % self.seats

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
        """The seat to act plays a card of its hand; legality is the caller's."""
        seat = (self.leader + self.turn) % self.seats
        self.hands[seat][suit] ^= bit
        self.lay(seat, suit, bit)

    def lay(self, seat: int, suit: int, bit: Mask) -> None:
        """A card reaches the table."""
        self.live[suit] &= ~bit
        if not self.turn:
            self.led = self.top_suit = suit
            self.top = bit
            self.winner = seat
        elif bit > self.top if suit == self.top_suit else suit == self.trump:
            self.top_suit = suit
            self.top = bit
            self.winner = seat
        self.turn += 1
        if self.turn == self.seats:
            self.needs[self.winner] -= 1
            self.leader = self.winner
            self.turn = 0
            self.left -= 1


def round_points(bid: int, need: int) -> int:
    """Points for a bid from what is still needed at the end (docs/rules.md §1.8)."""
    return -abs(need) if need else 5 + bid
