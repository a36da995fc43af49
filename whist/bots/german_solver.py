"""Two open hands played out exactly: phase two of German whist, where nothing is hidden any more.

A suit is one number: below a leading 1 a bit for every card still in a hand, the lowest card last, set for cards
of the seat to lead. So cards that rank alike look alike, whatever has been played, and so do deals that differ in
nothing else. A position is the trump suit and the side suits in falling order; an empty suit is 1.

Only what cannot matter is left out: of neighbours in one hand only one is tried. Everything else is searched, with
null windows, a table of bounds, and bounds from tricks that nobody can take away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from whist.bots.kernel import NO_TRUMP, Mask, Masks

Code = int
Position = tuple[Code, ...]

EMPTY = 1


def code_of(own: Mask, other: Mask) -> Code:
    """
    >>> bin(code_of(0b1001, 0b0110))
    '0b11001'
    """
    code, both = EMPTY, own | other
    while both:
        bit = (1 << both.bit_length()) >> 1
        code = code << 1 | (own & bit > 0)
        both ^= bit
    return code


@cache
def flipped(code: Code) -> Code:
    """The same suit with the other seat to lead."""
    return code ^ ((1 << code.bit_length() - 1) - 1)


def _without(code: Code, *places: int) -> Code:
    for place in sorted(places, reverse=True):
        code = code >> place + 1 << place | code & ((1 << place) - 1)
    return code


class Suit(NamedTuple):
    """What can happen to a suit.

    ``own`` and ``other`` count cards, ``top`` the own ones above all of the other's; ``sure`` are the tricks
    of the other seat if the suit is trump, since each card of theirs beats or outlasts what could beat it. ``leads``
    holds for every card worth leading the suits that may follow, lost and kept, as the new leader sees them.
    ``led`` is left after a lead which the other cannot follow, ``thrown`` after their discards.
    """

    own: int
    other: int
    top: int
    sure: int
    leads: tuple[tuple[tuple[Code, ...], tuple[Code, ...]], ...]
    led: Code
    thrown: tuple[Code, ...]

    @property
    def runs(self) -> int:
        """Tricks the leader takes in it without a break while nobody trumps."""
        return self.own if self.top >= self.other else self.top


@cache
def suit(code: Code) -> Suit:
    places = range(code.bit_length() - 1)
    own = [place for place in places if code >> place & 1]
    other = [place for place in places if not code >> place & 1]
    mine, theirs = _one_of_each_run(own), _one_of_each_run(other)
    leads = tuple(
        (
            tuple(flipped(_without(code, card, reply)) for reply in theirs if reply > card),
            tuple(_without(code, card, reply) for reply in theirs if reply < card),
        )
        for card in reversed(mine)
    )
    return Suit(
        len(own),
        len(other),
        sum(card > max(other, default=-1) for card in own),
        _sure(code),
        leads if other else (),
        _without(code, own[0]) if own else 0,
        tuple(_without(code, reply) for reply in theirs),
    )


def _one_of_each_run(places: list[int]) -> list[int]:
    return [place for place in places if place - 1 not in places]


def _sure(code: Code) -> int:
    """Cards of the other seat that find no higher card of the leader to fall to, each of those used once."""
    free = sure = 0
    for place in reversed(range(code.bit_length() - 1)):
        if code >> place & 1:
            free += 1
        elif free:
            free -= 1
        else:
            sure += 1
    return sure


def position_of(own: Masks, other: Masks, trump: int) -> Position:
    """The position in which ``own`` leads."""
    codes = [code_of(own[i], other[i]) for i in range(4)]
    side = [code for i, code in enumerate(codes) if i != trump]
    return (EMPTY if trump == NO_TRUMP else codes[trump], *sorted(side, reverse=True))


def _after(trump: Code, side: Position) -> Position:
    return (trump, *sorted(side, reverse=True))


def leads(position: Position) -> Iterator[tuple[list[Position], list[Position]]]:
    """For every lead the positions that may follow: those where the other seat takes the trick and leads, those
    where the leader keeps the lead.
    """
    trump, side = position[0], position[1:]
    trumps = suit(trump)
    turned = tuple([flipped(code) for code in side])
    for i, code in enumerate(side):
        if code == EMPTY or (i and code == side[i - 1]):
            continue
        facts = suit(code)
        rest, turned_rest = side[:i] + side[i + 1 :], turned[:i] + turned[i + 1 :]
        if facts.other:
            turned_trump = flipped(trump)
            for lost, kept in facts.leads:
                yield (
                    [_after(turned_trump, (new, *turned_rest)) for new in lost],
                    [_after(trump, (new, *rest)) for new in kept],
                )
        elif facts.own:
            ruffed = [_after(flipped(new), (flipped(facts.led), *turned_rest)) for new in trumps.thrown]
            yield ruffed, _discards(trump, rest, facts.led)
    if trumps.other:
        for lost, kept in trumps.leads:
            yield [(new, *sorted(turned, reverse=True)) for new in lost], [(new, *side) for new in kept]
    elif trumps.own:
        yield [], _discards(trumps.led, side)


def _discards(trump: Code, side: Position, *untouched: Code) -> list[Position]:
    return [
        _after(trump, (new, *side[:i], *side[i + 1 :], *untouched))
        for i, code in enumerate(side)
        for new in suit(code).thrown
    ]


def _succeeds(position: Position, is_won: Callable[[Position], bool], is_lost: Callable[[Position], bool]) -> bool:
    """Whether some lead leaves the other seat no good reply; each test is asked of the seat then to lead."""
    return any(not any(map(is_lost, lost)) and all(map(is_won, kept)) for lost, kept in leads(position))


class Tricks:
    """How many tricks the leader can take, against every defence."""

    def __init__(self) -> None:
        self._bounds: dict[Position, tuple[int, int]] = {}

    def value(self, position: Position, left: int) -> int:
        """Tricks of the seat to lead; ``left`` is the number of cards in each hand."""
        low, high = _first_bounds(position, left)
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if self.can(position, left, middle) else (low, middle - 1)
        return low

    def can(self, position: Position, left: int, wanted: int) -> bool:
        """Whether the leader can take ``wanted`` of the tricks left."""
        if not 0 < wanted <= left:
            return wanted <= 0
        low, high = self._bounds.get(position) or _first_bounds(position, left)
        if low < wanted <= high:
            is_possible = _succeeds(
                position,
                lambda kept: self.can(kept, left - 1, wanted - 1),
                lambda lost: self.can(lost, left - 1, left - wanted),
            )
            low, high = (wanted, high) if is_possible else (low, wanted - 1)
            self._bounds[position] = low, high
        return wanted <= low


def _first_bounds(position: Position, left: int) -> tuple[int, int]:
    """The tricks the leader cannot be denied, and those beyond the ones the other cannot be denied."""
    trumps = suit(position[0])
    low = trumps.top
    if low >= trumps.other:
        low = trumps.own + sum([suit(code).runs for code in position[1:]])
    return min(low, left), left - trumps.sure


class Race:
    """What the leader can win or must lose where the hand ends with a seat's last needed trick.

    The winner gets a point for each trick the other still needed; losing counts as below 0.
    """

    def __init__(self) -> None:
        self._known: dict[tuple[Position, int, int, int], bool] = {}

    def value(self, position: Position, own: int, other: int) -> int:
        """Points of the seat to lead, which needs ``own`` tricks while the other needs ``other``."""
        low, high = -own, other
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if self.can(position, own, other, middle) else (low, middle - 1)
        return low

    def can(self, position: Position, own: int, other: int, wanted: int) -> bool:
        """Whether the seat to lead can win ``wanted`` points, or lose no more than that."""
        if not own or not other:
            return (other or -own) >= wanted
        if not -own < wanted <= other:
            return wanted <= -own
        key = position, own, other, wanted
        if key not in self._known:
            self._known[key] = _succeeds(
                position,
                lambda kept: self.can(kept, own - 1, other, wanted),
                lambda lost: self.can(lost, other - 1, own, 1 - wanted),
            )
        return self._known[key]
