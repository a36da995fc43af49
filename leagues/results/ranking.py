"""The weekly ranking of friends: points by place for every match at a friends' table (docs/rules.md §7.4)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db.models import Count, Q, Sum
from django.utils import timezone

from accounts.models import User
from leagues.models import Result
from whist.engine import GAMES

#: By seats, for the first place to the last.
BY_PLACE = {6: (10, 6, 4, 3, 2, 1), 5: (10, 6, 4, 2, 1), 4: (10, 6, 3, 1), 3: (10, 5, 1), 2: (6, 1)}
OF_SIDES = (10, 3)
"""Partners share their place."""

SHOWN = 100
WEEK = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Standing:
    """A player in one week; players with the same points and first places share the place."""

    place: int
    user: User
    points: int
    matches: int
    firsts: int


def monday_of(moment: datetime) -> date:
    """The Monday of the week in Bucharest, also when clocks change in it."""
    day = timezone.localtime(moment).date()
    return day - timedelta(days=day.weekday())


def points_of(result: Result, user: User) -> int | None:
    """The points of a member, or None where the match does not count (`points_for`)."""
    return None if user.is_guest else points_for(result)


def points_for(result: Result) -> int | None:
    """The points, or None where the match does not count: not among friends, or too little of it played themselves."""
    if not result.terms.counts_for_ranking or not result.is_eligible:
        return None
    by_place = OF_SIDES if GAMES[result.game_slug].sides else BY_PLACE[result.seats]
    return by_place[result.place - 1]


def standings(week: date) -> list[Standing]:
    """The standings of the week beginning on that Monday, the best first."""
    rows = (
        Result.objects.filter(week=week)
        .values("user")
        .annotate(points=Sum("ranking_points"), matches=Count("match"), firsts=Count("match", filter=Q(place=1)))
        .order_by("-points", "-firsts", "matches", "user")[:SHOWN]
    )
    users = User.objects.in_bulk([row["user"] for row in rows])
    placed: list[Standing] = []
    for number, row in enumerate(rows, start=1):
        tied = placed and (placed[-1].points, placed[-1].firsts) == (row["points"], row["firsts"])
        place = placed[-1].place if tied else number
        placed.append(Standing(place, users[row["user"]], row["points"], row["matches"], row["firsts"]))
    return placed


def weeks_before(week: date, count: int = 8) -> list[date]:
    """Earlier weeks in which somebody has points, the latest first."""
    rows = Result.objects.filter(week__lt=week).order_by("-week").values_list("week", flat=True).distinct()
    return [found for found in rows[:count] if found is not None]
