"""Muting, blocking and reporting people."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from accounts.limits import DAY, Limit, demand
from accounts.models import User
from whist.refusals import Refusal
from whist.tables.models import Avoidance, Participant, Report, Table
from whist.tables.models.chat import ReportQuerySet
from whist.tables.texts.refusals import WRITING_FAST

REPORTS = Limit("reports", 20, DAY, sentence=WRITING_FAST)


REPORTS_KEPT_FOR = timedelta(days=180)
"""How long a report is kept after it was handled."""

CONTEXT = 30
"""How many remarks go with a report."""


class NotOneself(Refusal):
    sentence = _("This is about other people, not about yourself.")


# -- muting and blocking ---------------------------------------------------------------------------------------------


def mute(user: User, other: User) -> None:
    """Hide what the other says from the user; a block, which is more, stays."""
    _demand_another(user, other)
    muted = Avoidance(user=user, other=other, kind=Avoidance.Kind.MUTED)
    Avoidance.objects.bulk_create([muted], ignore_conflicts=True)


def unmute(user: User, other: User) -> None:
    Avoidance.objects.filter(user=user, other=other, kind=Avoidance.Kind.MUTED).delete()


def block(user: User, other: User) -> None:
    """As `mute`, and never seat the two together."""
    _demand_another(user, other)
    blocked = Avoidance(user=user, other=other, kind=Avoidance.Kind.BLOCKED)
    Avoidance.objects.bulk_create(
        [blocked], update_conflicts=True, unique_fields=["user", "other"], update_fields=["kind"]
    )


def unblock(user: User, other: User) -> None:
    Avoidance.objects.filter(user=user, other=other).delete()


def _demand_another(user: User, other: User) -> None:
    if user.pk == other.pk:
        raise NotOneself


def are_apart(users: Iterable[User]) -> bool:
    """Whether any of them has blocked any other: our own seating never puts such people at one table."""
    ids = [user.pk for user in users]
    return Avoidance.objects.filter(kind=Avoidance.Kind.BLOCKED, user__in=ids, other__in=ids).exists()


# -- complaining -----------------------------------------------------------------------------------------------------


def report(reporter: User, reported: User, table: Table, reason: str, now: datetime, details: str = "") -> Report:
    """Show the staff what was said lately; an open report of the reporter about the same person and table is kept.

    Raises PermissionDenied unless both are participants of the table, NotOneself, TooOften.
    """
    _demand_another(reporter, reported)
    if Participant.objects.filter(table=table, user__in=(reporter, reported)).count() < 2:
        raise PermissionDenied
    same = Report.objects.open().filter(reporter=reporter, reported=reported, table=table)
    if (earlier := same.first()) is not None:
        return earlier
    demand(REPORTS, str(reporter.pk), now)
    try:
        with transaction.atomic():
            return Report.objects.create(
                reporter=reporter,
                reported=reported,
                table=table,
                reason=reason,
                details=details,
                remarks=_said_lately(table),
                created_at=now,
            )
    except IntegrityError:
        return same.get()  # another click came first


def _said_lately(table: Table) -> list[dict[str, Any]]:
    newest = table.remarks.order_by("-pk")[:CONTEXT]
    return [
        {"user": remark.user_id, "text": remark.text, "preset": remark.preset, "at": remark.at.isoformat()}
        for remark in reversed(newest)
    ]


def handle_reports(reports: ReportQuerySet, by: User, now: datetime) -> list[Report]:
    """Note that the staff has dealt with these reports; return those that nobody had handled before.

    What a deleted account said was kept for them only.
    """
    handled = [report for report in reports.open().select_related("reported") if report.handle(by, now)]
    for report in handled:
        if report.reported.deleted_at is not None:
            forget_words(report, report.reported)
    return handled


def forget_words(report: Report, user: User) -> None:
    report.remarks = [said | {"text": ""} if said["user"] == user.pk else said for said in report.remarks]
    report.save(update_fields=["remarks"])
