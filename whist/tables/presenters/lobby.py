"""The list of friends' tables, and the table seats of one of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from whist import bots
from whist.engine import GAMES
from whist.tables.match.time_controls import TIME_CONTROLS, expected_minutes
from whist.tables.presenters.felt import initial
from whist.tables.presenters.game_forms import ChoiceItem, GameForm, game_form, items
from whist.tables.texts import labels
from whist.tables.texts.labels import Label

if TYPE_CHECKING:
    from whist.tables.lobby.open_tables import ListedTable, WaitingTable
    from whist.tables.match.selectors import Player
    from whist.tables.models import Table
    from whist.tables.views.forms import OpenTableForm


@dataclass(frozen=True, slots=True)
class Row:
    """One table of the list; ``state`` says what is going on, ``verb`` what one can do."""

    table_id: int
    url: str
    game: Label
    facts: str
    names: tuple[str, ...]
    seats: str
    state: str
    verb: str
    may_join: bool


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat of a waiting table; ``player`` is empty for a free one."""

    seat: int
    number: int
    name: str
    initial: str
    picture: str
    is_named: bool
    is_bot: bool
    level: str
    is_me: bool
    is_host: bool
    may_sit: bool
    may_set_bot: bool


def lobby_page(listed: Iterable[ListedTable], own: Iterable[ListedTable]) -> dict[str, Any]:
    """The context of ``tables/lobby_list.html``: one's own tables, those with free seats, those to watch."""
    mine = list(own)
    own_ids = {each.table.pk for each in mine}
    rows = [_row(each) for each in listed if each.table.pk not in own_ids]
    return {
        "own": [_row(each) for each in mine],
        "waiting": [row for row in rows if row.may_join],
        "running": [row for row in rows if not row.may_join],
    }


def _row(listed: ListedTable) -> Row:
    table = listed.table
    may_join = listed.match is None and listed.free_table_seats > 0
    if listed.match is None and not listed.free_table_seats:
        state = _("everybody is here")
    elif listed.match is None:
        state = ngettext("%(n)d chair free", "%(n)d chairs free", listed.free_table_seats) % {
            "n": listed.free_table_seats
        }
    else:
        state = _("playing, round %(number)d") % {"number": max(1, listed.match.rounds_dealt)}
    return Row(
        table_id=table.pk,
        url=reverse("tables:table", args=[table.pk]),
        game=labels.game_label(table.game_slug),
        facts=facts_line(table),
        names=tuple(player.name for player in listed.players if not player.is_bot),
        seats=f"{table.seats - listed.free_table_seats}/{table.seats}",
        state=state,
        verb=_("Join") if may_join else _("Watch"),
        may_join=may_join,
    )


def facts_line(table: Table) -> str:
    """Players, options that differ, time control and length, in one line."""
    seats = ngettext("%(n)d player", "%(n)d players", table.seats) % {"n": table.seats}
    chosen = [str(_choice(table, name, value)) for name, value in table.options.items()]
    return " · ".join([seats, *chosen, str(labels.SHORT_CLOCKS[table.clock]), length_line(table)])


def length_line(table: Table) -> str:
    clock = TIME_CONTROLS[table.clock]
    if clock.is_correspondence:
        return _("over days")
    minutes = expected_minutes(table.game.typical_cards(table.seats, table.options), clock)
    return _("about %(minutes)d min") % {"minutes": minutes}


def _choice(table: Table, name: str, value: Any) -> Label:
    option = next(option for option in table.game.options if option.name == name)
    code = next((choice.code for choice in option.choices if choice.value == value), str(value))
    return labels.choice_label(name, code)


def open_table_page(form: OpenTableForm) -> dict[str, Any]:
    """The context of ``tables/open.html``: a form for each game, the sent one as it was sent."""
    chosen: Mapping[str, str] = {name: str(value) for name, value in form.data.items()}
    error = " ".join(str(text) for texts in form.errors.values() for text in texts) if form.is_bound else ""
    forms: list[GameForm] = [game_form(game, chosen, error) for game in GAMES.values()]
    if not any(each.is_open for each in forms):
        forms[0] = forms[0].opened()
    return {
        "games": forms,
        "clocks": items(labels.CLOCKS, chosen.get("clock"), "normal"),
        "is_public": form.data.get("is_public", "" if form.is_bound else "on"),
        "allows_undo": form.data.get("allows_undo", ""),
    }


