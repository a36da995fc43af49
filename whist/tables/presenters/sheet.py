"""The score sheet: a row for each round, a column for each player or side, with the running total."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

if TYPE_CHECKING:
    from whist.tables.match.selectors import Player


@dataclass(frozen=True, slots=True)
class Cell:
    """``total`` and ``small`` as printed; ``spoken`` is the whole cell in words."""

    total: str
    small: str
    spoken: str
    is_missed: bool = False


EMPTY = Cell("", "", "")


@dataclass(frozen=True, slots=True)
class Row:
    """``size`` is None where all rounds are alike, and 0 where it is not known beforehand."""

    number: int
    size: int | None
    is_current: bool
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """``caption`` says what it is, ``legend`` how a cell is read, ``is_named`` of each column whether the name over it
    is the player's own."""

    names: tuple[str, ...]
    rows: tuple[Row, ...]
    totals: tuple[str, ...]
    caption: str
    legend: str
    is_named: tuple[bool, ...] = ()

    @property
    def columns(self) -> tuple[tuple[str, bool], ...]:
        return tuple(zip(self.names, self.is_named or repeat(False), strict=False))

    @property
    def current(self) -> Row | None:
        return next((row for row in self.rows if row.is_current), None)


def column_names(players: Sequence[Player], seats: Sequence[int], me: int | None) -> tuple[str, ...]:
    """Names for narrow columns: of "Guest 48213" the number, which tells guests apart; a chosen name stays whole."""
    return tuple(_("You") if seat == me else _short(players[seat]) for seat in seats)


def named_columns(players: Sequence[Player], seats: Sequence[int], me: int | None) -> tuple[bool, ...]:
    return tuple(players[seat].is_named and seat != me for seat in seats)


def _short(player: Player) -> str:
    return player.name if player.is_named else (player.name.split() or [""])[-1]
