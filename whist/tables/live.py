"""Live updates: who changed a table calls `announce`; one `Hub` per process pushes to the sockets of this process.

An announcement carries numbers only and may be lost, doubled or late: the hub reads the newest moment itself, and
compares versions with the database every few seconds. docs/live-updates.md tells the whole way.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any

from asgiref.sync import async_to_sync
from channels.db import database_sync_to_async

from whist.tables import relay
from whist.tables.faults import describe
from whist.tables.frames import Frame, Moment, SheetState, Viewer, Wish, draw, latest_moments
from whist.tables.models import Match

log = logging.getLogger(__name__)

COMPARE_EVERY = 5.0
SOCKETS_PER_USER = 4

NO_LONGER_WELCOME, REPLACED = 4403, 4408


def in_thread[**P, T](job: Callable[P, T]) -> Callable[P, Coroutine[Any, Any, T]]:
    """The job in one of several worker threads, its database connection closed afterwards."""
    return database_sync_to_async(job, thread_sensitive=False)


class Connection:
    """One open socket: what it shows, and room for one frame that is not sent yet."""

    def __init__(
        self,
        table_id: int,
        viewer: Viewer,
        moment: Moment,
        send: Callable[[str], Awaitable[None]],
        close: Callable[[int], Awaitable[None]],
    ) -> None:
        self.table_id, self.viewer, self.moment = table_id, viewer, moment
        self.sheet: SheetState | None = None
        self._sent: dict[str, int] = {}
        self._send, self._close = send, close
        self._frame: Frame | None = None
        self._ready = asyncio.Event()
        self._writer = asyncio.create_task(self._write())

    @property
    def wish(self) -> Wish:
        return self.viewer, self.sheet

    def offer(self, frame: Frame) -> None:
        """Send the frame; one that still waits behind a slow client is dropped for it."""
        self.moment, self._frame = frame.moment, frame
        self._ready.set()

    async def _write(self) -> None:
        with suppress(OSError, RuntimeError):  # the socket went away; its consumer hears of that itself
            while await self._ready.wait():
                self._ready.clear()
                frame = self._frame
                assert frame is not None
                await self._send(self._news(frame))
                self.sheet = frame.sheet

    def _news(self, frame: Frame) -> str:
        """The parts of the frame that this socket did not bring already."""
        prints = {place: hash(part) for place, part in frame.parts}
        news = [part for place, part in frame.parts if self._sent.get(place) != prints[place]]
        self._sent |= prints
        return "".join(news)

    async def close(self, code: int) -> None:
        self.stop()
        with suppress(OSError, RuntimeError):
            await self._close(code)

    def stop(self) -> None:
        self._writer.cancel()


class Room:
    """The open sockets of one table in this process."""

    def __init__(self, table_id: int) -> None:
        self.table_id = table_id
        self.connections: set[Connection] = set()
        self._is_asked = False
        self._drawing: asyncio.Task[None] | None = None

    def refresh(self) -> None:
        """Bring every socket up to date; calls during a drawing together cause one more."""
        self._is_asked = True
        if self._drawing is None or self._drawing.done():
            self._drawing = asyncio.create_task(self._draw_while_asked())

    def is_behind(self, moment: Moment) -> bool:
        return any(moment.is_newer_than(connection.moment) for connection in self.connections)

    async def _draw_while_asked(self) -> None:
        while self._is_asked and self.connections:
            self._is_asked = False
            try:
                await self._draw()
            except Exception as error:  # the next comparison with the database tries again
                log.error("table %s could not be drawn: %s", self.table_id, describe(error))

    async def _draw(self) -> None:
        wishes = {connection: (connection.wish, connection.moment) for connection in self.connections}
        moment, frames = await in_thread(draw)(self.table_id, set(wishes.values()))
        for connection, (wish, _shown) in wishes.items():
            if connection not in self.connections or not moment.is_newer_than(connection.moment):
                continue
            if (frame := frames[wish]) is None:
                await connection.close(NO_LONGER_WELCOME)
            else:
                connection.offer(frame)


class Hub:
    """All open sockets of this process, living in the server's event loop."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.rooms: dict[int, Room] = {}
        self._by_user: defaultdict[int, list[Connection]] = defaultdict(list)
        self._listener = relay.Listener(self.nudge)
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        self._tasks.append(asyncio.create_task(self._compare_forever()))
        if relay.is_needed():
            self._tasks.append(asyncio.create_task(self._listener.run()))

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def join(self, connection: Connection) -> None:
        """Serve the socket, now and from now on; the oldest of too many of one user makes room."""
        mine = self._by_user[connection.viewer.user_id]
        mine.append(connection)
        room = self.rooms.setdefault(connection.table_id, Room(connection.table_id))
        room.connections.add(connection)
        if len(mine) > SOCKETS_PER_USER:
            oldest = mine[0]
            self.leave(oldest)
            await oldest.close(REPLACED)
        await self._follow()
        room.refresh()

    def leave(self, connection: Connection) -> None:
        connection.stop()
        mine = self._by_user[connection.viewer.user_id]
        if connection in mine:
            mine.remove(connection)
        if not mine:
            del self._by_user[connection.viewer.user_id]
        room = self.rooms.get(connection.table_id)
        if room is None:
            return
        room.connections.discard(connection)
        if not room.connections:
            del self.rooms[room.table_id]

    def present(self) -> set[tuple[int, int]]:
        """Table and user of every open socket."""
        return {(room.table_id, each.viewer.user_id) for room in self.rooms.values() for each in room.connections}

    def nudge(self, table_id: int, moment: tuple[int, int, int]) -> None:
        """Somebody says that the table has come to this moment."""
        room = self.rooms.get(table_id)
        if room is not None and room.is_behind(Moment(*moment)):
            room.refresh()

    async def compare(self) -> None:
        """Find what no announcement told: a newer version, or the next match at a table."""
        if not self.rooms:
            return
        for table_id, moment in (await in_thread(latest_moments)(list(self.rooms))).items():
            room = self.rooms.get(table_id)
            if room is not None and room.is_behind(moment):
                room.refresh()
        await self._follow()

    async def _compare_forever(self) -> None:
        while True:
            await asyncio.sleep(COMPARE_EVERY)
            try:
                await self.compare()
            except Exception as error:
                log.warning("cannot compare versions: %s", describe(error))

    async def _follow(self) -> None:
        if relay.is_needed():
            await self._listener.follow(set(self.rooms))


