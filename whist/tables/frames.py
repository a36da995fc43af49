"""What a socket is sent: the same HTML as an HTMX answer, for one viewer, without a request."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from django.core.exceptions import PermissionDenied
from django.db.models import Max
from django.template.loader import render_to_string
from django.utils import translation

from accounts.models import User
from accounts.preferences import Preferences
from whist.tables.models import Match
from whist.tables.presenters import present
from whist.tables.selectors import Tenures, latest_match, open_tenures, table_view, view_of

Moment = tuple[int, int]
"""Match and version: what a table shows. A later match at a table has a higher number, so moments compare."""

SheetState = tuple[int, int, str]
"""What the score sheet depends on: match, round and phase."""


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


def viewer_at(table_id: int, user: object, language: str) -> tuple[Viewer, int]:
    """Who watches, and the match on the table; raises what `table_view` raises."""
    if not isinstance(user, User):
        raise PermissionDenied
    view = table_view(table_id, user)
    return Viewer(user.pk, language, Preferences.of(user)), view.match.pk


def draw(table_id: int, wishes: Iterable[tuple[Wish, Moment]]) -> tuple[Moment, dict[Wish, Frame | None]]:
    """The table as it is now, rendered once for each wish of somebody who still shows an older moment.

    None instead of a frame for who no longer sits there.
    """
    match = latest_match(table_id)
    tenures = open_tenures(match.pk)
    seats = {tenure.user_id: seat for seat, tenure in tenures.items()}
    moment = match.pk, match.version
    behind = {wish for wish, shown in wishes if shown < moment}
    return moment, {
        wish: _frame(match, tenures, seats[wish[0].user_id], wish) if wish[0].user_id in seats else None
        for wish in behind
    }


def _frame(match: Match, tenures: Tenures, seat: int, wish: Wish) -> Frame:
    viewer, sheet_there = wish
    with translation.override(viewer.language):
        view = view_of(match, tenures, seat)
        sheet = (match.pk, match.rounds_dealt, view.observation.phase)
        context = present(view, viewer.preferences) | {"with_sheet": sheet != sheet_there}
        html = render_to_string("tables/partials.html", context)
    return Frame.of((match.pk, match.version), html, sheet)


def latest_moments(table_ids: Iterable[int]) -> dict[int, Moment]:
    """The moment of each table, in one query."""
    latest = Match.objects.filter(table__in=list(table_ids)).values("table").annotate(latest=Max("pk")).values("latest")
    rows = Match.objects.filter(pk__in=latest).values_list("table_id", "pk", "version")
    return {table_id: (match_id, version) for table_id, match_id, version in rows}
