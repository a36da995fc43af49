"""Time in which no web process ran costs nobody: it is added once, when one runs again, to the deadlines and to when
people were last seen.

Every web process says about once a second that it lives, all of them in one row.  The first process to find that
nothing was said for a while gives the gap to every match that was waiting.  Until then nobody counts as late or gone.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import wraps
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import F, QuerySet

from whist.compiled_queries import CompiledQuery
from whist.tables.match.deadlines import credit_time
from whist.tables.models import Heartbeat, Match, MatchSeat, Participant
from whist.tables.models.kinds import kinds_on

log = logging.getLogger(__name__)

WEB = "web"
"""The heartbeat of the web processes."""

EVERY = timedelta(seconds=1)
GAP = timedelta(seconds=2.5)
"""How long a silence must be for workers to let no clock run out in it, since nobody may be able to act."""

FROZEN = timedelta(seconds=6)
"""A process that finds so long a silence and did not start in it was stopped with its machine.  One that was only busy
is silent for less, and its players could act: their deadlines are not put off."""

GAP_BEFORE_START = timedelta(seconds=1.25)
"""A process that starts knows better: what is older than the beat of a process that lives was a restart.  Anything
shorter is less than the grace of a deadline."""

BACKWARDS = timedelta(minutes=1)
"""A beat so far in the future was noted before the clock of the machine was put back; less may be another machine."""


_heartbeat_of_web = CompiledQuery(lambda: Heartbeat.objects.filter(pk=WEB))


def _last_beat() -> datetime | None:
    heartbeat = _heartbeat_of_web.first()
    return heartbeat.at if heartbeat is not None else None


def note_web(now: datetime, *, is_new: bool = False) -> None:
    """Note that this process lives: one statement, and a second one when it is time to write.  Call it before a sweep.

    ``is_new`` for the first beat of a process.
    """
    last = _last_beat()
    if last is None:
        _begin(now)
    elif now - last > (GAP_BEFORE_START if is_new else FROZEN):
        _credit(last, now)
    elif now - last >= EVERY or last - now > BACKWARDS:
        _is_ours(last, now)


def _begin(now: datetime) -> None:
    try:
        with transaction.atomic():
            Heartbeat.objects.create(name=WEB, at=now)
    except IntegrityError:
        pass  # another process was first


def _is_ours(last: datetime, now: datetime) -> bool:
    """Whether this process, of several that saw the same beat, is the one to write the next."""
    return bool(Heartbeat.objects.filter(pk=WEB, at=last).update(at=now))


@transaction.atomic
def _credit(last: datetime, now: datetime) -> None:
    """Give everybody whose time had not run out when the site went away as much of it as then."""
    if not _is_ours(last, now):
        return
    log.warning("no web process was heard of for %.1f s: that much is added to deadlines", (now - last).total_seconds())
    credit_time(last, now)
    _credit_presence(last, now - last)


def _credit_presence(last: datetime, lost: timedelta) -> None:
    """Count those who were there when the site went away as there until it came back; a break is as long as ever.

    All of it moves together: what somebody had looked at they still have, and nothing that they had not.
    """
    there = Participant.objects.filter(table__kind__in=kinds_on(is_shared=True), table__closed_at=None)
    seats = MatchSeat.objects.open().of_people().filter(match__in=Match.objects.running())
    seats.filter(back_at__gt=last).update(back_at=F("back_at") + lost)
    _move(there, "seen_at", last, lost)
    _move(there, "gone_at", last, lost)
    _move(seats, "timed_out_at", last, lost)
    # Of a look and a question at the same time the question counts as the later one: a mail too many costs no seat.
    _move(seats, "asked_at", last, lost, behind=timedelta(milliseconds=1))


def _move(
    rows: QuerySet[Any], column: str, last: datetime, lost: timedelta, *, behind: timedelta = timedelta(0)
) -> None:
    """Move a column; what a process wrote in the short time after its last beat is as of now."""
    in_last_breath = {f"{column}__gt": last, f"{column}__lt": last + lost}
    rows.filter(**in_last_breath).update(**{column: last + lost + behind})
    rows.filter(**{f"{column}__lte": last}).update(**{column: F(column) + lost})


def is_site_up(now: datetime) -> bool:
    """Whether players could act lately: some web process has beaten, or none has ever been noted."""
    last = _last_beat()
    return last is None or last >= now - GAP


def while_site_is_up(job: Callable[[datetime], None]) -> Callable[[datetime], None]:
    """Let a job wait while nobody reaches the site: one that holds against people what they cannot change meanwhile."""

    @wraps(job)
    def run(now: datetime) -> None:
        if is_site_up(now):
            job(now)

    return run
