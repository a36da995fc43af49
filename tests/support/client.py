"""A player for tests: uses nothing but the public contract of the pages, docs/architecture.md, over plain HTTP."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any, Self

import httpx
from websockets.sync.client import ClientConnection, connect

from tests.support.pages import TablePage
from whist.engine.game import DEAL

STALE = 409
LONG = 60
"""Seconds: more than a busy machine holds anything up."""

# A server closes what was idle for five seconds, and must not do so just when the next request is on its way.
LIMITS = httpx.Limits(max_connections=20, max_keepalive_connections=20, keepalive_expiry=1)


def browse(base_url: str, **options: Any) -> httpx.Client:
    """Keeps cookies.  To read the certificates that no test needs would take longer than most requests."""
    return httpx.Client(base_url=base_url, timeout=LONG, limits=LIMITS, verify=False, **options)


@dataclass(frozen=True)
class Felt:
    """What a page, an HTMX answer or a frame says about the table."""

    match: int
    version: int
    phase: str
    seat: int | None
    to_act: int | None
    actions: tuple[str, ...]

    @property
    def is_over(self) -> bool:
        return self.phase == "over"

    @property
    def moment(self) -> tuple[int, int]:
        return self.match, self.version


def read_felt(html: str) -> Felt:
    page = TablePage(html)

    def number(name: str) -> int | None:
        return int(page.felt[name]) if page.felt[name] else None

    return Felt(
        match=int(page.felt["data-match"]),
        version=page.version,
        phase=page.phase,
        seat=number("data-seat"),
        to_act=number("data-to-act"),
        actions=tuple(page.offered),
    )


@dataclass
class Player:
    """One person at one table, choosing at random by ``seed``."""

    base_url: str
    seed: int = 1
    table: int = 0
    http: httpx.Client = field(init=False)

    def __post_init__(self) -> None:
        self.rng = Random(self.seed)
        self.http = browse(self.base_url)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.http.close()

    def post(self, path: str, **form: Any) -> httpx.Response:
        headers = {"X-CSRFToken": self.http.cookies.get("csrftoken", "")}
        return self.http.post(path, data=form, headers=headers)

    def start(self, game: str = "romanian52", seats: int = 3, **options: Any) -> Felt:
        """Open a solo table and sit down at it."""
        self.http.get("/")
        answer = self.post("/tables/solo/", game=game, seats=seats, **options)
        assert answer.is_redirect, answer.text
        self.table = int(answer.headers["location"].strip("/").rpartition("/")[2])
        return self.look()

    def look(self) -> Felt:
        answer = self.http.get(f"/tables/{self.table}/felt/")
        assert answer.status_code == 200, answer.text
        return read_felt(answer.text)

    def send(self, action: str, version: int) -> httpx.Response:
        return self.post(f"/tables/{self.table}/play/", action=action, version=version)

    def choose(self, felt: Felt) -> str:
        return self.rng.choice(felt.actions)

    def move(self, felt: Felt) -> str | None:
        """Do one of the offered actions and return it; None when the site was faster with a forced card or a deal."""
        action = self.choose(felt)
        answer = self.send(action, felt.version)
        assert answer.is_redirect or answer.status_code == STALE, answer.text
        return action if answer.is_redirect else None

    def wait_for(self, wanted: Callable[[Felt], bool], seconds: float = LONG) -> Felt:
        """Look again and again until the table is as wanted."""
        deadline = time.monotonic() + seconds
        while not wanted(felt := self.look()):
            assert time.monotonic() < deadline, f"the table stands still: {felt}"
            time.sleep(0.05)
        return felt

    def wait_for_turn(self) -> Felt:
        return self.wait_for(lambda felt: bool(felt.actions) or felt.is_over)

    @contextmanager
    def socket(self, felt: Felt | None = None) -> Iterator[ClientConnection]:
        """The table's socket, as a page that shows ``felt`` opens it."""
        shown = f"?match={felt.match}&version={felt.version}" if felt else ""
        with self._connected(f"/ws/tables/{self.table}/{shown}") as opened:
            yield opened

    @contextmanager
    def lobby(self) -> Iterator[ClientConnection]:
        """The socket of the list of tables."""
        with self._connected("/ws/tables/") as opened:
            yield opened

    def _connected(self, path: str) -> ClientConnection:
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        url = self.base_url.replace("http", "ws", 1) + path
        return connect(
            url,
            additional_headers={"Cookie": cookies},
            origin=self.base_url,
            open_timeout=LONG,
            ping_timeout=LONG,
            max_queue=None,  # else a client that does not read for a while would miss the server's pings too
        )


class Friend(Player):
    """One of several people at a friends' table, a guest of the site as everybody without an account."""

    def do(self, what: str, **form: Any) -> None:
        """Press a button of the table that is no move: ``sit``, ``look``, ``leave``, ``start`` …"""
        answer = self.post(f"/tables/{self.table}/{what}/", **form)
        assert answer.is_redirect, answer.text

    def open(self, game: str = "romanian52", seats: int = 6, **house: Any) -> int:
        """Open a public table and take its first seat; its number."""
        self.http.get("/")
        answer = self.post("/tables/open/", game=game, seats=seats, is_public="on", **house)
        assert answer.is_redirect, answer.text
        self.table = int(answer.headers["location"].strip("/").rpartition("/")[2])
        return self.table

    def sit(self, table: int, seat: int) -> None:
        if not self.http.cookies:
            self.http.get("/")
        self.table = table
        self.do("sit", seat=seat)

    def spectate(self, table: int) -> Felt:
        self.http.get("/")
        self.table = table
        self.do("look")
        return self.look()

    def deal(self) -> Felt:
        """The next round; of a match that has none yet, the first."""
        felt = self.look()
        if self.send(DEAL, felt.version).status_code != STALE:
            return self.look()
        return self.wait_for(lambda seen: seen.phase != DEAL)

    def begin(self) -> Felt:
        """Begin a match with everybody in their seats, and its first round."""
        self.do("start")
        return self.deal()


@contextmanager
def friends_at_a_table(base_url: str, count: int = 6, *, seed: int = 1, **house: Any) -> Iterator[list[Friend]]:
    """So many people in the seats of a new table, its host first; ``house`` are the fields of its form."""
    with ExitStack() as leaving:
        friends = [leaving.enter_context(Friend(base_url, seed=seed + seat)) for seat in range(count)]
        table = friends[0].open(seats=count, **house)
        for seat, friend in enumerate(friends[1:], start=1):
            friend.sit(table, seat)
        yield friends


def next_frame(socket: ClientConnection, seconds: float = LONG) -> Felt:
    frame = socket.recv(timeout=seconds)
    assert isinstance(frame, str)
    return read_felt(frame)
