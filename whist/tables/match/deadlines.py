"""When a match is due: the only place where `Match.due_at` and what belongs to it is made up.

Code that begins a turn, pauses a match or goes on with it asks here for the columns, and writes them together with
whatever else happens; what is no more than another time is written here.

In correspondence it is also noted whose turn it is, since when, and when they are written to.  While somebody is on
vacation their time does not run out: a deadline that would fall into or behind days of vacation is put off until they
have had the whole time of the time control after them.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple, Self

from django.db.models import F, FilteredRelation, Q, QuerySet

from whist.engine.game import BID, PLAY, Observation
from whist.tables.match.time_controls import GRACE, TIME_CONTROLS
from whist.tables.models import Match, MatchSeat, Vacation, day_of, midnight

MAIL_AFTER = timedelta(minutes=10)
"""How long a turn must be unseen to be worth a mail."""

AT_LEAST_LEFT = 12 * 3600.0
"""Seconds that the player to act has in any case when a paused match goes on: nobody waits for that at the page, and
the mail that tells them may have to wait for six hours."""

AT_LEAST_LEFT_QUICK = 5.0
"""The same outside correspondence, where everybody waits at the page."""

CORRESPONDENCE = tuple(name for name, clock in TIME_CONTROLS.items() if clock.is_correspondence)
"""The time controls of correspondence."""

LOOKING = 5.0
"""Seconds that a deadline may have beyond its time control: for looking at the last trick."""

PUT_OFF = timedelta(seconds=1)
"""What a worker adds again and again to a deadline that comes while nobody can act."""

TRY_AGAIN_AFTER = timedelta(seconds=15)
"""After how long a match that could not be advanced is tried again."""

NOBODYS_TURN: dict[str, Any] = {"waits_for_id": None, "turn_at": None, "turn_seconds": None, "mail_at": None}
NEVER: dict[str, Any] = {"due_at": None}
"""The columns of a match that has ended."""


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


def plans_of(match_id: int, seat: int, since: datetime) -> tuple[dict[str, Any], list[Rest]]:
    """The premoves and vacations of the holder of a seat, in one query."""
    vacations = FilteredRelation("user__vacations", condition=Q(user__vacations__to_day__gte=day_of(since)))
    holder = MatchSeat.objects.at(match_id, seat).annotate(rest=vacations)
    rows = holder.order_by("rest__from_day").values_list("prepared", "rest__from_day", "rest__to_day")
    days = [(from_day, to_day) for _prepared, from_day, to_day in rows if from_day is not None]
    return rows[0][0], [Rest.of(*both) for both in days]


def deadline(begun_at: datetime, seconds: float, rests: Sequence[Rest], at_first: float | None = None) -> datetime:
    """When the time of a turn that counts from ``begun_at`` on is over; ``rests`` in order.

    ``at_first`` are the seconds of a turn that has fewer than the time control gives, unless a vacation puts it off.
    """
    time = timedelta(seconds=seconds)
    due_at = begun_at + (time if at_first is None else timedelta(seconds=at_first))
    for rest in rests:
        if rest.begins_at < due_at and rest.ends_at > begun_at:
            due_at = rest.ends_at + time
    return due_at


def mail_time(begun_at: datetime, rests: Sequence[Rest]) -> datetime:
    return after_rests(begun_at + MAIL_AFTER, rests)


def after_rests(at: datetime, rests: Sequence[Rest]) -> datetime:
    """The first time from then on outside vacations, in which nobody is written to; ``rests`` in order."""
    for rest in rests:
        if rest.begins_at <= at < rest.ends_at:
            at = rest.ends_at
    return at


def reminder_time(due_at: datetime, rests: Sequence[Rest], now: datetime) -> datetime | None:
    """When somebody who knows of their turn is told of it once more: when the next vacation is over that has put it
    off; ``rests`` in order."""
    ends = (after_rests(rest.ends_at, rests) for rest in rests)  # the next one may begin as this one ends
    return next((end for end in ends if now < end < due_at), None)


def time_of(match: Match) -> float:
    """The seconds of a turn in correspondence, where bids and cards have the same."""
    return TIME_CONTROLS[match.table.clock].card + GRACE


def turn_times(match: Match, begun_at: datetime, rests: Sequence[Rest], seconds: float | None = None) -> dict[str, Any]:
    """The columns of a turn that counts from ``begun_at`` on, with so many seconds instead of the time control's."""
    return {
        "turn_at": begun_at,
        "turn_seconds": seconds,
        "due_at": deadline(begun_at, time_of(match), rests, seconds),
        "mail_at": mail_time(begun_at, rests),
    }


def due_time(match: Match, begun_at: datetime, rests: Sequence[Rest]) -> datetime:
    """When the time of the turn that the match waits for is over."""
    return deadline(begun_at, time_of(match), rests, match.turn_seconds)


# -- the columns of a turn -------------------------------------------------------------------------------------------


def sites_turn(now: datetime, wait: float | None) -> dict[str, Any]:
    """The columns of a turn of the site, which acts in so many seconds, or without them never by itself."""
    return {"due_at": None if wait is None else now + timedelta(seconds=wait), **NOBODYS_TURN}


def players_turn(
    match: Match, match_seat: MatchSeat, now: datetime, pause: float, seconds: float, rests: Sequence[Rest] = ()
) -> dict[str, Any]:
    """The columns of a player's turn: so many seconds, after a pause for looking; ``rests`` are their vacations."""
    clock = TIME_CONTROLS[match.table.clock]
    if clock.is_correspondence:
        begun_at = now + timedelta(seconds=pause)
        return {"waits_for_id": match_seat.user_id, **turn_times(match, begun_at, rests)}
    timing = sites_turn(now, pause + seconds + GRACE)
    if clock.has_bank:
        timing |= {"turn_at": now + timedelta(seconds=pause), "turn_seconds": seconds + GRACE}
    return timing


