"""Tables of six that are played at by sockets: at this site, at boardgame.io, or of those who hear an echo.

At a table one move follows the other: the next one is made when all six sockets show the one before, at once or after
some thought.  So a load is a number of tables and what is thought at them, and never runs ahead of the server.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

from tests.bench.comparison.machine import cpu_seconds
from tests.bench.comparison.wire import Answer, Guest, Http, WebSocket, open_socket

SEATS = 6
OK, STALE = 200, 409
PATIENCE = 30.0
"""Seconds until a move that some socket does not show counts as lost."""

Moment = tuple[int, int]
"""Match and version."""


@dataclass(frozen=True)
class Figures:
    """What was measured in so many seconds: for each move when it was made and how long it took until the last of six
    sockets showed it, and the CPU seconds of the servers and of the load."""

    seconds: float
    waits: list[tuple[float, float]]
    servers: float
    load: float

    @property
    def moves_a_second(self) -> float:
        return len(self.waits) / self.seconds

    @property
    def cpu_ms_a_move(self) -> float:
        return 1000 * self.servers / len(self.waits)

    def wait(self, percent: int) -> float:
        """The milliseconds that so many of a hundred moves stay below."""
        waits = sorted(wait for _begun, wait in self.waits)
        return 1000 * waits[min(len(waits) * percent // 100, len(waits) - 1)]


async def drive(
    tables: Sequence[Table], processes: Sequence[int], seconds: float, *, rate: float = 0, warm: float = 1
) -> Figures:
    """Have the tables play, ``rate`` moves a second among them or as many as there can be, and measure after a while;
    ``processes`` are those of the servers."""
    stop, rng = asyncio.Event(), random.Random(1)
    interval = len(tables) / rate if rate else 0.0
    async with asyncio.TaskGroup() as playing:
        for table in tables:
            playing.create_task(table.play(stop, interval, rng))
        await asyncio.sleep(warm)
        for table in tables:
            table.waits.clear()
        begun, load, servers = time.perf_counter(), time.process_time(), cpu_seconds(processes)
        await asyncio.sleep(seconds)
        took, load, servers = time.perf_counter() - begun, time.process_time() - load, cpu_seconds(processes) - servers
        waits = sorted(wait for table in tables for wait in table.waits)
        stop.set()
    return Figures(took, waits, servers, load)


async def open_all(tables: Sequence[Table], at_once: int = 4) -> None:
    few = asyncio.Semaphore(at_once)

    async def open_one(table: Table) -> None:
        async with few:
            await table.open()

    async with asyncio.TaskGroup() as opening:
        for table in tables:
            opening.create_task(open_one(table))


def is_fine(answering: asyncio.Task[Answer]) -> bool:
    """Whether a move has been answered, by which it was made, or the site had been faster with a deal or a forced card;
    raises what went wrong with it."""
    if not answering.done():
        return False
    answer = answering.result()
    assert answer.status in (OK, STALE), f"a move was answered by {answer.status}: {answer.body[:300]!r}"
    return True


async def rest(stop: asyncio.Event, seconds: float) -> None:
    """So long, or until told to stop."""
    if seconds > 0:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await stop.wait()


class Table(ABC):
    """Six seats at which one move follows the other."""

    def __init__(self) -> None:
        self.waits: list[tuple[float, float]] = []
        """When each move was made, and the seconds until the last of the six sockets showed it."""
        self._wanted: Moment = (0, 0)
        self._missing: set[int] = set()
        self._shown: asyncio.Future[None] | None = None

    @abstractmethod
    async def open(self) -> None:
        """Have six people sit down, with a socket each."""

    @abstractmethod
    async def advance(self) -> bool:
        """Do what comes next and wait until all show it; whether that was a move."""

    async def play(self, stop: asyncio.Event, interval: float, rng: random.Random) -> None:
        """Move until told to stop; from one move to the next it takes ``interval`` seconds on average, if the table is
        that fast."""
        await rest(stop, interval * rng.random())
        while not stop.is_set():
            begun = time.perf_counter()
            if await self.advance():
                self.waits.append((begun, time.perf_counter() - begun))
            await rest(stop, begun + interval * rng.uniform(0.5, 1.5) - time.perf_counter())

    def expect(self, moment: Moment) -> None:
        """Look out for this moment, or a later one, at all six sockets; said before anybody causes it."""
        self._wanted, self._missing = moment, set(range(SEATS))
        self._shown = asyncio.get_running_loop().create_future()

    async def all_show(self) -> None:
        assert self._shown is not None
        async with asyncio.timeout(PATIENCE):
            await self._shown

    def shows(self, seat: int, moment: Moment) -> None:
        if self._shown is None or moment < self._wanted:
            return
        self._missing.discard(seat)
        if not self._missing and not self._shown.done():
            self._shown.set_result(None)


class EchoTable(Table):
    """Each says 8 KB in turn, which all six hear."""

    PADDING = "x" * 8000

    def __init__(self, http: Http, number: int) -> None:
        super().__init__()
        self._http, self._number, self._said = http, number, 0

    async def open(self) -> None:
        path = f"/{self._number}/"
        self._sockets = [await open_socket(self._http.port, path, partial(self._hear, seat)) for seat in range(SEATS)]

    async def advance(self) -> bool:
        self._said += 1
        self.expect((0, self._said))
        self._sockets[self._said % SEATS].send(f"{self._said:<12}{self.PADDING}")
        await self.all_show()
        return True

    def _hear(self, seat: int, text: str) -> None:
        self.shows(seat, (0, int(text[:12])))


class BoardgameTable(Table):
    """A match of `boardgame/game.js`, over socket.io."""

    NAMESPACE = "/whist,"

    def __init__(self, http: Http, number: int) -> None:
        super().__init__()
        self._http, self._number = http, number
        self._states: list[dict[str, Any]] = [{} for _ in range(SEATS)]
        self._sockets: dict[int, WebSocket] = {}
        self._keys: list[str] = []

    async def open(self) -> None:
        self._match = (await self._ask("/games/whist/create", numPlayers=SEATS))["matchID"]
        path = f"/games/whist/{self._match}/join"
        for seat in range(SEATS):
            joined = await self._ask(path, playerID=str(seat), playerName=f"Player {seat}")
            self._keys.append(joined["playerCredentials"])
        self.expect((0, 0))
        for seat in range(SEATS):
            address = "/socket.io/?EIO=4&transport=websocket"
            self._sockets[seat] = await open_socket(self._http.port, address, partial(self._hear, seat))
            self._sockets[seat].send(f"40{self.NAMESPACE}")
        await self.all_show()

    async def _ask(self, path: str, **question: object) -> Any:
        answer = await self._http.ask("POST", path, {"Content-Type": "application/json"}, json.dumps(question).encode())
        assert answer.status == 200, answer
        return json.loads(answer.body)

    async def advance(self) -> bool:
        """Play a card at random of those that are allowed."""
        state = self._states[0]
        seat = int(state["ctx"]["currentPlayer"])
        hand, trick = self._states[seat]["G"]["hands"][seat], state["G"]["trick"]
        following = [card for card in hand if trick and card // 12 == trick[0][1] // 12]
        payload = {"type": "play", "args": [random.choice(following or hand)], "playerID": str(seat)}
        action = {"type": "MAKE_MOVE", "payload": payload | {"credentials": self._keys[seat]}}
        version = state["_stateID"]
        self.expect((0, version + 1))
        self._emit(seat, "update", action, version, self._match, str(seat))
        await self.all_show()
        return True

    def _emit(self, seat: int, *event: object) -> None:
        self._sockets[seat].send(f"42{self.NAMESPACE}{json.dumps(event)}")

    def _hear(self, seat: int, text: str) -> None:
        """Frames begin with the kinds of Engine.IO and socket.io."""
        if text.startswith("2"):
            self._sockets[seat].send("3")
        elif text.startswith("40"):
            self._emit(seat, "sync", self._match, str(seat), self._keys[seat], SEATS)
        elif text.startswith("42"):
            kind, _match, content, *_log = json.loads(text[2 + len(self.NAMESPACE) :])
            if kind in ("sync", "update"):
                state = self._states[seat] = content["state"] if kind == "sync" else content
                self.shows(seat, (0, state["_stateID"]))


class SiteTable(Table):
    """A table of friends, who are guests of the site; with several web processes each of them has the next one."""

    HOUSE = {"game": "romanian", "seats": SEATS, "schedule": "8-1-8", "clock": "slow", "pace": "instant"}

    def __init__(self, https: Sequence[Http], **house: object) -> None:
        super().__init__()
        self._https, self.house = https, self.HOUSE | house
        self.number, self.moment = 0, (0, 0)
        self.sockets: dict[int, WebSocket] = {}
        self._phase, self._turn = "", -1
        self._actions: list[list[str]] = [[] for _ in range(SEATS)]
        self._answers: list[asyncio.Task[Answer]] = []

    async def open(self) -> None:
        self.guests = [Guest(self._https[seat % len(self._https)]) for seat in range(SEATS)]
        for guest in self.guests:
            await guest.come()
        answer = await self.guests[0].do("/tables/open/", is_public="on", **self.house)
        self.number = int(answer.location.strip("/").rpartition("/")[2])
        for seat in range(1, SEATS):
            await self.guests[seat].do(f"{self.page}sit/", seat=seat)
        await self.guests[0].do(f"{self.page}start/")
        await self.guests[0].do(f"{self.page}play/", action="deal", version=0)
        for seat in range(SEATS):
            await self.connect(seat)

    @property
    def page(self) -> str:
        return f"/tables/{self.number}/"

    @property
    def is_over(self) -> bool:
        return self._phase == "over"

    async def connect(self, seat: int) -> None:
        """Open the socket of the seat, which is told at once how the table stands."""
        arrived: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def hear(text: str) -> None:
            self._hear(seat, text)
            if not arrived.done():
                arrived.set_result(None)

        self.sockets[seat] = await self.guests[seat].socket(f"/ws{self.page}?lang=en", hear)
        await arrived

    async def look_on(self, count: int) -> list[WebSocket]:
        """Have so many more people look on, for whom nobody waits."""
        sockets = []
        for number in range(count):
            guest = Guest(self._https[number % len(self._https)])
            await guest.come()
            await guest.do(f"{self.page}look/")
            sockets.append(await guest.socket(f"/ws{self.page}?lang=en", lambda _text: None))
        return sockets

    async def advance(self) -> bool:
        """Send the form of whoever is to act, one of its actions; after the end the host begins the next match."""
        if self.is_over:
            await self.begin_again()
            return False
        match, version = self.moment
        seat, actions = (0, ["deal"]) if self._phase == "deal" else (self._turn, self._actions[self._turn])
        self.expect((match, version + 1))
        action, guest = random.choice(actions), self.guests[seat]
        move = guest.post(f"{self.page}play/", page=self.page, htmx=True, action=action, version=version)
        answering = asyncio.create_task(move)
        await self.all_show()
        # The sockets may be faster than the answer, for which nobody waits who moves next.
        self._answers = [answer for answer in [*self._answers, answering] if not is_fine(answer)]
        return True

    async def begin_again(self) -> None:
        self.expect((self.moment[0] + 1, 1))
        await self.guests[0].do(f"{self.page}start/")
        await self.guests[0].do(f"{self.page}play/", action="deal", version=0)
        await self.all_show()

    def _hear(self, seat: int, text: str) -> None:
        start = text.rfind('<section id="felt"')
        if start < 0:
            return
        tag = text[start : text.index(">", start)]
        felt = dict(re.findall(r'data-(match|version|phase|to-act)="(\w*)"', tag))
        moment = int(felt["match"]), int(felt["version"])
        if moment < self.moment:
            return
        self.moment, self._phase, self._turn = moment, felt["phase"], int(felt["to-act"] or -1)
        if self._turn == seat:
            buttons = re.findall(r'<button([^>]*)name="action" value="([^"]*)"([^>]*)>', text[start:])
            offered = [action for before, action, after in buttons if 'aria-disabled="true"' not in before + after]
            self._actions[seat] = offered or self._actions[seat]
        self.shows(seat, moment)
