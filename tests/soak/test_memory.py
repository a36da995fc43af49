"""One web process for a hundred thousand moves, as fast as it can: its memory stays what it was after the first
thousands, and nothing else piles up in it: ``make soak``.

People sit down, play, lose their sockets and open new ones, others look on and go; tables end or are left in the middle
of a match, and new people open new ones.  ``SOAK_MOVES`` says how many moves.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.bench.comparison.tables import SEATS, SiteTable
from tests.bench.comparison.wire import Http, WebSocket
from tests.live.conftest import migrated, own_database, redis_url  # noqa: F401  the fixture
from tests.support.servers import Server, deployed
from whist.environment import MOST_CONNECTIONS

MOVES = int(os.environ.get("SOAK_MOVES") or 100_000)
TABLES = 20
SCHEDULES = ("quick", "8-1-8")
LOSES_SOCKET, IS_WATCHED, IS_LEFT = 1 / 40, 1 / 200, 1 / 2000
"""How likely each is after a move."""

STATE = 0.03
"""Megabytes of a match whose state is remembered; of those that have ended a process remembers fifty.  A long match
leaves 21 KB, and who did what in its rounds."""

ANSWER = 0.0015
"""Megabytes of an answer that a function remembers, such as a drawn card, with what it was asked; the newest thousands
of each are remembered, and fill up slowly."""

GROWTH = 4.0
"""Megabytes besides, from a fifth of the moves to the end: samples differ by two with what is under way just then.  One
kilobyte lost with every tenth move would be more."""

ENOUGH = 10_000
"""Moves before which memory is still taken by what is remembered for the first time; a shorter soak only prints it."""

AFTERGLOW = 30.0
"""Seconds after which nothing is left of sockets that were closed."""


@pytest.fixture
def web_process(tmp_path: Path, migrated: str) -> Iterator[Server]:  # noqa: F811
    """The web process of the Procfile alone, which says what it holds."""
    with own_database(migrated) as url:
        server = deployed(tmp_path, url, redis_url(2))
        server.commands = {
            "web": [word.replace("whist.asgi:", "tests.soak.inside:") for word in server.commands["web"]]
        }
        server.start()
        yield server
        server.kill()


@dataclass(frozen=True)
class Sample:
    """What the process holds after so many moves."""

    moves: int
    megabytes: float
    held: dict[str, int]

    def __str__(self) -> str:
        held = ", ".join(f"{count} {what}" for what, count in self.held.items())
        return f"{self.moves:7} moves: {self.megabytes:.1f} MB, {held}"


class Evening:
    """All who play, until there were enough moves."""

    def __init__(self, server: Server) -> None:
        self.server, self.http, self.rng, self.moves = server, Http(server.port), random.Random(1), 0

    async def sample(self) -> Sample:
        inside = await self.http.ask("GET", "/inside/", {})
        assert inside.status == 200, self.server.logs()
        status = Path(f"/proc/{self.server.processes['web'].pid}/status").read_text()
        resident = re.search(r"^VmRSS:\s+(\d+) kB", status, re.MULTILINE)
        assert resident
        connections = await asyncio.to_thread(
            self.server.rows, "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
        )
        held = json.loads(inside.body) | {"connections": connections[0][0] - 1}  # but the one that asks
        sample = Sample(self.moves, int(resident[1]) / 1024, held)
        print(sample, flush=True)
        return sample

    async def keep_tables(self) -> None:
        """One table after the other, each with people of its own."""
        while self.moves < MOVES:
            table = SiteTable([self.http], schedule=self.rng.choice(SCHEDULES), level="easy")
            await table.open()
            watchers = await self.play_two_matches(table)
            for socket in (*table.sockets.values(), *watchers):
                socket.close()
            for guest in table.guests:
                await guest.post(f"{table.page}leave/")  # whoever is the last one to leave may find it closed

    async def play_two_matches(self, table: SiteTable) -> list[WebSocket]:
        """Or less, when they leave; the sockets of those who look on at the end."""
        watchers: list[WebSocket] = []
        for _number in range(2):
            while not table.is_over:
                if await table.advance():
                    self.moves += 1
                if self.moves >= MOVES or self.rng.random() < IS_LEFT:
                    return watchers
                if self.rng.random() < LOSES_SOCKET:
                    seat = self.rng.randrange(SEATS)
                    table.sockets[seat].close()
                    await table.connect(seat)
                if self.rng.random() < IS_WATCHED:
                    for socket in watchers:
                        socket.close()
                    watchers = await table.look_on(3)
            await table.advance()
        return watchers

    async def play(self) -> list[Sample]:
        """Samples: before the first table, after each tenth of the moves, and when all have gone."""
        samples = [await self.sample()]
        async with asyncio.TaskGroup() as playing:
            for _number in range(TABLES):
                playing.create_task(self.keep_tables())
            while self.moves < MOVES:
                await asyncio.sleep(0.2)
                if self.moves >= samples[-1].moves + MOVES // 10:
                    samples.append(await self.sample())
        await asyncio.sleep(AFTERGLOW)
        samples.append(await self.sample())
        self.http.close()
        return samples


def test_memory_stays_what_it_was_and_nothing_piles_up(web_process: Server):
    before, _tenth, settled, *later, after = asyncio.run(Evening(web_process).play())
    grown = later[-1].megabytes - settled.megabytes
    states, answers = (later[-1].held[what] - settled.held[what] for what in ("states", "remembered answers"))
    assert grown < GROWTH + STATE * states + ANSWER * answers or settled.moves < ENOUGH
    for sample in later:
        assert sample.held["known tables"] <= 3 * TABLES  # the one of now, and those of the last ten seconds
        assert sample.held["tables with sockets"] <= 2 * TABLES
        assert sample.held["tasks"] <= 5 * SEATS * TABLES  # two for each who plays or looks on, four for a request
        assert sample.held["threads"] <= settled.held["threads"] + 1
        assert sample.held["connections"] <= MOST_CONNECTIONS
        assert sample.held["objects"] < 1.5 * settled.held["objects"]
    assert after.held["sockets"] == after.held["tables with sockets"] == 0
    assert after.held["tasks"] <= before.held["tasks"] + 2  # a job of the ticker may be at work