def bank_left(match: Match, bank: float, now: datetime) -> float:
    """What is left of so many seconds in the bank of the seat that is to act; all of them while its clock neither runs
    nor stands in a pause."""
    left = _seconds_left(match, now)
    return bank if match.turn_at is None or left is None else max(0.0, min(bank, left - GRACE))


def _seconds_left(match: Match, now: datetime) -> float | None:
    """Seconds until the match is due, or of a paused one what will be left when it goes on."""
    if match.is_paused or match.due_at is None:
        return match.seconds_left
    return (match.due_at - now).total_seconds()


# -- pauses ----------------------------------------------------------------------------------------------------------


def pause_time(match: Match, now: datetime) -> dict[str, Any]:
    """The columns that pause a match: the player to act keeps what is left."""
    return {"due_at": None, "seconds_left": max(0.0, _seconds_left(match, now) or 0.0)}


def begun_in_pause(timing: dict[str, Any], now: datetime) -> dict[str, Any]:
    """The columns of a turn that begins while the match is paused: its time is what is left when the match goes on."""
    return timing | {"due_at": None, "seconds_left": (timing["due_at"] - now).total_seconds()}


def without_pause(timing: dict[str, Any]) -> dict[str, Any]:
    """The columns that let a match go on, whether or not it was paused."""
    return timing | {"seconds_left": None}


def resume_time(match: Match, now: datetime) -> dict[str, Any]:
    """The columns that let a paused match go on with what was left."""
    left = max(match.seconds_left or 0.0, AT_LEAST_LEFT_QUICK)
    if match.waits_for_id:
        return without_pause(resumed_turn(match, left, now))
    timing: dict[str, Any] = {"due_at": now + timedelta(seconds=left)}
    return without_pause(timing | ({"turn_at": now, "turn_seconds": left} if match.turn_at else {}))


def resumed_turn(match: Match, seconds_left: float, now: datetime) -> dict[str, Any]:
    """The columns of a turn in correspondence of which so much was left when the match was paused.

    It counts from now on: a player who looked, or was told of it by mail, before a pause of days may not know that the
    match goes on.
    """
    assert match.waits_for_id is not None
    seconds = min(max(seconds_left, AT_LEAST_LEFT), time_of(match))
    return turn_times(match, now, rests_of(match.waits_for_id, now), seconds)


# -- time that is put off, or given back -----------------------------------------------------------------------------


def put_off(match: Match, until: datetime) -> None:
    """Give the player to act time until then."""
    match.change(due_at=until)


def put_off_faulty(match_id: int, now: datetime) -> None:
    """Try a match again after a while that was due and could not be advanced."""
    Match.objects.filter(pk=match_id, due_at__lte=now).update(due_at=now + TRY_AGAIN_AFTER)


def credit_time(last: datetime, now: datetime) -> None:
    """Give every match of friends as much time as it had at ``last``, since when nobody reached the site; none to one
    that was due already.  Inside a transaction."""
    waiting = Match.objects.running().on_terms(has_clock=True).filter(due_at__gt=last)
    # In the order in which all other code locks several matches.
    list(waiting.order_by("table").select_for_update(of=("self",), no_key=True).values_list("pk"))
    _take_back_what_was_put_off(waiting.filter(due_at__lte=now + PUT_OFF))
    waiting.update(due_at=F("due_at") + (now - last), turn_at=F("turn_at") + (now - last))
    for name, clock in TIME_CONTROLS.items():
        if clock.has_bank:
            _begin_now(waiting.filter(table__clock=name, turn_at__gt=now + timedelta(seconds=LOOKING)), now)
        elif not clock.is_correspondence:
            # Here what was put off may stay; nobody gets more than the time control gives.
            most = now + timedelta(seconds=max(clock.bid, clock.card) + GRACE + LOOKING)
            waiting.filter(table__clock=name, due_at__gt=most).update(due_at=most)


def _take_back_what_was_put_off(matches: QuerySet[Match]) -> None:
    """Undo what a worker put off in the gap, so that the gap does not come on top of it.

    Where it is noted when a turn began, its time is known.
    """
    for match in matches.exclude(turn_at=None).select_related("table"):
        assert match.turn_at is not None
        rests = rests_of(match.waits_for_id, match.turn_at) if match.waits_for_id else []
        due_at = due_time(match, match.turn_at, rests)
        matches.filter(pk=match.pk, due_at__gt=due_at).update(due_at=due_at)


def _begin_now(matches: QuerySet[Match], now: datetime) -> None:
    """Let turns that began in the gap, in which nobody could act, begin now."""
    for match in matches.exclude(turn_seconds=None):
        due_at = now + timedelta(seconds=match.turn_seconds or 0.0)
        Match.objects.filter(pk=match.pk).update(turn_at=now, due_at=due_at)


# -- matches that take days ------------------------------------------------------------------------------------------


def is_correspondence(match: Match) -> bool:
    return match.table.clock in CORRESPONDENCE


def can_prepare(match: Match, seen: Observation) -> bool:
    """Whether the viewer sees cards of their own and somebody else is to act."""
    is_others_turn = seen.phase in (BID, PLAY) and not seen.is_own_turn and seen.seat is not None
    return (
        is_correspondence(match)
        and match.finished_at is None
        and is_others_turn
        and None not in seen.hand
        and bool(seen.hand)
    )
