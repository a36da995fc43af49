"""The server's entry: plain requests, sockets, and the start and end of the process."""

import os

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator

from whist.handling import http_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "whist.settings")
http = http_application()

# The applications must be loaded before anything that imports their models.
from whist.lifespan import lifespan  # noqa: E402
from whist.tables.routing import websocket_urlpatterns  # noqa: E402

application = ProtocolTypeRouter(
    {
        "http": http,
        "websocket": AllowedHostsOriginValidator(AuthMiddlewareStack(URLRouter(websocket_urlpatterns))),
        "lifespan": lifespan,
    }
)
