"""What Celery calls. Each task does what the database says is due, and may run twice or not at all."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from whist.tables import clock
from whist.tables.selectors import due_matches

EXPIRES = 5


@shared_task
def sweep_due() -> None:
    for match_id in due_matches(timezone.now(), clock.BATCH):
        advance_match.apply_async((match_id,), expires=EXPIRES)


@shared_task
def advance_match(match_id: int) -> None:
    clock.advance_or_postpone(match_id, timezone.now())


@shared_task
def run_job(name: str) -> None:
    clock.run_job(name)


@shared_task
def beat_heart() -> None:
    """That this runs shows that beat, broker and a worker for the bots work; web processes rest meanwhile."""
    clock.beat_heart(timezone.now())
