"""A database that an earlier version made is recognised, said to be one, and kept; no command writes into it."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from whist import old_databases
from whist.old_databases import is_old, set_aside

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
ROOT = Path(__file__).resolve().parents[3]


def manage(database: Path, *arguments: str, until: str = "") -> tuple[int, str, str]:
    """Run a command on an SQLite file; one that would go on is ended once it has said ``until``."""
    environment = {"PATH": os.environ["PATH"], "DATABASE_URL": f"sqlite:///{database}", "SECRET_KEY": "s" * 60}
    command = [sys.executable, "manage.py", *arguments]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, cwd=ROOT, env=environment, **pipes) as process:
        said = ""
        if until:
            for line in process.stdout:
                said += line
                if until in line:
                    process.terminate()
                    break
        more, errors = process.communicate()
        return process.returncode, said + more, errors


def play(database: Path) -> str:
    """What the command says until it serves."""
    _status, said, errors = manage(database, "play", "--port", "0", until="Ctrl-C")
    assert "Ctrl-C" in said, errors
    return said


def write_old(database: sqlite3.Connection) -> None:
    database.execute("PRAGMA journal_mode=WAL")
    database.execute("CREATE TABLE django_migrations (id INTEGER PRIMARY KEY, app TEXT, name TEXT, applied TEXT)")
    rows = [("accounts", "0001_initial"), ("accounts", "0003_names"), ("leagues", "0001_results")]
    database.executemany("INSERT INTO django_migrations (app, name, applied) VALUES (?, ?, '2026-11-30')", rows)
    database.execute("CREATE TABLE leagues_result (points INTEGER)")
    database.execute("INSERT INTO leagues_result VALUES (4711)")
    database.commit()


@pytest.fixture
def path(tmp_path):
    return tmp_path / "whist.sqlite3"


@pytest.fixture
def old(path):
    with closing(sqlite3.connect(path)) as database:
        write_old(database)
    return path


def points_in(database: Path) -> list[tuple[int]]:
    with closing(sqlite3.connect(database)) as opened:
        return opened.execute("SELECT points FROM leagues_result").fetchall()


def kept_beside(database: Path) -> list[Path]:
    return [file for file in database.parent.iterdir() if not file.name.startswith(database.name)]


# -- recognised ------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_database_of_this_version_is_none():
    assert not is_old(connection)


@pytest.mark.django_db
@pytest.mark.parametrize("app", ["accounts", "tables", "leagues"])
def test_migration_that_is_no_longer_here_tells(app):
    MigrationRecorder(connection).record_applied(app, "0002_of_before")
    assert is_old(connection)


@pytest.mark.django_db
def test_migrations_of_other_projects_do_not_tell():
    MigrationRecorder(connection).record_applied("admin", "0004_of_a_later_version")
    assert not is_old(connection)


@pytest.mark.django_db
def test_migration_of_the_same_name_that_did_less_tells():
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE leagues_experience RENAME COLUMN points TO xp")
    assert is_old(connection)


@pytest.mark.django_db
def test_column_of_a_migration_still_to_be_applied_does_not_tell():
    (newest,) = MigrationLoader(connection).graph.leaf_nodes("leagues")
    MigrationRecorder(connection).record_unapplied(*newest)
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE leagues_experience RENAME COLUMN points TO xp")
    assert not is_old(connection)


@pytest.mark.django_db
def test_migrate_refuses_with_a_sentence():
    MigrationRecorder(connection).record_applied("leagues", "0001_results")
    with pytest.raises(CommandError, match="made by an earlier version of the site") as refusal:
        call_command("migrate", verbosity=0)
    assert ("make play" if connection.vendor == "sqlite" else "DATABASE_URL") in str(refusal.value)


# -- with the commands themselves, on files --------------------------------------------------------------------------


@pytest.mark.once
def test_migrate_ends_with_a_status_and_no_traceback(old):
    status, said, errors = manage(old, "migrate", "--no-input")
    assert (status, said) == (1, "")
    assert "cannot be carried over" in errors
    assert "Traceback" not in errors
    assert points_in(old) == [(4711,)]


@pytest.mark.once
def test_play_keeps_the_old_one_beside_and_begins_a_new_one(old):
    said = play(old)
    (kept,) = kept_beside(old)
    assert f"It is kept as {kept.name}" in said
    assert points_in(kept) == [(4711,)]
    assert points_in(old) == []
    assert "earlier version" not in play(old)
    assert kept_beside(old) == [kept]


# -- setting a file aside --------------------------------------------------------------------------------------------


@pytest.mark.once
def test_what_a_killed_server_left_in_its_log_is_kept(path):
    subprocess.run([sys.executable, "-c", KILLED, str(path)], cwd=ROOT, check=False)
    assert path.with_name(f"{path.name}-wal").stat().st_size > 0
    kept = set_aside(path, NOON)
    assert kept.name == "whist-2026-11-30-120000.sqlite3"
    assert points_in(kept) == [(4711,)]
    assert list(path.parent.iterdir()) == [kept]


KILLED = """
import os, signal, sqlite3, sys
from tests.app.site.test_old_databases import write_old
write_old(sqlite3.connect(sys.argv[1]))
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.once
def test_no_file_is_taken_from_a_server_that_still_runs(old, monkeypatch):
    monkeypatch.setattr(old_databases, "PATIENCE", 0.1)
    with closing(sqlite3.connect(old)) as running:
        assert running.execute("SELECT points FROM leagues_result").fetchall() == [(4711,)]
        with pytest.raises(CommandError, match="If that version still runs, end it first"):
            set_aside(old, NOON)
    assert kept_beside(old) == []
    assert points_in(old) == [(4711,)]


@pytest.mark.once
def test_no_file_that_was_set_aside_is_written_over(old):
    taken = old.with_name("whist-2026-11-30-120000.sqlite3")
    taken.write_text("mine")
    with pytest.raises(CommandError, match="exists already"):
        set_aside(old, NOON)
    assert taken.read_text() == "mine"
    assert points_in(old) == [(4711,)]
