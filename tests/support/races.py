"""Doing things at the same moment, in threads with database connections of their own, as far as the pool has them."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

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
