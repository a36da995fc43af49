"""What becomes of vacations and waiting turns when an account is exported, deleted, or takes in a guest, and of mails
about turns that could not be sent for a while."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import Q
from django.utils import timezone

from accounts.models import Mail, User
from whist.tables.correspondence.turn_mails import has_looked, wanted
from whist.tables.correspondence.vacations import move_deadlines, one_at_a_time
from whist.tables.match.deadlines import rests_of
from whist.tables.match.locks import lock_tables_of
from whist.tables.models import CorrespondenceSettings, Match, Vacation


def export_correspondence(user: User) -> dict[str, Any]:
    correspondence = CorrespondenceSettings.objects.filter(user=user).first()
    vacations = Vacation.objects.filter(user=user).order_by("from_day")
    return {
        "mails_about_turns": correspondence.wants_mails if correspondence else True,
        "vacations": [{"from": day.from_day.isoformat(), "to": day.to_day.isoformat()} for day in vacations],
    }


def lock_turns(people: Sequence[User]) -> None:
    """Let vacations and mails of these people come before or after, then lock their tables: in the order in which
    vacations and mails lock both.  Who has no row to be locked by yet gets one, as there."""
    for user in people:
        one_at_a_time(user)
    lock_tables_of(people)


def forget_correspondence(user: User) -> None:
    Vacation.objects.filter(user=user).delete()
    CorrespondenceSettings.objects.filter(user=user).delete()


def move_turns(guest: User, account: User) -> None:
    """Move the guest's turns, which have the time that the account's vacations give them; guests have no vacations and
    get no mail."""
    Match.objects.filter(waits_for=guest).update(waits_for=account)
    move_deadlines(account, timezone.now())


def is_stale(mail: Mail) -> bool:
    """Whether a newer one tells it all, or its reader has acted or looked wherever it calls them."""
    if Mail.objects.filter(kind=mail.kind, to=mail.to, pk__gt=mail.pk).exists():
        return True
    user = User.objects.filter(email=mail.to).first()
    if user is None:
        return True
    waiting, questions = wanted(user)
    now = timezone.now()
    back = [rest.ends_at for rest in rests_of(user.pk, now)]  # when somebody who has been told is told once more
    told = waiting.filter(Q(mail_at=None) | Q(mail_at__in=back))  # a turn that is new has a mail of its own
    is_asked = bool(mail.context.get("vote_count")) and any(question.is_told for question in questions)
    return not is_asked and not told.filter(~has_looked(user, now)).exists()
