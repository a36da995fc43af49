"""What a web process starts when it comes up and stops when it goes down, in the server's own event loop."""

import logging
from importlib import import_module
from importlib.util import find_spec
from typing import Any

log = logging.getLogger(__name__)
LIVE = "whist.tables.live"


async def start_live() -> None:
    """Start the ticker and the hub of open sockets. A layer in memory works in this very loop only."""
    if find_spec(LIVE):
        await import_module(LIVE).start()


async def stop_live() -> None:
    if find_spec(LIVE):
        await import_module(LIVE).stop()


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
