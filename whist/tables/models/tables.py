"""Tables, who sits at them for this match and the next, and who may watch."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.db.models import OuterRef, Q

from whist.engine import GAMES, Game
from whist.tables.models.kinds import TERMS, Terms, kinds_on
from whist.tables.models.kinds import Kind as TableKind

if TYPE_CHECKING:
    from accounts.models import User

GONE_FOR = timedelta(seconds=15)
SILENT_FOR = timedelta(seconds=40)


class TableQuerySet(models.QuerySet["Table"]):
    def on_terms(self, **terms: object) -> TableQuerySet:
        """Of the kinds with these terms, for example ``seats_people=True``."""
        return self.filter(kind__in=kinds_on(**terms))

    def listed(self) -> TableQuerySet:
        """What stands in the list of tables, newest first."""
        return self.on_terms(seats_people=True).filter(closed_at=None, is_public=True).order_by("-created_at")


class Table(models.Model):
    """A place to play: one game with its options, and one match after the other."""

    Kind = TableKind

    kind = models.CharField(max_length=8, choices=Kind)
    game_slug = models.CharField(max_length=16)
    seats = models.PositiveSmallIntegerField()
    # As in a record: only what differs from the game's defaults.
    options = models.JSONField(default=dict)
    level = models.CharField(max_length=8)
    pace = models.CharField(max_length=8)
    host = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="hosted_tables")
    created_at = models.DateTimeField()
    # Of friends' tables only, from here to closed_at. How long one may think: a name in
    # `whist.tables.match.time_controls`.
    clock = models.CharField(max_length=12, blank=True)
    is_public = models.BooleanField(default=False)
    # The secret part of the link by which friends find a table that is not in the list.
    invitation = models.CharField(max_length=24, blank=True)
    allows_undo = models.BooleanField(default=False)
    # Whether its seats are shown instead of the latest match: before the first one, and when seats are to change.
    is_waiting = models.BooleanField(default=False)
    closed_at = models.DateTimeField(null=True)
    # Counts what changes beside moves (seats, pause, chat), so that none of it makes a form stale.
    revision = models.PositiveIntegerField(default=0)

    objects = TableQuerySet.as_manager()

    class Meta:
        indexes = (
            models.Index(
                fields=("-created_at",),
                name="table_open",
                condition=Q(kind__in=kinds_on(seats_people=True), closed_at=None),
            ),
        )
        constraints = (
            models.UniqueConstraint(fields=("invitation",), condition=~Q(invitation=""), name="invitation_once"),
        )

    def __str__(self) -> str:
        return f"table {self.pk} ({self.game_slug})"

    @property
    def game(self) -> Game:
        return GAMES[self.game_slug]

    @property
    def terms(self) -> Terms:
        """What people can do here."""
        return TERMS[self.kind]


class TableSeat(models.Model):
    """Who sits at a friends' table, for the match on it and the next one.  No row: the seat is free."""

    pk = models.CompositePrimaryKey("table_id", "seat")
    table = models.ForeignKey(Table, models.CASCADE, related_name="table_seats", db_index=False)
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="table_seats")
    level = models.CharField(max_length=8, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("table", "user"), name="one_seat_at_a_table"),
            models.CheckConstraint(
                condition=Q(user=None) ^ Q(level=""),
                name="table_seat_of_user_or_bot",
            ),
        )

    def __str__(self) -> str:
        return f"seat {self.seat} of table {self.table_id}"


class ParticipantQuerySet(models.QuerySet["Participant"]):
    def at(self, table_id: int, user: User | int | None) -> ParticipantQuerySet:
        """One person at one table, or nobody."""
        return self.filter(table=table_id, user=user)

    def of_holders(self) -> ParticipantQuerySet:
        """In a query of match seats: the holder of the seat, at its table."""
        return self.filter(table=OuterRef("match__table"), user=OuterRef("user"))

    def gone(self, now: datetime, patience: timedelta = GONE_FOR) -> ParticipantQuerySet:
        """Those whose socket was open and has been gone so long; without ``patience``, long enough to play for them
        (docs/rules.md §8.3)."""
        closed = Q(gone_at__lte=now - patience, seen_at__lte=now - patience)  # nor does their page ask without a socket
        died = Q(seen_at__lte=now - max(patience, SILENT_FOR))
        return self.filter(closed | died, has_socket=True)


class Participant(models.Model):
    """Somebody at a friends' table, seated or watching, from their first visit on.

    ``seen_at`` is raised when pages are asked for (`whist.tables.presence.last_seen`), and now and then while a socket
    is open, but not where a turn takes days; ``gone_at`` is when their last socket closed.  Whoever has never had a
    socket is judged by the clock alone.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="participants", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="participants")
    seen_at = models.DateTimeField()
    has_socket = models.BooleanField(default=False)
    gone_at = models.DateTimeField(null=True)
    # Whether they may be told by mail that it is their turn here, or that others would like to pause or to go on.
    wants_mail = models.BooleanField(default=True)
    # Whose hand they hold, or held when they stood up, in which round (from 1) of which match; the newest only.
    hand_match = models.ForeignKey("tables.Match", models.SET_NULL, null=True, related_name="+", db_index=False)
    hand_round = models.PositiveSmallIntegerField(null=True)
    hand_seat = models.PositiveSmallIntegerField(null=True)
    # In which match they have cut the cards, and in which they have had their break: a seat that is left before anybody
    # has acted in it forgets its holder.
    cut_in = models.ForeignKey("tables.Match", models.SET_NULL, null=True, related_name="+", db_index=False)
    rested_in = models.ForeignKey("tables.Match", models.SET_NULL, null=True, related_name="+", db_index=False)

    objects = ParticipantQuerySet.as_manager()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("table", "user"), name="participates_once"),)
        indexes = (models.Index("gone_at", name="participant_gone", condition=Q(has_socket=True)),)

    def __str__(self) -> str:
        return f"user {self.user_id} at table {self.table_id}"

    @property
    def newest_hand(self) -> tuple[int, int]:
        """Match and round of the hand that they know, to tell which of two is newer; zeros for none."""
        return self.hand_match_id or 0, self.hand_round or 0
