"""The addresses of sockets."""

from typing import Any

from django.urls import path, re_path

from whist.tables.live.consumers import LobbyConsumer, NoSuchSocket, TableConsumer

# `path` is typed for views; Channels gives it applications.
table: Any = TableConsumer.as_asgi()
lobby: Any = LobbyConsumer.as_asgi()
anything_else: Any = NoSuchSocket.as_asgi()
websocket_urlpatterns: list[Any] = [
    path("ws/tables/<id:table_id>/", table),
    path("ws/tables/", lobby),
    re_path("", anything_else),
]
