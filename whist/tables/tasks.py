"""What Celery calls. Each task does what the database says is due, and may run twice or not at all."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from whist.tables.models import Heartbeat
from whist.tables.selectors import due_matches
from whist.tables.services import advance_match as advance
from whist.tables.ticker import BATCH, WORKER

EXPIRES = 5


@shared_task(queue="clock")
def sweep_due() -> None:
    for match_id in due_matches(timezone.now(), BATCH):
        advance_match.apply_async((match_id,), expires=EXPIRES)


@shared_task(queue="bots")
def advance_match(match_id: int) -> None:
    advance(match_id, timezone.now())


@shared_task(queue="bots")
def beat_heart() -> None:
    """That this runs shows that beat, broker and a worker for the bots work; web processes rest meanwhile."""
    Heartbeat.objects.update_or_create(name=WORKER, defaults={"at": timezone.now()})
