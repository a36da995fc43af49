"""What an account holds in the chats: for its export, its deletion, and a guest who turns out to have an account."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet

from accounts.models import User
from whist.tables.chat.moderation import forget_words
from whist.tables.models import Avoidance, Participant, Remark, Report, Silence


def exported_chat(user: User) -> dict[str, Any]:
    return {
        "remarks": list(user.remarks.order_by("pk").values("table", "at", "text", "preset")),
        "avoided": [
            {"name": avoided.other.shown_name, "kind": avoided.kind}
            for avoided in user.avoidances.order_by("pk").select_related("other")
        ],
        "reports_made": list(user.reports_made.order_by("pk").values("table", "reason", "details", "created_at")),
    }


def forget_chat(user: User) -> None:
    """Delete all that the user said, but for reports about them that the staff has not handled yet."""
    Remark.objects.filter(user=user).delete()
    for avoidance in _avoidances_of(user):
        avoidance.delete()
    user.reports_made.update(details="")
    for report in _reports_with_words_of(user).exclude(reported=user, handled_at=None):
        forget_words(report, user)


def _avoidances_of(user: User) -> QuerySet[Avoidance]:
    """In one order, so that two who avoid each other and go at the same time do not wait for each other."""
    return Avoidance.objects.filter(Q(user=user) | Q(other=user)).order_by("pk")


def _reports_with_words_of(*people: User) -> QuerySet[Report]:
    """In one order, as `_avoidances_of`."""
    tables = Participant.objects.filter(user__in=people).values("table")
    return Report.objects.filter(table__in=tables).order_by("pk")


def move_chat(guest: User, account: User) -> None:
    """Move what the guest has and the account has not; a block counts more than a muting."""
    Remark.objects.filter(user=guest).update(user=account)
    Silence.objects.filter(user=guest).update(user=account)
    for avoidance in _avoidances_of(guest):
        _move_avoidance(avoidance, guest, account)
    for report in _reports_with_words_of(guest, account):
        report.remarks = [said | {"user": _now(said["user"], guest, account)} for said in report.remarks]
        report.save(update_fields=["remarks"])
    for report in Report.objects.filter(Q(reporter=guest) | Q(reported=guest)).order_by("pk"):
        _move_report(report, guest, account)


def _now(user_id: int, guest: User, account: User) -> int:
    return account.pk if user_id == guest.pk else user_id


def _move_avoidance(row: Avoidance, guest: User, account: User) -> None:
    row.delete()
    user_id, other_id = _now(row.user_id, guest, account), _now(row.other_id, guest, account)
    if user_id == other_id:
        return
    kept, _is_new = Avoidance.objects.get_or_create(user_id=user_id, other_id=other_id, defaults={"kind": row.kind})
    if row.kind == Avoidance.Kind.BLOCKED != kept.kind:
        Avoidance.objects.filter(pk=kept.pk).update(kind=row.kind)


def _move_report(report: Report, guest: User, account: User) -> None:
    """Move a report, unless the account has made the same already or would be its own subject."""
    report.reporter_id = _now(report.reporter_id, guest, account)
    report.reported_id = _now(report.reported_id, guest, account)
    if report.reporter_id == report.reported_id:
        return
    with suppress(IntegrityError), transaction.atomic():
        report.save(update_fields=["reporter", "reported"])
