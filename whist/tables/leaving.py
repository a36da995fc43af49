"""What becomes of the tables of somebody who deletes his account (`accounts.registries`)."""

from __future__ import annotations

from django.utils import timezone

from accounts.models import User
from whist.tables.closing import close_match
from whist.tables.selectors import running_matches


def leave_tables(user: User) -> None:
    """The matches he leaves behind end without a result; what was played to its end stays."""
    for match in running_matches(user):
        close_match(match, user.deleted_at or timezone.now())
