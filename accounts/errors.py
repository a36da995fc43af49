"""Answers to who asks too often, or at a bad moment, as pages that people can read."""

from __future__ import annotations

import math
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext, ngettext

from accounts.limits import TooOften
from accounts.outbox import OutboxFull

FULL_OUTBOX_SECONDS = 60


class LimitsMiddleware:
    """A view that meets a limit raises `TooOften`, or `OutboxFull`; the visitor reads when to try again."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if isinstance(error, TooOften):
            seconds = seconds_of(error)
            return error_page(request, 429, seconds, when=in_words(seconds))
        if isinstance(error, OutboxFull):
            return error_page(request, 503, FULL_OUTBOX_SECONDS)
        return None


def error_page(request: HttpRequest, status: int, seconds: int, **context: str) -> HttpResponse:
    """The whole page, or for a script its middle, which belongs where the page's middle is."""
    part = "#middle" if request.headers.get("HX-Request") else ""
    answer = render(request, f"errors/{status}.html{part}", context, status=status)
    answer["Retry-After"] = str(seconds)
    if part:
        answer["HX-Retarget"], answer["HX-Reswap"] = "#main", "innerHTML"
    return answer


def seconds_of(error: TooOften) -> int:
    """Until he may ask again."""
    return max(1, math.ceil(error.wait.total_seconds()))


def in_words(seconds: int) -> str:
    """Roughly when to try again.

    >>> in_words(75)
    'Please try again in 2 minutes.'
    """
    minutes = math.ceil(seconds / 60)
    if seconds < 60:
        return gettext("Please try again in a minute.")
    if minutes < 90:
        return ngettext("Please try again in %(n)d minute.", "Please try again in %(n)d minutes.", minutes) % {
            "n": minutes
        }
    hours = math.ceil(seconds / 3600)
    return ngettext("Please try again in %(n)d hour.", "Please try again in %(n)d hours.", hours) % {"n": hours}
