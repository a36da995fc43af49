"""Whether one core carries three hundred tables of six at which somebody moves every five seconds, for a whole minute.

    python -m tests.bench.comparison.crowd            (TABLES=300 EVERY=5 DURATION=60)

Servers and load as in the comparison.  Where moves are more than the core can carry they queue up, and the last third
of the time is slower than the first.
"""

from __future__ import annotations

import resource
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import uvloop

from tests.bench.comparison import machine, subjects
from tests.bench.comparison.__main__ import size
from tests.bench.comparison.subjects import Serving
from tests.bench.comparison.tables import Figures, drive, open_all

TABLES, EVERY, SECONDS = size("TABLES", 300), size("EVERY", 5), size("DURATION", 60)


async def crowd(serving: Serving, services: Sequence[int]) -> Figures:
    tables = [serving.table(number) for number in range(TABLES)]
    await open_all(tables)
    return await drive(tables, [*services, *serving.processes], SECONDS, rate=TABLES / EVERY, warm=EVERY)


def third(figures: Figures, number: int) -> str:
    waits, share = figures.waits, len(figures.waits) // 3
    part = replace(figures, waits=waits[number * share : (number + 1) * share])
    return f"p50 {part.wait(50):.0f}, p95 {part.wait(95):.0f} ms"


def main() -> int:
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))  # a socket for each seat, here and in the server
    try:
        with ExitStack() as leaving:
            services = leaving.enter_context(machine.services())
            folder = Path(leaving.enter_context(tempfile.TemporaryDirectory()))
            original = leaving.enter_context(subjects.site_database(folder))
            leaving.enter_context(machine.on_core(machine.LOAD))
            serving = leaving.enter_context(subjects.site(folder, original=original))
            figures = uvloop.run(crowd(serving, services))
    except machine.CannotRun as reason:
        print(f"The crowd did not come: {reason}")
        return 0
    print(f"{TABLES} tables of six, a move every {EVERY} s at each, {SECONDS} s: {machine.division()}")
    print(f"{figures.moves_a_second:.1f} moves/s took {figures.servers / figures.seconds:.0%} of the core")
    print(f"until the last of six sockets shows a move: at first {third(figures, 0)}, at last {third(figures, 2)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
