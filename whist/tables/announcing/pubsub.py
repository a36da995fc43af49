"""Carry announcements between processes over Redis: ids only, and no promise that they arrive.

Without Redis there is one process, which needs no telling.  With it a web process that hears of no other one tells
nobody either: to publish costs a tenth of a move.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import time
from collections.abc import Callable, Set
from threading import Lock, Thread
from typing import Any

from channels.layers import get_channel_layer
from django.conf import settings
from redis.exceptions import RedisError

from whist.log_filters import describe

log = logging.getLogger(__name__)

RETRY_AFTER = 2.0
PATIENCE = 5.0
"""Seconds that a process without sockets waits for Redis to take an announcement."""

LISTENERS = "listeners"
"""The group of all processes that listen."""

REMEMBERED_FOR, ANSWERED_WITHIN = 20.0, 3.0
"""For so many seconds a process that listens is believed to live after it has said so, which it does every few
seconds; and so many has everybody to answer one that asks."""

_others_until = float("inf")
"""Until then somebody else may listen: for ever, as long as this process has not asked, or cannot."""


def is_needed() -> bool:
    return bool(settings.REDIS_URLS)


def has_listeners() -> bool:
    """Whether another process may listen to what this one announces."""
    return is_needed() and time.monotonic() < _others_until


def _expect_others(seconds: float) -> None:
    global _others_until  # noqa: PLW0603 - one answer per process
    _others_until = time.monotonic() + seconds


def group_of(table_id: int) -> str:
    return f"table.{table_id}"


_own_name = secrets.token_hex(8)
"""By which a process knows its own announcements when Redis brings them back: it has acted on them already."""


async def publish(table_id: int, version: tuple[int, int, int]) -> None:
    """Tell the other processes. A failure is only logged: they will find out by themselves."""
    message = {"type": "announce", "from": _own_name, "table": table_id, "version": list(version)}
    try:
        try:
            await _layer().group_send(group_of(table_id), message)
        except (OSError, RedisError):  # that Redis has closed a connection meanwhile shows when it is used
            await _layer().group_send(group_of(table_id), message)
    except Exception as error:
        log.warning("could not announce table %s: %s", table_id, describe(error))


def publish_from_thread(table_id: int, version: tuple[int, int, int]) -> None:
    """The same from a process that has no event loop, such as a worker."""
    try:
        loop = _own_loop()
        told = asyncio.run_coroutine_threadsafe(publish(table_id, version), loop)
        told.result(PATIENCE)
    except TimeoutError:
        told.cancel()
        log.warning("could not announce table %s: Redis does not answer", table_id)
    except RuntimeError as error:  # no thread is to be had
        log.warning("could not announce table %s: %s", table_id, describe(error))


_loop: asyncio.AbstractEventLoop | None = None
_lock = Lock()


def _own_loop() -> asyncio.AbstractEventLoop:
    """The one loop of this process.  Connections to Redis belong to a loop; to open one for every announcement takes
    longer than anything else about it."""
    global _loop  # noqa: PLW0603 - one loop per process
    with _lock:
        if _loop is None:
            loop = asyncio.new_event_loop()
            try:
                Thread(target=loop.run_forever, name="announcements", daemon=True).start()
            except RuntimeError:
                loop.close()
                raise
            _loop = loop
        return _loop


def _forget_loop() -> None:
    """Start anew in a child that was forked, which has none of its parent's threads."""
    global _loop, _lock, _own_name
    _loop, _lock, _own_name = None, Lock(), secrets.token_hex(8)


os.register_at_fork(after_in_child=_forget_loop)


class Listener:
    """Hears what other processes announce about the tables it follows."""

    def __init__(self, hear: Callable[[int, tuple[int, int, int]], None]) -> None:
        self._hear = hear
        self._channel = ""
        self._followed: set[int] = set()

    async def run(self) -> None:
        while True:
            try:
                await self._listen()
            except Exception as error:
                log.warning("cannot listen to other processes: %s", describe(error))
                self._channel = ""
                _expect_others(float("inf"))
                await asyncio.sleep(RETRY_AFTER)

    async def _listen(self) -> None:
        self._followed = set()
        self._channel = await _layer().new_channel()
        await _layer().group_add(LISTENERS, self._channel)
        await self.tell_others()
        while True:
            message = await _layer().receive(self._channel)
            if message.get("from") == _own_name:
                continue
            if message["type"] == "listening":
                _expect_others(REMEMBERED_FOR)
                if message["asks"]:
                    await self.tell_others()
            else:
                match, version, revision = message["version"]
                self._hear(message["table"], (match, version, revision))

    async def tell_others(self) -> None:
        """Say that this process listens, again and again; one that does not know of others asks them to say so too."""
        if not self._channel:
            return
        asks = _others_until == float("inf")
        try:
            await _layer().group_send(LISTENERS, {"type": "listening", "from": _own_name, "asks": asks})
        except Exception as error:  # then nobody else's word gets through either
            log.warning("cannot tell other processes that this one listens: %s", describe(error))
            _expect_others(float("inf"))
        else:
            if asks and _others_until == float("inf"):
                _expect_others(ANSWERED_WITHIN)

    async def follow(self, table_ids: Set[int]) -> None:
        """Hear of these tables and of no others. Called again and again, which makes up for a call that failed."""
        if not self._channel:
            return
        try:
            for table_id in table_ids - self._followed:
                await _layer().group_add(group_of(table_id), self._channel)
                self._followed.add(table_id)
            for table_id in self._followed - table_ids:
                await _layer().group_discard(group_of(table_id), self._channel)
                self._followed.discard(table_id)
        except Exception as error:
            log.warning("cannot follow tables: %s", describe(error))


def _layer() -> Any:
    return get_channel_layer()
