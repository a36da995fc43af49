"""People who talk at a table, and their pages read."""

from __future__ import annotations

import html
import re
from datetime import datetime, timedelta

from django.test import Client
from django.utils import timezone

from accounts.models import User
from tests.support.friends import open_table
from whist.tables.chat import remarks
from whist.tables.lobby import seating
from whist.tables.models import Remark, Table
from whist.tables.presenters.chat import talk_at

SECOND = timedelta(seconds=1)


def table_of(host: User, *others: User, **changes: object) -> Table:
    """A table of the host's with the others as spectators."""
    table = open_table(host, **changes)
    for other in others:
        seating.add_participant(table, other, timezone.now())
    return table


def say(table: Table, user: User, *texts: str, now: datetime | None = None) -> list[Remark]:
    """One remark after the other, each long enough after the last for every limit."""
    start = now or timezone.now()
    return [remarks.say(table.pk, user, text, start + 10 * number * SECOND) for number, text in enumerate(texts)]


def words(table: Table, viewer: object) -> list[str]:
    """What the viewer reads, oldest first."""
    return [line.words for line in talk_at(table.pk, viewer).lines]


def post(client: Client, table: Table, script: bool = False, **fields: str):
    headers = {"HX-Request": "true"} if script else {}
    return client.post(f"/tables/{table.pk}/chat/", fields, headers=headers)


def note(answer) -> str:
    """The sentence beside the text field."""
    found = re.search(r'<p id="chat-note">(?:<b>)?(.*?)(?:</b>)?\s*</p>', answer.content.decode(), re.DOTALL)
    return html.unescape(found[1]) if found else ""