_hub: Hub | None = None


def the_hub() -> Hub:
    """The hub of this process. A server without lifespan events has none until its first socket."""
    global _hub  # noqa: PLW0603 - one hub per process and event loop
    if _hub is None or _hub.loop is not asyncio.get_running_loop():
        _hub = Hub()
        _hub.start()
    return _hub


def present() -> set[tuple[int, int]]:
    """Table and user of every socket that is open in this process."""
    return _hub.present() if _hub is not None else set()


async def start() -> None:
    the_hub()


async def stop() -> None:
    global _hub
    hub, _hub = _hub, None
    if hub is not None:
        await hub.stop()


def announce(match: Match) -> None:
    """Tell everybody at the table of a match that it has a new version. From any thread of any process; never blocks a
    web request, never raises."""
    _tell(match.table_id, Moment(match.pk, match.version, match.table.revision))


def announce_table(table_id: int, revision: int) -> None:
    """Tell everybody at a table that something other than its match has changed."""
    _tell(table_id, Moment(0, 0, revision))


def _tell(table_id: int, moment: Moment) -> None:
    hub = _hub
    if hub is not None and not hub.loop.is_closed():
        hub.loop.call_soon_threadsafe(hub.nudge, table_id, moment)
        if relay.is_needed():
            asyncio.run_coroutine_threadsafe(relay.publish(table_id, moment), hub.loop)
    elif relay.is_needed():
        async_to_sync(relay.publish)(table_id, moment)
