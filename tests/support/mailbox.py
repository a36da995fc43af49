"""Mail as people get it: what the outbox sends ends in Django's list of sent mails."""

from __future__ import annotations

import re
from typing import Any

from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts.mail_sender import send_due

CODE = re.compile(r"\b[2-9A-Z]{4}-[2-9A-Z]{4}\b")


def mails_to(address: str) -> list[mail.EmailMessage]:
    send_due(timezone.now())
    return [message for message in mail.outbox if message.to == [address]]


def codes_to(address: str) -> list[str]:
    """The codes that have come to a mailbox, oldest first."""
    return [found.group() for message in mails_to(address) if (found := CODE.search(str(message.body)))]


def ask(browser: Client, address: str, **more: str) -> Any:
    return browser.post("/sign-in/", {"email": address, **more})


def type_code(browser: Client, code: str) -> Any:
    return browser.post("/sign-in/code/", {"code": code})


def sign_in(browser: Client, address: str, **more: str) -> Any:
    """Ask, look into the mailbox, type."""
    ask(browser, address, **more)
    return type_code(browser, codes_to(address)[-1])
