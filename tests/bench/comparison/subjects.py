"""What is compared: servers on one core with the same PostgreSQL and Redis, and tables at them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tests.bench.comparison.machine import SERVERS, install_packages, on_core, running
from tests.bench.comparison.tables import BoardgameTable, EchoTable, SiteTable, Table
from tests.bench.comparison.wire import Http
from tests.live.conftest import own_database, redis_url
from tests.support.servers import ROOT, deployed, free_port

BOARDGAME = Path(__file__).parent / "boardgame"


@dataclass(frozen=True)
class Serving:
    """A server that is up: its processes, and how to make a table at it."""

    processes: list[int]
    table: Callable[[int], Table]


@contextmanager
def echo(folder: Path) -> Iterator[Serving]:
    port = free_port()
    command = [sys.executable, "-m", "uvicorn", "tests.bench.comparison.echo:application", "--port", str(port)]
    command += ["--lifespan", "off", "--no-access-log", "--log-level", "warning"]
    with on_core(SERVERS), running(command, ROOT, folder / "echo.log", port) as process:
        yield Serving([process], partial(EchoTable, Http(port)))


def install_boardgame() -> None:
    install_packages(BOARDGAME)


@contextmanager
def boardgame(folder: Path) -> Iterator[Serving]:
    port = free_port()
    variables = {"PORT": str(port), "NODE_ENV": "production"}
    with own_database() as url, on_core(SERVERS):
        command = ["node", "server.js"]
        with running(command, BOARDGAME, folder / "boardgame.log", port, DATABASE_URL=url, **variables) as process:
            yield Serving([process], partial(BoardgameTable, Http(port)))


@contextmanager
def site(folder: Path, *, original: str, processes: int = 1) -> Iterator[Serving]:
    """Web processes of the Procfile, without workers: their tickers keep the clocks."""
    with own_database(original) as url, ExitStack() as leaving:
        servers = [deployed(folder, url, redis_url(3)) for _ in range(processes)]
        for server in servers:
            leaving.callback(server.kill)
            with on_core(SERVERS):
                server.start("web")
        https = [Http(server.port) for server in servers]
        yield Serving([server.processes["web"].pid for server in servers], lambda _number: SiteTable(https))


@contextmanager
def site_database(folder: Path) -> Iterator[str]:
    """Name of a database with the site's tables and nothing in them, which each run gets a copy of."""
    with own_database() as url:
        server = deployed(folder, url, redis_url(3))
        server.set_up()
        server.manage("collectstatic", "--no-input", "-v0")
        yield url.rpartition("/")[2]
