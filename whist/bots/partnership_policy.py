"""How a sensible player plays partnership whist: for the side, and by what may still be out.

The same rules move the easy bot and all four seats of every simulated deal, so they look at nothing but the seat's
own hand, the cards not yet played, the table and what all have seen: who led which suit first, who could not follow.
"""

from __future__ import annotations

from functools import lru_cache

from whist.bots.kernel import HIGHEST, Bits, Mask, Masks

#: No suit, where a seat has not yet led one.
NONE = -1
#: From the jack on a card counts as an honour, and is covered.
HONOURS = 0b1111000000000
#: How many trumps make drawing them worth while, and how few are worth more as ruffs.
MANY_TRUMPS, FEW_TRUMPS = 5, 3
SUIT = 13
#: Who led a suit first: the partner, an opponent; 0 if neither did.
OURS, THEIRS = 1, 2
#: How many judgements of a suit are kept, which come again and again while deals are played out.
REMEMBERED = 1 << 15


class Table:
    """A deal being played; it changes with every card.

    ``live`` holds every card still in a hand; ``turn`` counts the cards on the table, of which ``top`` wins so far.
    ``called[s]`` is the suit that seat s led first, ``voids[s]`` the suits, as bits, it could not follow; ``ours`` are
    the tricks of seats 0 and 2.
    """

    __slots__ = (
        "called",
        "hands",
        "leader",
        "led",
        "left",
        "live",
        "ours",
        "top",
        "top_suit",
        "trump",
        "turn",
        "voids",
        "winner",
    )

    def __init__(self, trump: int, leader: int) -> None:
        self.hands: list[Masks] = [[0, 0, 0, 0] for _ in range(4)]
        self.live: Masks = [(1 << SUIT) - 1] * 4
        self.called = [NONE] * 4
        self.voids = [0] * 4
        self.trump = trump
        self.leader = self.winner = leader
        self.left = SUIT
        self.ours = self.turn = self.led = self.top_suit = self.top = 0

    def copy(self) -> Table:
        new = object.__new__(Table)
        new.hands = [hand[:] for hand in self.hands]
        new.live = self.live[:]
        new.called = self.called[:]
        new.voids = self.voids[:]
        new.trump = self.trump
        new.leader = self.leader
        new.winner = self.winner
        new.left = self.left
        new.ours = self.ours
        new.turn = self.turn
        new.led = self.led
        new.top_suit = self.top_suit
        new.top = self.top
        return new

    @property
    def to_act(self) -> int:
        return (self.leader + self.turn) & 3

    def legal(self) -> Masks:
        hand = self.hands[self.to_act]
        if not self.turn or not hand[self.led]:
            return hand[:]
        return [held if suit == self.led else 0 for suit, held in enumerate(hand)]

    def play(self, suit: int, bit: Mask) -> None:
        """The seat to act plays a card of its hand; legality is the caller's."""
        seat = (self.leader + self.turn) & 3
        self.hands[seat][suit] ^= bit
        self.lay(seat, suit, bit)

    def lay(self, seat: int, suit: int, bit: Mask) -> None:
        """A card reaches the table."""
        self.live[suit] ^= bit
        if not self.turn:
            self.led = self.top_suit = suit
            self.top = bit
            self.winner = seat
            if self.called[seat] == NONE:
                self.called[seat] = suit
        elif suit == self.top_suit:
            if bit > self.top:
                self.top = bit
                self.winner = seat
        elif suit == self.trump:
            self.top_suit = suit
            self.top = bit
            self.winner = seat
        if suit != self.led:
            self.voids[seat] |= 1 << self.led
        self.turn += 1
        if self.turn == 4:
            self.ours += not self.winner & 1
            self.leader = self.winner
            self.turn = 0
            self.left -= 1


def play_out(table: Table) -> int:
    """Play the deal to its end, changing the table; returns the tricks of seats 0 and 2."""
    while table.left:
        seat = (table.leader + table.turn) & 3
        suit, bit = choose_card(table)
        table.hands[seat][suit] ^= bit
        table.lay(seat, suit, bit)
    return table.ours


def choose_card(table: Table) -> Bits:
    """The card the seat to act plays."""
    seat = (table.leader + table.turn) & 3
    hand = table.hands[seat]
    if not table.turn:
        return _lead(table, seat, hand)
    held = hand[table.led]
    if not held:
        return _void(table, seat, hand)
    if held & (held - 1):
        held = _follow(table, seat, held)
    return table.led, held


def _is_partner_winning(table: Table, seat: int) -> bool:
    return table.turn > 1 and not (table.winner ^ seat) & 1


def _follow(table: Table, seat: int, held: Mask) -> Mask:
    """Second low, third high, fourth as cheap as can be; nobody beats a partner who needs no help."""
    lowest = held & -held
    over = held & -table.top if table.top_suit == table.led else 0
    if not over:
        return lowest
    out = table.live[table.led] & ~held
    if table.turn == 1:
        return _second_hand(table, held, over, out)
    if table.turn == 3:
        return lowest if _is_partner_winning(table, seat) else over & -over
    if _is_partner_winning(table, seat) and not out & -table.top & (HIGHEST[held] - 1):
        # Nobody holds a card between the partner's and one's own: theirs is as good.
        return lowest
    return _as_good_as_highest(over, out)


def _as_good_as_highest(held: Mask, out: Mask) -> Mask:
    """The lowest card of the run that the highest one ends."""
    below = out & (HIGHEST[held] - 1)
    run = held >> below.bit_length() << below.bit_length()
    return run & -run


