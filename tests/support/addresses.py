"""All addresses of the site, and who is answered what there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from accounts.models import User

ADMIN = "admin/"


def routes(resolver: URLResolver | None = None, before: str = "") -> Iterator[str]:
    """Each pattern in full."""
    for entry in (resolver or get_resolver()).url_patterns:
        route = before + str(entry.pattern)
        if isinstance(entry, URLPattern):
            yield route
        else:
            yield from routes(entry, route)


def address_of(route: str, parts: Mapping[str, str]) -> str:
    """The route with what stands for its changing parts."""
    for part, value in parts.items():
        route = route.replace(part, value)
    assert not set(route) & set("<>^$"), f"no value for a part of {route}"
    return f"/{route}"


def browser_of(user: User | None) -> Client:
    """Signed in, or of a stranger."""
    browser = Client(raise_request_exception=False)
    if user is not None:
        browser.force_login(user)
    return browser


def answer_to(browser: Client, method: str, address: str, form: Mapping[str, object] | None = None) -> HttpResponse:
    """What the browser is sent; what the request changes is undone, in the browser as well."""
    cookies = dict(browser.cookies)
    with transaction.atomic():
        response: HttpResponse = getattr(browser, method)(address, form)
        transaction.set_rollback(True)
    browser.cookies.clear()
    browser.cookies.update(cookies)
    return response
