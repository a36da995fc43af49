"""The stock of German whist, and what is drawn from it (docs/rules.md §4.2 and §4.6)."""

from __future__ import annotations

from typing import NamedTuple

from whist.engine.cards import Card


class SeenDraw(NamedTuple):
    """A `Draw` as a seat saw it; ``card`` is None where the seat may not know it."""

    seat: int
    card: Card | None
    is_open: bool


class Draw(NamedTuple):
    """A card taken after a trick; ``is_open``: it lay face up."""

    seat: int
    card: Card
    is_open: bool

    def seen_by(self, seat: int | None) -> SeenDraw:
        is_known = self.is_open or seat == self.seat
        return SeenDraw(self.seat, self.card if is_known else None, self.is_open)


class Stock(NamedTuple):
    """``opened`` lie face up, from the left; ``hidden`` face down, the top one first."""

    opened: tuple[Card, ...] = ()
    hidden: tuple[Card, ...] = ()

    @property
    def height(self) -> int:
        return len(self.opened) + len(self.hidden)


def draw_for_trick(stock: Stock, winner: int, pick: int, most_open: int) -> tuple[Stock, Draw, Draw]:
    """The stock after both seats have drawn, with what the winner and the other seat took.

    The winner takes the open card ``pick``, or the top card where none lies open; the other seat the top
    hidden card or, if there is none, the leftmost open one.  Then new open cards join on the right.

    >>> stock, winner, loser = draw_for_trick(Stock(("2C", "3C"), ("4C", "5C")), winner=1, pick=1, most_open=2)
    >>> winner.card, loser.card, stock.opened
    ('3C', '4C', ('2C', '5C'))
    """
    opened, hidden = list(stock.opened), list(stock.hidden)
    taken = Draw(winner, opened.pop(pick), True) if opened else Draw(winner, hidden.pop(0), False)
    other = Draw(1 - winner, hidden.pop(0), False) if hidden else Draw(1 - winner, opened.pop(0), True)
    while hidden and len(opened) < most_open:
        opened.append(hidden.pop(0))
    return Stock(tuple(opened), tuple(hidden)), taken, other
