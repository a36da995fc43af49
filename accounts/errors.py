"""Refusals that say when to try again, as pages that people can read."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from whist.refusals import NotNow


class LimitsMiddleware:
    """Turns a `NotNow` that a view lets pass (`TooOften`, `OutboxFull`) into a page that says when to try again."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        return error_page(request, error) if isinstance(error, NotNow) else None


def error_page(request: HttpRequest, refusal: NotNow) -> HttpResponse:
    """The whole page, or for a script its middle, to be put where the page's middle is."""
    part = "#middle" if request.headers.get("HX-Request") else ""
    answer = render(request, f"errors/{refusal.status}.html{part}", {"when": str(refusal)}, status=refusal.status)
    answer["Retry-After"] = str(refusal.seconds)
    if part:
        answer["HX-Retarget"], answer["HX-Reswap"] = "#main", "innerHTML"
    return answer
