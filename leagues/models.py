"""Results, experience and tallies of bids of players, and matches whose settlement failed."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from whist.tables.match import eligibility
from whist.tables.models import Match, Table
from whist.tables.models.kinds import TERMS, Terms


class ResultQuerySet(models.QuerySet["Result"]):
    def eligible(self) -> ResultQuerySet:
        return self.filter(reason="")


class Result(models.Model):
    """A finished match for one of its players, written once when it is settled.

    ``own`` counts the bids (or the cards, where nobody bids) that the player did, ``needed`` how many make the match
    count; ``bids`` and ``exact`` are the player's own bids, ``tricks`` those won by their own cards; ``points`` is the
    result for a leaderboard in the games that have one (docs/rules.md §3.4).
    """

    class Reason(models.TextChoices):
        """Why a match does not count."""

        FEW = eligibility.FEW, _("too few own bids or cards")
        LATE = eligibility.LATE, _("nothing of one's own at the end")
        SHORT = eligibility.SHORT, _("shorter than a minute")

    pk = models.CompositePrimaryKey("match_id", "user_id")
    match = models.ForeignKey(Match, models.PROTECT, related_name="results", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="results", db_index=False)
    game_slug = models.CharField(max_length=16)
    kind = models.CharField(max_length=8, choices=Table.Kind)
    seats = models.PositiveSmallIntegerField()
    seat = models.PositiveSmallIntegerField()
    place = models.PositiveSmallIntegerField()
    reason = models.CharField(max_length=8, choices=Reason, blank=True)
    own = models.PositiveSmallIntegerField()
    needed = models.PositiveSmallIntegerField()
    bids = models.PositiveSmallIntegerField(default=0)
    exact = models.PositiveSmallIntegerField(default=0)
    tricks = models.PositiveSmallIntegerField(default=0)
    points = models.PositiveSmallIntegerField(null=True)
    xp = models.PositiveSmallIntegerField(default=0)
    seconds = models.PositiveIntegerField()
    # In the weekly ranking of friends (docs/rules.md §7.4): the points, and the Monday of their week; empty elsewhere.
    ranking_points = models.PositiveSmallIntegerField(null=True)
    week = models.DateField(null=True)
    finished_at = models.DateTimeField()

    objects = ResultQuerySet.as_manager()

    class Meta:
        verbose_name = _("result")
        verbose_name_plural = _("results")
        indexes = (
            models.Index("user", "finished_at", name="result_of_user"),
            models.Index("week", name="result_of_week", condition=models.Q(week__isnull=False)),
        )

    def __str__(self) -> str:
        return f"{self.match_id}: {self.place} of {self.seats}"

    @property
    def terms(self) -> Terms:
        """The terms on which it was played."""
        return TERMS[self.kind]

    @property
    def is_won(self) -> bool:
        return self.place == 1

    @property
    def is_eligible(self) -> bool:
        return not self.reason


class Experience(models.Model):
    """What a player's matches brought; no row while that is nothing.

    Like tallies of bids it is written only while the player's own row is held (`User.objects.hold`).
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.PROTECT, primary_key=True, related_name="experience")
    points = models.PositiveIntegerField(_("experience points"), default=0)

    class Meta:
        verbose_name = verbose_name_plural = _("experience points")

    def __str__(self) -> str:
        return str(self.points)


class BidTally(models.Model):
    """A player's own bids by number of cards and place in the order of bidding (0 leads; the dealer is last).

    ``bid`` and ``made`` are sums, so that their means can be compared; ``over`` counts bids with too many tricks.
    """

    pk = models.CompositePrimaryKey("user_id", "game_slug", "seats", "cards", "position")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="bid_tallies", db_index=False)
    game_slug = models.CharField(max_length=16)
    seats = models.PositiveSmallIntegerField()
    cards = models.PositiveSmallIntegerField()
    position = models.PositiveSmallIntegerField()
    bids = models.PositiveIntegerField(default=0)
    exact = models.PositiveIntegerField(default=0)
    over = models.PositiveIntegerField(default=0)
    bid = models.PositiveIntegerField(default=0)
    made = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.exact} of {self.bids} with {self.cards}"


class SettlementQuerySet(models.QuerySet["Settlement"]):
    def waiting(self, now: datetime) -> SettlementQuerySet:
        return self.filter(next_at__gt=now)


class Settlement(models.Model):
    """A finished match whose settlement failed; gone once it has worked.  ``error``: kind and place only."""

    match = models.OneToOneField(Match, models.PROTECT, primary_key=True, related_name="settlement")
    attempts = models.PositiveIntegerField(_("attempts"), default=0)
    next_at = models.DateTimeField(_("next attempt"))
    error = models.CharField(_("error"), max_length=200)

    objects = SettlementQuerySet.as_manager()

    class Meta:
        verbose_name = _("settlement that failed")
        verbose_name_plural = _("settlements that failed")

    def __str__(self) -> str:
        return f"match {self.match_id}"
