"""Sessions in a table of our own, each with its user."""

from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore

from accounts.models import Session


class SessionStore(DatabaseStore):
    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def create_model_instance(self, data: Any) -> Session:
        session = super().create_model_instance(data)
        assert isinstance(session, Session)
        session.user_id = data.get(SESSION_KEY)
        return session
