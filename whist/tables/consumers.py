"""The WebSocket of a table: frames go out, nothing but ``ping`` comes in."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs

from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from whist.tables import breaks
from whist.tables.frames import NOTHING_SHOWN, Moment, viewer_at
from whist.tables.live import Connection, in_thread, present, the_hub
from whist.tables.models import Table

NOTHING_EXPECTED = 4400


class TableConsumer(AsyncWebsocketConsumer):
    # The hub serves all sockets of the process; a subscription of its own for each would be a waste.
    channel_layer_alias = ""

    connection: Connection | None = None

    async def connect(self) -> None:
        """Only who belongs to the table; anybody else gets 403 without learning whether the table exists."""
        table_id = self.scope["url_route"]["kwargs"]["table_id"]
        language, shown = said_by_page(self.scope["query_string"].decode("latin-1"))
        try:
            viewer = await in_thread(viewer_at)(table_id, self.scope["user"], language)
        except (Table.DoesNotExist, PermissionDenied):
            await self.close()
            return
        await self.accept()
        self.connection = Connection(table_id, viewer, shown, self.send_text, self.close)
        await the_hub().join(self.connection)
        await in_thread(breaks.note_socket)(table_id, viewer.user_id, timezone.now())

    async def send_text(self, html: str) -> None:
        await self.send(text_data=html)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if text_data == "ping":
            await self.send(text_data="pong")
        else:
            await self.close(NOTHING_EXPECTED)

    async def disconnect(self, code: int) -> None:
        if self.connection is None:
            return
        the_hub().leave(self.connection)
        place = self.connection.table_id, self.connection.viewer.user_id
        if place not in present():
            await in_thread(breaks.note_no_socket)(*place, timezone.now())


class NoSuchSocket(AsyncWebsocketConsumer):
    """Refuses what nobody serves, as a page that does not exist would."""

    channel_layer_alias = ""

    async def connect(self) -> None:
        await self.close()


def said_by_page(query: str) -> tuple[str, Moment]:
    """The page's language and what it shows already, as far as the query says so in earnest.

    >>> said_by_page("lang=de&match=7&version=12")
    ('de', Moment(match=7, version=12, revision=0))
    >>> said_by_page("lang=xx&match=seven")
    ('en', Moment(match=0, version=-1, revision=-1))
    """
    said: dict[str, Any] = {name: values[0] for name, values in parse_qs(query).items()}
    language = said.get("lang", "")
    if language not in dict(settings.LANGUAGES):
        language = settings.LANGUAGE_CODE
    try:
        return language, Moment(int(said["match"]), int(said["version"]), int(said.get("revision", 0)))
    except (KeyError, ValueError):
        return language, NOTHING_SHOWN
