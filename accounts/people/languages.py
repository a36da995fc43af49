"""The language of a reader: in a cookie of the browser, and with the account for other browsers and for mails."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation

from accounts.models import User
from accounts.people.guests import is_member


def choose_language(request: HttpRequest, answer: HttpResponse, language: str) -> None:
    """Keep the language, in this browser and with the account if there is one."""
    set_language_cookie(answer, language)
    if isinstance(request.user, User) and request.user.language != language:
        request.user.language = language
        request.user.save(update_fields=["language"])


def note_language(request: HttpRequest) -> None:
    """Keep the language of a page that sends something, above all the form to sign in, for mails to a member who has
    chosen none.  A GET changes nothing, and what was chosen stays."""
    user = request.user
    if request.method == "POST" and isinstance(user, User) and is_member(user) and not user.language:
        User.objects.filter(pk=user.pk, language="").update(language=request.LANGUAGE_CODE)


def language_to_adopt(request: HttpRequest) -> str:
    """The language of the account, for a browser that was told none yet; empty if there is nothing to adopt."""
    cookies = request.COOKIES
    if settings.LANGUAGE_COOKIE_NAME in cookies or settings.SESSION_COOKIE_NAME not in cookies:
        return ""
    language: str = getattr(request.user, "language", "")
    return language if language in dict(settings.LANGUAGES) else ""


def speak(request: HttpRequest, language: str) -> None:
    translation.activate(language)
    request.LANGUAGE_CODE = language


def set_language_cookie(answer: HttpResponse, language: str) -> None:
    answer.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        samesite="Lax",
    )
