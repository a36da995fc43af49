"""Who may look at a friends' table."""

from __future__ import annotations

from accounts.models import User
from whist.tables.models import Table


def may_look(table: Table, user: object) -> bool:
    """Whether the user belongs to the table's company: he opened it, sat down, looked on, or came by its link."""
    return isinstance(user, User) and table.attendances.filter(user=user).exists()


def company_of(table: Table) -> set[int]:
    """Everybody who may look."""
    return set(table.attendances.values_list("user", flat=True))
