"""What becomes of the tables of somebody who deletes his account (`accounts.registries`)."""

from __future__ import annotations

from accounts.models import User
from whist.tables.selectors import running_matches


def leave_tables(user: User) -> None:
    """Nothing happens any more in the matches he leaves behind; what was played stays."""
    for match in running_matches(user):
        while not match.write(due_at=None):
            match.refresh_from_db()  # a bot was faster
