"""Telling everybody that a table has changed: numbers only, and no promise that they arrive.

Code that writes announces; what shows tables listens.  The hub of a web process registers itself here, so that no
code that writes a move knows of sockets or pages.  A process without a hub, such as a worker, tells the others over
Redis.
"""

from __future__ import annotations

import asyncio
from typing import Protocol

from whist.tables.announcing import pubsub
from whist.tables.announcing.versions import LOBBY, NOTHING_SHOWN, TableVersion
from whist.tables.models import Match


class Listener(Protocol):
    """Hears of every announcement of this process, in its own event loop."""

    loop: asyncio.AbstractEventLoop

    def nudge(self, table_id: int, version: tuple[int, int, int]) -> None:
        """The table has come to this version, or beyond it."""


class Outbox:
    """What a process with an event loop has still to tell the others: of each table what it has come to, not each step.

    A connection to Redis takes one announcement after the other, and each waits for its turn in the loop.  A loop that
    has moves to draw all the time would fall behind further with every one of them.
    """

    def __init__(self) -> None:
        self._untold: dict[int, TableVersion] = {}
        self._telling: asyncio.Task[None] | None = None

    def put(self, table_id: int, version: TableVersion) -> None:
        """Must be called in the loop."""
        self._untold[table_id] = version.or_newer(self._untold.get(table_id, version))
        if self._telling is None or self._telling.done():
            self._telling = asyncio.get_running_loop().create_task(self._tell())

    async def _tell(self) -> None:
        while self._untold:
            table_id = next(iter(self._untold))
            await pubsub.publish(table_id, self._untold.pop(table_id))


_listener: Listener | None = None
_outbox = Outbox()


def listen(listener: Listener | None) -> None:
    """Let ``listener`` hear what this process announces from now on; None ends it."""
    global _listener, _outbox
    _listener, _outbox = listener, Outbox()


def announce(match: Match) -> None:
    """Tell everybody at the table of a match that it has a new version.  From any thread of any process; never blocks a
    web request, never raises."""
    _tell(match.table_id, TableVersion(match.pk, match.version, match.table.revision))


def announce_table(table_id: int, revision: int) -> None:
    """Tell everybody at a table that something other than its match has changed."""
    _tell(table_id, TableVersion(0, 0, revision))


def announce_lobby() -> None:
    """Tell everybody in the lobby that the list has changed: a table opened, filled, began, went on, or ended."""
    _tell(LOBBY, NOTHING_SHOWN)


def _tell(table_id: int, version: TableVersion) -> None:
    listener = _listener
    if listener is not None and not listener.loop.is_closed():
        listener.loop.call_soon_threadsafe(listener.nudge, table_id, version)
        if pubsub.has_listeners():
            listener.loop.call_soon_threadsafe(_outbox.put, table_id, version)
    elif pubsub.is_needed():
        pubsub.publish_from_thread(table_id, version)
