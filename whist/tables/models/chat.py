"""What is said at a table, whom one would rather not hear, and what somebody has complained about."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from whist.tables.models.matches import Match
from whist.tables.models.tables import Table

LONGEST_REMARK = 200
LONGEST_COMPLAINT = 500


class Remark(models.Model):
    """Something said at a table: own words, or the code of one of `whist.tables.chat.presets`."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="remarks", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="remarks")
    text = models.CharField(_("text"), max_length=LONGEST_REMARK, blank=True)
    preset = models.CharField(_("preset"), max_length=24, blank=True)
    at = models.DateTimeField(_("said at"))
    # Said by somebody who looked on, in this round of this match: its players hear it when the round is over.
    match = models.ForeignKey(Match, models.CASCADE, null=True, related_name="+", db_index=False)
    round = models.PositiveSmallIntegerField(null=True)

    class Meta:
        verbose_name = _("remark")
        verbose_name_plural = _("remarks")
        indexes = (models.Index(fields=("table", "id"), name="remark_at_table"),)
        constraints = (
            models.CheckConstraint(condition=Q(text="") ^ Q(preset=""), name="remark_words_or_preset"),
            models.CheckConstraint(
                condition=Q(match=None, round=None) | Q(match__isnull=False, round__isnull=False),
                name="remark_match_and_round",
            ),
        )

    def __str__(self) -> str:
        return f"remark {self.pk}"


class Avoidance(models.Model):
    """One user does not want to read another (muted), or not to be seated with him either (blocked)."""

    class Kind(models.TextChoices):
        MUTED = "muted", _("muted")
        BLOCKED = "blocked", _("blocked")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="avoidances", db_index=False)
    other = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="avoided_by")
    kind = models.CharField(max_length=8, choices=Kind)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("user", "other"), name="avoidance_once"),
            models.CheckConstraint(condition=~Q(user=models.F("other")), name="avoidance_of_others"),
        )

    def __str__(self) -> str:
        return f"user {self.user_id} has {self.kind} user {self.other_id}"


class ReportQuerySet(models.QuerySet["Report"]):
    def open(self) -> ReportQuerySet:
        return self.filter(handled_at=None)


class Report(models.Model):
    """A complaint about somebody at a table, for the site's staff to judge.

    ``remarks`` is what was said there last, oldest first: ``{"user": id, "text": …, "preset": …, "at": ISO time}``.
    No names: they are looked up, so that a deleted account leaves none here.
    """

    class Reason(models.TextChoices):
        INSULTS = "insults", _("insults or threats")
        HATE = "hate", _("hate against a group of people")
        CARDS = "cards", _("tells cards or plays with somebody else against the table")
        SPAM = "spam", _("advertising or flooding")
        NAME = "name", _("an offensive name")
        OTHER = "other", _("something else")

    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("reported by"), related_name="reports_made"
    )
    reported = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("player"), related_name="reports"
    )
    table = models.ForeignKey(Table, models.CASCADE, verbose_name=_("table"), related_name="reports")
    reason = models.CharField(_("reason"), max_length=12, choices=Reason)
    details = models.CharField(_("details"), max_length=LONGEST_COMPLAINT, blank=True)
    remarks = models.JSONField(_("remarks"), default=list)
    created_at = models.DateTimeField(_("reported at"))
    handled_at = models.DateTimeField(_("handled at"), null=True, blank=True)
    handled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, verbose_name=_("handled by"), related_name="+"
    )
    note = models.TextField(_("note of the staff"), blank=True)

    objects = ReportQuerySet.as_manager()

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        indexes = (models.Index("created_at", name="report_open", condition=Q(handled_at=None)),)
        constraints = (
            models.UniqueConstraint(
                fields=("reporter", "reported", "table"), name="one_open_report", condition=Q(handled_at=None)
            ),
        )

    def __str__(self) -> str:
        return f"report {self.pk}"

    def handle(self, by: models.Model, now: datetime) -> bool:
        """False when somebody else was faster."""
        return bool(Report.objects.open().filter(pk=self.pk).update(handled_at=now, handled_by=by))


class Silence(models.Model):
    """Until then the user may not say anything in any chat; the staff gives it, and takes it back by deleting it."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("player"), related_name="silences"
    )
    until = models.DateTimeField(_("may not chat until"))
    reason = models.CharField(_("reason"), max_length=200)

    class Meta:
        verbose_name = _("silence")
        verbose_name_plural = _("silences")

    def __str__(self) -> str:
        return f"user {self.user_id} until {self.until:%Y-%m-%d %H:%M}"
