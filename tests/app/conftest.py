import os
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.db import connection
from django.utils import translation


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> None:
    """A database in memory is one connection for all threads and hides races, so SQLite gets a file."""
    if connection.vendor == "sqlite":
        name = settings.VAR_DIR / f"test-{os.getpid()}.sqlite3"
        connection.settings_dict["TEST"]["NAME"] = str(name)


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """A page asked for in another language leaves it switched on in this thread."""
    with translation.override("en"):
        yield
