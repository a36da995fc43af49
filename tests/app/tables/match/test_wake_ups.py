"""Sweeps queue a due match once, and again where the worker that took it did nothing."""

from datetime import timedelta

import pytest
import time_machine
from django.core.cache import cache
from django.utils import timezone

from accounts.models import User
from tests.support.matches import open_match, reread
from whist.tables.jobs import tasks
from whist.tables.models import Match

pytestmark = pytest.mark.django_db(transaction=True)

AGO = timedelta(seconds=5)
MINUTE = timedelta(minutes=1)
SECOND = timedelta(seconds=1)
SWEEPS = 8


@pytest.fixture(autouse=True)
def long_memory(monkeypatch):
    """Sweeps that follow each other do so before a task expires, however slow the machine is."""
    monkeypatch.setattr(tasks, "EXPIRES", 60)


@pytest.fixture
def queued(monkeypatch):
    """The matches that sweeps have queued, in a broker that no worker reads."""
    ids = []
    monkeypatch.setattr(tasks.advance_match, "apply_async", lambda args, **options: ids.append(args[0]))
    return ids


@pytest.fixture
def own_cache(settings):
    """One whose time the test can let pass."""
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "own"}}
    cache.clear()


def due_match(late=AGO):
    user = User.objects.create_user(f"{late.total_seconds()}@example.org", name=f"Ana {late.seconds}")
    match = open_match(user)
    Match.objects.filter(pk=match.pk).update(due_at=timezone.now() - late)
    return reread(match)


def sweep(times=SWEEPS):
    for _ in range(times):
        tasks.sweep_due()


def test_due_match_is_queued_once_however_many_sweeps_see_it(queued):
    match = due_match()
    sweep()
    assert queued == [match.pk]


def test_every_due_match_is_queued_the_longest_waiting_first(queued):
    matches = [due_match(AGO + number * MINUTE) for number in range(4)]
    sweep()
    assert queued == [match.pk for match in reversed(matches)]


def test_what_becomes_due_again_is_queued_again_at_once(queued):
    match = due_match()
    sweep()
    tasks.advance_match(match.pk)
    Match.objects.filter(pk=match.pk).update(due_at=timezone.now() - SECOND)
    sweep()
    assert queued == [match.pk, match.pk]


def test_what_a_dead_worker_took_is_queued_again_when_its_task_has_expired(queued, own_cache):
    match = due_match()
    now = timezone.now()
    for late, count in ((0, 1), (tasks.EXPIRES - 1, 1), (tasks.EXPIRES + 1, 2), (tasks.EXPIRES + 2, 2)):
        with time_machine.travel(now + late * SECOND, tick=False):
            sweep()
        assert queued == [match.pk] * count


def test_match_that_a_broker_did_not_take_is_queued_by_the_next_sweep(queued, monkeypatch):
    match = due_match()

    def refuse(args, **options):
        raise ConnectionError

    with monkeypatch.context() as away:
        away.setattr(tasks.advance_match, "apply_async", refuse)
        with pytest.raises(ConnectionError):
            tasks.sweep_due()
    sweep()
    assert queued == [match.pk]
