"""The server's entry: plain requests, sockets, and the start and end of the process."""

import os

import django
from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "whist.settings")
django.setup(set_prefix=False)

# The applications must be loaded before anything that imports their models.
from whist.lifespan import lifespan  # noqa: E402
from whist.request_queue import QueueingHandler  # noqa: E402
from whist.tables.live.routing import websocket_urlpatterns, with_server_send  # noqa: E402

application = ProtocolTypeRouter(
    {
        "http": QueueingHandler(),
        "websocket": with_server_send(
            AllowedHostsOriginValidator(AuthMiddlewareStack(URLRouter(websocket_urlpatterns)))
        ),
        "lifespan": lifespan,
    }
)
