from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

TRIES = 5


class LoginCodeQuerySet(models.QuerySet["LoginCode"]):
    def open(self, now: datetime) -> LoginCodeQuerySet:
        """Codes that may still be used."""
        return self.comparable(now).filter(used_at=None)

    def comparable(self, now: datetime) -> LoginCodeQuerySet:
        """Codes that a guess is compared with."""
        return self.filter(expires_at__gt=now, tries__lt=TRIES)


class LoginCode(models.Model):
    """A code sent by e-mail.  Its letters are stored nowhere: they follow from ``nonce`` and the server's secret
    (`accounts.sign_in.codes`), so that a copy of the database lets nobody in."""

    class Purpose(models.TextChoices):
        SIGN_IN = "sign_in"
        OLD_ADDRESS = "old_address"
        NEW_ADDRESS = "new_address"
        DELETION = "deletion"

    email = models.EmailField(_("e-mail address"), db_index=True)
    purpose = models.CharField(max_length=12, choices=Purpose)
    # Random, kept in the session of the browser that asked: the code opens no other browser.
    token = models.CharField(max_length=32)
    nonce = models.BinaryField(max_length=16)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+")
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField(db_index=True)
    tries = models.PositiveSmallIntegerField(default=0)
    used_at = models.DateTimeField(null=True)

    objects = LoginCodeQuerySet.as_manager()

    class Meta:
        constraints = (models.CheckConstraint(condition=Q(tries__lte=TRIES), name="code_tries"),)

    def __str__(self) -> str:
        return f"code {self.pk}"
