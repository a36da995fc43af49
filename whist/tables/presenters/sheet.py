"""The score sheet: a row for each round, a column for each who scores, with the running total."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

if TYPE_CHECKING:
    from whist.tables.selectors import Player


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
    """``caption`` says what it is, ``legend`` how a cell is read."""

    names: tuple[str, ...]
    rows: tuple[Row, ...]
    totals: tuple[str, ...]
    caption: str
    legend: str

    @property
    def current(self) -> Row | None:
        return next((row for row in self.rows if row.is_current), None)


def column_names(players: Sequence[Player], seats: Sequence[int], me: int | None) -> tuple[str, ...]:
    """The columns are narrow: of a name the word that tells this player apart, as on the avatar."""
    return tuple(_("You") if seat == me else _short(players[seat].name) for seat in seats)


def _short(name: str) -> str:
    return name.rsplit(maxsplit=1)[-1] if name.strip() else name
