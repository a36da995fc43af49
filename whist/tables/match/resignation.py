"""Matches that end without a result: given up by their player, or left for a week.

A closed match counts for nothing, keeps its secret, and has no record.
"""

from __future__ import annotations

from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import F

from accounts.models import User
from whist.tables.announcing.announcements import announce
from whist.tables.match.deadlines import NEVER
from whist.tables.match.selectors import held_seats, latest_match, seat_of
from whist.tables.models import Match, MatchQuerySet
from whist.tables.texts.refusals import StaleVersion

BATCH = 100
"""How many matches one call of the job closes at most."""


def close_match(match: Match, now: datetime) -> bool:
    """End the match without a result; False when it has ended already."""
    return _close(Match.objects.filter(pk=match.pk), match, now)


def _close(row: MatchQuerySet, match: Match, now: datetime) -> bool:
    """Write the end; another write at the same time finds another version, or comes first and is not written over."""
    is_closed = row.running().update(closed_at=now, version=F("version") + 1, **NEVER)
    if is_closed:
        match.version += 1  # whatever it is by now, it is above the one that was read
        transaction.on_commit(lambda: announce(match), robust=True)
    return bool(is_closed)


def resign(table_id: int, match_id: int, user: User, now: datetime) -> None:
    """Close one's own match; nothing happens to one that has ended.

    Raises NotFound, PermissionDenied, or StaleVersion when another match is on the table by now.
    """
    match = latest_match(table_id)
    if seat_of(user, held_seats(match.pk)) is None or not match.table.terms.can_be_given_up:
        raise PermissionDenied
    if match.pk != match_id:
        raise StaleVersion
    close_match(match, now)


def close_left_matches(now: datetime) -> None:
    """Close matches that may be given up, in which nobody has moved for a week."""
    left = Match.objects.left(now)
    for match in left.on_terms(can_be_given_up=True).order_by("changed_at")[:BATCH]:
        _close(left.filter(pk=match.pk), match, now)
