"""Turns in a match that takes days: until when one may think, and when one is written to.

While somebody is on vacation his time does not run out: a deadline that would fall into or behind days of vacation is
put off until he has had the whole time of the clock after them.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple, Self

from django.db.models import FilteredRelation, Q

from whist.engine.game import BID, PLAY, Observation
from whist.tables.match.time_controls import GRACE, TIME_CONTROLS
from whist.tables.models import Match, MatchSeat, Vacation, day_of, midnight

MAIL_AFTER = timedelta(minutes=10)
"""A turn that nobody has looked at for so long is worth a mail."""

AT_LEAST_LEFT = 12 * 3600.0
"""Seconds that whoever is to act has in any case when a paused match goes on: nobody waits for that at the page, and
the mail that tells him may have to wait for six hours."""

CORRESPONDENCE = tuple(name for name, clock in TIME_CONTROLS.items() if clock.is_correspondence)
"""The clocks of matches that take days."""

NOBODYS_TURN: dict[str, Any] = {"waits_for_id": None, "turn_at": None, "turn_seconds": None, "mail_at": None}


class Rest(NamedTuple):
    """Time that does not count."""

    begins_at: datetime
    ends_at: datetime

    @classmethod
    def of(cls, from_day: date, to_day: date) -> Self:
        """Whole days, the last included."""
        return cls(midnight(from_day), midnight(to_day + timedelta(days=1)))


def rests_of(user_id: int, since: datetime) -> list[Rest]:
    """Vacations that have not ended before ``since``, the earliest first."""
    vacations = Vacation.objects.filter(user=user_id).upcoming(since)
    return [Rest.of(*days) for days in vacations.values_list("from_day", "to_day")]


def plans_of(match_id: int, seat: int, since: datetime) -> tuple[str, list[Rest]]:
    """What the holder of a seat has prepared, and his vacations, in one query."""
    vacations = FilteredRelation("user__vacations", condition=Q(user__vacations__to_day__gte=day_of(since)))
    holder = MatchSeat.objects.filter(match=match_id, seat=seat, to_action=None).annotate(rest=vacations)
    rows = holder.order_by("rest__from_day").values_list("prepared", "rest__from_day", "rest__to_day")
    days = [(from_day, to_day) for _prepared, from_day, to_day in rows if from_day is not None]
    return rows[0][0], [Rest.of(*both) for both in days]


def deadline(begun_at: datetime, seconds: float, rests: Sequence[Rest], at_first: float | None = None) -> datetime:
    """When the time of a turn that counts from ``begun_at`` on is over; ``rests`` in order.

    ``at_first`` are the seconds of a turn that has less than the clock's, unless a vacation puts it off.
    """
    time = timedelta(seconds=seconds)
    due_at = begun_at + (time if at_first is None else timedelta(seconds=at_first))
    for rest in rests:
        if rest.begins_at < due_at and rest.ends_at > begun_at:
            due_at = rest.ends_at + time
    return due_at


def mail_time(begun_at: datetime, rests: Sequence[Rest]) -> datetime:
    return after_rests(begun_at + MAIL_AFTER, rests)


def after_rests(moment: datetime, rests: Sequence[Rest]) -> datetime:
    """Nobody is written to on vacation; ``rests`` in order."""
    for rest in rests:
        if rest.begins_at <= moment < rest.ends_at:
            moment = rest.ends_at
    return moment


def reminder_time(due_at: datetime, rests: Sequence[Rest], now: datetime) -> datetime | None:
    """When somebody who knows of his turn is told of it once more: when the next vacation is over that has put it off;
    ``rests`` in order."""
    ends = (after_rests(rest.ends_at, rests) for rest in rests)  # the next one may begin at that very moment
    return next((end for end in ends if now < end < due_at), None)


def time_of(match: Match) -> float:
    """The seconds of a turn in a match that takes days; bids and cards have the same there."""
    return TIME_CONTROLS[match.table.clock].card + GRACE


def turn_times(match: Match, begun_at: datetime, rests: Sequence[Rest], seconds: float | None = None) -> dict[str, Any]:
    """The columns of a turn that counts from ``begun_at`` on, with so many seconds instead of the clock's."""
    return {
        "turn_at": begun_at,
        "turn_seconds": seconds,
        "due_at": deadline(begun_at, time_of(match), rests, seconds),
        "mail_at": mail_time(begun_at, rests),
    }


def due_time(match: Match, begun_at: datetime, rests: Sequence[Rest]) -> datetime:
    """When the time of the turn that the match waits for is over."""
    return deadline(begun_at, time_of(match), rests, match.turn_seconds)


def resumed_turn(match: Match, seconds_left: float, now: datetime) -> dict[str, Any]:
    """The columns of a turn of which so much was left when the match was paused.

    It counts from now on: who looked, or was told of it by mail, before a pause of days may not know that the match
    goes on.
    """
    assert match.waits_for_id is not None
    seconds = min(max(seconds_left, AT_LEAST_LEFT), time_of(match))
    return turn_times(match, now, rests_of(match.waits_for_id, now), seconds)


def is_correspondence(match: Match) -> bool:
    return match.table.clock in CORRESPONDENCE


def can_prepare(match: Match, seen: Observation) -> bool:
    """Whether the viewer sees cards of his and somebody else is to act."""
    is_others_turn = seen.phase in (BID, PLAY) and not seen.is_own_turn and seen.seat is not None
    return (
        is_correspondence(match)
        and match.finished_at is None
        and is_others_turn
        and None not in seen.hand
        and bool(seen.hand)
    )
