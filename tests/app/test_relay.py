"""Announcements of a process that has no event loop, such as a worker."""

import asyncio
import time

import pytest

from tests.app.races import at_once
from whist.tables import relay

pytestmark = [pytest.mark.django_db, pytest.mark.once]

MOMENT = (3, 2, 1)


def test_announcements_share_a_loop_and_with_it_its_connections(monkeypatch):
    told = []

    async def note(table_id, moment):
        told.append((table_id, moment, asyncio.get_running_loop()))

    monkeypatch.setattr(relay, "publish", note)
    at_once([lambda number=number: relay.publish_from_thread(number, MOMENT) for number in range(8)])
    assert sorted((table_id, moment) for table_id, moment, _loop in told) == [(number, MOMENT) for number in range(8)]
    assert len({loop for _table_id, _moment, loop in told}) == 1


def test_redis_that_never_answers_keeps_nobody_waiting_for_ever(monkeypatch, caplog):
    async def hang(_table_id, _moment):
        await asyncio.Event().wait()

    monkeypatch.setattr(relay, "publish", hang)
    monkeypatch.setattr(relay, "PATIENCE", 0.01)
    relay.publish_from_thread(7, MOMENT)
    assert "could not announce table 7: Redis does not answer" in caplog.text


def test_another_process_has_another_loop(monkeypatch):
    own = relay._own_loop()
    assert relay._own_loop() is own
    monkeypatch.setattr(relay.os, "getpid", lambda: -1)
    other = relay._own_loop()
    assert other is not own
    other.call_soon_threadsafe(other.stop)
    while other.is_running():
        time.sleep(0.001)
    relay._loops.pop(-1).close()
