"""A connection that was just in use is handed out again as it is; one that has idled is looked at first."""

import pytest
from django.db import connection
from psycopg import OperationalError

from accounts.sessions.store import SessionStore
from whist import database_pool


class Connection:
    autocommit = True

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.is_dead = False

    def execute(self, sql: str) -> None:
        self.asked.append(sql)
        if self.is_dead:
            raise OperationalError("the server closed the connection unexpectedly")


@pytest.fixture
def clock(monkeypatch):
    """Seconds, to be turned on."""
    now = [1000.0]
    monkeypatch.setattr(database_pool.time, "monotonic", lambda: now[0])
    return now


@pytest.mark.once
def test_a_connection_is_looked_at_when_it_was_never_used_or_has_idled(clock):
    given = Connection()
    database_pool.check_after_idling(given)
    for _ in range(3):
        clock[0] += 0.9
        database_pool.check_after_idling(given)
    assert given.asked == [""]
    clock[0] += 1.1
    database_pool.check_after_idling(given)
    assert given.asked == ["", ""]


@pytest.mark.once
def test_a_dead_connection_is_found(clock):
    given = Connection()
    database_pool.check_after_idling(given)
    given.is_dead = True
    clock[0] += 2
    with pytest.raises(OperationalError):
        database_pool.check_after_idling(given)


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif("connection.vendor == 'sqlite'", reason="SQLite has no pool of connections")
def test_the_pool_looks_at_connections_that_way():
    assert connection.settings_dict["OPTIONS"]["pool"]["check"] is database_pool.check_after_idling
    connection.close()
    connection.ensure_connection()
    assert connection.connection.handed_out_at


@pytest.mark.django_db
@pytest.mark.skipif("connection.vendor == 'sqlite'", reason="SQLite has no server that could prepare a statement")
def test_what_is_asked_again_and_again_is_prepared():
    for _time in range(4):
        SessionStore("abcdefgh").load()
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement FROM pg_prepared_statements")
        assert any('FROM "accounts_session"' in statement for (statement,) in cursor.fetchall())
