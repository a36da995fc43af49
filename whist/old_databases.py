"""Databases that an earlier version of the site made and this one cannot carry over: recognised, and kept."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path

from django.core.management.base import CommandError
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.models import Model

OWN = {"accounts", "tables", "economy", "leagues"}
"""The applications of this project, as their migrations are recorded."""

PATIENCE = 3
"""Seconds that another process has to close a file."""


def is_old(connection: BaseDatabaseWrapper) -> bool:
    """Whether migrations were applied that are no longer here, or some of the same name that did less."""
    loader = MigrationLoader(connection)
    applied = {key for key in loader.applied_migrations if key[0] in OWN}
    return not applied <= loader.disk_migrations.keys() or lacks_columns(connection, loader, applied)


def lacks_columns(connection: BaseDatabaseWrapper, loader: MigrationLoader, applied: set[tuple[str, str]]) -> bool:
    """Whether an application has all its migrations applied and still lacks columns that they make."""
    with connection.cursor() as cursor:
        there = set(connection.introspection.table_names(cursor))
        for model in _models_of(loader, applied):
            table = model._meta.db_table
            columns = connection.introspection.get_table_description(cursor, table) if table in there else ()
            if not {field.column for field in model._meta.local_concrete_fields} <= {column.name for column in columns}:
                return True
    return False


def _models_of(loader: MigrationLoader, applied: set[tuple[str, str]]) -> Iterator[type[Model]]:
    done = [key for key in loader.graph.leaf_nodes() if key in applied]
    labels = {label for label, _name in done}
    for model in loader.project_state(done).apps.get_models() if done else ():
        if model._meta.app_label in labels:
            yield model


def set_aside(path: Path, now: datetime) -> Path:
    """Rename an SQLite file, with everything that its log holds, and return where it is now.

    Raises CommandError where that cannot be, as while another process has it open and would write to the renamed one.
    """
    kept = path.with_name(f"{path.stem}-{now:%Y-%m-%d-%H%M%S}{path.suffix}")
    try:
        if kept.exists():
            raise FileExistsError(f"{kept} exists already")
        fold_log(path)
        return path.rename(kept)
    except (sqlite3.OperationalError, OSError) as error:
        raise CommandError(
            f"{path} was made by an earlier version of the site and cannot be set aside: {error}. "
            "If that version still runs, end it first."
        ) from error


def fold_log(path: Path) -> None:
    """Leave the mode with a log, which needs the file for oneself; what a killed process left in the log is kept."""
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, timeout=PATIENCE)) as database:
        database.execute("PRAGMA journal_mode=DELETE").fetchone()
