"""How soon the page of a table looks again by itself where no scripts run."""

from __future__ import annotations

from datetime import datetime
from math import ceil
from typing import TYPE_CHECKING

from whist.engine.game import OVER
from whist.tables.match.deadlines import is_correspondence
from whist.tables.presenters.panel import TablePanel, deadline

if TYPE_CHECKING:
    from whist.tables.match.selectors import TableView

OFTEN, IN_DAYS = 2, 120
"""Seconds, while others act; the second in correspondence."""

FOR_NEXT_MATCH, FOR_HOST = 5, 10
"""Over the result of a match, until the next one is dealt: by the host, unless the role goes to somebody else."""

AT_LEAST = 5
"""Seconds that a page with a word in it stays in any case."""


def next_look(view: TableView, panel: TablePanel | None, now: datetime) -> int:
    """In how many seconds; 0 for a page that stays, since its viewer would lose what they are about to send."""
    if view.observation.phase == OVER or view.match.closed_at is not None:
        return _look_for_next_match(view, panel)
    if panel is not None and panel.may_cut:
        return _look_after_cut(view.match.due_at, now)
    if not _waits(view):
        return 0
    return IN_DAYS if is_correspondence(view.match) else OFTEN


def _waits(view: TableView) -> bool:
    """Whether the viewer waits for others, for the end of a pause, or for the site, which plays the only card that they
    are allowed."""
    seen, match = view.observation, view.match
    return not seen.is_own_turn or match.is_paused or (match.due_at is not None and deadline(view) is None)


def _look_for_next_match(view: TableView, panel: TablePanel | None) -> int:
    """When to look for the next match of friends; at other tables, and at a closed one, nothing comes by itself."""
    if panel is None or view.table.closed_at is not None:
        return 0
    return FOR_HOST if panel.is_host else FOR_NEXT_MATCH


def _look_after_cut(due_at: datetime | None, now: datetime) -> int:
    """When to look after the deal: until then a word may stand in the page; afterwards it comes too late anyway."""
    left = ceil((due_at - now).total_seconds()) + 1 if due_at else 0
    return max(AT_LEAST, left)
