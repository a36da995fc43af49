"""The open sockets of one process, and what brings them up to date: a group for each table, and the lobby.

A group draws what its sockets show once for all of them, however many nudges came; each socket can keep one frame.
"""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from typing import Any

from channels.db import database_sync_to_async

from whist.environment import THREADS_BEHIND_PAGES
from whist.log_filters import describe
from whist.tables.announcing.versions import LOBBY, NOTHING_SHOWN, TableVersion
from whist.tables.drawing.parts import NOTHING_DRAWN, Part
from whist.tables.live.frames import Asked, Frame, RenderKey, SheetState, Viewer, draw, draw_known, needs_database
from whist.tables.live.lobby_frames import draw_listings
from whist.tables.match.known_tables import recall

log = logging.getLogger(__name__)

SOCKETS_PER_USER = 4
SOCKETS_PER_ADDRESS = 40
"""Strangers are told apart by their address only, and a club shares one."""

LOBBY_PAUSE = 1.0
"""Seconds between two drawings of the list of tables."""

NO_LONGER_WELCOME = 4403


_threads = ThreadPoolExecutor(THREADS_BEHIND_PAGES, thread_name_prefix="behind-pages")


def in_thread[**P, T](job: Callable[P, T]) -> Callable[P, Coroutine[Any, Any, T]]:
    """The job in one of several worker threads, its database connection closed afterwards."""
    return database_sync_to_async(job, thread_sensitive=False, executor=_threads)


class Connection:
    """One open socket: what it shows, the key of its session, and at most one frame that is not sent yet."""

    def __init__(
        self,
        table_id: int,
        viewer: Viewer,
        version: TableVersion,
        send: Callable[[str], Awaitable[None]],
        close: Callable[[int], Awaitable[None]],
        *,
        session: str,
    ) -> None:
        self.table_id, self.viewer, self.version, self.session = table_id, viewer, version, session
        self.sheet: SheetState | None = None
        self._shown = NOTHING_DRAWN
        self._send, self._close = send, close
        self._chat: Part | None = None
        self._frame: Frame | None = None
        self._writer: asyncio.Task[None] | None = None

    @property
    def owner(self) -> object:
        """Whose sockets are counted together, of which there may be ``at_most`` so many."""
        return self.viewer.user_id

    at_most = SOCKETS_PER_USER

    @property
    def key(self) -> RenderKey:
        return self.viewer, self.sheet

    def offer(self, frame: Frame) -> None:
        """Send the frame; one that still waits behind a slow client is dropped for it."""
        if frame.chat is None and self._frame is not None and self._frame.chat is not None:
            frame = replace(frame, chat=self._frame.chat)  # or it would not be heard before somebody speaks again
        self.version, self._frame = frame.version, frame
        if self._writer is None or self._writer.done():
            # Begun at once: most sockets take what they are sent without anybody having to wait.
            self._writer = asyncio.Task(self._write(), loop=asyncio.get_running_loop(), eager_start=True)

    async def _write(self) -> None:
        with suppress(OSError, RuntimeError):  # the socket went away; its consumer hears of that itself
            while (frame := self._frame) is not None:
                self._frame = None
                said, self._shown = frame.drawing.after(self._shown)
                self.sheet = frame.sheet
                if frame.chat is not None and frame.chat != self._chat:
                    said, self._chat = frame.chat.whole + said, frame.chat
                if said:
                    await self._send(said)

    async def close(self, code: int) -> None:
        self.stop()
        with suppress(OSError, RuntimeError):
            await self._close(code)

    def stop(self) -> None:
        if self._writer is not None:
            self._writer.cancel()


class LobbyConnection(Connection):
    """A socket that shows the list of tables, as it was when it had this fingerprint; strangers have one too."""

    def __init__(
        self,
        viewer: Viewer,
        fingerprint: str,
        send: Callable[[str], Awaitable[None]],
        close: Callable[[int], Awaitable[None]],
        *,
        session: str,
        visitor: str,
    ) -> None:
        super().__init__(LOBBY, viewer, NOTHING_SHOWN, send, close, session=session)
        self.fingerprint, self.visitor = fingerprint, visitor
        self.at_most = SOCKETS_PER_USER if viewer.user_id else SOCKETS_PER_ADDRESS

    @property
    def owner(self) -> object:
        return self.viewer.user_id or self.visitor


class SocketGroup[C: Connection](ABC):
    """The open sockets of one table, or of the lobby, in this process."""

    def __init__(self, table_id: int) -> None:
        self.table_id = table_id
        self.connections: set[C] = set()
        self.announced = NOTHING_SHOWN
        self._is_asked = self._must_read = False
        self._drawing: asyncio.Task[None] | None = None

    def refresh(self, version: TableVersion | None = None) -> None:
        """Bring every socket up to date; calls during a drawing together cause one more.  ``version`` is what the table
        has come to; without it nothing is believed, and the table read."""
        self._is_asked = True
        if version is None:
            self._must_read = True
        else:
            self.announced = self.announced.or_newer(version)
        if self._drawing is None or self._drawing.done():
            self._drawing = asyncio.create_task(self._draw_while_asked())

    @abstractmethod
    def is_behind(self, version: TableVersion) -> bool:
        """Whether a socket here may show something older."""

    @abstractmethod
    async def draw(self) -> None:
        """Read and render what is to be shown now, and offer it to every socket that shows something else."""

    async def rest(self) -> None:
        """Wait as long as passes at least between two drawings."""
        await asyncio.sleep(0)

    async def _draw_while_asked(self) -> None:
        while self._is_asked and self.connections:
            self._is_asked = False
            try:
                await self.draw()
            except Exception as error:  # the next comparison with the database tries again
                log.error("table %s could not be drawn: %s", self.table_id, describe(error))
            await self.rest()


class TableSockets(SocketGroup[Connection]):
    def is_behind(self, version: TableVersion) -> bool:
        return any(version.is_newer_than(connection.version) for connection in self.connections)

    async def draw(self) -> None:
        asked = {connection: Asked(connection.key, connection.version) for connection in self.connections}
        at_least, self._must_read = None if self._must_read else self.announced, False
        known = recall(self.table_id, at_least) if at_least is not None else None
        wanted = set(asked.values())
        if known is not None and not needs_database(known, wanted):
            version, frames = draw_known(known, wanted)  # here, since another thread costs more than the drawing
        else:
            version, frames = await in_thread(draw)(self.table_id, wanted, at_least)
        for connection, each in asked.items():
            if connection not in self.connections or not version.is_newer_than(connection.version):
                continue
            if (frame := frames[each.key]) is None:
                await connection.close(NO_LONGER_WELCOME)
            else:
                connection.offer(frame)


class LobbySockets(SocketGroup[LobbyConnection]):
    """The sockets of the list of tables.  It has no version: what differs from what is shown is sent."""

    def __init__(self) -> None:
        super().__init__(LOBBY)

    def is_behind(self, version: TableVersion) -> bool:
        return True

    async def draw(self) -> None:
        listings = await in_thread(draw_listings)({connection.viewer for connection in self.connections})
        for connection in self.connections:
            listing = listings.get(connection.viewer)
            if listing is not None and listing.fingerprint != connection.fingerprint:
                connection.fingerprint = listing.fingerprint
                connection.offer(listing.frame)

    async def rest(self) -> None:
        await asyncio.sleep(LOBBY_PAUSE)


def open_group(table_id: int) -> SocketGroup[Any]:
    return LobbySockets() if table_id == LOBBY else TableSockets(table_id)
