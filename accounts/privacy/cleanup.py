"""Deleting what nobody needs any more, a little at a time."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db import models

from accounts.models import Allowance, HeldName, LoginCode, Session, User

BATCH = 500
CODES_KEPT_FOR = timedelta(days=1)
IDLE_GUESTS_KEPT_FOR = timedelta(days=30)


def tidy(now: datetime) -> None:
    for old in (
        LoginCode.objects.filter(expires_at__lt=now - CODES_KEPT_FOR),
        Allowance.objects.filter(until__lt=now),
        Session.objects.filter(expire_date__lt=now),
        HeldName.objects.filter(until__lt=now),
        idle_guests(now),
    ):
        delete_some(old)


def delete_some(old: models.QuerySet[Any]) -> None:
    """Delete at most a batch, so that others do not wait for long."""
    keys = list(old.values_list("pk", flat=True)[:BATCH])
    old.model._default_manager.filter(pk__in=keys).delete()


def idle_guests(now: datetime) -> models.QuerySet[User]:
    """Guests whom no browser remembers, and to whom no record belongs."""
    kept_by = {relation.name: None for relation in User._meta.related_objects if relation.on_delete is models.PROTECT}
    return User.objects.filter(
        is_guest=True, merging_into=None, sessions=None, created_at__lt=now - IDLE_GUESTS_KEPT_FOR, **kept_by
    )
