"""What is due is done, by the ticker or by a worker, and one faulty match holds up no other."""

import asyncio
from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from tests.support.matches import open_match, reread
from whist.celery import app
from whist.tables.jobs import due_matches, tasks, ticker
from whist.tables.jobs.ticker import EVERY, Ticker
from whist.tables.live.sockets import in_thread
from whist.tables.match.deadlines import TRY_AGAIN_AFTER
from whist.tables.match.downtime import WEB
from whist.tables.models import Heartbeat, Match

pytestmark = pytest.mark.django_db(transaction=True)

PAST, SOON = timedelta(seconds=-5), timedelta(minutes=1)


def match_due_in(user: User, wait: timedelta) -> Match:
    match = open_match(user)
    Match.objects.filter(pk=match.pk).update(due_at=timezone.now() + wait)
    return reread(match)


def spoil(match: Match) -> Match:
    """What a bug or a broken disk might leave: a card that was never dealt, among bids."""
    Match.objects.filter(pk=match.pk).update(rounds_dealt=1, actions="zzAS", actors="pp")
    return reread(match)


async def test_ticker_does_what_is_due(ana):
    due = await in_thread(match_due_in)(ana, PAST)
    wait = await Ticker().sweep()
    assert (await in_thread(reread)(due)).version == due.version + 1
    assert wait < EVERY


async def test_ticker_waits_no_longer_than_until_the_next_match_is_due(ana, monkeypatch):
    monkeypatch.setattr(ticker, "EVERY", 2 * SOON.total_seconds())
    coming = await in_thread(match_due_in)(ana, SOON)
    wait = await Ticker().sweep()
    assert (await in_thread(reread)(coming)).version == coming.version
    assert 0 < wait <= SOON.total_seconds()


async def test_ticker_sleeps_while_a_worker_lives():
    await in_thread(tasks.beat_heart)()
    assert await Ticker().has_worker()
    dead = timezone.now() - due_matches.WORKER_FRESH_FOR
    await in_thread(Heartbeat.objects.update)(at=dead)
    assert not await Ticker().has_worker()


def test_faulty_match_is_put_off_and_the_next_goes_on(ana, caplog):
    faulty, sound = spoil(match_due_in(ana, PAST)), match_due_in(ana, PAST)
    now = timezone.now()
    for match_id, _due_at in due_matches.due_until(now):
        due_matches.advance_or_postpone(match_id, now)
    assert reread(faulty).due_at == now + TRY_AGAIN_AFTER
    assert reread(sound).version == sound.version + 1


def test_log_of_a_faulty_match_names_no_card(ana, caplog):
    faulty = spoil(match_due_in(ana, PAST))
    due_matches.advance_or_postpone(faulty.pk, timezone.now())
    assert f"match {faulty.pk} stands still" in caplog.text
    assert "AS" not in caplog.text


def test_worker_advances_a_match_once_however_often_it_is_told(ana):
    due = match_due_in(ana, PAST)
    tasks.advance_match(due.pk)
    tasks.advance_match(due.pk)
    assert reread(due).version == due.version + 1


def test_every_scheduled_task_exists_and_expires():
    for entry in app.conf.beat_schedule.values():
        assert entry["task"] in app.tasks
        assert entry["options"]["expires"]


class BusyTicker(Ticker):
    """One whose sweep never comes to an end."""

    async def sweep(self) -> float:
        return await asyncio.Future()


async def test_process_whose_sweep_takes_long_says_that_it_lives_all_the_same():
    async def beat() -> datetime | None:
        return await Heartbeat.objects.filter(pk=WEB).values_list("at", flat=True).afirst()

    running = asyncio.create_task(BusyTicker().run())
    try:
        async with asyncio.timeout(60):
            while (first := await beat()) is None:
                await asyncio.sleep(0.05)
            while await beat() == first:
                await asyncio.sleep(0.05)
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
