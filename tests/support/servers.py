"""Real servers for tests: each is a group of processes with its own database, port and log.

A server is started by the same commands that a person or a machine uses, is ready when ``/readyz`` says so,
and ends by the signals that end it in life: SIGTERM for a deploy, SIGKILL for a crash.
"""

import os
import secrets
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import psycopg

from tests.support.client import LONG, browse

ROOT = Path(__file__).resolve().parents[2]
# All guests of a test run come from this machine.
MANY_GUESTS = {"GUESTS_PER_ADDRESS": "100000"}
READY = {"worker": " ready.", "mailer": " ready.", "beat": "Starting..."}
SECRET_KEY = "of-a-test-server-only-" + "0123456789" * 4


PORTS = range(10_000, 16_000)
"""Below those that a system hands out: nobody takes one while its server is not up yet, or was killed and is to come
back."""


def free_port() -> int:
    while True:
        port = secrets.choice(PORTS)  # not by `random`, which begins alike in every test
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


@dataclass
class Server:
    """``commands`` by name; the one called ``web`` listens on ``port``."""

    folder: Path
    commands: dict[str, list[str]]
    environment: dict[str, str]
    port: int
    processes: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)
    log_starts: dict[str, int] = field(default_factory=dict)

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self, *names: str) -> "Server":
        """Start these processes (all, if none is named) and wait until the site is ready."""
        for name in names or self.commands:
            with self.log(name).open("ab") as log:
                self.log_starts[name] = log.tell()
                self.processes[name] = subprocess.Popen(
                    self.commands[name], cwd=ROOT, env=self.environment, stdout=log, stderr=log
                )
        self.wait_until_ready()
        return self

    def stop(self, *names: str) -> None:
        """Ask the processes to end, as a deploy does; one that has not in a minute is killed and reported."""
        chosen = [name for name in names or self.processes if name in self.processes]
        for name in chosen:
            self.processes[name].terminate()
        stubborn = [name for name in chosen if not self._ended(name)]
        assert not stubborn, f"{stubborn} did not end when asked:\n{self.logs()}"

    def _ended(self, name: str) -> bool:
        process = self.processes.pop(name)
        try:
            process.wait(timeout=LONG)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            return False
        return True

    def kill(self, *names: str) -> None:
        """End the processes without any warning, as a crash does."""
        for name in names or list(self.processes):
            process = self.processes.pop(name)
            process.send_signal(signal.SIGKILL)
            process.wait()

    def manage(self, *arguments: str) -> str:
        """Run a command of manage.py in this server's environment and return what it printed."""
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, f"{arguments}: {done.stdout}{done.stderr}"
        return done.stdout

    def set_up(self) -> None:
        """Texts and tables, as docs/deployment.md has it: a fresh checkout has neither."""
        self.manage("compile_messages", "--verbosity", "0")
        self.manage("migrate", "--verbosity", "0")

    def visitor(self) -> httpx.Client:
        """A browser without JavaScript: keeps cookies, follows redirects."""
        return browse(self.base_url, follow_redirects=True)

    def rows(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        """What a statement finds in this server's database, whichever it is; ``%s`` stands for a value."""
        url = self.environment["DATABASE_URL"]
        if url.startswith("sqlite"):
            with closing(sqlite3.connect(url.removeprefix("sqlite:///"), timeout=LONG)) as database, database:
                return database.execute(statement.replace("%s", "?"), values).fetchall()
        with psycopg.connect(url, autocommit=True) as database:
            found = database.execute(statement, values)
            return found.fetchall() if found.description else []

    def log(self, name: str) -> Path:
        return self.folder / f"{name}.log"

    def logs(self) -> str:
        logs = {name: self.log(name) for name in self.commands if self.log(name).exists()}
        return "\n".join(f"--- {name}\n{log.read_text(errors='replace')[-4000:]}" for name, log in logs.items())

    def wait_until_ready(self, seconds: float = 2 * LONG) -> None:
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline and self._all_alive():
            if self._web_ready() and all(self._said(name, words) for name, words in READY.items()):
                return
            time.sleep(0.03)
        raise AssertionError(f"the server did not get ready:\n{self.logs()}")

    def _all_alive(self) -> bool:
        return all(process.poll() is None for process in self.processes.values())

    def _web_ready(self) -> bool:
        try:
            return httpx.get(f"{self.base_url}/readyz", timeout=2, verify=False).status_code == 200
        except httpx.TransportError:
            return False

    def _said(self, name: str, words: str) -> bool:
        """Whether a process wrote this since its start, or does not run."""
        return name not in self.processes or words.encode() in self.log(name).read_bytes()[self.log_starts[name] :]


def clean_environment(**variables: str) -> dict[str, str]:
    """What every machine has, plus these; nothing of the settings of the test run itself."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return {**kept, "SECRET_KEY": SECRET_KEY, "PYTHONUNBUFFERED": "1", **MANY_GUESTS, **variables}


def embedded(folder: Path) -> Server:
    """``manage.py play`` on its own SQLite file; not started yet."""
    port = free_port()
    environment = clean_environment(DATABASE_URL=f"sqlite:///{folder / 'whist.sqlite3'}")
    command = [sys.executable, "manage.py", "play", "--port", str(port)]
    return Server(folder, {"web": command}, environment, port)


def deployed(folder: Path, database_url: str, redis_url: str) -> Server:
    """The processes of the Procfile on PostgreSQL and Redis; not started yet, the database not migrated."""
    port = free_port()
    environment = clean_environment(
        DATABASE_URL=database_url,
        REDIS_URL=redis_url,
        EMAIL_URL=f"filemail://{folder / 'mails'}",
        HOST="127.0.0.1",
        PORT=str(port),
        PATH=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
    )
    commands = {name: ["sh", "-c", f"exec {command}"] for name, command in procfile().items() if name != "release"}
    return Server(folder, commands, environment, port)


def procfile() -> dict[str, str]:
    lines = (ROOT / "Procfile").read_text().splitlines()
    return {name: command.strip() for name, _, command in (line.partition(":") for line in lines)}


class OwnRedis:
    """A Redis that a test may kill, on the same port each time."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        program = shutil.which("redis-server") or shutil.which("valkey-server")
        assert program
        command = [program, "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--dir", str(self.folder)]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL)

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


def wait_for_heart(server: Server, name: str = "bots", seconds: float = LONG) -> None:
    """Until such a worker has said that it lives."""
    deadline = time.monotonic() + seconds
    while not server.rows("SELECT name FROM tables_heartbeat WHERE name = %s", name):
        assert time.monotonic() < deadline, f"no heart beats:\n{server.logs()}"
        time.sleep(0.1)


def wait_for_worker(server: Server, seconds: float = 2 * LONG) -> None:
    """Until a worker works again. One that ended with its broker, as Celery's now and then does, is started again.

    That is what its supervisor does.
    """
    log = server.log("worker")
    since, deadline = log.stat().st_size, time.monotonic() + seconds
    while "beat_heart" not in log.read_text(errors="replace")[since:]:
        assert time.monotonic() < deadline, log.read_text()[-20000:]
        ended = [name for name, process in server.processes.items() if process.poll() is not None]
        for name in ended:
            del server.processes[name]
        if ended:
            server.start(*ended)
        time.sleep(0.1)
