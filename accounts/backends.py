from typing import Any

from django.contrib.auth.backends import ModelBackend


class PermissionsBackend(ModelBackend):
    """What somebody signed in may do.  Nobody is signed in by it: only by a code from the mailbox."""

    def authenticate(self, *args: Any, **credentials: Any) -> None:
        return None

    async def aauthenticate(self, *args: Any, **credentials: Any) -> None:
        return None
