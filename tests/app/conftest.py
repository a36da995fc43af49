import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection, transaction
from django.test import Client, TransactionTestCase, override_settings
from django.utils import translation

from accounts.models import User
from tests.support.browsers import browser_of
from tests.support.friends import member
from tests.support.help_pages import Page
from whist.environment import THREADS_BEHIND_PAGES
from whist.tables.live import sockets
from whist.tables.match.known_tables import forget_tables
from whist.tables.match.state_cache import forget_states

PATIENCE = 60
"""Seconds.  Eight threads at once want eight connections, which a pool opens one after the other; a busy machine may
need longer for that than a visitor would wait."""


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> None:
    """A database in memory is one connection for all threads and hides races, so SQLite gets a file.

    Eight threads that want a connection at the same moment wait for it as long as a busy machine needs.
    """
    if connection.vendor == "sqlite":
        name = settings.VAR_DIR / f"test-{os.getpid()}.sqlite3"
        connection.settings_dict["TEST"]["NAME"] = str(name)
        connection.settings_dict["OPTIONS"]["timeout"] = PATIENCE
        connection.settings_dict["CONN_MAX_AGE"] = 0  # the threads of a test end with it
    else:
        connection.settings_dict["OPTIONS"]["pool"]["timeout"] = PATIENCE


@pytest.fixture(scope="session", autouse=True)
def quick_flush() -> Iterator[None]:
    """A test that commits leaves an empty database.  Django truncates every table and then makes content types and
    permissions anew, which takes longer than most tests; to delete the few rows takes next to nothing."""
    kept = {"django_migrations", "django_content_type", "auth_permission"}

    def delete_all_rows(_test: TransactionTestCase) -> None:
        tables = set(connection.introspection.django_table_names(only_existing=True, include_views=False)) - kept
        with transaction.atomic(), connection.cursor() as cursor:
            for table in sorted(tables):
                cursor.execute(f"DELETE FROM {connection.ops.quote_name(table)}")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", delete_all_rows)
        yield


@pytest.fixture(scope="session", autouse=True)
def quick_clients() -> Iterator[None]:
    """Each test client loads the middleware anew, and one of them then looks at every static file, which takes longer
    than most requests; told to look when it is asked it costs nothing."""
    with override_settings(WHITENOISE_AUTOREFRESH=True):
        yield


@pytest.fixture(scope="session", autouse=True)
def translations() -> None:
    """Compiled before anything is asked for in another language: a fresh checkout has texts only."""
    call_command("compile_messages", verbosity=0)


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """A page asked for in another language leaves it switched on in this thread."""
    with translation.override("en"):
        yield


@pytest.fixture(autouse=True)
def no_memory_of_earlier_tests() -> None:
    """A test that is rolled back leaves the number of its match to the next one."""
    forget_states()
    forget_tables()


@pytest.fixture(autouse=True)
def own_threads() -> Iterator[None]:
    """Whoever cancels a ticker or a drawing does not stop the thread at work for it; it would write into the database
    of the next test."""
    with pytest.MonkeyPatch.context() as patch, ThreadPoolExecutor(THREADS_BEHIND_PAGES) as threads:
        patch.setattr(sockets, "_threads", threads)
        yield


# -- the cast ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def ana(db: None) -> User:
    return member("Ana")


@pytest.fixture
def bogdan(db: None) -> User:
    return member("Bogdan")


@pytest.fixture
def carmen(db: None) -> User:
    return member("Carmen")


@pytest.fixture
def guest(db: None) -> User:
    return User.objects.create_guest()


@pytest.fixture
def users(ana: User, bogdan: User, carmen: User) -> list[User]:
    """Three people, as they sit at a table."""
    return [ana, bogdan, carmen]


@pytest.fixture
def browser(ana: User) -> Client:
    """Ana's, signed in."""
    return browser_of(ana)


@pytest.fixture
def admin(db: None) -> Client:
    """The browser of Elena, who may do everything in the admin."""
    return browser_of(User.objects.create_superuser("elena@example.org", name="Elena"))


# -- pages -------------------------------------------------------------------------------------------------------------


@pytest.fixture
def read(client):
    """Reads a help page in a language; `query` begins with a question mark."""

    def read(slug: str, language: str, query: str = "") -> Page:
        answer = client.get(f"/rules/{slug}/{query}", headers={"accept-language": language})
        assert answer.status_code == 200
        assert answer["Content-Language"] == language
        return Page(answer.content.decode())

    return read
