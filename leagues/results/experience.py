"""Experience points: what an eligible match brings, and what a player has (levels are in `leagues.results.levels`)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import F

from accounts.models import User
from leagues.models import Experience, Result
from whist.engine import GAMES

BY_PLACE = (10, 7, 5, 3, 2, 1)
PER_BID, PER_EXACT_BID = 2, 3
PER_TRICK, WON, NOT_WON = 1, 25, 8

MOST_IN_AN_HOUR = 400
HOUR = timedelta(hours=1)


def points_of(user: User) -> int:
    return Experience.objects.filter(user=user).values_list("points", flat=True).first() or 0


def add_points(user_id: int, points: int) -> None:
    """Add points, only while the user's row is held, or two first points of one user would meet."""
    if not Experience.objects.filter(user=user_id).update(points=F("points") + points):
        Experience.objects.create(user_id=user_id, points=points)


def earned(result: Result) -> int:
    """The points of a match before the limit of the hour."""
    if not result.is_eligible:
        return 0
    if GAMES[result.game_slug].has_bids:
        points = PER_BID * result.bids + PER_EXACT_BID * result.exact + BY_PLACE[result.place - 1]
    else:
        points = PER_TRICK * result.tricks + (WON if result.is_won else NOT_WON)
    return points * result.terms.experience_percent // 100


def room_within_hour(moment: datetime, others: Iterable[tuple[datetime, int]]) -> int:
    """How many points may still be given at ``moment``, so that no hour around it holds more than `MOST_IN_AN_HOUR`.

    ``others`` are the times, less than an hour away, and points of what was given already; matches may be settled in
    another order than they ended.
    """
    given = list(others)
    starts = [moment, *(time for time, _points in given if time <= moment)]
    fullest = max(sum(points for time, points in given if start <= time < start + HOUR) for start in starts)
    return max(MOST_IN_AN_HOUR - fullest, 0)
