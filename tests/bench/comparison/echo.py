"""The least that a move to six screens could cost with Channels: what a socket says goes to all at its table.

Nothing is judged, stored or drawn, and what is sent compresses to almost nothing.
"""

import os

from django.conf import settings

LAYER = {"BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer", "CONFIG": {"hosts": [os.environ["REDIS_URL"]]}}
settings.configure(ALLOWED_HOSTS=["*"], INSTALLED_APPS=["channels"], CHANNEL_LAYERS={"default": LAYER})

import django  # noqa: E402

django.setup()

from channels.generic.websocket import AsyncWebsocketConsumer  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from django.urls import path  # noqa: E402


class Echo(AsyncWebsocketConsumer):
    async def connect(self) -> None:
        self.table = f"table-{self.scope['url_route']['kwargs']['table']}"
        await self.channel_layer.group_add(self.table, self.channel_name)
        await self.accept()

    async def disconnect(self, code: int) -> None:
        await self.channel_layer.group_discard(self.table, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        await self.channel_layer.group_send(self.table, {"type": "said", "text": text_data})

    async def said(self, event: dict[str, str]) -> None:
        await self.send(text_data=event["text"])


application = ProtocolTypeRouter({"websocket": URLRouter([path("<int:table>/", Echo.as_asgi())])})
