"""Doing things at the same moment, in threads with database connections of their own, as far as the pool has them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from threading import Barrier, Event
from typing import Any
from unittest.mock import patch

from django.db import connection

PATIENCE = 60
"""Seconds that somebody waits for the others, who may never come where the code is broken."""


def at_once[T](*jobs: Callable[[], T]) -> list[T | Exception]:
    """What each job returned or raised."""
    start = Barrier(len(jobs))

    def run(job: Callable[[], T]) -> T | Exception:
        start.wait()
        try:
            return job()
        except Exception as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(jobs)) as threads:
        return list(threads.map(run, jobs))


@contextmanager
def all_together_before(owner: Any, name: str, count: int) -> Iterator[None]:
    """Nobody goes into the method before so many have come to it: what they read until then, all have read alike."""
    meeting, method = Barrier(count), getattr(owner, name)

    def met(*args: Any, **kwargs: Any) -> Any:
        meeting.wait(PATIENCE)
        return method(*args, **kwargs)

    with patch.object(owner, name, met):
        yield


class Stop:
    """Where somebody waits until they are let go."""

    def __init__(self) -> None:
        self._reached, self._go = Event(), Event()

    def wait_for_them(self) -> None:
        assert self._reached.wait(PATIENCE), "nobody comes"

    def let_go(self) -> None:
        self._go.set()

    def pass_by(self) -> None:
        if not self._reached.is_set():
            self._reached.set()
            assert self._go.wait(PATIENCE), "nobody lets them go"


@contextmanager
def stop_at(owner: Any, name: str, *, after: bool = False) -> Iterator[Stop]:
    """The first who calls the function stops before it, or with ``after`` when it is done."""
    stop, function = Stop(), getattr(owner, name)

    def stopping(*args: Any, **kwargs: Any) -> Any:
        if not after:
            stop.pass_by()
        answer = function(*args, **kwargs)
        if after:
            stop.pass_by()
        return answer

    with patch.object(owner, name, stopping):
        try:
            yield stop
        finally:
            stop.let_go()


@contextmanager
def beside() -> Iterator[Callable[[Callable[[], Any]], Future[Any]]]:
    """Starts jobs in threads of their own, and waits for them at the end."""

    def run(job: Callable[[], Any]) -> Any:
        try:
            return job()
        finally:
            connection.close()

    with ThreadPoolExecutor() as threads:
        yield lambda job: threads.submit(run, job)
