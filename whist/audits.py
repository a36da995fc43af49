"""What ``manage.py audit`` proves of the whole database: each application adds its audits in ``AppConfig.ready()``.

This module stands beside the applications and imports none of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any, NamedTuple


class Fault(NamedTuple):
    """``invariant`` is the code of the promise that was not kept, or a word of the application that found it;
    ``match_id`` is 0 where no match is to blame."""

    match_id: int
    invariant: str
    text: str

    def __str__(self) -> str:
        return f"match {self.match_id}: {self.invariant}: {self.text}"


#: Takes a match as `whist.tables.jobs.audit.Audited`, replayed once for all, and yields a text for each fault.
MatchAudit = Callable[[Any], Iterable[str]]

#: Takes the time, looks at the site as a whole, and yields faults with codes of its own.
SiteAudit = Callable[[datetime], Iterable[Fault]]

#: With the codes of what they prove, in the order in which they are made.
MATCH_AUDITS: list[tuple[str, MatchAudit]] = []
SITE_AUDITS: list[SiteAudit] = []
