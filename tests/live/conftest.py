import os
import secrets
from collections.abc import Iterator
from pathlib import Path
from shutil import copy

import psycopg
import pytest

from tests.support.servers import OwnRedis, Server, deployed, embedded, wait_for_heart


@pytest.fixture(scope="session")
def embedded_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One process with SQLite and its own ticker, shared by all tests: do not kill it."""
    server = embedded(tmp_path_factory.mktemp("embedded")).start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated database without rows, which the others are copies of: to migrate takes longer than to start."""
    server = embedded(tmp_path_factory.mktemp("migrated"))
    server.manage("migrate", "--verbosity", "0")
    return server.folder / "whist.sqlite3"


@pytest.fixture
def own_embedded_server(tmp_path: Path, migrated_file: Path) -> Iterator[Server]:
    """The same for one test alone, which may kill and start it again."""
    copy(migrated_file, tmp_path)
    server = embedded(tmp_path).start()
    yield server
    server.kill()


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Name of a migrated database without rows, which the others are copies of: to migrate takes seconds each time."""
    with own_database() as database_url:
        deployed(tmp_path_factory.mktemp("migrated"), database_url, redis_url(1)).set_up()
        yield database_url.rpartition("/")[2]


@pytest.fixture(scope="session")
def deployed_server(tmp_path_factory: pytest.TempPathFactory, migrated: str) -> Iterator[Server]:
    """Web, worker and beat on PostgreSQL and Redis, shared by all tests: do not kill it."""
    with own_database(migrated) as database_url:
        server = deployed(tmp_path_factory.mktemp("deployed"), database_url, redis_url(1))
        server.start()
        yield server
        server.stop()


@pytest.fixture
def own_deployed_server(tmp_path: Path, migrated: str) -> Iterator[Server]:
    """The same for one test alone, which may kill and start its processes."""
    with own_database(migrated) as database_url:
        server = deployed(tmp_path, database_url, redis_url(2))
        server.start()
        yield server
        server.kill()


@pytest.fixture
def own_redis(tmp_path: Path) -> Iterator[OwnRedis]:
    redis = OwnRedis(tmp_path)
    redis.start()
    yield redis
    redis.kill()


@pytest.fixture
def server_with_redis(tmp_path: Path, own_redis: OwnRedis, migrated: str) -> Iterator[Server]:
    """As `own_deployed_server`, on a Redis that the test may kill; its worker is at work already."""
    with own_database(migrated) as database_url:
        server = deployed(tmp_path, database_url, own_redis.url)
        server.start()
        try:
            wait_for_heart(server)
            yield server
        finally:
            server.kill()


class own_database:  # noqa: N801  reads as a call
    """An empty database, or a copy of one, on the PostgreSQL of this test run, dropped at the end."""

    def __init__(self, original: str = "template1") -> None:
        self.name, self.original = f"live_{secrets.token_hex(4)}", original

    def execute(self, statement: str) -> None:
        with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
            connection.execute(statement)

    def __enter__(self) -> str:
        self.execute(f"CREATE DATABASE {self.name} TEMPLATE {self.original}")
        return os.environ["DATABASE_URL"].rpartition("/")[0] + f"/{self.name}"

    def __exit__(self, *error: object) -> None:
        self.execute(f"DROP DATABASE {self.name} WITH (FORCE)")


def redis_url(number: int) -> str:
    """A numbered database of the Redis of this test run, below 4; each process of the run has its own four.  Published
    messages reach all numbers."""
    process = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    return os.environ["REDIS_URL"].rpartition("/")[0] + f"/{4 * process + number}"
