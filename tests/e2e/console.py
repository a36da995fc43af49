"""The console of the server that a browser test runs on: its command line, its log, and its database."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from types import TracebackType
from typing import Self

from tests.live.servers import ROOT, Server

SERVE = """
import contextlib, io, json, sys, traceback
import django
django.setup()
for line in sys.stdin:
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        try:
            exec(json.loads(line), {})
        except BaseException:  # a command that exits is a fault too, and must not take the console with it
            traceback.print_exc(file=said)
    print(json.dumps(said.getvalue()), flush=True)
"""


class CommandLine:
    """Runs scripts in the server's environment: one process for all of them, since each takes a second to start."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self._process = subprocess.Popen(
            [sys.executable, "-c", SERVE],
            cwd=ROOT,
            env=server.environment | {"DJANGO_SETTINGS_MODULE": "whist.settings"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def run(self, script: str) -> str:
        """What the script prints, without blanks around."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps(script) + "\n")
        self._process.stdin.flush()
        said: str = json.loads(self._process.stdout.readline())
        assert "Traceback" not in said, said
        return said.strip()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, tb: TracebackType | None) -> None:
        self._process.communicate()


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
