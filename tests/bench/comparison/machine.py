"""The machine under a comparison: which core does what, what is started on it, and what it costs."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import psycopg
import redis

from tests.support.servers import ROOT

TICKS = os.sysconf("SC_CLK_TCK")


class CannotRun(Exception):
    """Something that this comparison needs is not on the machine; the text is one line."""


# --- Cores -----------------------------------------------------------------------------------------------------------


ALLOWED = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else [0]
SERVERS, LOAD = ALLOWED[0], ALLOWED[-1]
"""The core of everything that is measured, and the one of the load; the same where there is only one."""


def division() -> str:
    """Who has which core, in words."""
    if SERVERS == LOAD:
        return "servers and load share the only core, so there were fewer moves; CPU of a move still compares"
    return "one core for the servers, one for the load"


@contextmanager
def on_core(core: int) -> Iterator[None]:
    """What is done or started meanwhile stays on this core."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


# --- What it costs ---------------------------------------------------------------------------------------------------


def fields_of(process: int) -> list[str]:
    """Those of /proc/…/stat behind the name, which may have spaces."""
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()


def family(roots: Iterable[int]) -> set[int]:
    """The processes and all their descendants."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                children.setdefault(int(fields_of(int(entry.name))[1]), []).append(int(entry.name))
            except (FileNotFoundError, ProcessLookupError):
                continue  # it has just ended
    found, coming = set[int](), list(roots)
    while coming:
        process = coming.pop()
        found.add(process)
        coming += children.get(process, [])
    return found


def cpu_seconds(roots: Iterable[int]) -> float:
    """What these processes and their children have used, those that have ended too."""
    ticks = 0
    for process in family(roots):
        try:
            ticks += sum(map(int, fields_of(process)[11:15]))  # user and system, its own and of children that ended
        except (FileNotFoundError, ProcessLookupError):
            continue
    return ticks / TICKS


# --- What is started -------------------------------------------------------------------------------------------------


@contextmanager
def services() -> Iterator[list[int]]:
    """A PostgreSQL that waits for its disk and a Redis, with their variables in the environment; their processes."""
    if (ROOT / "var/services/running.json").exists():
        raise CannotRun("it needs services of its own, with fsync and on one core: bin/services stop")
    program = [sys.executable, str(ROOT / "bin/services")]
    with on_core(SERVERS):
        started = subprocess.run([*program, "start", "--durable"], capture_output=True, text=True, check=False)
    if started.returncode:
        raise CannotRun(started.stderr.strip())
    before = dict(os.environ)
    os.environ.update(re.findall(r"^export (\w+)='(.*)'$", started.stdout, re.MULTILINE))
    try:
        yield [postgresql_process(), redis_process()]
    finally:
        subprocess.run([*program, "stop"], check=False)
        os.environ.clear()
        os.environ.update(before)


def postgresql_process() -> int:
    with psycopg.connect(os.environ["DATABASE_URL"]) as connection:
        row = connection.execute("SHOW data_directory").fetchone()
        assert row
        return int((Path(row[0]) / "postmaster.pid").read_text().split()[0])


def redis_process() -> int:
    with redis.Redis.from_url(os.environ["REDIS_URL"]) as connection:
        return int(connection.info("server")["process_id"])


@contextmanager
def running(command: list[str], folder: Path, log: Path, port: int, **variables: str) -> Iterator[int]:
    """A server that is up when its port is; its process."""
    with ExitStack() as leaving:
        output = leaving.enter_context(log.open("ab"))
        process = subprocess.Popen(command, cwd=folder, env=os.environ | variables, stdout=output, stderr=output)
        try:
            wait_for_port(port, process, log)
            yield process.pid
        finally:
            process.kill()
            process.wait()


def wait_for_port(port: int, process: subprocess.Popen[bytes], log: Path, seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end and process.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise RuntimeError(f"nothing came up on port {port}:\n{log.read_text(errors='replace')[-2000:]}")


def install_packages(folder: Path) -> None:
    """What the lock file of a folder for Node names, unless it is there."""
    missing = [name for name in ("node", "npm") if not shutil.which(name)]
    if missing:
        raise CannotRun(f"{' and '.join(missing)} not installed")
    lock, installed = folder / "package-lock.json", folder / "node_modules/.package-lock.json"
    if installed.exists() and installed.stat().st_mtime >= lock.stat().st_mtime:
        return
    command = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise CannotRun(f"npm ci: {(done.stderr.strip().splitlines() or ['failed'])[0]}")
