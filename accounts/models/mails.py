from __future__ import annotations

from datetime import datetime

from django.db import models
from django.utils.translation import gettext_lazy as _


class MailQuerySet(models.QuerySet["Mail"]):
    def due(self, now: datetime) -> MailQuerySet:
        return self.filter(due_at__lte=now).order_by("due_at")


class Mail(models.Model):
    """A mail that has not left yet; the row goes with it.  Its text is made when it leaves, from ``kind``,
    ``language``, ``context`` and, for a code, from that code's row."""

    to = models.EmailField(_("e-mail address"), db_index=True)
    kind = models.CharField(max_length=24)
    language = models.CharField(max_length=8)
    context = models.JSONField(default=dict)
    code = models.ForeignKey("accounts.LoginCode", models.CASCADE, null=True, related_name="mails")
    # Of somebody who must not get one: asked for like any other, thrown away instead of sent.
    is_void = models.BooleanField(default=False)
    created_at = models.DateTimeField()
    due_at = models.DateTimeField(db_index=True)
    attempts = models.PositiveSmallIntegerField(default=0)

    objects = MailQuerySet.as_manager()

    def __str__(self) -> str:
        return f"mail {self.pk} ({self.kind})"
