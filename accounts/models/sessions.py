from django.conf import settings
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models


class Session(AbstractBaseSession):
    """Django's session with its user, so that users can list and end theirs."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="sessions")
    agent = models.CharField(max_length=120, blank=True)
    seen_at = models.DateTimeField(auto_now=True)

    @classmethod
    def get_session_store_class(cls) -> type:
        from accounts.sessions.store import SessionStore

        return SessionStore
