"""Everything the site keeps about an account, as one JSON file for its owner."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder

from accounts.hooks import HOOKS
from accounts.limits import HOUR, Limit
from accounts.models import User
from accounts.people.preferences import Preferences
from accounts.sessions.user_agents import agent_in_words

EXPORTS_PER_USER = Limit("exports for a user", 6, HOUR)


def export_account(user: User, now: datetime) -> str:
    """The text of the file: what `accounts` knows, and under its own heading what each application above adds."""
    content: dict[str, Any] = {
        "exported_at": now,
        "account": _account(user),
        "preferences": Preferences.of(user).as_json(),
        "sessions": _sessions(user),
    }
    for hooks in HOOKS:
        _add(content, hooks.export(user))
    return json.dumps(content, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1) + "\n"


def _add(content: dict[str, Any], more: dict[str, Any]) -> None:
    """Add the entries, also to those under a heading that is there already."""
    for heading, found in more.items():
        content[heading] = {**content[heading], **found} if heading in content else found


def _account(user: User) -> dict[str, Any]:
    names = ("named_at", "email", "is_guest", "created_at", "last_login", "picture", "language")
    return {"number": user.pk, "name": user.shown_name, **{name: getattr(user, name) for name in names}}


def _sessions(user: User) -> list[dict[str, Any]]:
    """The sessions without their keys, with which anybody could get in."""
    return [
        {"browser": agent_in_words(session.agent), "last_seen": session.seen_at, "ends": session.expire_date}
        for session in user.sessions.order_by("-seen_at")
    ]
