"""Whether this process can serve: the two probes, and the answer while the database is away.

``/healthz`` says that the process lives and touches nothing else. ``/readyz`` says that a visitor would
be served: database reachable, migrations applied, Redis reachable if one is configured; otherwise 503
with the reasons as JSON.
"""

from collections.abc import Callable

import redis
from django.conf import settings
from django.db import DatabaseError, OperationalError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext


class ProbesMiddleware:
    """Answers the probes before anything looks at the host or the scheme: they come by number, over plain http."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method in {"GET", "HEAD"} and request.path in PROBES:
            return PROBES[request.path]()
        return self.get_response(request)


def healthz() -> HttpResponse:
    return probe_answer({"alive": True}, 200)


def readyz() -> HttpResponse:
    reasons = [*database_reasons(), *redis_reasons(settings.REDIS_URLS)]
    return probe_answer({"ready": not reasons, "reasons": reasons}, 503 if reasons else 200)


def probe_answer(content: dict[str, object], status: int) -> HttpResponse:
    return JsonResponse(content, status=status, headers={"Cache-Control": "no-store"})


PROBES = {"/healthz": healthz, "/readyz": readyz}


def database_reasons() -> list[str]:
    try:
        executor = MigrationExecutor(connection)
        waiting = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError:
        return ["database unreachable"]
    return [f"{len(waiting)} migrations not applied"] if waiting else []


def redis_reasons(urls: list[str]) -> list[str]:
    reasons = []
    for number, url in enumerate(urls, start=1):
        try:
            with redis.Redis.from_url(url, socket_connect_timeout=1, socket_timeout=1) as client:
                client.ping()
        except redis.RedisError:
            reasons.append(f"redis {number} unreachable")
    return reasons


class DatabaseUnavailableMiddleware:
    """Answers 503, try again soon, when the database is lost or the pool has no free connection."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, OperationalError):
            return None
        return come_again(request, gettext("We cannot reach our records right now. Please try again in a moment."))


def come_again(request: HttpRequest, text: str) -> HttpResponse:
    """A 503 that says when; a browser loads a page again by itself."""
    headers = {"Retry-After": "3"} | ({"Refresh": "3"} if request.method == "GET" else {})
    return HttpResponse(text, status=503, headers=headers, content_type="text/plain; charset=utf-8")
