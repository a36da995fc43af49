"""The entry of the site's server with one address more, which says what the process holds.

Only the soak of its memory starts it.
"""

from __future__ import annotations

import asyncio
import functools
import gc
import json
import threading
from typing import Any

from whist.asgi import application as site
from whist.tables.live.hub import the_hub
from whist.tables.match import known_tables, state_cache

PATH = "/inside/"


def caches() -> list[Any]:
    """Functions that remember their answers.  Others are not asked for their class, which may wake a lazy object."""
    return [each for each in gc.get_objects() if type(each) is functools._lru_cache_wrapper]


IMPORTED = caches()
"""Looked for before the server starts, which puts what was imported out of sight of the garbage collector."""


async def application(scope: Any, receive: Any, send: Any) -> None:
    if scope.get("path") != PATH:
        await site(scope, receive, send)
        return
    body = json.dumps(held()).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def held() -> dict[str, int]:
    """How many there are of what could pile up; garbage has been taken away."""
    gc.collect()
    return {
        "tasks": len(asyncio.all_tasks()),
        "threads": threading.active_count(),
        "tables with sockets": len(the_hub().groups),
        "sockets": len(the_hub().present()),
        "known tables": len(known_tables._known),
        "states": len(state_cache._cached_states) + len(state_cache._ended),
        "remembered answers": sum(each.cache_info().currsize for each in {*IMPORTED, *caches()}),
        "objects": len(gc.get_objects()),
    }
