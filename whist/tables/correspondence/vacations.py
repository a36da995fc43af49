"""Vacation days: so many a year on which nobody's time runs out in correspondence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import date, datetime, timedelta

from django.db import transaction
from django.db.models import F

from accounts.models import User
from whist.refusals import found
from whist.tables.correspondence.vote_mails import move_mails
from whist.tables.match.deadlines import after_rests, reminder_time, rests_of, turn_times
from whist.tables.models import CorrespondenceSettings, Match, Table, Vacation, day_of
from whist.tables.texts import refusals

DAYS_A_YEAR = 30

ONE_DAY = timedelta(days=1)


@transaction.atomic
def take_vacation(user: User, from_day: date, to_day: date, now: datetime) -> Vacation:
    """Take days off, the first and the last included; whatever waits for the user waits longer.

    Raises VacationPast, VacationBackwards, VacationTooFar, VacationOverlaps, VacationTooLong.
    """
    today = day_of(now)
    if from_day < today:
        raise refusals.VacationPast
    if to_day < from_day:
        raise refusals.VacationBackwards
    if to_day.year > today.year + 1:
        raise refusals.VacationTooFar
    one_at_a_time(user)
    if Vacation.objects.filter(user=user, from_day__lte=to_day, to_day__gte=from_day).exists():
        raise refusals.VacationOverlaps
    left = days_left(user, today.year)
    if any(days > left[year] for year, days in Counter(day.year for day in _days(from_day, to_day)).items()):
        raise refusals.VacationTooLong
    vacation = Vacation.objects.create(user=user, from_day=from_day, to_day=to_day)
    move_deadlines(user, now)
    return vacation


@transaction.atomic
def end_vacation(vacation_id: int, user: User, now: datetime) -> None:
    """End a vacation: one that has not begun is as if it had never been; of one that has, today is the last day.

    Raises NotFound, VacationOver.
    """
    one_at_a_time(user)
    vacation = found(Vacation.objects.filter(user=user), pk=vacation_id)
    today = day_of(now)
    if vacation.to_day < today:
        raise refusals.VacationOver
    if vacation.from_day > today:
        vacation.delete()
    else:
        Vacation.objects.filter(pk=vacation.pk).update(to_day=today)
    move_deadlines(user, now)


def days_left(user: User, year: int) -> dict[int, int]:
    """How many days may still be taken in this year and the next one."""
    left = {year: DAYS_A_YEAR, year + 1: DAYS_A_YEAR}
    for vacation in Vacation.objects.filter(user=user, to_day__gte=date(year, 1, 1)):
        for day in _days(vacation.from_day, vacation.to_day):
            if day.year in left:
                left[day.year] -= 1
    return left


def _days(first: date, last: date) -> Iterator[date]:
    return (first + number * ONE_DAY for number in range((last - first).days + 1))


def one_at_a_time(user: User) -> None:
    """Let another transaction of the user's wait here until this one ends, and then read what it has written."""
    CorrespondenceSettings.objects.get_or_create(user=user)
    CorrespondenceSettings.objects.filter(user=user).update(mailed_at=F("mailed_at"))


def move_deadlines(user: User, now: datetime) -> None:
    """Give every turn of the user the time that their vacations give it now, and so mails about votes.

    A move at the same time may begin a turn that is not seen here: its deadline is looked at again before it counts
    (`whist.tables.match.moves.advance_match`).
    """
    waiting = Match.objects.running().filter(waits_for=user, seconds_left=None).select_related("table")
    for match in waiting.order_by("table"):  # as all other code that changes several tables
        if match.turn_at is None:
            continue
        rests = rests_of(user.pk, match.turn_at)
        times = turn_times(match, match.turn_at, rests, match.turn_seconds)
        if match.mail_at is None or match.mail_at in [rest.ends_at for rest in rests]:
            # They know of their turn, but may have forgotten it when they are back, or wait to be told until then.
            times["mail_at"] = reminder_time(times["due_at"], rests, now)
        else:
            times["mail_at"] = after_rests(max(times["mail_at"], now), rests)
        Table.objects.filter(pk=match.table_id).update(revision=F("revision") + 1)  # before the match, as everywhere
        Match.objects.filter(pk=match.pk, version=match.version, turn_at=match.turn_at).update(**times)
    move_mails(user)
