"""The WebSockets of tables and of their list: frames go out, nothing but ``ping`` comes in."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import parse_qs

from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from accounts.client_address import visitor_at
from accounts.models import User
from accounts.people.preferences import Preferences
from whist.refusals import NotFound
from whist.tables.announcing.versions import NOTHING_SHOWN, TableVersion
from whist.tables.live.frames import Viewer, viewer_at
from whist.tables.live.hub import present, the_hub
from whist.tables.live.sockets import Connection, LobbyConnection, in_thread
from whist.tables.presence import breaks

NOTHING_EXPECTED = 4400
NOBODY = 0
"""The number of people who are not signed in: no user has it."""


class LiveConsumer(AsyncWebsocketConsumer):
    # The hub serves all sockets of the process; a subscription of its own for each would be a waste.
    channel_layer_alias = ""

    connection: Connection | None = None

    @property
    def query(self) -> dict[str, str]:
        return {name: values[0] for name, values in parse_qs(self.scope["query_string"].decode("latin-1")).items()}

    @property
    def session_key(self) -> str:
        return self.scope["session"].session_key or ""

    async def join(self, connection: Connection) -> None:
        self.connection = connection
        await the_hub().join(connection)

    async def send_text(self, html: str) -> None:
        """Past the layers of Channels, of which none has anything to do with a frame."""
        send = self.scope["server_send"]  # type: ignore[typeddict-item]
        await send({"type": "websocket.send", "text": html})

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if text_data == "ping":
            await self.send(text_data="pong")
        else:
            await self.close(NOTHING_EXPECTED)

    async def disconnect(self, code: int) -> None:
        if self.connection is not None:
            the_hub().leave(self.connection)


class TableConsumer(LiveConsumer):
    async def connect(self) -> None:
        """Accept those who may watch; anybody else gets 403 without learning whether the table exists."""
        table_id = self.scope["url_route"]["kwargs"]["table_id"]
        language, shown = language_of(self.query), version_of(self.query)
        try:
            viewer = await in_thread(viewer_at)(table_id, self.scope["user"], language)
        except (NotFound, PermissionDenied):
            await self.close()
            return
        await self.accept()
        await self.join(Connection(table_id, viewer, shown, self.send_text, self.close, session=self.session_key))
        await in_thread(breaks.note_socket)(table_id, viewer.user_id, timezone.now())

    async def disconnect(self, code: int) -> None:
        await super().disconnect(code)
        if self.connection is None:
            return
        place = self.connection.table_id, self.connection.viewer.user_id
        if place not in present():
            await in_thread(breaks.note_no_socket)(*place, timezone.now())


class LobbyConsumer(LiveConsumer):
    async def connect(self) -> None:
        """Accept everybody to the list of public tables; users see their own with it."""
        user = self.scope["user"]
        viewer = Viewer(user.pk if isinstance(user, User) else NOBODY, language_of(self.query), Preferences())
        fingerprint, visitor = self.query.get("shown", ""), visitor_at(self.scope)
        await self.accept()
        send, close, session = self.send_text, self.close, self.session_key
        await self.join(LobbyConnection(viewer, fingerprint, send, close, session=session, visitor=visitor))


class NoSuchSocket(AsyncWebsocketConsumer):
    """Refuse an address that does not exist, as a page would."""

    channel_layer_alias = ""

    async def connect(self) -> None:
        await self.close()


def language_of(query: Mapping[str, str]) -> str:
    """The page's language, as far as the query says so in earnest.

    >>> language_of({"lang": "de"}), language_of({"lang": "xx"})
    ('de', 'en')
    """
    language = query.get("lang", "")
    return language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


def version_of(query: Mapping[str, str]) -> TableVersion:
    """The version that the page shows already.

    >>> version_of({"match": "7", "version": "12"})
    TableVersion(match=7, version=12, revision=0)
    >>> version_of({"match": "seven"})
    TableVersion(match=0, version=-1, revision=-1)
    """
    try:
        return TableVersion(int(query["match"]), int(query["version"]), int(query.get("revision", 0)))
    except (KeyError, ValueError):
        return NOTHING_SHOWN
