"""Live updates: who changed a table calls `announce`; one `Hub` per process pushes to the sockets of this process.

An announcement carries numbers only and may be lost, doubled or late: the hub reads the newest moment itself, and
compares versions with the database every few seconds. docs/live-updates.md tells the whole way.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from typing import Any

from django.utils import timezone

from accounts.sessions import ended_sessions
from whist.faults import describe
from whist.tables import relay
from whist.tables.frames import NOTHING_SHOWN, Moment, latest_moments
from whist.tables.models import Match
from whist.tables.relay import LOBBY
from whist.tables.rooms import Connection, Room, in_thread, open_room

log = logging.getLogger(__name__)

COMPARE_EVERY = 5.0
SIGNED_OUT, REPLACED = 4401, 4408


class Hub:
    """All open sockets of this process, living in the server's event loop."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.rooms: dict[int, Room[Any]] = {}
        self._by_owner: defaultdict[object, list[Connection]] = defaultdict(list)
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
        """Serve the socket, now and from now on; the oldest of too many of one owner makes room."""
        mine = self._by_owner[connection.owner]
        mine.append(connection)
        room = self.rooms.get(connection.table_id) or self.rooms.setdefault(
            connection.table_id, open_room(connection.table_id)
        )
        room.connections.add(connection)
        if len(mine) > connection.at_most:
            oldest = mine[0]
            self.leave(oldest)
            await oldest.close(REPLACED)
        await self._follow()
        room.refresh()

    def leave(self, connection: Connection) -> None:
        connection.stop()
        mine = self._by_owner[connection.owner]
        if connection in mine:
            mine.remove(connection)
        if not mine:
            del self._by_owner[connection.owner]
        room = self.rooms.get(connection.table_id)
        if room is None:
            return
        room.connections.discard(connection)
        if not room.connections:
            del self.rooms[room.table_id]

    def present(self) -> set[tuple[int, int]]:
        """Table and user of every open socket at a table."""
        tables = [room for room in self.rooms.values() if room.table_id != LOBBY]
        return {(room.table_id, each.viewer.user_id) for room in tables for each in room.connections}

    def nudge(self, table_id: int, moment: tuple[int, int, int]) -> None:
        """Somebody says that the table has come to this moment."""
        room = self.rooms.get(table_id)
        if room is not None and room.is_behind(Moment(*moment)):
            room.refresh()

    async def compare(self) -> None:
        """Find what no announcement told: a session that ended, a newer version, the next match at a table."""
        await self._part_with_ended_sessions()
        if not self.rooms:
            return
        if LOBBY in self.rooms:
            self.rooms[LOBBY].refresh()
        for table_id, moment in (await in_thread(latest_moments)(self.rooms.keys() - {LOBBY})).items():
            room = self.rooms.get(table_id)
            if room is not None and room.is_behind(moment):
                room.refresh()
        await self._follow()

    async def _part_with_ended_sessions(self) -> None:
        """A socket must not outlive its session, whichever process or command ended that."""
        open_sockets = [each for room in self.rooms.values() for each in room.connections if each.session]
        if not open_sockets:
            return
        ended = await in_thread(ended_sessions)({each.session for each in open_sockets}, timezone.now())
        for connection in open_sockets:
            if connection.session in ended:
                self.leave(connection)
                await connection.close(SIGNED_OUT)

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


def announce_lobby() -> None:
    """Tell everybody in the lobby that the list of tables is another: one opened, filled, began, went on, or ended."""
    _tell(LOBBY, NOTHING_SHOWN)


def _tell(table_id: int, moment: Moment) -> None:
    hub = _hub
    if hub is not None and not hub.loop.is_closed():
        hub.loop.call_soon_threadsafe(hub.nudge, table_id, moment)
        if relay.is_needed():
            asyncio.run_coroutine_threadsafe(relay.publish(table_id, moment), hub.loop)
    elif relay.is_needed():
        relay.publish_from_thread(table_id, moment)
