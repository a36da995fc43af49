"""Mails that are still to be sent.  They stand in the database, so that none is lost and none leaves before its cause
is committed."""

from __future__ import annotations

from datetime import datetime

from accounts.models import Mail

MOST_WAITING = 1_000


class OutboxFull(Exception):
    """So many mails wait that no more are taken: the mail server is away, or somebody asks for far too many."""


def put_mail(mail: Mail, now: datetime) -> None:
    """Let the mail leave soon after this transaction; raises OutboxFull."""
    if Mail.objects.count() >= MOST_WAITING:
        raise OutboxFull
    mail.created_at = mail.due_at = now
    mail.save()
