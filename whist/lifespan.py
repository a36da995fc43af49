"""What a web process starts when it comes up and stops when it goes down, in the server's own event loop."""

import gc
import logging
from typing import Any

from whist.tables.jobs import ticker
from whist.tables.live import hub
from whist.tables.match import bot_pool

log = logging.getLogger(__name__)

GARBAGE_EVERY = 10_000, 5, 5
"""After so many new objects that live on, the youngest are searched for circles; every fifth time those of middle age,
and every fifth time of these all.  With Python's own 2,000, 10, 10 the search takes a twentieth of a move; all are
searched about as often as with those, or memory would grow."""


async def start_live() -> None:
    """Start the bots' processes, the hub of open sockets and the clock, each in this very loop."""
    bot_pool.start()
    await hub.start()
    ticker.start()
    gc.collect()
    gc.freeze()  # what was imported lives as long as the process
    gc.set_threshold(*GARBAGE_EVERY)


async def stop_live() -> None:
    await ticker.stop()
    await hub.stop()
    bot_pool.stop()


async def lifespan(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """ASGI lifespan: a failing start keeps the server from coming up, a failing stop does not keep it up."""
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            try:
                await start_live()
            except Exception as error:
                log.exception("start failed")
                await send({"type": "lifespan.startup.failed", "message": str(error)})
                return
            await send({"type": "lifespan.startup.complete"})
        elif message["type"] == "lifespan.shutdown":
            try:
                await stop_live()
            except Exception:
                log.exception("stop failed")
            await send({"type": "lifespan.shutdown.complete"})
            return
