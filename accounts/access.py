"""The guards of the pages about one's own account."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, cast
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from accounts.models import User
from accounts.responses import HttpResponseSeeOther


def to_sign_in(request: HttpRequest) -> HttpResponse:
    """Send to the page for signing in, and from there back to this one."""
    return HttpResponseSeeOther(f"{settings.LOGIN_URL}?{urlencode({'next': request.path})}")


class UserRequest(HttpRequest):
    user: User


Page = Callable[..., HttpResponse]
OwnPage = Callable[..., HttpResponse]


def for_users(page: OwnPage) -> Page:
    """Let only users see the page: a stranger is asked to sign in first."""

    @wraps(page)
    def answer(request: HttpRequest, **places: Any) -> HttpResponse:
        return page(cast(UserRequest, request), **places) if isinstance(request.user, User) else to_sign_in(request)

    return cast(Page, answer)


def for_members(page: OwnPage) -> Page:
    """Let only members see the page: guests are asked to sign in too."""

    @wraps(page)
    def answer(request: HttpRequest, **places: Any) -> HttpResponse:
        is_member = isinstance(request.user, User) and not request.user.is_guest
        return page(cast(UserRequest, request), **places) if is_member else to_sign_in(request)

    return cast(Page, answer)
