"""The tables of this process as it last read or wrote them, so that a move need not read what is known.

What is known may have become another meanwhile, in another process.  So it is used where nothing can come of that: for
a move whose write is guarded by version, seating, pause and deadline, and which is judged anew from the database before
it is refused; and to draw a table of which no newer version has been announced.  Names, pictures and preferences have
no version; for their sake nothing is known for longer than `KNOWN_FOR`.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from threading import Lock
from typing import NamedTuple

from django.db.models import Model

from whist.tables.announcing.versions import TableVersion
from whist.tables.match.access import participants_of
from whist.tables.match.selectors import Found, MatchSeats, Shared, found_once
from whist.tables.match.state_cache import CachedState, load_state
from whist.tables.models import Match

KNOWN_FOR = 10.0
"""Seconds."""

KEPT = 2_000


class KnownTable(NamedTuple):
    """A match on its table and who holds its seats; rows that nobody changes.  ``shared`` is what has been found for
    all who look at it, in one version; ``participants`` are those who may, in one revision, if that was asked."""

    match: Match
    match_seats: MatchSeats
    cached: CachedState
    version: TableVersion
    shared: Shared
    read_at: float
    participants: frozenset[int] | None = None

    @property
    def of_all(self) -> Found:
        """What has been found in no language."""
        return self.shared.setdefault("", {})

    @property
    def seats(self) -> dict[int | None, int]:
        """The seats that people hold, by user."""
        return found_once(self.of_all, "seats", lambda: {row.user_id: seat for seat, row in self.match_seats.items()})

    def has_been_played_by(self, user_id: int) -> bool:
        """Whether the user holds a seat, or has held one in this match."""
        return any(row.user_id == user_id for row in self.match_seats.every)

    def to_change(self) -> tuple[Match, MatchSeats]:
        """Rows of their own for a move."""
        return twin(self.match), MatchSeats.among(map(twin, self.match_seats.every))


def twin[M: Model](row: M) -> M:
    """Another object for the same row, related objects shared.  `copy.copy` pickles, and takes twenty times as long."""
    other = row.__class__.__new__(row.__class__)
    other.__dict__.update(row.__dict__)
    return other


_known: OrderedDict[int, KnownTable] = OrderedDict()
_lock = Lock()


def remember(
    match: Match, match_seats: MatchSeats, cached: CachedState | None = None, *, read_at: float | None = None
) -> KnownTable:
    """Know the table as these rows say, which from now on nobody may change, and in this state.  A move writes what it
    knows, it does not read: what it is based on was read at ``read_at``."""
    now = time.monotonic()
    version = TableVersion(match.pk, match.version, match.table.revision)
    read_at_or_now = now if read_at is None else read_at
    table = KnownTable(match, match_seats, cached or load_state(match), version, {}, read_at_or_now)
    with _lock:
        before = _known.get(match.table_id)
        if read_at is not None and before is not None and before.version.revision == table.version.revision:
            table = table._replace(participants=before.participants)
        _known[match.table_id] = table
        _known.move_to_end(match.table_id)
        while _known and (len(_known) > KEPT or now - next(iter(_known.values())).read_at > KNOWN_FOR):
            _known.popitem(last=False)
    return table


def with_participants(table: KnownTable) -> KnownTable:
    """The same with those who may watch, who are read if they are not known."""
    if table.participants is not None:
        return table
    table = table._replace(participants=frozenset(participants_of(table.match.table)))
    with _lock:
        known = _known.get(table.match.table_id)
        if known is not None and known.match is table.match:
            _known[table.match.table_id] = table
    return table


def recall(table_id: int, at_least: TableVersion | None = None) -> KnownTable | None:
    """The table as this process knows it; None where it does not, or knows only an older version."""
    with _lock:
        table = _known.get(table_id)
    if table is None or time.monotonic() - table.read_at > KNOWN_FOR:
        return None
    return None if at_least is not None and at_least.is_newer_than(table.version) else table


def forget_table(table_id: int) -> None:
    with _lock:
        _known.pop(table_id, None)


def forget_older(table_id: int, version: TableVersion) -> None:
    """Forget the table if it has come to a newer version than the one that is known."""
    table = _known.get(table_id)
    if table is not None and version.is_newer_than(table.version):
        forget_table(table_id)


def forget_tables() -> None:
    """Forget all, as after a restart; for tests."""
    with _lock:
        _known.clear()
