"""The record of matches.

The deal is not stored: it follows from the secret (`whist.engine.deck`).  A state is that deal plus the actions of the
round on the table; finished rounds keep their actions as text.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from whist.compiled_queries import SOMETHING, update_unchanged
from whist.engine.deck import FairDeck, commitment
from whist.tables.models.kinds import kinds_on
from whist.tables.models.tables import Table

if TYPE_CHECKING:
    from accounts.models import User

LEFT_AFTER = timedelta(days=7)

REVISION = "(SELECT revision FROM tables_table WHERE tables_table.id = tables_match.table_id)"
"""In SQL, of the table of a match."""


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
    # In a match that takes days: whose turn it is, from when on their time counts, and when they may be written to.
    waits_for = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="matches_waiting", db_index=False
    )
    # Also while somebody thinks whose clock has a bank: that is when it began to run.
    turn_at = models.DateTimeField(null=True)
    # How long they have from then on, if that is not the clock's whole time: what was left when a paused match went
    # on, or what is in their bank.
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

    def write(self, *, same: Collection[str] = (), **changes: Any) -> int:
        """Save ``changes`` and raise the version, unless somebody else did, or paused, since this row was read.

        Also unless one of the columns ``same`` is another by now.  0 where it was not written, else one more than the
        revision of the table at that moment.
        """
        written = self._update(same=same, raised="version", **changes)
        self.version += bool(written)
        return written

    def change(self, **changes: Any) -> bool:
        """Save what is no move: forms stay good.  False when a move came first."""
        return bool(self._update(**changes))

    def _update(self, *, same: Collection[str] = (), raised: str = "", **changes: Any) -> int:
        # A pause makes no form stale, so it has no version; what was about to happen in its middle comes too late.
        unchanged = {name: getattr(self, name) for name in ("version", *same)}
        unchanged["seconds_left"] = SOMETHING if self.is_paused else None
        found = update_unchanged(self, unchanged, changes, raised=raised, returning=REVISION)
        if found is None:
            return 0
        for name, value in changes.items():
            setattr(self, name, value)
        return int(found) + 1


class MatchSeatQuerySet(models.QuerySet["MatchSeat"]):
    def open(self) -> MatchSeatQuerySet:
        """The seats of matches as they are held now, or were when the match ended."""
        return self.filter(to_action=None)

    def at(self, match_id: int, seat: int) -> MatchSeatQuerySet:
        """One seat, as it is held now."""
        return self.open().filter(match=match_id, seat=seat)

    def of_people(self) -> MatchSeatQuerySet:
        return self.exclude(user=None)

    def of(self, user: User | int) -> MatchSeatQuerySet:
        """The seats that the user holds now."""
        return self.open().filter(user=user)

    def wanting(self) -> MatchSeatQuerySet:
        """Those whose holders have said what they would like."""
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
    # The holder's connection is gone, or they asked for a break: a bot plays for them until they are back.
    is_away = models.BooleanField(default=False)
    # Who asked for a break, which one may once in a match, is expected back then.
    back_at = models.DateTimeField(null=True)
    has_rested = models.BooleanField(default=False)
    # How often in a row the site has acted for the seat because the clock had run out, and since when it does so at
    # once, because that was too often.
    expiries = models.PositiveSmallIntegerField(default=0)
    timed_out_at = models.DateTimeField(null=True)
    # What the holder would like: "pause" or "resume". It happens when all want it.
    vote = models.CharField(max_length=8, blank=True)
    # In a match that takes days: since when others want something that the holder has not said yet, and when they may
    # be told so by mail; without the second they have been.
    asked_at = models.DateTimeField(null=True)
    mail_at = models.DateTimeField(null=True)
    # Whether its holder has cut the cards, here or in the seat that they had before.
    has_cut = models.BooleanField(default=False)
    # In which round, from 1, a bid of the seat was last taken back, by whomever.
    bid_taken_back_in = models.PositiveSmallIntegerField(null=True)
    # Seconds that the seat has left in this round, where the table's clock has a bank; None: all of them.
    bank = models.FloatField(null=True)
    # Which cards the holder would like to play at their next turn; for their eyes only (`whist.tables.match.premoves`).
    prepared = models.JSONField(default=dict)

    objects = MatchSeatQuerySet.as_manager()

    class Meta:
        indexes = (
            models.Index("user", name="match_seat_user", condition=Q(user__isnull=False)),
            models.Index("mail_at", name="match_seat_mail", condition=Q(mail_at__isnull=False)),
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


def made_numbers(text: str) -> tuple[int, ...]:
    return tuple(int(digit, 36) for digit in text)
