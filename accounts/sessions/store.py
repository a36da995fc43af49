"""Sessions in a table of the site's own, each with its user, so that users can list and end theirs."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.utils import timezone

from accounts.hashes import keyed_hash
from accounts.models import Session, User
from accounts.sessions.user_agents import agent_in_words
from whist.compiled_queries import CompiledQuery

#: The precision of the time at which a session was used last; each change costs a write.
SEEN_EVERY = timedelta(minutes=15)
MOST_LISTED = 50
KEY = re.compile("[a-z0-9]+")
"""What a cookie must be to be looked for at all: no database takes every character."""


_valid_session = CompiledQuery(
    lambda key, now: Session.objects.filter(session_key=key, expire_date__gt=now).select_related("user"), str, datetime
)


class SessionStore(DatabaseStore):
    #: The browser that sends the request (`accounts.sessions.user_agents`), else the one that did before.
    agent = ""
    #: When the stored session was used last; None before it was looked at.
    seen_at: datetime | None = None
    #: Whose session it was when it was read, in the same statement.
    user: User | None = None

    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def _get_session_from_db(self) -> Session | None:
        is_key = self.session_key and KEY.fullmatch(self.session_key)
        session = _valid_session.first(self.session_key, timezone.now()) if is_key else None
        if session is None:
            self._session_key = None
        else:
            self.agent, self.seen_at = self.agent or session.agent, session.seen_at
            self.user = session.user
        return session

    def create_model_instance(self, data: Any) -> Session:
        session = super().create_model_instance(data)
        assert isinstance(session, Session)
        session.user_id = data.get(SESSION_KEY)
        session.agent = self.agent
        return session


@dataclass(frozen=True, slots=True)
class ListedSession:
    """A session as its owner may see it: ``reference`` names it and lets nobody in."""

    reference: str
    browser: str
    seen_at: datetime
    is_this: bool


def note_use(session: SessionBase, now: datetime) -> None:
    """Store that the session is in use, in one statement and only now and then."""
    if isinstance(session, SessionStore) and session.seen_at and session.seen_at <= now - SEEN_EVERY:
        row = Session.objects.filter(pk=session.session_key, seen_at=session.seen_at)
        row.update(seen_at=now, agent=session.agent)


def sessions_of(user: User, key: str | None, now: datetime) -> list[ListedSession]:
    """The user's valid sessions, this one (``key``) first, then the one used last."""
    rows = user.sessions.filter(expire_date__gt=now).order_by("-seen_at")[:MOST_LISTED]
    listed = [
        ListedSession(reference_of(row.pk), agent_in_words(row.agent), row.seen_at, row.pk == key) for row in rows
    ]
    return sorted(listed, key=lambda session: not session.is_this)


def reference_of(key: str) -> str:
    return keyed_hash("session reference", key)


def end_session(user: User, reference: str) -> bool:
    """End a session of the user; whether there was such a one."""
    keys = [key for key in user.sessions.values_list("pk", flat=True) if reference_of(key) == reference]
    deleted, _by_model = user.sessions.filter(pk__in=keys).delete()
    return bool(deleted)


def end_other_sessions(user: User, key: str | None) -> int:
    """End every session of the user but this one; how many there were."""
    deleted, _by_model = user.sessions.exclude(pk=key or "").delete()
    return deleted


def ended_sessions(keys: Iterable[str], now: datetime) -> set[str]:
    """Those of these sessions that are not valid any more, in one query."""
    asked = set(keys)
    alive = Session.objects.filter(pk__in=asked, expire_date__gt=now, user__is_active=True)
    return asked - set(alive.values_list("pk", flat=True))
