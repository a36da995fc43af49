"""What a table shows, as numbers: pages, sockets and announcements say by it whether they are up to date."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import OuterRef, Subquery

from whist.tables.models import Match, Table

LOBBY = 0
"""The list of tables, announced as if it were one of them: no table has this number."""


class TableVersion(NamedTuple):
    """Match and version, and the table's own revision.  Match and version are 0 while the table waits for players."""

    match: int
    version: int
    revision: int

    def is_newer_than(self, shown: TableVersion) -> bool:
        """Whether this is later: a later match has a higher number, a table that waits again a higher revision."""
        return self[:2] > shown[:2] or self.revision > shown.revision

    def or_newer(self, other: TableVersion) -> TableVersion:
        """What both come to."""
        return TableVersion(*max(self[:2], other[:2]), max(self.revision, other.revision))


NOTHING_SHOWN = TableVersion(0, -1, -1)


def latest_versions(table_ids: Iterable[int]) -> dict[int, TableVersion]:
    """The version of each table, in one query."""
    latest = Match.objects.filter(table=OuterRef("pk")).order_by("-number")
    tables = Table.objects.filter(pk__in=list(table_ids)).annotate(
        match=Subquery(latest.values("pk")[:1]), version=Subquery(latest.values("version")[:1])
    )
    rows = tables.values_list("pk", "match", "version", "revision", "is_waiting")
    return {
        table_id: TableVersion(0, 0, revision)
        if is_waiting or match is None
        else TableVersion(match, version, revision)
        for table_id, match, version, revision, is_waiting in rows
    }
