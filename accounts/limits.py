"""How often something may happen.  Counted in the database, which all processes share and no restart empties."""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext

from accounts.hashes import keyed_hash
from accounts.models import Allowance
from whist.refusals import NotNow

ATTEMPTS = 20


class TooOften(NotNow):
    """A limit was reached."""

    status = 429

    def __init__(self, limit: Limit, wait: timedelta) -> None:
        self.wait, self.seconds = wait, max(1, math.ceil(wait.total_seconds()))
        super().__init__(limit.sentence or in_words(self.seconds))


@dataclass(frozen=True, slots=True)
class Limit:
    """At most ``count`` times in any ``period``, for each subject, and not within ``pause`` after the last time.

    ``sentence`` is the refusal, where it is not when to try again.
    """

    name: str
    count: int
    period: timedelta
    pause: timedelta = timedelta()
    sentence: str | Promise = ""

    def wait(self, times: list[float], amount: int, now: datetime) -> timedelta:
        """How long until it may happen ``amount`` times more, given these times within the period."""
        too_many = len(times) + amount - self.count
        waits = [timedelta()]
        if times and self.pause:
            waits.append(self.pause - (now - at(times[-1])))
        if too_many > 0:
            waits.append(self.period - (now - at(times[too_many - 1])) if too_many <= len(times) else self.period)
        return max(waits)


MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
NOTHING = timedelta()


def at(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)


def take(limit: Limit, subject: str, now: datetime, amount: int = 1) -> timedelta:
    """Count ``amount`` times and return zero, or count nothing and return how long to wait.

    Exact also when many ask at once: whoever writes last finds another version and looks again.  Allowed or not, the
    first time or the tenth, it takes the same statements, so that its duration tells nothing.
    """
    key = keyed_hash(limit.name, subject)
    oldest = (now - limit.period).timestamp()
    for _attempt in range(ATTEMPTS):
        Allowance.objects.bulk_create([Allowance(key=key, until=now + limit.period)], ignore_conflicts=True)
        row = Allowance.objects.filter(pk=key).first()
        if row is None:
            continue  # tidied away this very moment
        # What a clock that was wrong put into the future counts as just now, and keeps nobody out for longer.
        times = [min(time, now.timestamp()) for time in row.times if time > oldest]
        wait = limit.wait(times, amount, now)
        if wait <= NOTHING:
            times += [now.timestamp()] * amount
        same = Allowance.objects.filter(pk=key, version=row.version)
        if same.update(times=times, version=row.version + 1, until=now + limit.period):
            return max(wait, NOTHING)
    return limit.period


def is_allowed(limit: Limit, subject: str, now: datetime, amount: int = 1) -> bool:
    """Whether it may happen (``amount`` times more); if so, count it."""
    return take(limit, subject, now, amount) == NOTHING


def demand(limit: Limit, subject: str, now: datetime) -> None:
    """Count that it happens, or raise TooOften."""
    if wait := take(limit, subject, now):
        raise TooOften(limit, wait)


def in_words(seconds: int) -> str:
    """Roughly when to try again.

    >>> in_words(75)
    'Please try again in 2 minutes.'
    """
    minutes = math.ceil(seconds / 60)
    if seconds < 60:
        return gettext("Please try again in a minute.")
    if minutes < 90:
        return ngettext("Please try again in %(n)d minute.", "Please try again in %(n)d minutes.", minutes) % {
            "n": minutes
        }
    hours = math.ceil(seconds / 3600)
    return ngettext("Please try again in %(n)d hour.", "Please try again in %(n)d hours.", hours) % {"n": hours}
