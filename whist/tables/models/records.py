"""Tables and the record of their matches.

The deal is not stored: it follows from the secret (`whist.engine.deck`).  A state is that deal plus the actions of the
round on the table; finished rounds keep their actions as text.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now

from whist.engine import GAMES, Game
from whist.engine.deck import FairDeck, commitment
from whist.tables.models.kinds import TERMS, Terms, kinds_on
from whist.tables.models.kinds import Kind as TableKind

if TYPE_CHECKING:
    from accounts.models import User

LEFT_AFTER = timedelta(days=7)


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
    # Whether the chairs are shown instead of the latest match: before the first one, and when seats are to change.
    is_waiting = models.BooleanField(default=False)
    closed_at = models.DateTimeField(null=True)
    # Counts what changes beside moves (seats, pause, chat), so that none of it makes a form stale.
    revision = models.PositiveIntegerField(default=0)

    objects = TableQuerySet.as_manager()

    class Meta:
        indexes = (
            models.Index(fields=("-created_at",), name="table_open", condition=Q(kind="friends", closed_at=None)),
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


class MatchQuerySet(models.QuerySet["Match"]):
    def on_terms(self, **terms: object) -> MatchQuerySet:
        """At tables of the kinds with these terms."""
        return self.filter(table__kind__in=kinds_on(**terms))

    def running(self) -> MatchQuerySet:
        return self.filter(finished_at=None, closed_at=None)

    def left(self, now: datetime) -> MatchQuerySet:
        """Running, but nobody has moved for so long that nobody is expected to."""
        return self.running().filter(changed_at__lte=now - LEFT_AFTER)

    def due(self, now: datetime) -> MatchQuerySet:
        return self.filter(due_at__lte=now).order_by("due_at")

    def stopped(self) -> MatchQuerySet:
        """Running and not paused, yet nothing will ever be due."""
        return self.running().filter(due_at=None, seconds_left=None)

    def of_user(self, user_id: int) -> MatchQuerySet:
        """Where the user holds a seat now."""
        return self.filter(match_seats__user=user_id, match_seats__to_action=None)


class Match(models.Model):
    """A whole game.  ``version`` counts committed writes; a form made for another version is stale.

    It ends once: finished by its last card, or closed without a result.
    """

    table = models.ForeignKey(Table, models.PROTECT, related_name="matches", db_index=False)
    number = models.PositiveIntegerField()  # from 1 at each table
    options = models.JSONField(default=dict)
    secret = models.BinaryField(max_length=32)
    salt = models.BinaryField(max_length=16)
    cuts = models.JSONField(default=list)
    # The round on the table has the number rounds_dealt - 1; 0 while the commitment is shown before the first card.
    rounds_dealt = models.PositiveSmallIntegerField(default=0)
    actions = models.CharField(max_length=160, default="", blank=True)
    actors = models.CharField(max_length=80, default="", blank=True)
    version = models.PositiveIntegerField(default=0)
    # How often a seat has changed hands, or its player has come or gone.
    seating = models.PositiveIntegerField(default=0)
    due_at = models.DateTimeField(null=True)
    # While the match is paused nothing is due; so many seconds are left to whoever is to act.
    seconds_left = models.FloatField(null=True)
    # In a match that takes days: whose turn it is, from when on his time counts, and when he may be written to.
    waits_for = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="matches_waiting", db_index=False
    )
    # Also while somebody thinks whose clock has a bank: that is when it began to run.
    turn_at = models.DateTimeField(null=True)
    # How long he has from then on, if that is not the clock's whole time: what was left when a paused match went on, or
    # what is in his bank.
    turn_seconds = models.FloatField(null=True)
    mail_at = models.DateTimeField(null=True)
    started_at = models.DateTimeField()
    # When somebody, or the site, moved last.
    changed_at = models.DateTimeField(db_default=Now())
    finished_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)
    settled_at = models.DateTimeField(null=True)

    objects = MatchQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "matches"
        constraints = (models.UniqueConstraint(fields=("table", "number"), name="match_number_at_table"),)
        indexes = (
            # Only running matches wait for anything, so the index stays small whatever the history.
            models.Index("due_at", name="match_due", condition=Q(due_at__isnull=False)),
            models.Index("changed_at", name="match_running", condition=Q(finished_at=None, closed_at=None)),
            models.Index(
                "finished_at", name="match_unsettled", condition=Q(finished_at__isnull=False, settled_at=None)
            ),
            models.Index("waits_for", name="match_waits_for", condition=Q(waits_for__isnull=False)),
            models.Index("mail_at", name="match_mail", condition=Q(mail_at__isnull=False)),
        )

    def __str__(self) -> str:
        return f"match {self.pk}"

    @property
    def is_paused(self) -> bool:
        return self.seconds_left is not None

    @property
    def has_ended(self) -> bool:
        return self.finished_at is not None or self.closed_at is not None

    @property
    def was_left(self) -> bool:
        """Whether it was closed because nobody moved any more."""
        return self.closed_at is not None and self.closed_at - self.changed_at >= LEFT_AFTER

    @property
    def commitment(self) -> str:
        return commitment(bytes(self.secret), bytes(self.salt))

    @property
    def deck(self) -> FairDeck:
        return FairDeck(bytes(self.secret), bytes(self.salt), self.cuts)

    def write(self, *, same_seating: bool = False, **changes: Any) -> bool:
        """Save ``changes`` and raise the version, unless somebody else did, or paused, since this row was read.

        With ``same_seating`` also unless a seat has changed hands since, or its player has come or gone.
        """
        is_written = self._update(same_seating=same_seating, version=F("version") + 1, **changes)
        self.version += is_written
        return is_written

    def change(self, **changes: Any) -> bool:
        """Save what is no move: forms stay good.  False when a move came first."""
        return self._update(**changes)

    def _update(self, *, same_seating: bool = False, **changes: Any) -> bool:
        # A pause makes no form stale, so it has no version; what was about to happen in its middle comes too late.
        same = Match.objects.filter(pk=self.pk, version=self.version, seconds_left__isnull=not self.is_paused)
        if same_seating:
            same = same.filter(seating=self.seating)
        is_written = same.update(**changes)
        if is_written:
            for name in changes.keys() - {"version"}:
                setattr(self, name, changes[name])
        return bool(is_written)


class TenureQuerySet(models.QuerySet["MatchSeat"]):
    def open(self) -> TenureQuerySet:
        """The seats of matches as they are held now, or were when the match ended."""
        return self.filter(to_action=None)

    def at(self, match_id: int, seat: int) -> TenureQuerySet:
        """One seat, as it is held now."""
        return self.open().filter(match=match_id, seat=seat)

    def of_people(self) -> TenureQuerySet:
        return self.exclude(user=None)

    def of(self, user: User | int) -> TenureQuerySet:
        """The seats that the user holds now."""
        return self.open().filter(user=user)

    def wanting(self) -> TenureQuerySet:
        """Whose holders have said what they would like."""
        return self.open().exclude(vote="")


class MatchSeat(models.Model):
    """Who held a seat, from which action of the match to which (counted from 0 over the whole match; open: None)."""

    pk = models.CompositePrimaryKey("match_id", "seat", "from_action")
    match = models.ForeignKey(Match, models.PROTECT, related_name="match_seats", db_index=False)
    seat = models.PositiveSmallIntegerField()
    from_action = models.PositiveSmallIntegerField(default=0)
    to_action = models.PositiveSmallIntegerField(null=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="match_seats", db_index=False
    )
    level = models.CharField(max_length=8, blank=True)
    # Whose connection is gone, or who asked for a moment: a bot plays for him until he is back.
    is_away = models.BooleanField(default=False)
    # Who asked for a moment, which he may once in a match, is expected back then.
    back_at = models.DateTimeField(null=True)
    has_rested = models.BooleanField(default=False)
    # How often in a row the site has acted for the seat because the clock had run out, and since when it does so at
    # once, because that was too often.
    expiries = models.PositiveSmallIntegerField(default=0)
    timed_out_at = models.DateTimeField(null=True)
    # What he would like: "pause" or "resume". It happens when all want it.
    vote = models.CharField(max_length=8, blank=True)
    # In a match that takes days: since when others want something that he has not said yet, and when he may be told so
    # by mail; without the second he has been.
    asked_at = models.DateTimeField(null=True)
    mail_at = models.DateTimeField(null=True)
    # Whether its holder has cut the cards, here or in the seat that he had before.
    has_cut = models.BooleanField(default=False)
    # In which round, from 1, a bid of the seat was last taken back, by whomever.
    bid_taken_back_in = models.PositiveSmallIntegerField(null=True)
    # Seconds that the seat has left in this round, where the table's clock has a bank; None: all of them.
    bank = models.FloatField(null=True)
    # Which cards he would like to play at his next turn; for his eyes only (`whist.tables.match.premoves`).
    prepared = models.JSONField(default=dict)

    objects = TenureQuerySet.as_manager()

    class Meta:
        indexes = (
            models.Index("user", name="tenure_user", condition=Q(user__isnull=False)),
            models.Index("mail_at", name="tenure_mail", condition=Q(mail_at__isnull=False)),
        )

    def __str__(self) -> str:
        return f"seat {self.seat} of match {self.match_id}"

    @property
    def is_open(self) -> bool:
        """Whether it goes on, or did when the match ended."""
        return self.to_action is None


class Round(models.Model):
    """A finished round, written once.  ``made`` holds one character a seat."""

    pk = models.CompositePrimaryKey("match_id", "number")
    match = models.ForeignKey(Match, models.PROTECT, related_name="rounds", db_index=False)
    number = models.PositiveSmallIntegerField()
    actions = models.CharField(max_length=160)
    actors = models.CharField(max_length=80)
    made = models.CharField(max_length=8)

    def __str__(self) -> str:
        return f"round {self.number} of match {self.match_id}"


class Heartbeat(models.Model):
    """When a driver of clocks last ran: web processes leave the clocks to a worker while its row is fresh."""

    name = models.CharField(max_length=32, primary_key=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} at {self.at}"


def made_numbers(text: str) -> tuple[int, ...]:
    return tuple(int(digit, 36) for digit in text)
