"""What a socket is sent: the same HTML as an HTMX answer, for one viewer, without a request."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, Self

from django.core.exceptions import PermissionDenied
from django.db.models import OuterRef, Subquery
from django.template.loader import render_to_string
from django.utils import timezone, translation

from accounts.models import User
from accounts.preferences import Preferences
from whist.tables.gatherings import blocked_at, gathering_of
from whist.tables.models import Match, Table
from whist.tables.presenters import present
from whist.tables.presenters.chat import talk_at
from whist.tables.presenters.lobby import gathering_page
from whist.tables.seeing import company_of, may_look
from whist.tables.selectors import BIGGEST_ID, Tenures, open_tenures, seat_of, view_of


class Moment(NamedTuple):
    """What a table shows: match and version, and the table's own revision.  Match and version are 0 for the chairs."""

    match: int
    version: int
    revision: int

    def is_newer_than(self, shown: Moment) -> bool:
        """A later match at a table has a higher number, and whatever shows the chairs again has a higher revision."""
        return self[:2] > shown[:2] or self.revision > shown.revision


NOTHING_SHOWN = Moment(0, -1, -1)

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
    """The table at ``moment`` in parts, each with its place in the page.

    ``sheet`` is the state of the score sheet that the receiver has afterwards.
    """

    moment: Moment
    parts: tuple[tuple[str, str], ...]
    sheet: SheetState

    @classmethod
    def of(cls, moment: Moment, html: str, sheet: SheetState) -> Self:
        """Cut HTML that consists of ``<hx-partial>`` elements."""
        parts = [PARTIAL + part.rstrip() for part in html.split(PARTIAL)[1:]]
        return cls(moment, tuple((PLACE.findall(part)[0], part) for part in parts), sheet)


Wish = tuple[Viewer, SheetState | None]
"""A viewer and the score sheet he has."""


def viewer_at(table_id: int, user: object, language: str) -> Viewer:
    """Who watches; raises Table.DoesNotExist, and PermissionDenied for who does not belong there."""
    if not isinstance(user, User):
        raise PermissionDenied
    if table_id > BIGGEST_ID:
        raise Table.DoesNotExist
    table = Table.objects.get(pk=table_id)
    if not may_look(table, user):
        match = table.matches.order_by("-number").first()
        if match is None or seat_of(user, open_tenures(match.pk)) is None:
            raise PermissionDenied
    return Viewer(user.pk, language, Preferences.of(user))


def draw(table_id: int, wishes: Iterable[tuple[Wish, Moment]]) -> tuple[Moment, dict[Wish, Frame | None]]:
    """The table as it is now, rendered once for each wish of somebody who still shows an older moment.

    None instead of a frame for who no longer belongs there.
    """
    match = Match.objects.filter(table=table_id).select_related("table").order_by("-number").first()
    table = match.table if match is not None else Table.objects.get(pk=table_id)
    if match is None or table.is_gathering:
        return _draw_chairs(table, wishes)
    tenures = open_tenures(match.pk)
    seats = {tenure.user_id: seat for seat, tenure in tenures.items()}
    moment = Moment(match.pk, match.version, table.revision)
    behind = {wish for wish, shown in wishes if moment.is_newer_than(shown)}
    # Whose table shows an older revision may have missed a remark.
    spoken_to = {wish for wish, shown in wishes if moment.revision > shown.revision}
    lookers_on = company_of(table) if any(viewer.user_id not in seats for viewer, _sheet in behind) else set()
    return moment, {
        wish: _frame(match, tenures, seats.get(wish[0].user_id), wish, is_spoken_to=wish in spoken_to)
        if wish[0].user_id in seats or wish[0].user_id in lookers_on
        else None
        for wish in behind
    }


def _frame(match: Match, tenures: Tenures, seat: int | None, wish: Wish, *, is_spoken_to: bool) -> Frame:
    viewer, sheet_there = wish
    with translation.override(viewer.language):
        view = view_of(match, tenures, seat, viewer_id=viewer.user_id)
        sheet = (match.pk, match.rounds_dealt, view.observation.phase, seat)
        context = present(view, viewer.preferences, now=timezone.now()) | {"with_sheet": sheet != sheet_there}
        if context["house"] and (is_spoken_to or context["with_sheet"]):  # with a round's end spectators are heard
            context["chat"] = talk_at(match.table_id, User(pk=viewer.user_id))
        html = render_to_string("tables/partials.html", context)
    return Frame.of(Moment(match.pk, match.version, match.table.revision), html, sheet)


def _draw_chairs(table: Table, wishes: Iterable[tuple[Wish, Moment]]) -> tuple[Moment, dict[Wish, Frame | None]]:
    moment, company = Moment(0, 0, table.revision), company_of(table)
    behind = {wish for wish, shown in wishes if moment.is_newer_than(shown)}
    return moment, {wish: _chairs(table, moment, wish) if wish[0].user_id in company else None for wish in behind}


def _chairs(table: Table, moment: Moment, wish: Wish) -> Frame:
    viewer, _sheet = wish
    with translation.override(viewer.language):
        context = gathering_page(gathering_of(table, viewer.user_id)) | {"is_company": True}
        user = User(pk=viewer.user_id)
        context |= {"chat": talk_at(table.pk, user), "blocked": blocked_at(table, user)}
        html = render_to_string("tables/chairs_partial.html", context)
    return Frame.of(moment, html, NO_SHEET)


def latest_moments(table_ids: Iterable[int]) -> dict[int, Moment]:
    """The moment of each table, in one query."""
    latest = Match.objects.filter(table=OuterRef("pk")).order_by("-number")
    tables = Table.objects.filter(pk__in=list(table_ids)).annotate(
        match=Subquery(latest.values("pk")[:1]), version=Subquery(latest.values("version")[:1])
    )
    rows = tables.values_list("pk", "match", "version", "revision", "is_gathering")
    return {
        table_id: Moment(0, 0, revision) if is_gathering or match is None else Moment(match, version, revision)
        for table_id, match, version, revision, is_gathering in rows
    }
