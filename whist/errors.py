"""Answers to what cannot be done, as pages that people can read."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


class NotAllowedPageMiddleware:
    """Django answers a wrong method with an empty page; somebody who reloads a form's address should read why."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer = self.get_response(request)
        if answer.status_code != 405 or answer.content:
            return answer
        page = render(request, "errors/405.html", status=405)
        page["Allow"] = answer["Allow"]
        return page
