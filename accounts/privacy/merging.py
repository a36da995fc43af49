"""Merging a guest into an account: what the guest earned moves there, once."""

from __future__ import annotations

import logging
from datetime import datetime

from django.db import transaction

from accounts.hooks import HOOKS
from accounts.models import Session, User
from whist.log_filters import describe

log = logging.getLogger(__name__)

BATCH = 200


def begin_merge(guest: User, account: User, now: datetime) -> None:
    """Give the guest to the account; everything moves at once, or as soon as nothing stands in the way."""
    still_guest = User.objects.filter(pk=guest.pk, is_guest=True, merging_into=None)
    if still_guest.update(merging_into=account):
        Session.objects.filter(user=guest).delete()
        merge_or_wait(guest.pk)


def merge_waiting(now: datetime) -> None:
    """Try again with guests in whose way something stood."""
    waiting = User.objects.filter(merging_into__isnull=False).order_by("pk").values_list("pk", flat=True)
    for guest_id in waiting[:BATCH]:
        merge_or_wait(guest_id)


def merge_or_wait(guest_id: int) -> None:
    """Merge, or wait: a merge that fails holds up neither the sign-in nor other merges."""
    try:
        part_from_doubles(guest_id)
        merge_guest(guest_id)
    except Exception as error:
        log.error("guest %s cannot be merged yet: %s", guest_id, describe(error))


def part_from_doubles(guest_id: int) -> None:
    """Have what guest and account hold side by side given up, in transactions of its own: matches are locked before
    people, as everywhere."""
    guest = User.objects.select_related("merging_into").get(pk=guest_id)
    if guest.merging_into is not None:
        for hooks in HOOKS:
            hooks.part(guest, guest.merging_into)


@transaction.atomic
def merge_guest(guest_id: int) -> bool:
    """Move everything into the account; False if something stands in the way, or it has been done."""
    guest = User.objects.select_related("merging_into").get(pk=guest_id)
    account = guest.merging_into
    if account is None:
        return False
    for hooks in HOOKS:
        hooks.hold((guest, account))
    if any(hooks.is_obstacle(guest, account) for hooks in HOOKS):
        return False
    # The process that clears the column does the rest; a second one finds it empty.
    if not User.objects.filter(pk=guest_id, merging_into=account).update(merging_into=None, is_active=False):
        return False
    User.objects.hold(account.pk)  # before it is read, and for what applications add up
    _fill_gaps(guest, account)
    for hooks in HOOKS:
        hooks.merge(guest, account)
    Session.objects.filter(user=guest).delete()
    return True


def _fill_gaps(guest: User, account: User) -> None:
    """Take over what the account never chose."""
    account.refresh_from_db(fields=["preferences", "picture", "language"])
    account.preferences = {**guest.preferences, **account.preferences}
    account.picture = account.picture or guest.picture
    account.language = account.language or guest.language
    account.save(update_fields=["preferences", "picture", "language"])
