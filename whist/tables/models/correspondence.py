"""Matches that take days: who is on vacation, and who is written to when others wait for him."""

from __future__ import annotations

from datetime import UTC, date, datetime, time

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone


def midnight(day: date) -> datetime:
    """When the day begins here, in UTC: between two times of one zone Python forgets that the clocks change."""
    return datetime.combine(day, time(), tzinfo=timezone.get_default_timezone()).astimezone(UTC)


def day_of(moment: datetime) -> date:
    return timezone.localtime(moment, timezone.get_default_timezone()).date()


class VacationQuerySet(models.QuerySet["Vacation"]):
    def upcoming(self, now: datetime) -> VacationQuerySet:
        """Those that are not over, the next one first."""
        return self.filter(to_day__gte=day_of(now)).order_by("from_day")


class Vacation(models.Model):
    """Whole days, the first and the last included, on which nobody's time runs out in a match that takes days."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="vacations", db_index=False)
    from_day = models.DateField()
    to_day = models.DateField()

    objects = VacationQuerySet.as_manager()

    class Meta:
        constraints = (models.CheckConstraint(condition=Q(to_day__gte=F("from_day")), name="vacation_forwards"),)
        indexes = (models.Index("user", "to_day", name="vacation_of_user"),)

    def __str__(self) -> str:
        return f"vacation of user {self.user_id}"


class CorrespondenceSettings(models.Model):
    """How somebody plays matches that take days; no row as long as nothing is to be said about it."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="correspondent"
    )
    wants_mails = models.BooleanField(default=True)
    # When the last mail about what waits for him was put into the outbox.
    mailed_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"user {self.user_id}"
