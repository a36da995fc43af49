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


_listener: Listener | None = None


def listen(listener: Listener | None) -> None:
    """Let ``listener`` hear what this process announces from now on; None ends it."""
    global _listener  # noqa: PLW0603 - one listener per process
    _listener = listener


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
            asyncio.run_coroutine_threadsafe(pubsub.publish(table_id, version), listener.loop)
    elif pubsub.is_needed():
        pubsub.publish_from_thread(table_id, version)
