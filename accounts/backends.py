from typing import Any

from django.contrib.auth.backends import ModelBackend

from accounts.models import User
from whist.compiled_queries import CompiledQuery

_user = CompiledQuery(lambda user_id: User.objects.filter(pk=user_id), int)


class PermissionsBackend(ModelBackend):
    """The permissions of users.  It signs nobody in: only a code from the mailbox does."""

    def authenticate(self, *args: Any, **credentials: Any) -> None:
        return None

    async def aauthenticate(self, *args: Any, **credentials: Any) -> None:
        return None

    def get_user(self, user_id: int) -> User | None:
        user = _user.first(user_id)
        return user if self.user_can_authenticate(user) else None
