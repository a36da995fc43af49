"""A hand of German whist in bits, as the simulation plays it, with what cards are worth."""

from __future__ import annotations

from whist.bots.kernel import NO_TRUMP, Bits, Mask, Masks

#: What a card is worth for phase two, in hundredths of a trick, by how many cards above it are still in play: while
#: the stock lasts, and when both hands are final. Fitted to the exact value of random phases two (German whist with
#: turned trump, and without trump). A card in the other hand counts as much against one.
TRUMPS = (126, 114, 106, 98, 88, 72, 67, 63, 62, 58, 56, 56, 56)
SIDE = (78, 66, 54, 44, 35, 25, 19, 14, 7, 4, 3, 2, 0)
PLAIN = (93, 77, 60, 46, 30, 20, 12, 8, 4, 2, 1, 0, 0)
FINAL_TRUMPS = (128, 104, 82, 69, 63, 62, 62, 62, 62, 62, 62, 62, 62)
FINAL_SIDE = (79, 51, 33, 16, 10, 5, 4, 3, 0, 0, 0, 0, 0)
FINAL_PLAIN = (94, 56, 30, 11, 5, 1, 0, 0, 0, 0, 0, 0, 0)
#: What leading is worth, with trump and without.
LEAD, PLAIN_LEAD = 9, 40
TRICK = 100
#: The cards of a hand in phase two.
FULL_HAND = 13

Worths = list[tuple[int, ...]]


def worths(trump: int) -> Worths:
    """By suit, while the stock lasts."""
    return [TRUMPS if suit == trump else PLAIN if trump == NO_TRUMP else SIDE for suit in range(4)]


def _final_worths(trump: int) -> Worths:
    return [FINAL_TRUMPS if suit == trump else FINAL_PLAIN if trump == NO_TRUMP else FINAL_SIDE for suit in range(4)]


_WORTHS = {trump: worths(trump) for trump in range(NO_TRUMP, 4)}
_FINAL = {trump: _final_worths(trump) for trump in range(NO_TRUMP, 4)}


class Duel:
    """A hand being played; it changes with every card.

    ``live`` holds every card in a hand or in the ``stock``, of which the first ``most_open`` lie face up. ``led`` is
    the card on the table, ``leader`` who led it or is to lead; ``made`` counts the tricks by seat;
    ``counts`` says whether those of phase one count. A seat's trick number ``race`` ends the hand, if that is not 0.
    """

    __slots__ = ("counts", "hands", "leader", "led", "live", "made", "most_open", "race", "stock", "trump")

    def __init__(self, trump: int, most_open: int, race: int, counts: bool) -> None:
        self.hands: list[Masks] = [[0, 0, 0, 0], [0, 0, 0, 0]]
        self.live: Masks = [0, 0, 0, 0]
        self.stock: list[Bits] = []
        self.leader = 0
        self.led: Bits | None = None
        self.made = [0, 0]
        self.trump = trump
        self.most_open = most_open
        self.race = race
        self.counts = counts

    def copy(self) -> Duel:
        new = object.__new__(Duel)
        new.hands = [self.hands[0][:], self.hands[1][:]]
        new.live = self.live[:]
        new.stock = self.stock[:]
        new.leader = self.leader
        new.led = self.led
        new.made = self.made[:]
        new.trump = self.trump
        new.most_open = self.most_open
        new.race = self.race
        new.counts = self.counts
        return new

    @property
    def to_act(self) -> int:
        return self.leader if self.led is None else 1 - self.leader

    @property
    def is_over(self) -> bool:
        return not any(self.hands[self.leader]) if not self.race else self.race in self.made

    @property
    def worths(self) -> Worths:
        return _WORTHS[self.trump]

    def worth(self, suit: int, bit: Mask) -> int:
        return _WORTHS[self.trump][suit][(self.live[suit] >> bit.bit_length()).bit_count()]

    def legal(self) -> Masks:
        hand = self.hands[self.to_act]
        if self.led is None or not hand[self.led[0]]:
            return hand[:]
        return [held if suit == self.led[0] else 0 for suit, held in enumerate(hand)]

    def play(self, suit: int, bit: Mask) -> int | None:
        """The seat to act plays a card of its hand; returns who takes the trick, if this completes it."""
        led = self.led
        if led is None:
            self.hands[self.leader][suit] ^= bit
            self.led = suit, bit
            return None
        self.hands[1 - self.leader][suit] ^= bit
        self.live[led[0]] ^= led[1]
        self.live[suit] ^= bit
        self.led = None
        if bit > led[1] if suit == led[0] else suit == self.trump:
            self.leader = 1 - self.leader
        self.made[self.leader] += 1
        return self.leader

    def draw(self, pick: int = 0) -> None:
        """Both seats draw after a trick, the winner open card ``pick`` (docs/rules.md §4.6)."""
        stock, winner = self.stock, self.leader
        suit, bit = stock.pop(pick)
        self.hands[winner][suit] |= bit
        hidden = self.most_open - 1 if self.most_open else 0
        suit, bit = stock.pop(hidden if hidden < len(stock) else 0)
        self.hands[1 - winner][suit] |= bit

    def best_pick(self) -> int:
        """The open card worth most."""
        prizes = self.stock[: self.most_open]
        values = [self.worth(suit, bit) for suit, bit in prizes]
        return values.index(max(values)) if values else 0

    def prospect(self) -> int:
        """What seat 0 may expect of phase two, when that begins, in hundredths of a trick."""
        final = _FINAL[self.trump]
        lead = PLAIN_LEAD if self.trump == NO_TRUMP else LEAD
        total = 50 * FULL_HAND + (-lead if self.leader else lead)
        hand, other = self.hands
        for suit in range(4):
            mine, both, by_place = hand[suit], hand[suit] | other[suit], final[suit]
            place = 0
            while both:
                bit = 1 << both.bit_length() >> 1
                total += by_place[place] if mine & bit else -by_place[place]
                both ^= bit
                place += 1
        return total
