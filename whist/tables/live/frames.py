"""What a socket is sent: the same HTML as an HTMX answer, for one viewer, without a request."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from django.core.exceptions import PermissionDenied
from django.template.loader import render_to_string
from django.utils import timezone, translation

from accounts.models import User
from accounts.people.preferences import Preferences
from whist.refusals import found
from whist.tables.announcing.versions import TableVersion
from whist.tables.lobby.open_tables import blocked_at, waiting_table_of
from whist.tables.match.access import may_watch, participants_of
from whist.tables.match.selectors import MatchSeats, held_seats, match_on, seat_of, view_of
from whist.tables.models import Match, Table
from whist.tables.presenters import present
from whist.tables.presenters.chat import talk_at
from whist.tables.presenters.lobby import waiting_context

SheetState = tuple[int, int, str, int | None]
"""What the score sheet depends on: match, round, phase and the viewer's seat."""

NO_SHEET: SheetState = (0, 0, "", None)

PARTIAL = "<hx-partial"
PLACE = re.compile(r'hx-target="([^"]*)"')


@dataclass(frozen=True, slots=True)
class Viewer:
    """What a frame depends on besides the table; equal viewers get the same frame."""

    user_id: int
    language: str
    preferences: Preferences


@dataclass(frozen=True, slots=True)
class Frame:
    """The table at ``version`` in parts, each with its place in the page.

    ``sheet`` is the state of the score sheet that the receiver has afterwards.
    """

    version: TableVersion
    parts: tuple[tuple[str, str], ...]
    sheet: SheetState

    @classmethod
    def of(cls, version: TableVersion, html: str, sheet: SheetState) -> Self:
        """Cut HTML that consists of ``<hx-partial>`` elements."""
        parts = [PARTIAL + part.rstrip() for part in html.split(PARTIAL)[1:]]
        return cls(version, tuple((PLACE.findall(part)[0], part) for part in parts), sheet)


RenderKey = tuple[Viewer, SheetState | None]
"""A viewer and the score sheet they have."""


def viewer_at(table_id: int, user: object, language: str) -> Viewer:
    """The user as a viewer; raises NotFound, and PermissionDenied for somebody who may not watch."""
    if not isinstance(user, User):
        raise PermissionDenied
    table = found(Table.objects.all(), pk=table_id)
    if not may_watch(table, user):
        match = table.matches.order_by("-number").first()
        if match is None or seat_of(user, held_seats(match.pk)) is None:
            raise PermissionDenied
    return Viewer(user.pk, language, Preferences.of(user))


def draw(
    table_id: int, keys: Iterable[tuple[RenderKey, TableVersion]]
) -> tuple[TableVersion, dict[RenderKey, Frame | None]]:
    """The table as it is now, rendered once for each key of a socket that still shows an older version.

    None instead of a frame for a viewer who may no longer watch.
    """
    match = match_on(table_id)
    table = match.table if match is not None else Table.objects.get(pk=table_id)
    if match is None or table.is_waiting:
        return _draw_waiting(table, keys)
    match_seats = held_seats(match.pk)
    seats = {match_seat.user_id: seat for seat, match_seat in match_seats.items()}
    version = TableVersion(match.pk, match.version, table.revision)
    behind = {key for key, shown in keys if version.is_newer_than(shown)}
    # A page that shows an older revision may have missed a remark.
    spoken_to = {key for key, shown in keys if version.revision > shown.revision}
    participants = participants_of(table) if any(viewer.user_id not in seats for viewer, _sheet in behind) else set()
    return version, {
        key: _frame(match, match_seats, seats.get(key[0].user_id), key, is_spoken_to=key in spoken_to)
        if key[0].user_id in seats or key[0].user_id in participants
        else None
        for key in behind
    }


def _frame(match: Match, match_seats: MatchSeats, seat: int | None, key: RenderKey, *, is_spoken_to: bool) -> Frame:
    viewer, sheet_there = key
    with translation.override(viewer.language):
        view = view_of(match, match_seats, seat, viewer_id=viewer.user_id)
        sheet = (match.pk, match.rounds_dealt, view.observation.phase, seat)
        context = present(view, viewer.preferences, now=timezone.now()) | {"with_sheet": sheet != sheet_there}
        if context["panel"] and (is_spoken_to or context["with_sheet"]):  # with a round's end spectators are heard
            context["chat"] = talk_at(match.table_id, User(pk=viewer.user_id))
        html = render_to_string("tables/partials.html", context)
    return Frame.of(TableVersion(match.pk, match.version, match.table.revision), html, sheet)


def _draw_waiting(
    table: Table, keys: Iterable[tuple[RenderKey, TableVersion]]
) -> tuple[TableVersion, dict[RenderKey, Frame | None]]:
    version, seating = TableVersion(0, 0, table.revision), participants_of(table)
    behind = {key for key, shown in keys if version.is_newer_than(shown)}
    return version, {key: _waiting(table, version, key) if key[0].user_id in seating else None for key in behind}


def _waiting(table: Table, version: TableVersion, key: RenderKey) -> Frame:
    viewer, _sheet = key
    with translation.override(viewer.language):
        context = waiting_context(waiting_table_of(table, viewer.user_id)) | {"is_participant": True}
        user = User(pk=viewer.user_id)
        context |= {"chat": talk_at(table.pk, user), "blocked": blocked_at(table, user)}
        html = render_to_string("tables/seats_partial.html", context)
    return Frame.of(version, html, NO_SHEET)
