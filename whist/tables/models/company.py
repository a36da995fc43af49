"""Who is at a friends' table: on its chairs, and around it."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.db.models import OuterRef, Q

from whist.tables.models.records import Table

if TYPE_CHECKING:
    from accounts.models import User

GONE_FOR = timedelta(seconds=15)
SILENT_FOR = timedelta(seconds=40)


class TableSeat(models.Model):
    """Who sits at a friends' table, for the match on it and the next one.  No row: the chair is free."""

    pk = models.CompositePrimaryKey("table_id", "seat")
    table = models.ForeignKey(Table, models.CASCADE, related_name="table_seats", db_index=False)
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="table_seats")
    level = models.CharField(max_length=8, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("table", "user"), name="one_chair_at_a_table"),
            models.CheckConstraint(
                condition=Q(user=None) ^ Q(level=""),
                name="chair_of_user_or_bot",
            ),
        )

    def __str__(self) -> str:
        return f"chair {self.seat} of table {self.table_id}"


class ParticipantQuerySet(models.QuerySet["Participant"]):
    def at(self, table_id: int, user: User | int | None) -> ParticipantQuerySet:
        """Of one person at one table, or of nobody."""
        return self.filter(table=table_id, user=user)

    def of_holders(self) -> ParticipantQuerySet:
        """In a query of seats of matches: of who holds the seat, at its table."""
        return self.filter(table=OuterRef("match__table"), user=OuterRef("user"))

    def gone(self, now: datetime, patience: timedelta = GONE_FOR) -> ParticipantQuerySet:
        """Whose socket was open and has been gone so long; without ``patience``, long enough to play for them
        (docs/rules.md §8.3)."""
        closed = Q(gone_at__lte=now - patience, seen_at__lte=now - patience)  # nor does his page ask without a socket
        died = Q(seen_at__lte=now - max(patience, SILENT_FOR))
        return self.filter(closed | died, has_socket=True)


class Participant(models.Model):
    """Somebody at a friends' table, seated or looking on, from his first visit on.

    ``seen_at`` is raised when pages are asked for (`whist.tables.presence.last_seen`), and now and then while a socket
    is open, but not where a turn takes days; ``gone_at`` is when his last socket closed.  Who has never had a socket
    is judged by the clock alone.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="participants", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="participants")
    seen_at = models.DateTimeField()
    has_socket = models.BooleanField(default=False)
    gone_at = models.DateTimeField(null=True)
    # Whether he may be told by mail that it is his turn here, or that others would like to pause or to go on.
    wants_mail = models.BooleanField(default=True)
    # Whose hand he holds, or held when he stood up, in which round (from 1) of which match; the newest only.
    hand_match = models.ForeignKey("tables.Match", models.SET_NULL, null=True, related_name="+", db_index=False)
    hand_round = models.PositiveSmallIntegerField(null=True)
    hand_seat = models.PositiveSmallIntegerField(null=True)
    # In which match he has cut the cards, and in which he has had his break: the seat that he leaves before anybody has
    # acted in it forgets him.
    cut_in = models.ForeignKey("tables.Match", models.SET_NULL, null=True, related_name="+", db_index=False)
    rested_in = models.ForeignKey("tables.Match", models.SET_NULL, null=True, related_name="+", db_index=False)

    objects = ParticipantQuerySet.as_manager()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("table", "user"), name="attends_once"),)
        indexes = (models.Index("gone_at", name="attendance_gone", condition=Q(has_socket=True)),)

    def __str__(self) -> str:
        return f"user {self.user_id} at table {self.table_id}"

    @property
    def newest_hand(self) -> tuple[int, int]:
        """Match and round of the hand that he knows, to tell which of two is newer; zeros for none."""
        return self.hand_match_id or 0, self.hand_round or 0
