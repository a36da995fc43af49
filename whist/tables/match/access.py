"""Who may look at a friends' table."""

from __future__ import annotations

from accounts.models import User
from whist.tables.models import Table


def may_watch(table: Table, user: object) -> bool:
    """Whether the user belongs to the table's company: he opened it, sat down, looked on, or came by its link."""
    return isinstance(user, User) and table.participants.filter(user=user).exists()


def participants_of(table: Table) -> set[int]:
    """Everybody who may look."""
    return set(table.participants.values_list("user", flat=True))
