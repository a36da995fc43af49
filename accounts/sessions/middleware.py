"""Noting what a request tells about its browser."""

from collections.abc import Callable
from contextlib import suppress

from django.conf import settings
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.people.languages import language_to_adopt, note_language, set_language_cookie, speak
from accounts.sessions.store import SessionStore, note_use
from accounts.sessions.user_agents import agent_of


class BrowserMiddleware:
    """Notes in the list of sessions which browser this is and when it came, and which language is read in it.

    A new browser gets the account's language, an account that has none the browser's.

    None of it may spoil an answer: a database that is away is the view's to report.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if isinstance(request.session, SessionStore):
            request.session.agent = agent_of(request.headers.get("User-Agent", ""))
        language = ""
        with suppress(OperationalError):
            if language := language_to_adopt(request):
                speak(request, language)
        answer = self.get_response(request)
        if language and settings.LANGUAGE_COOKIE_NAME not in answer.cookies:
            set_language_cookie(answer, language)
        with suppress(OperationalError):
            note_language(request)
            note_use(request.session, timezone.now())
        return answer
