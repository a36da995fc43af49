"""The console of the server that a browser test runs on: its command line, its log, and its database."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from email import message_from_bytes
from email.policy import default
from types import TracebackType
from typing import Self

from tests.support.servers import ROOT, Server

CODE = re.compile(r"\b[2-9A-Z]{4}-[2-9A-Z]{4}\b")

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


def code_sent_to(address: str, server: Server, number: int = 1, seconds: float = 60) -> str:
    """The first code, or the one of that number, as soon as it is sent."""
    deadline = time.monotonic() + seconds
    while len(codes := codes_sent_to(address, server)) < number:
        assert time.monotonic() < deadline, f"no code came:\n{server.logs()}"
        time.sleep(0.1)
    return codes[number - 1]


def codes_sent_to(address: str, server: Server) -> list[str]:
    """Those in the mails of a deployed server, in the order of sending; those in the log of an embedded one."""
    if mails := sorted((server.folder / "mails").glob("*"), key=lambda path: path.stat().st_mtime_ns):
        letters = [message_from_bytes(mail.read_bytes(), policy=default) for mail in mails]
        texts = [letter.get_body(("plain",)) for letter in letters if letter["To"] == address]
        return [found.group() for text in texts if text and (found := CODE.search(text.get_content()))]
    return re.findall(rf"Sign-in code for {re.escape(address)}: (\S+)", server.log("web").read_text(errors="replace"))


def forget_limits(server: Server) -> None:
    """As if a day had passed."""
    server.rows("DELETE FROM accounts_allowance")
