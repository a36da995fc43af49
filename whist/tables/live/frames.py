"""What a socket is sent: the same HTML as an HTMX answer, for one viewer, without a request."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass

from django.core.exceptions import PermissionDenied
from django.utils import timezone, translation

from accounts.models import User
from accounts.people.preferences import Preferences
from whist.engine.game import OVER
from whist.refusals import found
from whist.tables.announcing.versions import TableVersion
from whist.tables.drawing.macros import included
from whist.tables.drawing.parts import Drawing, Part
from whist.tables.drawing.table import FRESH, chat_part, table_drawing
from whist.tables.lobby.open_tables import blocked_at, waiting_table_of
from whist.tables.match.access import may_watch, participants_of
from whist.tables.match.known_tables import KnownTable, forget_table, recall, remember, with_participants
from whist.tables.match.selectors import found_once, held_seats, match_on, seat_of, view_of
from whist.tables.models import Remark, Table
from whist.tables.presenters.chat import Talk, talk_at
from whist.tables.presenters.lobby import waiting_context

SheetState = tuple[int, int, str, int | None]
"""What the score sheet depends on: match, round, phase and the viewer's seat."""

NO_SHEET: SheetState = (0, 0, "", None)


@dataclass(frozen=True, slots=True)
class Viewer:
    """What a frame depends on besides the table; equal viewers get the same frame."""

    user_id: int
    language: str
    preferences: Preferences


@dataclass(frozen=True, slots=True)
class Frame:
    """The table at ``version``, of which a socket sends what changed, and where something may have been said what this
    viewer hears.

    ``sheet`` is the state of the score sheet that the receiver has afterwards.
    """

    version: TableVersion
    drawing: Drawing
    sheet: SheetState
    chat: Part | None = None


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


@dataclass(frozen=True, slots=True)
class Asked:
    """What a socket needs: a frame for this key, if the table has come further than ``shown``."""

    key: RenderKey
    shown: TableVersion


def draw(
    table_id: int, asked: Iterable[Asked], at_least: TableVersion | None = None
) -> tuple[TableVersion, dict[RenderKey, Frame | None]]:
    """The table as it is now, drawn once for each key of a socket that still shows an older version.

    None instead of a frame for a viewer who may no longer watch.  What this process knows of the table is enough where
    it is of the version ``at_least``; without one the table is read.
    """
    known = recall(table_id, at_least) if at_least is not None else None
    if known is None:
        match = match_on(table_id)
        table = match.table if match is not None else Table.objects.get(pk=table_id)
        if match is None or table.is_waiting:
            forget_table(table_id)
            return _draw_waiting(table, asked)
        known = remember(match, held_seats(match.pk))
    return draw_known(known, asked)


def draw_known(known: KnownTable, asked: Iterable[Asked]) -> tuple[TableVersion, dict[RenderKey, Frame | None]]:
    """The same for the match at a table that is known."""
    version, seats = known.version, known.seats
    behind = {each for each in asked if version.is_newer_than(each.shown)}
    # A page that shows an older revision may have missed a remark.
    spoken_to = {each.key for each in behind if version.revision > each.shown.revision}
    keys = {each.key for each in behind}
    if onlookers := {viewer.user_id for viewer, _sheet in keys} - seats.keys():
        known = with_participants(known, onlookers)
    return version, {
        key: _frame(known, key, is_spoken_to=key in spoken_to) if may_see(known, key[0].user_id) else None
        for key in keys
    }


def may_see(known: KnownTable, user_id: int) -> bool:
    return user_id in known.seats or (known.participants is not None and user_id in known.participants)


def needs_database(known: KnownTable, asked: Iterable[Asked]) -> bool:
    """Whether more than is known must be read to draw: who may watch, or what was said at a table of friends."""
    if not known.match.table.terms.is_shared:
        return False
    phase, revision = known.cached.state.phase, known.version.revision
    return any(
        not may_see(known, viewer.user_id)
        or revision > each.shown.revision
        or sheet_there != (known.match.pk, known.match.rounds_dealt, phase, known.seats.get(viewer.user_id))
        for each in asked
        for viewer, sheet_there in [each.key]
    )


def _frame(known: KnownTable, key: RenderKey, *, is_spoken_to: bool) -> Frame:
    viewer, sheet_there = key
    phase = known.cached.state.phase
    is_heard = is_spoken_to or sheet_there != (known.match.pk, known.match.rounds_dealt, phase, None)
    if is_heard or phase == OVER or known.has_been_played_by(viewer.user_id):
        return _frame_for(known, key, is_spoken_to=is_spoken_to)
    # All who only look on, and are sent nothing that was said, are sent the same, with the same clock.
    moment = time.monotonic() // FRESH.total_seconds()
    alike = "frame", moment, viewer.language, viewer.user_id == known.match.table.host_id
    return found_once(known.of_all, alike, lambda: _frame_for(known, key, is_spoken_to=False))


def _frame_for(known: KnownTable, key: RenderKey, *, is_spoken_to: bool) -> Frame:
    viewer, sheet_there = key
    match = known.match
    with translation.override(viewer.language):
        view = view_of(
            match,
            known.match_seats,
            known.seats.get(viewer.user_id),
            known.cached,
            viewer_id=viewer.user_id,
            shared=known.shared,
        )
        sheet = (match.pk, match.rounds_dealt, view.observation.phase, view.seat)
        with_sheet = sheet != sheet_there
        drawing = table_drawing(view, viewer.preferences, timezone.now(), with_sheet=with_sheet)
        if match.table.terms.is_shared and (is_spoken_to or with_sheet):  # with a round's end spectators are heard
            return Frame(known.version, drawing, sheet, chat_part(_talk(known, viewer.user_id)))
    return Frame(known.version, drawing, sheet)


def _talk(known: KnownTable, user_id: int) -> Talk:
    table_id = known.match.table_id
    is_silent = found_once(known.of_all, "silence", lambda: not Remark.objects.filter(table=table_id).exists())
    return Talk(table_id, ()) if is_silent else talk_at(table_id, User(pk=user_id))


def _draw_waiting(table: Table, asked: Iterable[Asked]) -> tuple[TableVersion, dict[RenderKey, Frame | None]]:
    version, seating = TableVersion(0, 0, table.revision), participants_of(table)
    behind = {each.key for each in asked if version.is_newer_than(each.shown)}
    return version, {key: _waiting(table, version, key) if key[0].user_id in seating else None for key in behind}


def _waiting(table: Table, version: TableVersion, key: RenderKey) -> Frame:
    viewer, _sheet = key
    with translation.override(viewer.language):
        context = waiting_context(waiting_table_of(table, viewer.user_id)) | {"is_participant": True}
        user = User(pk=viewer.user_id)
        context |= {"chat": talk_at(table.pk, user), "blocked": blocked_at(table, user)}
        seats = Part("felt", included("tables/seats.html", context))
        return Frame(version, Drawing({seats.place: seats}), NO_SHEET, chat_part(context["chat"]))