# -- the table seats -------------------------------------------------------------------------------------------------


def waiting_context(waiting_table: WaitingTable, *, notice: str = "", invitation_url: str = "") -> dict[str, Any]:
    """The context of ``tables/waiting.html`` and ``tables/seats.html``."""
    table = waiting_table.table
    taken = sum(player is not None for player in waiting_table.table_seats)
    table_seats = [_seat(waiting_table, seat, player) for seat, player in enumerate(waiting_table.table_seats)]
    return {
        "table": table,
        "game": labels.game_label(table.game_slug),
        "facts": facts_line(table),
        "rules": rules_of(table),
        "clock": labels.CLOCKS[table.clock],
        "table_seats": table_seats,
        "is_seated": waiting_table.seat is not None,
        "is_host": waiting_table.is_host,
        "levels": levels(),
        "has_free_seats": taken < table.seats,
        "may_deal_now": taken == table.seats or taken in waiting_table.counts,
        "deal_title": _("Deal the cards"),
        "status": _status(waiting_table, taken, may_sit=any(table_seat.may_sit for table_seat in table_seats)),
        "is_closed": table.closed_at is not None,
        "notice": notice,
        "invitation_url": invitation_url,
        "last_match": waiting_table.last_match,
        # What else a page may add.
        "code": "",
        "blocked": (),
        "chat": None,
    }


def _status(waiting_table: WaitingTable, taken: int, *, may_sit: bool) -> str:
    table = waiting_table.table
    if table.closed_at is not None:
        return _("This table is closed.")
    if waiting_table.is_host:
        return _status_of_host(waiting_table, taken)
    if waiting_table.seat is None:
        return _("Take a chair, or look on.") if may_sit else _("All chairs are taken. You may look on.")
    return _("%(name)s will deal.") % {"name": table.host.shown_name}


def _status_of_host(waiting_table: WaitingTable, taken: int) -> str:
    if taken == waiting_table.table.seats:
        return _("Everybody is here. Deal when you like.")
    if taken in waiting_table.counts:
        return _("Invite friends with the link, let bots take the empty chairs, or deal for those who are here.")
    needed = min(count for count in waiting_table.counts if count > taken)
    return ngettext(
        "Invite friends with the link, or let bots take the empty chairs. You can deal when %(n)d chair is taken.",
        "Invite friends with the link, or let bots take the empty chairs. You can deal when %(n)d chairs are taken.",
        needed,
    ) % {"n": needed}


def _seat(waiting_table: WaitingTable, seat: int, player: Player | None) -> SeatView:
    is_free = player is None or player.is_bot
    is_me = player is not None and player.user_id is not None and player.user_id == waiting_table.viewer_id
    return SeatView(
        seat=seat,
        number=seat + 1,
        name=player.name if player else "",
        initial=initial(player) if player else "",
        picture=player.picture if player else "",
        is_named=player is not None and player.is_named,
        is_bot=player is not None and player.is_bot,
        level=str(labels.LEVELS.get(player.level, "")) if player else "",
        is_me=is_me,
        is_host=player is not None and player.user_id == waiting_table.table.host_id,
        may_sit=is_free and waiting_table.table.closed_at is None,
        may_set_bot=is_free and waiting_table.is_host and waiting_table.table.closed_at is None,
    )


def rules_of(table: Table) -> tuple[tuple[Label, Label], ...]:
    """Every option of the game with the value it has at this table."""
    rows = []
    for option in table.game.options:
        value = table.options.get(option.name, option.choices[0].value)
        rows.append((labels.option_label(option.name), _choice(table, option.name, value)))
    return tuple(rows)


def levels() -> tuple[ChoiceItem, ...]:
    return items({code: labels.LEVELS.get(code, code) for code in bots.LEVELS}, None, "normal")
