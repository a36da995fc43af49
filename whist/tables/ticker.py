"""The clock of a web process: it does what the database says is due, while no worker does.

A task in the server's own event loop, started with the process. It asks the database and acts in threads.
"""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta

from django.utils import timezone

from whist.tables.breaks import note_sockets
from whist.tables.clock import BATCH, advance_or_postpone, due_until, is_worker_alive
from whist.tables.faults import describe
from whist.tables.live import in_thread, present

log = logging.getLogger(__name__)

EVERY, SHORTEST = 0.25, 0.01
AT_ONCE = 3
WORKER_CHECK_EVERY = 2.0
PRESENCE_EVERY = 10.0


class Ticker:
    def __init__(self) -> None:
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._worker_checked_at = float("-inf")
        self._is_worker_alive = False

    async def run(self) -> None:
        while True:
            try:
                wait = EVERY if await self.is_asleep() else await self.sweep()
            except Exception as error:
                log.warning("sweep failed: %s", describe(error))
                wait = 1.0
            await asyncio.sleep(wait)

    async def tell_presence(self) -> None:
        """Say again and again whose sockets are open here, so that those of a process that died are missed."""
        while True:
            await asyncio.sleep(PRESENCE_EVERY)
            try:
                await in_thread(note_sockets)(sorted(present()), timezone.now())
            except Exception as error:
                log.warning("cannot tell who is there: %s", describe(error))

    async def is_asleep(self) -> bool:
        """Whether workers do all this; asked for now and then."""
        now = asyncio.get_running_loop().time()
        if now - self._worker_checked_at >= WORKER_CHECK_EVERY:
            self._worker_checked_at = now
            self._is_worker_alive = await in_thread(is_worker_alive)()
        return self._is_worker_alive

    async def sweep(self) -> float:
        """Advance what is due, a few matches at a time; the seconds until something more may be."""
        soon = await in_thread(due_until)(timezone.now() + timedelta(seconds=EVERY), BATCH)
        now = timezone.now()
        due = [match_id for match_id, due_at in soon if due_at <= now]
        await asyncio.gather(*map(self._advance, due))
        if due:
            return SHORTEST
        return min([EVERY, *((due_at - now).total_seconds() for _match_id, due_at in soon)])

    async def _advance(self, match_id: int) -> None:
        async with self._slots:
            await in_thread(advance_or_postpone)(match_id, timezone.now())


_running: list[asyncio.Task[None]] = []


def start() -> None:
    ticker = Ticker()
    _running.extend([asyncio.create_task(ticker.run()), asyncio.create_task(ticker.tell_presence())])


async def stop() -> None:
    for task in _running:
        task.cancel()
    await asyncio.gather(*_running, return_exceptions=True)
    _running.clear()
