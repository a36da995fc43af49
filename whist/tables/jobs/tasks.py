"""What Celery calls. Each task does what the database says is due, and may run twice or not at all."""

from __future__ import annotations

from datetime import datetime

from celery import shared_task
from django.core.cache import cache
from django.utils import timezone

from whist.tables.jobs import due_matches

EXPIRES = 5
"""Seconds that a match waits for a worker before it is queued again; a task that is older does nothing any more."""


@shared_task
def sweep_due() -> None:
    for match_id, due_at in due_matches.due_until(timezone.now()):
        queue_once(match_id, due_at)


def queue_once(match_id: int, due_at: datetime) -> None:
    """Queue what is due then, unless an earlier sweep has just done so.

    That is remembered no longer than the task lives: what a worker took with it when it died is queued anew.
    """
    wake_up = f"wake-up:{match_id}:{due_at.timestamp()}"
    if not cache.add(wake_up, True, timeout=EXPIRES):
        return
    try:
        advance_match.apply_async((match_id,), expires=EXPIRES)
    except Exception:
        cache.delete(wake_up)
        raise


@shared_task
def advance_match(match_id: int) -> None:
    due_matches.advance_or_postpone(match_id, timezone.now())


@shared_task
def run_job(name: str) -> None:
    due_matches.run_job(name)


@shared_task
def beat_heart(name: str = due_matches.WORKER) -> None:
    """Show that beat, broker and a worker for this queue work; web processes rest meanwhile."""
    due_matches.beat_heart(name, timezone.now())
