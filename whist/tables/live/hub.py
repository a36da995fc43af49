"""Live updates: one `Hub` per process hears announcements and pushes to the sockets of this process.

An announcement carries numbers only and may be lost, doubled or late: the hub reads the newest version itself, and
compares versions with the database every few seconds. docs/live-updates.md tells the whole way.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from typing import Any

from django.utils import timezone

from accounts.sessions.store import ended_sessions
from whist.log_filters import describe
from whist.tables.announcing import announcements, pubsub
from whist.tables.announcing.versions import LOBBY, TableVersion, latest_versions
from whist.tables.live.sockets import Connection, SocketGroup, in_thread, open_group
from whist.tables.match.known_tables import forget_older

log = logging.getLogger(__name__)

COMPARE_EVERY = 5.0
SIGNED_OUT, REPLACED = 4401, 4408


class Hub:
    """All open sockets of this process, living in the server's event loop."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.groups: dict[int, SocketGroup[Any]] = {}
        self._by_owner: defaultdict[object, list[Connection]] = defaultdict(list)
        self._listener = pubsub.Listener(self.nudge)
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        self._tasks.append(asyncio.create_task(self._compare_forever()))
        if pubsub.is_needed():
            self._tasks.append(asyncio.create_task(self._listener.run()))

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def join(self, connection: Connection) -> None:
        """Serve the socket, now and from now on; the oldest of too many of one owner makes room."""
        mine = self._by_owner[connection.owner]
        mine.append(connection)
        group = self.groups.get(connection.table_id) or self.groups.setdefault(
            connection.table_id, open_group(connection.table_id)
        )
        group.connections.add(connection)
        if len(mine) > connection.at_most:
            oldest = mine[0]
            self.leave(oldest)
            await oldest.close(REPLACED)
        await self._follow()
        group.refresh()

    def leave(self, connection: Connection) -> None:
        connection.stop()
        mine = self._by_owner[connection.owner]
        if connection in mine:
            mine.remove(connection)
        if not mine:
            del self._by_owner[connection.owner]
        group = self.groups.get(connection.table_id)
        if group is None:
            return
        group.connections.discard(connection)
        if not group.connections:
            del self.groups[group.table_id]

    def present(self) -> set[tuple[int, int]]:
        """Table and user of every open socket at a table."""
        tables = [group for group in self.groups.values() if group.table_id != LOBBY]
        return {(group.table_id, each.viewer.user_id) for group in tables for each in group.connections}

    def sockets_of(self, user_id: int) -> list[Connection]:
        return list(self._by_owner.get(user_id, ()))

    def nudge(self, table_id: int, version: tuple[int, int, int]) -> None:
        """Hear that the table has come to this version."""
        forget_older(table_id, TableVersion(*version))
        group = self.groups.get(table_id)
        if group is not None and group.is_behind(TableVersion(*version)):
            group.refresh(TableVersion(*version))

    async def compare(self) -> None:
        """Find what no announcement told: a session that ended, a newer version, the next match at a table."""
        await self._part_with_ended_sessions()
        if pubsub.is_needed():
            await self._listener.tell_others()
        if not self.groups:
            return
        if LOBBY in self.groups:
            self.groups[LOBBY].refresh()
        for table_id, version in (await in_thread(latest_versions)(self.groups.keys() - {LOBBY})).items():
            group = self.groups.get(table_id)
            if group is not None and group.is_behind(version):
                group.refresh(version)
        await self._follow()

    async def _part_with_ended_sessions(self) -> None:
        """Close sockets whose session has ended, whichever process or command ended it."""
        open_sockets = [each for group in self.groups.values() for each in group.connections if each.session]
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
        if pubsub.is_needed():
            await self._listener.follow(set(self.groups))


_hub: Hub | None = None


def the_hub() -> Hub:
    """The hub of this process. A server without lifespan events has none until its first socket."""
    global _hub  # noqa: PLW0603 - one hub per process and event loop
    if _hub is None or _hub.loop is not asyncio.get_running_loop():
        _hub = Hub()
        _hub.start()
        announcements.listen(_hub)
    return _hub


def present() -> set[tuple[int, int]]:
    """Table and user of every socket that is open in this process."""
    return _hub.present() if _hub is not None else set()


def shows_live(table_id: int, user_id: int) -> bool:
    """Whether a socket of this process brings the table to the user.  From any thread."""
    hub = _hub
    return hub is not None and any(socket.table_id == table_id for socket in hub.sockets_of(user_id))


async def start() -> None:
    the_hub()


async def stop() -> None:
    global _hub
    hub, _hub = _hub, None
    announcements.listen(None)
    if hub is not None:
        await hub.stop()
