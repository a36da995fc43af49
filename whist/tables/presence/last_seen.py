"""When people were last seen at a friends' table, noted as sessions note their last use: beside the game, now and then.

A GET changes nothing of the game by it.  What follows from having been seen (no mail about one's turn, no bot in one's
seat while the page asks for itself without a socket) is decided elsewhere, by jobs.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import OperationalError
from django.db.models import DateTimeField, Exists, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from django.http import HttpRequest

from accounts.models import User
from whist.compiled_queries import CompiledQuery
from whist.tables.models import Match, MatchSeat, Participant, Table

NOTED_EVERY = timedelta(seconds=8)
"""A page without a socket asks every five seconds, and somebody who has not been seen for fifteen is away.

The first look at one's turn, or at what others ask, is noted at once.
"""

AGAIN = "again"
"""Stands in the address of a page that loads itself again where no scripts run, at correspondence tables: a tab left
open is no look."""

NOTED_AGAIN = timedelta(days=1)
"""Yet it cannot be told from one that somebody loads again by hand, so once a day it is one: for their seat it matters
that they look in at all."""


@dataclass(frozen=True, slots=True)
class Visit:
    """A user and a friends' table, and when they were last seen there; never, unless they are a participant."""

    table: Table
    user_id: int | None
    seen_at: datetime | None

    @property
    def is_participant(self) -> bool:
        return self.seen_at is not None


def _seen_at(table_id: int, user_id: int) -> QuerySet[Table]:
    seen_at = Participant.objects.filter(table=OuterRef("pk"), user=user_id).values("seen_at")
    return Table.objects.on_terms(is_shared=True).filter(pk=table_id).annotate(seen_at=Subquery(seen_at[:1]))


_table_that_has_seen = CompiledQuery(_seen_at, int, int)
NOBODY = 0
"""The number of visitors who are no users."""


def visit_at(table_id: int, user: object) -> Visit | None:
    """A table and when it has last seen the user, in one statement; None where people do not meet."""
    user_id = user.pk if isinstance(user, User) else None
    table = _table_that_has_seen.first(table_id, user_id or NOBODY)
    return Visit(table, user_id, vars(table)["seen_at"]) if table is not None else None


def is_worth_noting(visit: Visit, match: Match, seat: MatchSeat | None, now: datetime) -> bool:
    """Whether the user was not seen just now, or has in correspondence something to see since then: their turn, or the
    votes of the others about which their ``seat`` is asked."""
    if visit.seen_at is None:
        return False
    is_new_turn = match.waits_for_id == visit.user_id and match.turn_at is not None and match.turn_at > visit.seen_at
    is_newly_asked = seat is not None and seat.asked_at is not None and seat.asked_at > visit.seen_at
    return is_new_turn or is_newly_asked or visit.seen_at <= now - NOTED_EVERY


def touch_last_seen(request: HttpRequest, table: Table, now: datetime) -> None:
    """Note that the user has the table, its seats or its chat before them; a page that was fetched in advance has
    nobody before it, and one that loads itself in correspondence hardly anybody.

    A turn that begins as soon as the last trick has been looked at is shown already.
    It never spoils the page: a database that is busy is not told.
    """
    user = request.user
    if not table.terms.is_shared or not isinstance(user, User) or "Sec-Purpose" in request.headers:
        return
    his_turn = Match.objects.filter(table=table, waits_for=user, turn_at__gt=OuterRef("seen_at"))
    asked = MatchSeat.objects.of(user).filter(match__table=table, asked_at__gt=OuterRef("seen_at"))
    is_worth = Q(seen_at__lte=now - NOTED_EVERY) | Exists(his_turn) | Exists(asked)
    if AGAIN in request.GET:
        is_worth = Q(seen_at__lte=now - NOTED_AGAIN)
    unnoted = Participant.objects.at(table.pk, user).filter(is_worth, seen_at__lt=now)
    with suppress(OperationalError):
        if unnoted.exists():  # asked first, since SQLite locks everybody out even for an update of no row
            coming = Match.objects.filter(table=table, waits_for=user, turn_at__gt=now).values("turn_at")[:1]
            unnoted.update(seen_at=Coalesce(coming, Value(now, output_field=DateTimeField())))
