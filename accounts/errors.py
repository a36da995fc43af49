"""Answers to who asks too often, or at a bad moment, as pages that people can read."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from whist.refusals import NotNow


class LimitsMiddleware:
    """A view lets `NotNow` pass, such as `TooOften` and `OutboxFull`; the visitor reads when to try again."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        return error_page(request, error) if isinstance(error, NotNow) else None


def error_page(request: HttpRequest, refusal: NotNow) -> HttpResponse:
    """The whole page, or for a script its middle, which belongs where the page's middle is."""
    part = "#middle" if request.headers.get("HX-Request") else ""
    answer = render(request, f"errors/{refusal.status}.html{part}", {"when": str(refusal)}, status=refusal.status)
    answer["Retry-After"] = str(refusal.seconds)
    if part:
        answer["HX-Retarget"], answer["HX-Reswap"] = "#main", "innerHTML"
    return answer
