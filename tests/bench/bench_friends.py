"""How a site with many friends' tables answers, and how punctual its clocks are.

    python -m tests.bench.bench_friends [TABLES [SECONDS [THINKING]]]

Six people at each table play romanian52 with the fast clock; each thinks about ``THINKING`` seconds before moving,
and the last of the six never does: when the site plays for them they take their seat back and sleep on.  The server is
the deployed one on a PostgreSQL and a Redis of its own, or the embedded one where those are not installed.  A move
counts from sending it to the answer, a deadline from its time to the frame that tells of it at the host's socket.
Server and people share the machine.
"""

from __future__ import annotations

import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from threading import Barrier, Semaphore

import httpx
from websockets.sync.client import ClientConnection

from tests.live.conftest import own_database, redis_url
from tests.support.client import STALE, Felt, Friend, friends_at_a_table, read_felt
from tests.support.servers import ROOT, Server, deployed, embedded
from whist.engine.game import DEAL
from whist.tables.match.time_controls import GRACE

SLEEPER = 5
DUE = re.compile(r'data-due="(\d+)"')
PATIENCE = 30.0
HOUSE = {"game": "romanian52", "schedule": "1-max-1", "clock": "fast", "pace": "fast"}


@dataclass
class Figures:
    moves: list[float] = field(default_factory=list)  # seconds
    late: list[float] = field(default_factory=list)
    answers: Counter[int] = field(default_factory=Counter)

    def note(self, answer: httpx.Response) -> None:
        self.answers[answer.status_code] += 1


@dataclass
class TableOfSix:
    friends: list[Friend]
    socket: ClientConnection
    figures: Figures
    thinking: float
    rng: Random

    def play_until(self, end: float) -> None:
        while time.monotonic() < end:
            page = self.friends[0].http.get(f"/tables/{self.friends[0].table}/felt/").text
            felt = read_felt(page)
            if felt.is_over:
                return
            if felt.to_act == SLEEPER:
                self._wait_for_site(felt, DUE.search(page))
            else:
                time.sleep(self.rng.uniform(0.5, 1.5) * self.thinking)
                self._move(self.friends[felt.to_act or 0])

    def _move(self, player: Friend) -> None:
        felt = player.look()
        if not felt.actions:
            return
        action, begun = player.choose(felt), time.perf_counter()
        answer = player.send(action, felt.version)
        if answer.status_code != STALE and action != DEAL:
            self.figures.moves.append(time.perf_counter() - begun)

    def _wait_for_site(self, felt: Felt, due: re.Match[str] | None) -> None:
        self._hear_of_more_than(felt)
        if due is None:
            self.friends[SLEEPER].do("back")
        else:
            self.figures.late.append(time.time() - int(due[1]) / 1000 - GRACE)

    def _hear_of_more_than(self, felt: Felt) -> None:
        end = time.monotonic() + PATIENCE
        while True:
            frame = str(self.socket.recv(timeout=max(0.1, end - time.monotonic())))
            if 'id="felt"' in frame and read_felt(frame).moment > felt.moment:
                return


class Gate:
    """Two tables at a time fill their seats, and all begin together; none waits for one that could not."""

    def __init__(self, tables: int) -> None:
        self.ready, self._few = Barrier(tables), Semaphore(2)

    @contextmanager
    def taking_seats(self) -> Iterator[None]:
        try:
            with self._few:
                yield
        except BaseException:
            self.ready.abort()
            raise


def play_table(server: Server, number: int, gate: Gate, seconds: float, thinking: float) -> Figures:
    figures = Figures()
    with ExitStack() as leaving:
        with gate.taking_seats():
            table_of_six = friends_at_a_table(server.base_url, 6, seed=100 * number, **HOUSE)
            friends = leaving.enter_context(table_of_six)
        gate.ready.wait()
        felt = friends[0].begin()
        for friend in friends:
            friend.http.event_hooks["response"].append(figures.note)
        with friends[0].socket(felt) as socket:
            table = TableOfSix(friends, socket, figures, thinking, Random(number))
            table.play_until(time.monotonic() + seconds)
    return figures


@contextmanager
def ended(server: Server) -> Iterator[Server]:
    """Whatever happens, none of its processes is left to take the work of the next one."""
    try:
        yield server
    finally:
        server.kill()


@contextmanager
def site(folder: Path) -> Iterator[Server]:
    """The deployed processes, or the embedded one; with services of this run unless some run already."""
    services, had_services = str(ROOT / "bin/services"), (ROOT / "var/services/running.json").exists()
    started = subprocess.run([sys.executable, services, "start"], capture_output=True, text=True, check=False)
    if started.returncode:
        print(started.stderr.strip(), "The embedded server is measured.")
        with ended(embedded(folder)) as server:
            yield server.start()
        return
    os.environ.update(re.findall(r"^export (\w+)='(.*)'$", started.stdout, re.MULTILINE))
    try:
        with own_database() as database_url, ended(deployed(folder, database_url, redis_url(3))) as server:
            server.set_up()
            server.manage("collectstatic", "--no-input", "-v0")
            yield server.start()
    finally:
        if not had_services:
            subprocess.run([sys.executable, services, "stop"], check=False)


def spread(seconds: list[float]) -> str:
    if len(seconds) < 2:
        return f"too few ({len(seconds)})"
    cuts = statistics.quantiles([1000 * each for each in seconds], n=100, method="inclusive")
    p50, p95, p99 = cuts[49], cuts[94], cuts[98]
    return f"p50 {p50:.0f}, p95 {p95:.0f}, p99 {p99:.0f}, most {1000 * max(seconds):.0f} ms ({len(seconds)})"


def main(tables: int, seconds: float, thinking: float) -> int:
    gate = Gate(tables)
    with tempfile.TemporaryDirectory() as folder, site(Path(folder)) as server, ThreadPoolExecutor(tables) as pool:
        runs = list(pool.map(lambda number: play_table(server, number, gate, seconds, thinking), range(tables)))
    moves, late = ([value for run in runs for value in getattr(run, name)] for name in ("moves", "late"))
    answers = sum((run.answers for run in runs), Counter[int]())
    faults = sum(count for status, count in answers.items() if status >= 500)
    punctual = sum(each <= 1 for each in late)
    print(f"{tables} tables of six for {seconds:.0f} s, load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    print("a move:", spread(moves))
    print("a deadline, late by:", spread(late), f"- {punctual} of {len(late)} within 1 s")
    print("answers:", dict(sorted(answers.items())), f"- {faults} faults of the server")
    return 1 if faults else 0


if __name__ == "__main__":
    given = [float(each) for each in sys.argv[1:]]
    sys.exit(main(int(given[0]) if given else 50, *(given[1:] + [60.0, 2.0][len(given[1:]) :])))
