"""Periodic jobs on real servers: the worker does them, and a web process where there is none."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing

import psycopg

from tests.client import Player
from tests.live.servers import Server

FORGET = (
    "DELETE FROM leagues_result",
    "UPDATE tables_match SET settled_at = NULL",
)
SETTLED = "SELECT count(*) FROM tables_match JOIN leagues_result ON match_id = id WHERE settled_at IS NOT NULL"
WORKER_LIVES = "SELECT count(*) FROM tables_heartbeat"


def play_a_match(server: Server) -> None:
    with Player(server.base_url) as player:
        felt = player.start("romanian", 6, schedule="quick", level="easy", pace="instant")
        while not felt.is_over:
            player.move(player.wait_for_turn())
            felt = player.wait_for_turn()


def wait_until(count: Callable[[], int], seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not count():
        assert time.monotonic() < deadline, "nobody did the job"
        time.sleep(0.1)


def test_without_a_worker_the_web_process_settles_what_was_missed(own_embedded_server: Server):
    play_a_match(own_embedded_server)
    with closing(sqlite3.connect(own_embedded_server.folder / "whist.sqlite3", timeout=20)) as database:

        def count() -> int:
            return int(database.execute(SETTLED).fetchone()[0])

        wait_until(count)
        with database:
            for statement in FORGET:
                database.execute(statement)
        wait_until(count)


def test_a_worker_settles_what_was_missed(own_deployed_server: Server):
    play_a_match(own_deployed_server)
    with psycopg.connect(own_deployed_server.environment["DATABASE_URL"], autocommit=True) as database:

        def counter(statement: str) -> Callable[[], int]:
            def count() -> int:
                row = database.execute(statement).fetchone()
                return int(row[0]) if row else 0

            return count

        wait_until(counter(WORKER_LIVES))
        # Whatever happens from now on, no web process does it.
        own_deployed_server.stop("web")
        for statement in FORGET:
            database.execute(statement)
        wait_until(counter(SETTLED))
