"""A real browser on a real server. An error or warning on the page's console fails the test."""

import json
import os
import re
import secrets
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, expect, sync_playwright

from tests.e2e.console import CommandLine
from tests.e2e.inspection import LOCALES, SIZES, Inspector
from tests.e2e.positions import POSITIONS, SERIES_POSITIONS, Guest, Wanted
from tests.e2e.table import PATIENT, Table
from tests.live.conftest import deployed_server, embedded_server, migrated, migrated_file  # noqa: F401  the fixtures
from tests.support.servers import Server

# Playwright's sync interface leaves a running event loop in this thread; Django would refuse the database.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

# Five seconds, as Playwright has it, are few where a process may be held up for as long.
expect.set_options(timeout=PATIENT)

# The first one draws the same with a quarter less work: it has no windows.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
]
FLAGS += ["--disable-component-update", "--disable-sync", "--disable-dev-shm-usage"]


@dataclass
class Problems:
    """What went wrong in the browser. A test that provokes it says so: ``problems.expect("409")``."""

    found: list[str] = field(default_factory=list)
    expected: list[str] = field(default_factory=list)

    def expect(self, pattern: str) -> None:
        self.expected.append(pattern)

    def unexpected(self) -> list[str]:
        return [text for text in self.found if not any(re.search(each, text) for each in self.expected)]

    def watch(self, context: BrowserContext, base_url: str) -> None:
        context.on("console", self._console)
        context.on("weberror", lambda fault: self.found.append(f"script error: {fault.error}"))
        context.on("request", lambda request: self._request(request, base_url))

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self.found.append(f"{message.type}: {message.text} ({message.location.get('url')})")

    def _request(self, request: Request, base_url: str) -> None:
        own = (base_url, base_url.replace("http", "ws", 1), "data:", "blob:")
        if not request.url.startswith(own):
            self.found.append(f"request to somebody else: {request.url}")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--deployed", action="store_true", help="on PostgreSQL, Redis and the processes of the Procfile")


@pytest.fixture(scope="session")
def site(request: pytest.FixtureRequest) -> Server:
    """The server that all tests share: the one of ``make play``, or a deployed one (``bin/test deployed``)."""
    name = "deployed_server" if request.config.getoption("--deployed") else "embedded_server"
    server: Server = request.getfixturevalue(name)
    return server


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    assert path, "no Chromium on this machine"
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture
def problems() -> Iterator[Problems]:
    problems = Problems()
    yield problems
    assert problems.unexpected() == []


class Visitors:
    """Opens pages in browsers of people who share nothing: ``visitors("phone", javascript=False, locale="de-DE")``."""

    def __init__(self, browser: Browser, base_url: str, problems: Problems) -> None:
        self.browser, self.base_url, self.problems = browser, base_url, problems
        self.contexts: list[BrowserContext] = []

    def __call__(self, size: str, *, javascript: bool = True, locale: str = "en-GB") -> Page:
        context = self.browser.new_context(
            viewport=SIZES[size],
            java_script_enabled=javascript,
            locale=locale,
            base_url=self.base_url,
            has_touch=size == "phone",
            reduced_motion="reduce",
        )
        context.set_default_timeout(PATIENT)
        self.contexts.append(context)
        self.problems.watch(context, self.base_url)
        return context.new_page()

    def leave(self) -> None:
        for context in self.contexts:
            context.close()


@pytest.fixture
def new_page(browser: Browser, site: Server, problems: Problems) -> Iterator[Visitors]:
    visitors = Visitors(browser, site.base_url, problems)
    yield visitors
    visitors.leave()


@pytest.fixture(params=list(SIZES))
def page(request: pytest.FixtureRequest, new_page: Callable[..., Page]) -> Page:
    """The test runs twice: at phone and at desktop size."""
    return new_page(request.param)


@pytest.fixture
def phone(new_page: Callable[..., Page]) -> Page:
    return new_page("phone")


@pytest.fixture
def desktop(new_page: Callable[..., Page]) -> Page:
    return new_page("desktop")


@pytest.fixture
def plain_page(new_page: Callable[..., Page]) -> Page:
    """A phone whose browser runs no JavaScript."""
    return new_page("phone", javascript=False)


@pytest.fixture(params=LOCALES)
def locale(request: pytest.FixtureRequest) -> str:
    """The test runs three times: once in each language."""
    found: str = request.param
    return found


@pytest.fixture
def inspector(request: pytest.FixtureRequest, new_page: Callable[..., Page], locale: str) -> Inspector:
    return Inspector(new_page("phone", locale=locale), locale, thorough=request.config.getoption("--deployed"))


@pytest.fixture(scope="session")
def command_line(site: Server) -> Iterator[CommandLine]:
    with CommandLine(site) as command_line:
        yield command_line


SIGN_IN = """
import json
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from accounts.models import User
from accounts.sessions.store import SessionStore
from django.conf import settings
for fields in json.loads(%r):
    user = User.objects.create_user(**fields)
    session = SessionStore()
    session[SESSION_KEY], session[HASH_SESSION_KEY] = str(user.pk), user.get_session_auth_hash()
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session.create()
    print(session.session_key)
"""


def sign_in(command_line: CommandLine, people: Sequence[tuple[Page, dict[str, Any]]]) -> None:
    """Signs each page's browser in as a new member with these fields."""
    fields = [{"email": f"{secrets.token_hex(6)}@example.org", **given} for _page, given in people]
    keys = command_line.run(SIGN_IN % json.dumps(fields)).split()
    for (page, _given), key in zip(people, keys, strict=True):
        page.context.add_cookies([{"name": "sessionid", "value": key, "url": command_line.server.base_url}])


@pytest.fixture
def member(command_line: CommandLine) -> Callable[..., None]:
    """Signs the browser of a page in as a new member: ``member(page, name="Ana", picture="fox")``; without a name
    they have none yet.  Names stay taken, since all tests share the server."""
    return lambda page, **fields: sign_in(command_line, [(page, fields)])


@pytest.fixture(scope="session")
def in_position(site: Server) -> Iterator[Callable[[str], Guest]]:
    """Whoever sits at a table in this position (``POSITIONS``, ``SERIES_POSITIONS``), shared by all tests: only look
    at it."""
    ways = POSITIONS | SERIES_POSITIONS
    sitting: dict[str, Guest] = {}
    with ExitStack() as leaving:

        def guest_in(position: str) -> Guest:
            if position not in sitting:
                guest = leaving.enter_context(Guest(site))
                ways[position](site, guest)
                sitting[position] = guest
            return sitting[position]

        yield guest_in


@pytest.fixture
def open_table(site: Server) -> Iterator[Callable[..., Table]]:
    """A match of one's own: ``open_table(page, is_bidding, game="romanian", seats=6)``, in the wanted position."""
    with ExitStack() as leaving:

        def open_in(page: Page, wanted: Wanted | None = None, *, pace: str = "instant", **options: Any) -> Table:
            guest = leaving.enter_context(Guest(site))
            guest.start(**{"level": "easy", **options}, pace="instant" if wanted else pace)
            if wanted:
                guest.play_until(wanted)
                guest.set_pace(pace)
            guest.go_on_in(page)
            return Table(page)

        yield open_in
