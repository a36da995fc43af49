"""Locking a table, and raising its revision for whatever is not a move: table seats, pauses, chat."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from django.db import transaction
from django.db.models import F, Q

from accounts.models import User
from whist.tables.announcing.announcements import announce_lobby, announce_table
from whist.tables.match.known_tables import forget_table
from whist.tables.models import Table, TableSeat


def lock_table(table_id: int) -> None:
    """Let every other change of the table's seats wait until this transaction ends, and then read what it has written.
    Always before match and seats are touched, so that no two wait for each other."""
    Table.objects.filter(pk=table_id).update(revision=F("revision"))


def lock_tables_of(people: Collection[User]) -> None:
    """As `lock_table`, for all friends' tables of these people, in the order of their numbers: a transaction that
    changes several tables locks them all before it touches the first, and matches after them in the same order."""
    theirs = Q(table_seats__user__in=people) | Q(host__in=people)
    own = Table.objects.on_terms(seats_people=True).filter(theirs, closed_at=None).values("pk")
    # Evaluated, and nothing to do on SQLite, where a transaction locks everything.
    list(Table.objects.filter(pk__in=own).order_by("pk").select_for_update(no_key=True).values_list("pk"))


def bump_revision(table_id: int) -> None:
    """Raise the table's revision, inside the transaction that changes it; everybody is told once that is committed."""
    Table.objects.filter(pk=table_id).update(revision=F("revision") + 1)
    transaction.on_commit(lambda: _announce(table_id), robust=True)


def bump_seating(table_id: int) -> None:
    """As `bump_revision`, for what stands in the list of tables too: who sits there, and whether it is played."""
    bump_revision(table_id)
    transaction.on_commit(announce_lobby, robust=True)


def close_empty_table(table_id: int, now: datetime) -> None:
    """Close it if no person sits at it, inside a transaction that has locked it: somebody who sits down at the same
    time came before, or finds it closed."""
    if not TableSeat.objects.filter(table=table_id).exclude(user=None).exists():
        Table.objects.filter(pk=table_id, closed_at=None).update(closed_at=now)
        bump_seating(table_id)


def _announce(table_id: int) -> None:
    forget_table(table_id)
    revision = Table.objects.filter(pk=table_id).values_list("revision", flat=True).first()
    if revision is not None:
        announce_table(table_id, revision)
