"""The traditional score sheet: a row for each round, per player the running total and the bid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from whist.engine.game import BID, PLAY, Game, Options
from whist.engine.romanian import RomanianObservation
from whist.engine.schedules import QUICK, SCHEDULES
from whist.engine.scores import RoundScore
from whist.tables.presenters import labels
from whist.tables.presenters.seen import seen_by
from whist.tables.sentences import plain

if TYPE_CHECKING:
    from whist.tables.selectors import TableView


@dataclass(frozen=True, slots=True)
class Cell:
    """``total`` and ``bid`` as printed; ``spoken`` is the whole cell in words."""

    total: str
    bid: str
    is_missed: bool
    spoken: str


@dataclass(frozen=True, slots=True)
class Row:
    """``size`` is 0 where it is not known beforehand."""

    number: int
    size: int
    is_current: bool
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    names: tuple[str, ...]
    me: int | None
    rows: tuple[Row, ...]
    totals: tuple[str, ...]
    current: Row | None


EMPTY = Cell("", "", False, "")


def sheet_of(view: TableView) -> Sheet:
    """Columns in the order of the seats, beginning with the viewer as at the table."""
    seen = seen_by(view)
    first = view.seat or 0
    seats = [(first + place) % seen.seats for place in range(seen.seats)]
    names = tuple(_("You") if seat == view.seat else _short(view.players[seat].name) for seat in seats)
    rows = tuple(_row(seen, seats, number) for number in range(len(seen.sizes)))
    totals = tuple(plain(seen.scores[seat]) for seat in seats)
    current = next((row for row in rows if row.is_current), None)
    return Sheet(names, 0 if view.seat is not None else None, rows, totals, current)


def _short(name: str) -> str:
    """The column is narrow: the word that tells this player apart, as on the avatar."""
    return name.rsplit(maxsplit=1)[-1] if name.strip() else name


def _row(seen: RomanianObservation, seats: Sequence[int], number: int) -> Row:
    is_current = number == len(seen.finished) and seen.phase in (BID, PLAY)
    if number < len(seen.finished):
        cells = tuple(_finished_cell(seen.finished[number], seat) for seat in seats)
    elif is_current:
        cells = tuple(_open_cell(seen.bids[seat]) for seat in seats)
    else:
        cells = (EMPTY,) * len(seats)
    return Row(number + 1, seen.sizes[number], is_current, cells)


def _finished_cell(done: RoundScore, seat: int) -> Cell:
    bid, made, total = done.bids[seat], done.made[seat], done.total[seat]
    words = {"bid": bid, "made": made, "total": total}
    spoken = (
        _("bid %(bid)d, made, total %(total)d") % words
        if bid == made
        else _("bid %(bid)d, made %(made)d, missed, total %(total)d") % words
    )
    return Cell(plain(total), str(bid), bid != made, spoken)


def _open_cell(bid: int | None) -> Cell:
    if bid is None:
        return Cell("…", "", False, _("no bid yet"))
    return Cell("…", str(bid), False, _("bid %(bid)d") % {"bid": bid})


def sheet_page(view: TableView) -> dict[str, Any]:
    """The context of ``tables/sheet_page.html`` for a match."""
    title = labels.game_label(view.table.game_slug)
    return {"sheet": sheet_of(view), "title": title, "table_id": view.table.pk}


def empty_sheet(game: Game, seats: int, options: Options) -> dict[str, Any]:
    """The same page for pen and paper; sizes that are drawn by lot are left to be written in."""
    values = {option.name: option.choices[0].value for option in game.options} | dict(options)
    schedule = values["schedule"]
    sizes = (8, 0, 0, 0, 0, 0) if schedule == QUICK else SCHEDULES[schedule](seats)
    rows = tuple(Row(number, size, False, (EMPTY,) * seats) for number, size in enumerate(sizes, 1))
    blank = ("",) * seats
    title = f"{labels.game_label(game.slug)}, {labels.choice_label('schedule', schedule)}"
    return {"sheet": Sheet(blank, None, rows, blank, None), "title": title, "table_id": None}