def _second_hand(table: Table, held: Mask, over: Mask, out: Mask) -> Mask:
    sure = over >> out.bit_length() << out.bit_length()
    has_been_led = table.live[table.led].bit_count() + 1 < SUIT - 2
    if sure and (has_been_led or sure & (sure - 1) or table.led == table.trump):
        return sure & -sure
    if table.top & HONOURS and over & -over & HONOURS:
        return over & -over
    return held & -held


def _void(table: Table, seat: int, hand: Masks) -> Bits:
    """A trump where the trick is not the partner's, else a card that will not be missed."""
    trumps = hand[table.trump]
    over = trumps & -table.top if table.top_suit == table.trump else trumps
    if over and table.led != table.trump and _wants_to_ruff(table, seat, trumps):
        return table.trump, over & -over
    return _discard(table, hand)


def _wants_to_ruff(table: Table, seat: int, trumps: Mask) -> bool:
    is_high = table.top_suit == table.trump or not table.live[table.led] & -table.top
    if _is_partner_winning(table, seat):
        return table.turn == 2 and not is_high
    # Second hand leaves a doubtful trick to the partner when trumps are worth more for drawing others.
    return table.turn != 1 or is_high or trumps.bit_count() <= FEW_TRUMPS


def _discard(table: Table, hand: Masks) -> Bits:
    """A low card, from a suit that need not be guarded."""
    best: Bits = (0, 0)
    least = 1 << 30
    for suit in range(4):
        held = hand[suit]
        if held:
            value = _cost_of_discard(held, table.live[suit] & ~held)
            if suit == table.trump:
                value += 40
            if value < least:
                least = value
                best = suit, held & -held
    return best


@lru_cache(REMEMBERED)
def _cost_of_discard(held: Mask, out: Mask) -> int:
    """What the lowest card of a suit is needed for; ``out`` are the cards of others."""
    value = (out & ((held & -held) - 1)).bit_count() * 2
    above = (out & -HIGHEST[held]).bit_count()
    length = held.bit_count()
    if not above:
        value += 12 if length == 1 else 0
    elif length == above + 1 and above < 3:
        value += 6
    return value - length


def _lead(table: Table, seat: int, hand: Masks) -> Bits:
    best: Bits = (0, 0)
    most = -1000
    trump, live, voids, called = table.trump, table.live, table.voids, table.called
    has_trumps = hand[trump] > 0
    foreign_trumps = live[trump] != hand[trump]
    for suit in range(4):
        held = hand[suit]
        if not held:
            continue
        if suit == trump:
            value, bit = _trump_lead(table, seat, held)
        else:
            relation = (
                OURS if called[seat ^ 2] == suit else THEIRS if suit in (called[seat ^ 1], called[seat ^ 3]) else 0
            )
            value, bit = _side_lead(held, live[suit] & ~held, relation, has_trumps, foreign_trumps)
            if foreign_trumps and (voids[seat ^ 1] | voids[seat ^ 2] | voids[seat ^ 3]) >> suit & 1:
                value += _danger(table, seat, 1 << suit)
        if value > most:
            most = value
            best = suit, bit
    return best


def _trump_lead(table: Table, seat: int, held: Mask) -> tuple[int, Mask]:
    """Trumps are drawn from the opponents with many of them, never from the partner alone."""
    trump, voids = table.trump, table.voids
    out = table.live[trump] & ~held
    if not out or voids[seat ^ 1] & voids[seat ^ 3] & 1 << trump:
        # Only the partner can have the others: they are kept for ruffs, to the end.
        return -100, held & -held
    is_boss = held > out
    length = held.bit_count()
    value = 6 * (length - MANY_TRUMPS) + 4
    if is_boss and length > out.bit_count():
        value += 40
    if trump in (table.called[seat ^ 2], table.called[seat]):
        value += 15
    best = _as_good_as_highest(held, out)
    return value, best if is_boss or best < HIGHEST[held] else held & -held


@lru_cache(REMEMBERED)
def _side_lead(held: Mask, out: Mask, relation: int, has_trumps: bool, foreign_trumps: bool) -> tuple[int, Mask]:
    """Sure winners, the partner's suit, sequences; ``out`` are the cards of others."""
    value = held.bit_count()
    best, top, lowest = _as_good_as_highest(held, out), HIGHEST[held], held & -held
    if held > out:
        return value + _worth_of_winner(out, foreign_trumps), best
    if relation == OURS:
        return value + 14, best if value <= 3 else lowest
    if relation == THEIRS:
        value -= 4
    if top & HONOURS and best < top:
        return value + 8, best
    if held == lowest:
        # A single card, to trump the next round; not one that may still win by itself.
        return value + (5 if has_trumps and not top & HONOURS else -4), held
    if (out & -top).bit_count() == 1:
        value -= 6  # a guarded king would rather be led up to
    return value, lowest


def _worth_of_winner(out: Mask, foreign_trumps: bool) -> int:
    """Of a card nobody can beat in its suit: at once where nobody can trump it, or will not yet."""
    if not foreign_trumps:
        return 28
    return 8 if out.bit_count() >= 5 else -6


def _danger(table: Table, seat: int, bit: int) -> int:
    """What it costs, or brings, that a seat has none of the suit and may have a trump."""
    voids, trump = table.voids, 1 << table.trump
    value = 0
    for opponent in (seat ^ 1, seat ^ 3):
        if voids[opponent] & bit and not voids[opponent] & trump:
            value -= 20
    if voids[seat ^ 2] & bit and not voids[seat ^ 2] & trump:
        value += 12
    return value
