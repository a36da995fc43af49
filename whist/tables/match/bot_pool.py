"""Let bots think outside the web process's threads: in a pool of processes that know the engine and the bots only.

A web process starts the pool when it comes up. Everywhere else (a Celery worker, a command, a test) the bot
thinks in the caller, which is a process of its own already.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait

from whist.bots import choose
from whist.engine.game import Action, Observation

log = logging.getLogger(__name__)

WORKERS = max(1, min(2, (os.cpu_count() or 1) - 1))

# A fork of a process with threads may inherit a held lock; a fork of this small server cannot.
_context = multiprocessing.get_context("forkserver")
_pool: ProcessPoolExecutor | None = None
_lock = threading.Lock()


def choose_action(observation: Observation, level: str, seed: int) -> Action:
    """The action of a bot of ``level``; the same arguments give the same action, whichever process thinks.

    Blocks: call it from a worker thread, not from the event loop.
    """
    for _attempt in range(2):
        pool = _pool
        if pool is None:
            break
        try:
            return pool.submit(choose, observation, level, seed).result()
        except BrokenProcessPool:
            log.warning("a thinking process died; the pool starts anew")
            _replace(pool)
    return choose(observation, level, seed)


def start() -> None:
    """Start the pool and let its processes come up, so that the first move need not wait for them."""
    global _pool  # noqa: PLW0603 - one pool per process
    with _lock:
        _context.set_forkserver_preload(["whist.bots"])
        _pool = _new_pool()


def stop() -> None:
    global _pool
    with _lock:
        pool, _pool = _pool, None
    if pool is not None:
        pool.shutdown(wait=False, cancel_futures=True)


def _replace(broken: ProcessPoolExecutor) -> None:
    """Replace the pool unless another thread that found it broken has done so."""
    global _pool  # noqa: PLW0603
    with _lock:
        if _pool is broken:
            _pool = _new_pool()


def _new_pool() -> ProcessPoolExecutor:
    pool = ProcessPoolExecutor(WORKERS, mp_context=_context, initializer=_obey_parent)
    for _worker in range(WORKERS):
        pool.submit(os.getpid)
    return pool


def _obey_parent() -> None:
    """Ignore Ctrl-C, which is for the server; end with a server that was killed and could not end its pool."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None
    threading.Thread(target=_exit_after, args=(parent.sentinel,), daemon=True).start()


def _exit_after(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)
