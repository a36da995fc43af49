"""``manage.py play``: one process on this machine, ready to play in the browser."""

import os
import socket
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Any

import uvicorn
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.utils import timezone

from whist.old_databases import is_old, set_aside

HOST = "127.0.0.1"


class Command(BaseCommand):
    help = "Prepare the database and the translations, print the address and serve the site on this machine."

    def add_arguments(self, parser: Any) -> None:
        parser.add_argument("--port", type=int, default=int(os.environ.get("PORT") or 8000))

    def handle(self, *args: Any, port: int, **options: Any) -> None:
        listener = listen(port)
        self.begin_anew()
        call_command("migrate", verbosity=0, interactive=False)
        call_command("compile_messages", verbosity=0)
        keeper = keep_database_open()
        port = listener.getsockname()[1]
        if "SITE_URL" not in os.environ:
            settings.SITE_URL = f"http://{HOST}:{port}"
        self.stdout.write(f"\n  Romanian whist: http://{HOST}:{port}/\n  Ctrl-C ends it; matches are kept.\n\n")
        self.stdout.flush()
        with suppress(KeyboardInterrupt):  # how it is meant to end
            serve(listener)
        if keeper:
            keeper.close()

    def begin_anew(self) -> None:
        """Put a new database beside a file that cannot be carried over; what else cannot be, `migrate` refuses."""
        if connection.vendor != "sqlite" or not is_old(connection):
            return
        connection.close()
        path = Path(settings.DATABASES["default"]["NAME"])
        kept = set_aside(path, timezone.localtime())
        self.stdout.write(
            f"\n  {path} was made by an earlier version of the site and cannot be carried over."
            f"\n  It is kept as {kept.name} beside a new one.\n"
        )


def listen(port: int) -> socket.socket:
    """Take the port before anything else, so that a taken one is told at once. Port 0 takes a free one."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((HOST, port))
        listener.listen()
    except OSError as error:
        listener.close()
        raise CommandError(
            f"Port {port} cannot be used ({error.strerror}). Choose another: make play PORT={port + 1}"
        ) from error
    return listener


def keep_database_open() -> sqlite3.Connection | None:
    """Keep one connection open: SQLite need not tidy its log away whenever a request closes the last one."""
    database = settings.DATABASES["default"]
    if not database["ENGINE"].endswith("sqlite3"):
        return None
    connection = sqlite3.connect(Path(database["NAME"]), check_same_thread=False)
    connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    return connection


def serve(listener: socket.socket) -> None:
    config = uvicorn.Config(
        "whist.asgi:application",
        lifespan="on",
        ws_max_size=4096,
        proxy_headers=False,  # TRUSTED_PROXIES says which headers count
        timeout_graceful_shutdown=2,
        log_level="warning",
        access_log=False,
    )
    uvicorn.Server(config).run(sockets=[listener])
