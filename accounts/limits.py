"""How often something may happen.  Counted in the database, which all processes share and no restart empties."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction

from accounts.hashes import keyed_hash
from accounts.models import Allowance

ATTEMPTS = 20


class TooOften(Exception):
    """A limit was reached; views answer 429 with a sentence (`accounts.errors`)."""


@dataclass(frozen=True, slots=True)
class Limit:
    """At most ``count`` times in any ``period``, for each subject."""

    name: str
    count: int
    period: timedelta


MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


def is_allowed(limit: Limit, subject: str, now: datetime) -> bool:
    """Whether it may happen once more; if so, it counts from now on.

    Exact also when many ask at once: whoever writes last finds another version and looks again.
    """
    key = keyed_hash(limit.name, subject)
    oldest = (now - limit.period).timestamp()
    for _attempt in range(ATTEMPTS):
        row = Allowance.objects.filter(pk=key).first()
        times = [time for time in row.times if time > oldest] if row else []
        if len(times) >= limit.count:
            return False
        times.append(now.timestamp())
        if _is_written(key, row, times, now + limit.period):
            return True
    return False


def _is_written(key: str, row: Allowance | None, times: list[float], until: datetime) -> bool:
    if row is not None:
        same = Allowance.objects.filter(pk=key, version=row.version)
        return bool(same.update(times=times, version=row.version + 1, until=until))
    try:
        with transaction.atomic():
            Allowance.objects.create(key=key, times=times, until=until)
    except IntegrityError:
        return False
    return True


def demand(limit: Limit, subject: str, now: datetime) -> None:
    """As `is_allowed`, raising TooOften."""
    if not is_allowed(limit, subject, now):
        raise TooOften(limit.name)
