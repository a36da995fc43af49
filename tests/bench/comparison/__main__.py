"""What a move costs here, beside boardgame.io and a bare echo, in one run on this machine.

    python -m tests.bench.comparison            (ROUNDS=3 DURATION=4 TABLES=20 ONLOOKERS=100)

Twenty tables of six people.  One core runs a server with its PostgreSQL (with fsync) and Redis, the other one the load,
which is the same program for all.  In each round there are as many moves as that core can carry, in the last one also
60 and 10 a second, and many who look on.  What counts is the CPU of all three per move, and the time until the last of
six sockets shows it.  The servers take turns, so that what else the machine does meets all; medians are printed.
Measured, not asserted.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import median

import uvloop

from tests.bench.comparison import machine, subjects
from tests.bench.comparison.subjects import Serving
from tests.bench.comparison.tables import Figures, SiteTable, drive, open_all


def size(name: str, usual: int) -> int:
    return int(os.environ.get(name) or usual)


ROUNDS, SECONDS = size("ROUNDS", 3), size("DURATION", 4)
TABLES, ONLOOKERS = size("TABLES", 20), size("ONLOOKERS", 100)
WARM = 4
"""Seconds until a server that has just come up is as fast as it gets; Node compiles what it runs often."""
RATES = (10, 60)
ECHO, BOARDGAME, SITE, TWO = "echo of 8 KB by Channels", "boardgame.io", "this site", "this site, two processes"
RATIOS = ((SITE, BOARDGAME), (SITE, ECHO), (TWO, BOARDGAME), (TWO, ECHO))
ENOUGH = 0.9
"""Of a core, that servers use when there are as many moves as they can carry, and the load does not."""


@dataclass
class Subject:
    """Something that is compared, and what was measured of it in each round."""

    name: str
    serve: Callable[[], AbstractContextManager[Serving]]
    saturated: list[Figures] = field(default_factory=list)
    paced: dict[int, Figures] = field(default_factory=dict)

    async def measure(self, serving: Serving, services: Sequence[int], *, is_last: bool) -> None:
        tables = [serving.table(number) for number in range(TABLES)]
        processes = [*services, *serving.processes]
        await open_all(tables)
        self.saturated.append(await drive(tables, processes, SECONDS, warm=WARM))
        for rate in RATES if is_last else ():
            self.paced[rate] = await drive(tables, processes, SECONDS, rate=rate)

    def row(self) -> str:
        cpu = median(each.cpu_ms_a_move for each in self.saturated)
        moves = median(each.moves_a_second for each in self.saturated)
        waits = [self.paced[rate].wait(percent) for rate in RATES for percent in (50, 95)]
        return f"{self.name:26}{cpu:8.2f}{moves:10.0f}   " + "".join(f"{wait:8.1f}" for wait in waits)

    def remarks(self) -> list[str]:
        servers = median(each.servers / each.seconds for each in self.saturated)
        load = median(each.load / each.seconds for each in self.saturated)
        if load > ENOUGH:
            return [f"{self.name}: the load took {load:.0%} of its core, so there may be more moves"]
        if servers < ENOUGH:
            return [f"{self.name}: used {servers:.0%} of its core (other work, or waits for the load): compare CPU"]
        return []


async def look_on(serving: Serving, services: Sequence[int]) -> str:
    """One table alone, as fast as it goes: without anybody who looks on, and with many."""
    table, processes = serving.table(0), [*services, *serving.processes]
    assert isinstance(table, SiteTable)
    await table.open()
    without = (await drive([table], processes, SECONDS, warm=WARM)).cpu_ms_a_move
    await table.look_on(ONLOOKERS)
    watched = (await drive([table], processes, SECONDS)).cpu_ms_a_move
    return f"{ONLOOKERS} who look on: {watched:.1f} ms a move instead of {without:.1f}, {watched / without:.1f} times"


def ratio(above: Subject, below: Subject) -> str:
    """Of the CPU of a move: the median of the rounds, least and most."""
    pairs = zip(above.saturated, below.saturated, strict=True)
    ratios = [mine.cpu_ms_a_move / other.cpu_ms_a_move for mine, other in pairs]
    return f"{above.name} / {below.name}: {median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})"


def main() -> int:
    try:
        with ExitStack() as leaving:
            services = leaving.enter_context(machine.services())
            folder = Path(leaving.enter_context(tempfile.TemporaryDirectory()))
            site = partial(subjects.site, folder, original=leaving.enter_context(subjects.site_database(folder)))
            leaving.enter_context(machine.on_core(machine.LOAD))
            compare(services, folder, site)
    except machine.CannotRun as reason:
        print(f"The comparison was not run: {reason}")
    return 0


def compare(services: list[int], folder: Path, site: Callable[..., AbstractContextManager[Serving]]) -> None:
    compared = [Subject(ECHO, partial(subjects.echo, folder)), Subject(SITE, site)]
    try:
        subjects.install_boardgame()
        compared.insert(1, Subject(BOARDGAME, partial(subjects.boardgame, folder)))
    except machine.CannotRun as reason:
        print(f"Without boardgame.io: {reason}")
    compared.append(Subject(TWO, partial(site, processes=2)))
    for number in range(ROUNDS):
        for each in compared:
            with each.serve() as serving:
                uvloop.run(each.measure(serving, services, is_last=number == ROUNDS - 1))
    report(compared)
    with site() as serving:
        print(uvloop.run(look_on(serving, services)))


def report(compared: list[Subject]) -> None:
    print(f"{TABLES} tables of six, medians of {ROUNDS} rounds, load {os.getloadavg()[0]:.1f}: {machine.division()}")
    print(f"{'':26}{'CPU ms':>8}{'moves/s':>10}   " + "".join(f"{f'at {rate} moves/s':>16}" for rate in RATES))
    print(f"{'':26}{'a move':>8}{'':10}   " + f"{'p50':>8}{'p95':>5} ms" * len(RATES))
    print(*(each.row() for each in compared), sep="\n")
    by_name = {each.name: each for each in compared}
    print(*(ratio(by_name[one], by_name[other]) for one, other in RATIOS if other in by_name), sep="\n")
    for remark in (remark for each in compared for remark in each.remarks()):
        print(remark)


if __name__ == "__main__":
    sys.exit(main())
