"""Who may watch at a friends' table."""

from __future__ import annotations

from accounts.models import User
from whist.tables.models import Table


def may_watch(table: Table, user: object) -> bool:
    """Whether the user is a participant of the table: opened it, sat down, watched, or came by its link."""
    return isinstance(user, User) and table.participants.filter(user=user).exists()


def participants_of(table: Table) -> set[int]:
    """The users who may watch."""
    return set(table.participants.values_list("user", flat=True))
