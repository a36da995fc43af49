"""Refusals as pages that people can read."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from accounts.responses import see_other


class NotAllowedPageMiddleware:
    """Gives a wrong method, which Django answers with an empty page, a page that says why; at the address of a table's
    form, on which a refusal was shown and reloaded, it redirects to the table."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer = self.get_response(request)
        if answer.status_code != 405 or answer.content:
            return answer
        asked = request.resolver_match
        if request.method in ("GET", "HEAD") and asked and "table_id" in asked.kwargs:
            return see_other(reverse("tables:table", args=[asked.kwargs["table_id"]]))
        page = render(request, "errors/405.html", status=405)
        page["Allow"] = answer["Allow"]
        return page
