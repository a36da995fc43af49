"""When a connection of the pool is looked at before it is used: after it has idled, not with every request."""

from __future__ import annotations

import time
from typing import Any

from psycopg_pool import ConnectionPool

IDLED = 1.0
"""Seconds.  A database that restarts takes longer, so no connection from before it is taken for a living one."""


def check_after_idling(connection: Any) -> None:
    """Called by the pool with each connection that it hands out; raises if it is dead, and then another one is made.

    A request has its connection for some milliseconds, so it has idled since it was handed out before.  To be told when
    it is given back would take the pool another thread.
    """
    now = time.monotonic()
    if now - getattr(connection, "handed_out_at", 0.0) > IDLED:
        ConnectionPool.check_connection(connection)
    connection.handed_out_at = now
