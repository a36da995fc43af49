from typing import Any

from django.contrib.auth.backends import ModelBackend


class PermissionsBackend(ModelBackend):
    """The permissions of users.  It signs nobody in: only a code from the mailbox does."""

    def authenticate(self, *args: Any, **credentials: Any) -> None:
        return None

    async def aauthenticate(self, *args: Any, **credentials: Any) -> None:
        return None
