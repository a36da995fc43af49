"""Carries announcements between processes over Redis: ids only, and no promise that they arrive.

Without Redis there is one process, which needs no telling.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable, Set
from threading import Lock, Thread
from typing import Any

from channels.layers import get_channel_layer
from django.conf import settings

from whist.faults import describe

log = logging.getLogger(__name__)

RETRY_AFTER = 2.0
PATIENCE = 5.0
"""Seconds that a process without sockets waits for Redis to take an announcement."""

LOBBY = 0
"""The list of tables, announced as if it were one of them: no table has this number."""


def is_needed() -> bool:
    return bool(settings.REDIS_URLS)


def group_of(table_id: int) -> str:
    return f"table.{table_id}"


async def publish(table_id: int, moment: tuple[int, int, int]) -> None:
    """Tell the other processes. A failure is only logged: they will find out by themselves."""
    try:
        message = {"type": "announce", "table": table_id, "moment": list(moment)}
        await _layer().group_send(group_of(table_id), message)
    except Exception as error:
        log.warning("could not announce table %s: %s", table_id, describe(error))


def publish_from_thread(table_id: int, moment: tuple[int, int, int]) -> None:
    """The same from a process that has no event loop, such as a worker."""
    told = asyncio.run_coroutine_threadsafe(publish(table_id, moment), _own_loop())
    try:
        told.result(PATIENCE)
    except TimeoutError:
        told.cancel()
        log.warning("could not announce table %s: Redis does not answer", table_id)


_loops: dict[int, asyncio.AbstractEventLoop] = {}
_loops_lock = Lock()


def _own_loop() -> asyncio.AbstractEventLoop:
    """One for this process, which a fork does not share.  Connections to Redis belong to a loop; to open one for every
    announcement takes longer than anything else about it."""
    with _loops_lock:
        pid = os.getpid()
        if pid not in _loops:
            _loops[pid] = asyncio.new_event_loop()
            Thread(target=_loops[pid].run_forever, name="announcements", daemon=True).start()
        return _loops[pid]


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
                await asyncio.sleep(RETRY_AFTER)

    async def _listen(self) -> None:
        self._followed = set()
        self._channel = await _layer().new_channel()
        while True:
            message = await _layer().receive(self._channel)
            match, version, revision = message["moment"]
            self._hear(message["table"], (match, version, revision))

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
