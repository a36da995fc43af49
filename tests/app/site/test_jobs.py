"""The site's periodic jobs run in web processes while no worker lives, and in workers otherwise."""

import asyncio
import inspect
import threading
from datetime import timedelta

import pytest
from django.utils import timezone
from django.utils.module_loading import import_string

from tests.support.servers import procfile
from whist.celery import app
from whist.jobs import JOBS, Job
from whist.tables.jobs import due_matches, tasks, ticker
from whist.tables.jobs.ticker import Ticker
from whist.tables.live.sockets import in_thread
from whist.tables.models import Heartbeat

pytestmark = pytest.mark.django_db(transaction=True)

calls: list[str] = []
gate = threading.Event()
started = threading.Event()


@pytest.fixture(autouse=True)
def nothing_called():
    calls.clear()
    gate.clear()
    started.clear()


def note(now):
    calls.append("note")


def fail(now):
    calls.append("fail")
    raise ValueError("ana@example.org could not be reached")


def hang(now):
    calls.append("hang")
    started.set()
    gate.wait(60)


@pytest.fixture
def set_jobs(monkeypatch):
    def set_jobs(**jobs: str):
        for name in list(JOBS):
            monkeypatch.delitem(JOBS, name)
        for name, function in jobs.items():
            monkeypatch.setitem(JOBS, name, Job(f"{__name__}.{function}", 0.01))

    return set_jobs


async def run_until(condition, seconds: float = 60) -> None:
    """Let a ticker run until the condition holds."""
    running = asyncio.create_task(Ticker().run())
    try:
        async with asyncio.timeout(seconds):
            while not condition():
                await asyncio.sleep(0.005)
    finally:
        gate.set()
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


@pytest.mark.parametrize("name", JOBS)
def test_every_job_exists_takes_the_time_and_may_run_twice(name):
    job = JOBS[name]
    assert list(inspect.signature(import_string(job.call)).parameters) == ["now"]
    assert job.every > 0
    job.run()
    job.run()


def queues_of(process: str) -> set[str]:
    return set(procfile()[process].partition("--queues ")[2].split()[0].split(","))


def test_workers_take_from_every_queue_that_jobs_use():
    assert {job.queue for job in JOBS.values()} <= queues_of("worker") | queues_of("mailer")


def test_worker_that_sends_mail_does_nothing_else():
    assert queues_of("worker") == {"clock", "bots"}
    assert queues_of("mailer") == {"mail"}
    assert [name for name, job in JOBS.items() if job.queue == "mail"] == ["send mails"]


@pytest.mark.parametrize("name", JOBS)
def test_beat_sends_every_job_to_its_queue_and_lets_it_expire(name):
    entry = app.conf.beat_schedule[name]
    assert entry["task"] == "whist.tables.jobs.tasks.run_job"
    assert entry["args"] == (name,)
    assert entry["schedule"] == JOBS[name].every
    assert entry["options"]["queue"] == JOBS[name].queue
    assert 0 < entry["options"]["expires"] <= max(2, JOBS[name].every)


def test_a_worker_runs_a_job_by_its_name(set_jobs):
    set_jobs(noting="note")
    tasks.run_job("noting")
    assert calls == ["note"]


def test_a_job_of_another_version_of_the_site_is_left_alone(set_jobs):
    set_jobs()
    tasks.run_job("gone")
    assert calls == []


def test_a_job_that_fails_says_where_and_not_what(set_jobs, caplog):
    set_jobs(failing="fail")
    due_matches.run_job("failing")
    assert "job failing failed: ValueError at test_jobs.py" in caplog.text
    assert "ana@example.org" not in caplog.text


async def test_jobs_run_again_and_again_without_a_worker(set_jobs):
    set_jobs(noting="note")
    await run_until(lambda: len(calls) >= 3)


async def test_a_failing_job_is_tried_again(set_jobs):
    set_jobs(failing="fail")
    await run_until(lambda: calls.count("fail") >= 2)


async def test_a_slow_job_runs_once_at_a_time_and_holds_up_no_other(set_jobs):
    set_jobs(slow="hang", noting="note")
    await run_until(lambda: started.is_set() and calls.count("note") >= 5)
    assert calls.count("hang") == 1


async def test_web_processes_leave_the_jobs_to_a_living_worker(set_jobs):
    set_jobs(noting="note")
    await in_thread(tasks.beat_heart)()
    running = asyncio.create_task(Ticker().run())
    waiting = Ticker()
    assert await waiting.has_worker()
    for _look in range(20):
        await asyncio.sleep(0)
        assert calls == []
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    await in_thread(Heartbeat.objects.update)(at=timezone.now() - due_matches.WORKER_FRESH_FOR - timedelta(seconds=1))
    await run_until(lambda: "note" in calls)


async def test_web_processes_send_mails_while_no_mailer_lives(monkeypatch, set_jobs):
    set_jobs(noting="note")
    monkeypatch.setitem(JOBS, "failing", Job(f"{__name__}.fail", 0.01, "mail"))
    await in_thread(tasks.beat_heart)()
    await run_until(lambda: "fail" in calls)
    assert "note" not in calls


async def test_web_processes_leave_mails_to_a_living_mailer():
    await in_thread(tasks.beat_heart)(due_matches.MAILER)
    waiting = Ticker()
    assert await waiting.has_worker(due_matches.MAILER)
    assert not await waiting.has_worker(due_matches.WORKER)


def test_the_ticker_knows_all_jobs():
    assert ticker.JOBS is JOBS
