"""What the settings make of the environment.  docs/deployment.md explains every variable."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Any

import environ
from django.core.exceptions import ImproperlyConfigured

env = environ.Env()

# Writers queue up instead of failing when a transaction takes the write lock at its beginning.
SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
}

MAIL_TIMEOUT = 10
"""Seconds after which a mail server that does not answer is given up."""


def database_from_environment(var_dir: Path) -> dict[str, Any]:
    if not os.environ.get("DATABASE_URL"):
        var_dir.mkdir(exist_ok=True)
    database: dict[str, Any] = env.db("DATABASE_URL", default=f"sqlite:///{var_dir / 'whist.sqlite3'}")
    options = database.setdefault("OPTIONS", {})
    if database["ENGINE"].endswith("sqlite3"):
        options.update(SQLITE_OPTIONS)
        database["CONN_MAX_AGE"] = None  # each thread keeps its own: to open one takes longer than most statements
    else:
        options.update(postgresql_options(pool_size()))
        database["CONN_HEALTH_CHECKS"] = True
    return database


THREADS_BEHIND_PAGES = 6
"""So many threads of a web process draw for sockets and drive the clocks, each with a connection."""

MOST_CONNECTIONS = 12
FEWEST_REQUESTS = 2


def requests_at_once() -> int:
    """How many plain requests a web process answers at a time, so that none waits for a connection.

    One connection is left for the sockets that are being opened.
    """
    return max(FEWEST_REQUESTS, pool_size() - THREADS_BEHIND_PAGES - 1)


def pool_size() -> int:
    connections: int = env.int("DATABASE_POOL_SIZE", default=MOST_CONNECTIONS)
    return connections


def postgresql_options(connections: int) -> dict[str, Any]:
    """A pool per process; a request that waits longer than three seconds for a connection gets a 503.

    Statements are prepared when they come for the third time on a connection, which halves what the database needs for
    a move.  So no pooler may stand between that lends a connection for a transaction only.
    """
    from whist.database_pool import check_after_idling  # which nobody needs without PostgreSQL

    pool = {"min_size": 1, "max_size": connections, "timeout": 3, "max_lifetime": 1800, "check": check_after_idling}
    return {"connect_timeout": 3, "pool": pool, "server_side_binding": True, "prepare_threshold": 3}


def secret_key_from_environment(var_dir: Path, *, is_embedded: bool) -> str:
    if key := os.environ.get("SECRET_KEY"):
        return key
    if not is_embedded:
        raise ImproperlyConfigured("Set SECRET_KEY: all processes of a deployed site must share one.")
    return own_secret_key(var_dir / "secret-key")


def own_secret_key(path: Path) -> str:
    """The key of an embedded server: made on the first start and kept, for its owner's eyes only."""
    if not path.exists():
        path.parent.mkdir(exist_ok=True)
        draft = path.with_suffix(f".{secrets.token_hex(4)}")
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(64))
        try:
            os.link(draft, path)
        except FileExistsError:
            pass  # another process was faster; its key counts
        finally:
            draft.unlink()
    return path.read_text()


def mailer_from_environment(*, is_embedded: bool) -> dict[str, Any]:
    """An embedded server prints its mails; a deployed one must be told to, since they hold codes to sign in with."""
    if not is_embedded and not os.environ.get("EMAIL_URL"):
        raise ImproperlyConfigured(
            "Set EMAIL_URL: without a mail server nobody can sign in. "
            "consolemail:// prints all mails, with their codes, into the log of the process that sends them."
        )
    parsed = env.email("EMAIL_URL", default="consolemail://")
    backend: str = parsed["EMAIL_BACKEND"]
    if backend.endswith("filebased.EmailBackend"):
        return {"BACKEND": backend, "OPTIONS": {"file_path": f"/{parsed['EMAIL_FILE_PATH']}"}}
    return {"BACKEND": backend, "OPTIONS": smtp_options(parsed) if backend.endswith("smtp.EmailBackend") else {}}


def smtp_options(parsed: dict[str, Any]) -> dict[str, Any]:
    return {
        "host": parsed["EMAIL_HOST"],
        "port": parsed["EMAIL_PORT"] or 25,
        "username": parsed["EMAIL_HOST_USER"] or "",
        "password": parsed["EMAIL_HOST_PASSWORD"] or "",
        "use_tls": parsed.get("EMAIL_USE_TLS", False),
        "use_ssl": parsed.get("EMAIL_USE_SSL", False),
        "timeout": MAIL_TIMEOUT,
    }
