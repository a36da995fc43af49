"""The console of the server that a browser test runs on: codes are read there, and limits forgotten."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing

from tests.live.servers import Server


def code_sent_to(address: str, server: Server, number: int = 1, seconds: float = 20) -> str:
    """The first code, or the one of that number, as soon as its line is there."""
    line = f"Sign-in code for {address}: "
    deadline = time.monotonic() + seconds
    while len(said := server.log("web").read_text(errors="replace").split(line)) <= number:
        assert time.monotonic() < deadline, f"no code came:\n{server.logs()}"
        time.sleep(0.1)
    return said[number][:9]


def forget_limits(server: Server) -> None:
    """As if a day had passed."""
    with closing(sqlite3.connect(server.folder / "whist.sqlite3", timeout=20)) as database, database:
        database.execute("DELETE FROM accounts_allowance")
