"""The addresses of sockets."""

from typing import Any

from django.urls import path

from whist.tables.consumers import TableConsumer

# `path` is typed for views; Channels gives it applications.
application: Any = TableConsumer.as_asgi()
websocket_urlpatterns: list[Any] = [path("ws/tables/<int:table_id>/", application)]
