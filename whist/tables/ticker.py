"""The clock of a web process: it does what the database says is due, while no worker does.

A task in the server's own event loop, started with the process. It asks the database and acts in threads.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import timedelta

from django.utils import timezone

from whist.tables.faults import describe
from whist.tables.live import in_thread
from whist.tables.models import Heartbeat
from whist.tables.selectors import due_matches
from whist.tables.services import advance_match

log = logging.getLogger(__name__)

EVERY = 0.25
BATCH = 50
AT_ONCE = 3
WORKER_CHECK_EVERY = 2.0
WORKER_FRESH_FOR = timedelta(seconds=10)
LONGEST_BACK_OFF = 60.0

WORKER = "bots"
"""The heartbeat of the workers that do the same; it comes through beat, broker and worker."""


def is_worker_alive() -> bool:
    return Heartbeat.objects.filter(name=WORKER, at__gt=timezone.now() - WORKER_FRESH_FOR).exists()


class BackOff:
    """Matches that failed wait longer and longer, so that one faulty match does not hold up the others."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._failures: dict[int, tuple[int, float]] = {}

    def is_waiting(self, match_id: int) -> bool:
        return match_id in self._failures and self._clock() < self._failures[match_id][1]

    def failed(self, match_id: int) -> float:
        """Seconds until the match may be tried again."""
        count = self._failures.get(match_id, (0, 0.0))[0] + 1
        wait = min(LONGEST_BACK_OFF, 0.5 * 2**count)
        self._failures[match_id] = count, self._clock() + wait
        return wait

    def succeeded(self, match_id: int) -> None:
        self._failures.pop(match_id, None)


class Ticker:
    def __init__(self) -> None:
        self._back_off = BackOff(asyncio.get_running_loop().time)
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._worker_checked_at = float("-inf")
        self._is_worker_alive = False

    async def run(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            try:
                if not await self.is_asleep():
                    await self.sweep()
            except Exception as error:
                log.warning("sweep failed: %s", describe(error))
                await asyncio.sleep(1)

    async def is_asleep(self) -> bool:
        now = asyncio.get_running_loop().time()
        if now - self._worker_checked_at >= WORKER_CHECK_EVERY:
            self._worker_checked_at = now
            self._is_worker_alive = await in_thread(is_worker_alive)()
        return self._is_worker_alive

    async def sweep(self) -> None:
        """Advance what is due, a few matches at a time."""
        due = await in_thread(due_matches)(timezone.now(), BATCH)
        await asyncio.gather(*(self._advance(match_id) for match_id in due if not self._back_off.is_waiting(match_id)))

    async def _advance(self, match_id: int) -> None:
        async with self._slots:
            try:
                await in_thread(advance_match)(match_id, timezone.now())
            except Exception as error:
                wait = self._back_off.failed(match_id)
                log.error("match %s stands still, next try in %.0f s: %s", match_id, wait, describe(error))  # noqa: TRY400
            else:
                self._back_off.succeeded(match_id)


_running: asyncio.Task[None] | None = None


def start() -> None:
    global _running  # noqa: PLW0603 - one clock per process
    _running = asyncio.create_task(Ticker().run())


async def stop() -> None:
    global _running  # noqa: PLW0603
    task, _running = _running, None
    if task is not None:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
