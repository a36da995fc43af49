"""What is done when its time has come, whichever driver calls: the ticker of a web process or a Celery worker."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.utils import timezone

from whist.compiled_queries import CompiledQuery
from whist.jobs import JOBS
from whist.log_filters import describe
from whist.tables.match.deadlines import put_off_faulty
from whist.tables.match.moves import advance_match
from whist.tables.models import Heartbeat, Match

log = logging.getLogger(__name__)

BATCH = 200
"""How many due matches are looked at together, those among them that wait for a worker already."""

WORKER_FRESH_FOR = timedelta(seconds=10)

WORKER, MAILER = "bots", "mail"
"""The heartbeats of Celery's workers: of those that let bots play, and of those that send mails."""


def advance_or_postpone(match_id: int, now: datetime) -> None:
    """Advance a match; put off a faulty one, so that it neither ends the driver nor comes first in every sweep."""
    try:
        advance_match(match_id, now)
    except Exception as error:
        log.error("match %s stands still for a while: %s", match_id, describe(error))
        put_off_faulty(match_id, now)


_due = CompiledQuery(lambda until: Match.objects.due(until).only("pk", "due_at")[:BATCH], datetime)


def due_until(until: datetime) -> list[tuple[int, datetime]]:
    """The matches due until then, with their time, longest waiting first."""
    return [(match.pk, match.due_at) for match in _due(until) if match.due_at is not None]


def run_job(name: str) -> None:
    """Run one of the site's periodic jobs; what fails is tried again when it is next due."""
    job = JOBS.get(name)
    if job is None:
        log.warning("no job is called %s: beat and worker are of different versions", name)
        return
    try:
        job.run()
    except Exception as error:
        log.error("job %s failed: %s", name, describe(error))


def beat_heart(name: str, now: datetime) -> None:
    Heartbeat.objects.update_or_create(name=name, defaults={"at": now})


_heartbeats_of_workers = CompiledQuery(
    lambda since: Heartbeat.objects.filter(name__in=(WORKER, MAILER), at__gt=since), datetime
)


def living_workers() -> set[str]:
    """The names of the workers whose hearts beat."""
    return {heartbeat.name for heartbeat in _heartbeats_of_workers(timezone.now() - WORKER_FRESH_FOR)}
