"""The processes of ``manage.py audit --jobs``.  They import this before Django is ready, so models come later."""

from __future__ import annotations

from typing import TYPE_CHECKING

import django
from django.db import connections

if TYPE_CHECKING:
    from whist.audits import Fault


def get_ready(database: str) -> None:
    """Let a new process work on the database of the command, which in a test is not that of the settings."""
    connections["default"].settings_dict["NAME"] = database
    django.setup()


def audit_batch(match_ids: list[int]) -> tuple[int, list[Fault]]:
    """Audit them: how many matches they are, and what is wrong with them."""
    from whist.tables.jobs import audit as auditing

    return len(match_ids), auditing.audit_matches(match_ids)
