"""Sending from the outbox: each mail is claimed, made, sent and deleted."""

from __future__ import annotations

import logging
import sys
from datetime import datetime, timedelta
from time import monotonic
from typing import Any

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db.models import F
from django.template.loader import render_to_string
from django.utils import translation

from accounts.hooks import HOOKS
from accounts.models import LoginCode, Mail
from accounts.sign_in.codes import letters_of
from whist.compiled_queries import CompiledQuery
from whist.log_filters import describe

log = logging.getLogger(__name__)

BATCH = 20
#: A slow mail server gets no further mail of a batch after so long, since claims count from the batch's beginning.
SECONDS = 20
CLAIMED_FOR = timedelta(minutes=1)
FIRST_PAUSE, LONGEST_PAUSE = timedelta(seconds=15), timedelta(hours=1)
#: A mail server may be away for a night.  Mails with a code end sooner, with their code.
TRIED_FOR = timedelta(days=1)


_due = CompiledQuery(lambda now: Mail.objects.due(now).select_related("code")[:BATCH], datetime)


def send_due(now: datetime) -> None:
    """Send what is due.  One of several senders gets each mail; what a killed one had claimed is due a minute later."""
    begun = monotonic()
    for mail in _due(now):
        if monotonic() - begun > SECONDS:
            return
        if is_claimed(mail, now):
            send_or_postpone(mail, now)


def is_claimed(mail: Mail, now: datetime) -> bool:
    """Claim the mail; whether this sender got it. The number of attempts decides who was first."""
    same = Mail.objects.filter(pk=mail.pk, attempts=mail.attempts)
    claimed = same.update(due_at=now + CLAIMED_FOR, attempts=F("attempts") + 1)
    mail.attempts += 1
    return bool(claimed)


def send_or_postpone(mail: Mail, now: datetime) -> None:
    """Send the mail or put it off. Errors are logged without their message, in which mail servers repeat addresses."""
    try:
        if is_wanted(mail, now):
            send(mail)
    except Exception as error:
        log.warning("mail %s was not sent, attempt %s: %s", mail.pk, mail.attempts, describe(error))
        if now < mail.created_at + TRIED_FOR:
            Mail.objects.filter(pk=mail.pk).update(due_at=now + pause_after(mail.attempts))
            return
        log.error("mail %s is given up", mail.pk)
    mail.delete()


def pause_after(attempts: int) -> timedelta:
    """How long to wait: 15 seconds, then twice as long each time, an hour at most."""
    doublings: int = 2 ** min(attempts - 1, 10)
    return min(FIRST_PAUSE * doublings, LONGEST_PAUSE)


def is_wanted(mail: Mail, now: datetime) -> bool:
    if mail.is_void:
        return False
    if mail.code is not None and not LoginCode.objects.open(now).filter(pk=mail.code.pk).exists():
        log.warning("mail %s is given up: its code is no longer good", mail.pk)
        return False
    return not any(hooks.is_stale(mail) for hooks in HOOKS)


def send(mail: Mail) -> None:
    if mail.code is not None and is_shown_on_console():
        sys.stdout.write(console_line(mail.code))
        sys.stdout.flush()
    else:
        message_of(mail).send()


def message_of(mail: Mail) -> EmailMultiAlternatives:
    """The mail in its language, plain and as HTML, from ``templates/accounts/mails/<kind>``."""
    name, context = f"accounts/mails/{mail.kind}", context_of(mail)
    with translation.override(mail.language):
        subject = render_to_string(f"{name}.subject.txt", context).strip()
        message = EmailMultiAlternatives(subject, render_to_string(f"{name}.txt", context), to=[mail.to])
        message.attach_alternative(render_to_string(f"{name}.html", context), "text/html")
    message.extra_headers["Auto-Submitted"] = "auto-generated"
    return message


def context_of(mail: Mail) -> dict[str, Any]:
    context = {**mail.context, "language": mail.language}
    if mail.code is None:
        return context
    return context | {"code": letters_of(mail.code), "purpose": mail.code.purpose}


def is_shown_on_console() -> bool:
    """Whether mails are printed: then a code stands in a line of its own, not in a mail printed in full."""
    return settings.EMBEDDED and settings.MAILERS["default"]["BACKEND"].endswith("console.EmailBackend")


def console_line(code: LoginCode) -> str:
    word = "Sign-in code" if code.purpose == LoginCode.Purpose.SIGN_IN else "Code"
    return f"{word} for {code.email}: {letters_of(code)}\n"
