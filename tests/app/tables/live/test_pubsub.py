"""Announcements of a process that has no event loop, such as a worker."""

import asyncio
import contextlib
import time

import pytest
from redis.exceptions import RedisError

from tests.support.races import at_once
from whist.tables.announcing import pubsub

pytestmark = [pytest.mark.django_db, pytest.mark.once]

MOMENT = (3, 2, 1)


def test_announcements_share_a_loop_and_with_it_its_connections(monkeypatch):
    told = []

    async def note(table_id, moment):
        told.append((table_id, moment, asyncio.get_running_loop()))

    monkeypatch.setattr(pubsub, "publish", note)
    at_once(*[lambda number=number: pubsub.publish_from_thread(number, MOMENT) for number in range(8)])
    assert sorted((table_id, moment) for table_id, moment, _loop in told) == [(number, MOMENT) for number in range(8)]
    assert len({loop for _table_id, _moment, loop in told}) == 1


def test_redis_that_never_answers_keeps_nobody_waiting_for_ever(monkeypatch, caplog):
    async def hang(_table_id, _moment):
        await asyncio.Event().wait()

    monkeypatch.setattr(pubsub, "publish", hang)
    monkeypatch.setattr(pubsub, "PATIENCE", 0.01)
    pubsub.publish_from_thread(7, MOMENT)
    assert "could not announce table 7: Redis does not answer" in caplog.text


@pytest.fixture
def first_use(monkeypatch):
    """As in a process that has announced nothing yet; its loop ends with the test."""
    monkeypatch.setattr(pubsub, "_loop", None)
    yield
    if pubsub._loop is not None:
        pubsub._loop.call_soon_threadsafe(pubsub._loop.stop)
        while pubsub._loop.is_running():
            time.sleep(0.001)
        pubsub._loop.close()


def test_connection_that_was_closed_meanwhile_loses_nothing(monkeypatch, caplog):
    sent = []

    class Layer:
        async def group_send(self, group, message):
            sent.append(message["table"])
            if len(sent) == 1:
                raise RedisError("Connection closed by server.")

    monkeypatch.setattr(pubsub, "_layer", Layer)
    pubsub.publish_from_thread(7, MOMENT)
    assert (sent, caplog.text) == ([7, 7], "")


def test_process_without_a_free_thread_announces_later_ones(monkeypatch, caplog, first_use):
    told = []

    async def note(table_id, _moment):
        told.append(table_id)

    def fail(_thread):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(pubsub, "publish", note)
    with monkeypatch.context() as patch:
        patch.setattr(pubsub.Thread, "start", fail)
        pubsub.publish_from_thread(7, MOMENT)
    assert "could not announce table 7: RuntimeError" in caplog.text
    pubsub.publish_from_thread(8, MOMENT)
    assert told == [8]


def test_child_that_was_forked_has_a_loop_of_its_own(monkeypatch, first_use):
    monkeypatch.setattr(pubsub, "_lock", pubsub._lock)
    own = pubsub._own_loop()
    assert pubsub._own_loop() is own
    with monkeypatch.context() as patch:
        patch.setattr(pubsub, "_loop", own)
        pubsub._forget_loop()
        assert pubsub._loop is None


def test_a_process_does_not_hear_itself(monkeypatch):
    """Or it would draw each table again that it has just drawn."""
    messages, heard = [], []

    class Layer:
        async def new_channel(self):
            return "one"

        async def group_send(self, _group, message):
            messages.append(message)

        async def receive(self, _channel):
            if not messages:
                raise asyncio.CancelledError
            return messages.pop(0)

    monkeypatch.setattr(pubsub, "_layer", Layer)
    listener = pubsub.Listener(lambda table_id, version: heard.append((table_id, version)))

    async def run() -> None:
        await pubsub.publish(7, MOMENT)
        messages.append({**messages[0], "from": "another process", "table": 8})
        messages.append({"type": "announce", "table": 9, "version": list(MOMENT)})  # of a version that has no names
        with contextlib.suppress(asyncio.CancelledError):
            await listener._listen()

    asyncio.run(run())
    assert heard == [(8, MOMENT), (9, MOMENT)]
