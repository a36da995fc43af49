"""Carries announcements between processes over Redis: ids only, and no promise that they arrive.

Without Redis there is one process, which needs no telling.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Set
from typing import Any

from channels.layers import get_channel_layer
from django.conf import settings

from whist.faults import describe

log = logging.getLogger(__name__)

RETRY_AFTER = 2.0


def is_needed() -> bool:
    return bool(settings.REDIS_URLS)


def group_of(match_id: int) -> str:
    return f"match.{match_id}"


async def publish(match_id: int, version: int) -> None:
    """Tell the other processes. A failure is only logged: they will find out by themselves."""
    try:
        message = {"type": "announce", "match": match_id, "version": version}
        await _layer().group_send(group_of(match_id), message)
    except Exception as error:
        log.warning("could not announce match %s: %s", match_id, describe(error))


class Listener:
    """Hears what other processes announce about the matches it follows."""

    def __init__(self, hear: Callable[[int, int], None]) -> None:
        self._hear = hear
        self._channel = ""
        self._followed: set[int] = set()

    async def run(self) -> None:
        while True:
            try:
                await self._listen()
            except Exception as error:
                log.warning("cannot listen to other processes: %s", describe(error))
                await asyncio.sleep(RETRY_AFTER)

    async def _listen(self) -> None:
        self._followed = set()
        self._channel = await _layer().new_channel()
        while True:
            message = await _layer().receive(self._channel)
            self._hear(message["match"], message["version"])

    async def follow(self, match_ids: Set[int]) -> None:
        """Hear of these matches and of no others. Called again and again, which makes up for a call that failed."""
        if not self._channel:
            return
        try:
            for match_id in match_ids - self._followed:
                await _layer().group_add(group_of(match_id), self._channel)
                self._followed.add(match_id)
            for match_id in self._followed - match_ids:
                await _layer().group_discard(group_of(match_id), self._channel)
                self._followed.discard(match_id)
        except Exception as error:
            log.warning("cannot follow matches: %s", describe(error))


def _layer() -> Any:
    return get_channel_layer()
