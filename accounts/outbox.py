"""Mails that are still to be sent.  They stand in the database, so that none is lost and none leaves before its cause
is committed."""

from __future__ import annotations

from datetime import datetime

from accounts.models import Mail
from whist.refusals import NotNow

MOST_WAITING = 1_000
#: Mails that can wait leave so much of that to codes: a backlog from yesterday keeps nobody from signing in.
ROOM_FOR_CODES = 500


class OutboxFull(NotNow):
    """Too many mails wait to take more: the mail server is away, or somebody asks for far too many."""

    status = 503
    seconds = 60


def put_mail(mail: Mail, now: datetime, *, can_wait: bool = False) -> None:
    """Have the mail sent soon after this transaction; raises OutboxFull, earlier for one that ``can_wait``."""
    if Mail.objects.count() >= MOST_WAITING - (ROOM_FOR_CODES if can_wait else 0):
        raise OutboxFull
    mail.created_at = mail.due_at = now
    mail.save()
