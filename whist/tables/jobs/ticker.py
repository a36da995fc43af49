"""The ticker of a web process: it does what the database says is due, while no worker does.

Tasks in the server's own event loop, started with the process: one for the matches and one for each periodic job, so
that none of them waits for another. They ask the database and act in threads.
"""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta

from django.utils import timezone

from whist.jobs import JOBS
from whist.log_filters import describe
from whist.tables.jobs.due_matches import MAILER, WORKER, advance_or_postpone, due_until, living_workers, run_job
from whist.tables.live.hub import present
from whist.tables.live.sockets import in_thread
from whist.tables.match.downtime import note_web
from whist.tables.presence.breaks import note_sockets

log = logging.getLogger(__name__)

EVERY, SHORTEST = 0.25, 0.01
AT_ONCE = 3
BATCH = 50
"""How many due matches one sweep takes."""
WORKER_CHECK_EVERY = 2.0
PRESENCE_EVERY, BEAT_EVERY = 10.0, 1.0


class Ticker:
    def __init__(self) -> None:
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._asking, self._beating = asyncio.Lock(), asyncio.Lock()
        self._worker_checked_at = self._beaten_at = float("-inf")
        self._living: set[str] = set()

    async def run(self) -> None:
        tasks = self.sweep_forever(), self.beat_forever(), self.tell_presence()
        await asyncio.gather(*tasks, *map(self.repeat, JOBS))

    async def beat_forever(self) -> None:
        """Beat in a task of its own: a sweep with much to do takes longer than a process may be silent."""
        while True:
            try:
                await self.beat_heart()
            except Exception as error:
                log.warning("cannot say that this process lives: %s", describe(error))
            await asyncio.sleep(EVERY)

    async def sweep_forever(self) -> None:
        while True:
            try:
                await self.beat_heart()
                wait = EVERY if await self.has_worker() else await self.sweep()
            except Exception as error:
                log.warning("sweep failed: %s", describe(error))
                wait = 1.0
            await asyncio.sleep(wait)

    async def beat_heart(self) -> None:
        """Say that a web process lives, before clocks are looked at: what nobody could use of them is given back."""
        async with self._beating:
            now = asyncio.get_running_loop().time()
            if now - self._beaten_at >= BEAT_EVERY:
                await in_thread(note_web)(timezone.now(), is_new=self._beaten_at == float("-inf"))
                self._beaten_at = now

    async def tell_presence(self) -> None:
        """Say again and again whose sockets are open here, so that those of a process that died are missed."""
        while True:
            await asyncio.sleep(PRESENCE_EVERY)
            try:
                await in_thread(note_sockets)(sorted(present()), timezone.now())
            except Exception as error:
                log.warning("cannot tell who is there: %s", describe(error))

    async def repeat(self, name: str) -> None:
        """Do one job again and again, never twice at once in this process."""
        while True:
            try:
                if not await self.has_worker(MAILER if JOBS[name].queue == "mail" else WORKER):
                    await in_thread(run_job)(name)
            except Exception as error:
                log.warning("job %s could not be started: %s", name, describe(error))
            await asyncio.sleep(JOBS[name].every)

    async def has_worker(self, worker: str = WORKER) -> bool:
        """Whether such workers do this; asked for now and then, by one task while the others wait for the answer."""
        async with self._asking:
            now = asyncio.get_running_loop().time()
            if now - self._worker_checked_at >= WORKER_CHECK_EVERY:
                self._living = await in_thread(living_workers)()
                self._worker_checked_at = now
            return worker in self._living

    async def sweep(self) -> float:
        """Advance what is due, a few matches at a time; the seconds until something more may be."""
        soon = await in_thread(due_until)(timezone.now() + timedelta(seconds=EVERY))
        now = timezone.now()
        due = [match_id for match_id, due_at in soon[:BATCH] if due_at <= now]
        await asyncio.gather(*map(self._advance, due))
        if due:
            return SHORTEST
        return min([EVERY, *((due_at - now).total_seconds() for _match_id, due_at in soon)])

    async def _advance(self, match_id: int) -> None:
        async with self._slots:
            await in_thread(advance_or_postpone)(match_id, timezone.now())


_running: asyncio.Task[None] | None = None


def start() -> None:
    global _running  # noqa: PLW0603 - one ticker per process
    _running = asyncio.create_task(Ticker().run())


async def stop() -> None:
    global _running
    task, _running = _running, None
    if task is not None:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
