"""Deleting an account: what tells who it was goes at once; matches and books stay, under a name that is a number."""

from __future__ import annotations

import secrets
from datetime import datetime
from operator import attrgetter

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import IntegrityError, transaction
from django.db.models import Q

from accounts.confusables import skeleton
from accounts.hooks import HOOKS
from accounts.models import HeldName, LoginCode, Mail, User


@transaction.atomic
def delete_account(user: User, now: datetime) -> None:
    """Delete the account; a second call finds nothing to do.  Guests who wait to be merged into the account go with it.

    What is counted by `accounts.limits` stays for its day: keyed hashes, without which a deletion would reset limits.
    """
    people = sorted([user, *user.merging_guests.all()], key=attrgetter("pk"))
    for hooks in HOOKS:
        hooks.hold(people)
    for each in people:
        _delete_once(each, now)


def _delete_once(user: User, now: datetime) -> None:
    is_first = User.objects.filter(pk=user.pk, deleted_at=None).update(deleted_at=now, is_active=False)
    if not is_first:
        return
    user.refresh_from_db()
    for hooks in HOOKS:
        hooks.delete(user)
    _delete_traces(user)
    _forget_who(user)


def _delete_traces(user: User) -> None:
    address = Q(email=user.email) if user.email else Q(pk=None)
    LoginCode.objects.filter(Q(user=user) | address).delete()  # and their mails
    if user.email:
        Mail.objects.filter(to=user.email).delete()
    user.sessions.all().delete()
    HeldName.objects.filter(user=user).delete()
    user.groups.clear()
    user.user_permissions.clear()
    about = LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(User), object_id=str(user.pk))
    about.update(object_repr="", change_message="")


def _forget_who(user: User) -> None:
    user.email = user.named_at = user.last_login = None
    user.is_staff = user.is_superuser = False
    user.preferences, user.picture, user.language = {}, "", ""
    user.merging_into = None
    for digits in (5, 5, 5, 6, 7, 9, 12):
        user.name = f"Deleted {10 ** (digits - 1) + secrets.randbelow(9 * 10 ** (digits - 1))}"
        user.name_key = skeleton(user.name)
        try:
            with transaction.atomic():
                user.save()
        except IntegrityError:
            continue
        return
    raise RuntimeError("no free name for a deleted account")
