"""Browsers without a server between: Django's test client."""

from __future__ import annotations

from typing import Any

from django.test import Client

from accounts.models import User


def browser_of(user: User | None = None, **options: Any) -> Client:
    """Signed in, if it is somebody's."""
    browser = Client(**options)
    if user is not None:
        browser.force_login(user)
    return browser
