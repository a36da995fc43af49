"""Announcements of a process that has no event loop, such as a worker."""

import asyncio
import contextlib
import time
from types import SimpleNamespace

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

        async def group_add(self, _group, _channel):
            pass

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


class Redis:
    """A layer that carries what one process tells to itself, and keeps it."""

    def __init__(self, *, is_away=False):
        self.told, self.waiting, self.is_away = [], asyncio.Queue(), is_away

    async def new_channel(self):
        return "own"

    async def group_add(self, _group, _channel):
        pass

    async def group_send(self, group, message):
        if self.is_away:
            raise RedisError("Connection refused.")
        self.told.append((group, message))
        self.waiting.put_nowait(message)

    async def receive(self, _channel):
        return await self.waiting.get()


@pytest.fixture
def clock(monkeypatch):
    """Seconds that pass when a test says so."""
    clock = SimpleNamespace(now=100.0)
    monkeypatch.setattr(pubsub, "time", SimpleNamespace(monotonic=lambda: clock.now))
    monkeypatch.setattr(pubsub, "_others_until", float("inf"))
    monkeypatch.setattr(pubsub, "is_needed", lambda: True)
    return clock


@contextlib.asynccontextmanager
async def listening(monkeypatch, redis):
    monkeypatch.setattr(pubsub, "_layer", lambda: redis)
    listener = pubsub.Listener(lambda *_heard: None)
    task = asyncio.create_task(listener.run())
    await asyncio.sleep(0.01)
    yield listener
    task.cancel()


def said_by_another(*, asks=False):
    return {"type": "listening", "from": "another process", "asks": asks}


async def test_process_that_hears_of_no_other_one_stops_publishing(monkeypatch, clock):
    async with listening(monkeypatch, Redis()) as listener:
        clock.now += 2
        assert pubsub.has_listeners()  # an answer may be on its way
        await listener.tell_others()
        clock.now += 2
        assert not pubsub.has_listeners()


async def test_process_publishes_while_another_one_says_that_it_listens(monkeypatch, clock):
    redis = Redis()
    async with listening(monkeypatch, redis):
        clock.now += 1000
        assert not pubsub.has_listeners()
        redis.waiting.put_nowait(said_by_another())
        await asyncio.sleep(0.01)
        clock.now += 19
        assert pubsub.has_listeners()
        clock.now += 2
        assert not pubsub.has_listeners()


async def test_process_that_asks_is_told_at_once_that_others_listen(monkeypatch, clock):
    redis = Redis()
    async with listening(monkeypatch, redis):
        assert [(group, said["asks"]) for group, said in redis.told] == [(pubsub.LISTENERS, True)]
        redis.waiting.put_nowait(said_by_another(asks=True))
        await asyncio.sleep(0.01)
        assert [(group, said["asks"]) for group, said in redis.told[1:]] == [(pubsub.LISTENERS, False)]
        redis.waiting.put_nowait(said_by_another())
        await asyncio.sleep(0.01)
        assert len(redis.told) == 2  # or two processes would answer each other for ever


async def test_process_that_cannot_ask_takes_it_that_others_listen(monkeypatch, clock):
    redis = Redis()
    async with listening(monkeypatch, redis) as listener:
        clock.now += 1000
        assert not pubsub.has_listeners()
        redis.is_away = True
        await listener.tell_others()
        clock.now += 1000
        assert pubsub.has_listeners()
        redis.is_away = False
        await listener.tell_others()
        assert pubsub.has_listeners()
        assert redis.told[-1][1]["asks"]
        clock.now += 4
        assert not pubsub.has_listeners()


def test_process_that_does_not_listen_always_publishes(clock):
    clock.now += 1e9
    assert pubsub.has_listeners()
