"""The addresses of sockets."""

from typing import Any

from django.urls import path, re_path

from whist.tables.live.consumers import LobbyConsumer, NoSuchSocket, TableConsumer


def with_server_send(application: Any) -> Any:
    """The application, which finds the server's own ``send`` in its scope."""

    async def call(scope: dict[str, Any], receive: Any, send: Any) -> None:
        await application({**scope, "server_send": send}, receive, send)

    return call


# `path` is typed for views; Channels gives it applications.
table: Any = TableConsumer.as_asgi()
lobby: Any = LobbyConsumer.as_asgi()
anything_else: Any = NoSuchSocket.as_asgi()
websocket_urlpatterns: list[Any] = [
    path("ws/tables/<id:table_id>/", table),
    path("ws/tables/", lobby),
    re_path("", anything_else),
]
