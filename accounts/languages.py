"""The language somebody reads: in a cookie of the browser, and with the account for other browsers and for mails."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation

from accounts.models import User


def choose_language(request: HttpRequest, answer: HttpResponse, language: str) -> None:
    """From now on, in this browser and with the account if there is one."""
    set_language_cookie(answer, language)
    if isinstance(request.user, User) and request.user.language != language:
        request.user.language = language
        request.user.save(update_fields=["language"])


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
