"""Answers to what cannot be done, as pages that people can read."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from accounts.responses import see_other


class NotAllowedPageMiddleware:
    """Django answers a wrong method with an empty page.  Somebody who reloads a form's address should read why; from
    that of a table's form, where he has read a refusal, he is brought to the table."""

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
