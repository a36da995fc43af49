"""What a web process starts when it comes up and stops when it goes down, in the server's own event loop.

An application that has something to run there appends it in ``AppConfig.ready()``::

    from whist.lifespan import companions
    companions.append(ticker)      # a module or object with coroutines start() and stop()

They start in this order and stop in reverse. A channel layer in memory works in this very loop only.
"""

import logging
from typing import Any, Protocol

log = logging.getLogger(__name__)


class Companion(Protocol):
    async def start(self) -> None: ...

    async def stop(self) -> None: ...


companions: list[Companion] = []


async def start_all() -> None:
    for companion in companions:
        await companion.start()


async def stop_all() -> None:
    """One that fails to stop keeps neither the others nor the process up."""
    for companion in reversed(companions):
        try:
            await companion.stop()
        except Exception:
            log.exception("%r did not stop", companion)


async def lifespan(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """ASGI lifespan: a failing start keeps the server from coming up."""
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            try:
                await start_all()
            except Exception as error:
                log.exception("start failed")
                await send({"type": "lifespan.startup.failed", "message": str(error)})
                return
            await send({"type": "lifespan.startup.complete"})
        elif message["type"] == "lifespan.shutdown":
            await stop_all()
            await send({"type": "lifespan.shutdown.complete"})
            return
