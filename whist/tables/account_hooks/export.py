"""What an account holds at the tables, for its export (`accounts.hooks`)."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet

from accounts.models import User
from whist.tables.match.records import record_of_match
from whist.tables.models import Match

#: How many of the newest matches come with their record, which takes some milliseconds each to make.
RECORDS = 200


def exported_matches(user: User) -> list[dict[str, Any]]:
    """Every match the user sat in, newest first; a running one without what its record would give away."""
    matches = matches_of(user)
    records = {match.pk: record_of_match(match) for match in matches.exclude(finished_at=None)[:RECORDS]}
    return [_exported(match, records) for match in matches]


def matches_of(user: User) -> QuerySet[Match]:
    sat_in = user.match_seats.values("match")
    return Match.objects.filter(pk__in=sat_in).select_related("table").order_by("-pk")


def _exported(match: Match, records: dict[int, dict[str, Any]]) -> dict[str, Any]:
    facts = {
        "number": match.pk,
        "table": match.table_id,
        "kind": match.table.kind,
        "game": match.table.game_slug,
        "players": match.table.seats,
        "started_at": match.started_at,
        "finished_at": match.finished_at,
        "closed_at": match.closed_at,
    }
    return facts | ({"record": records[match.pk]} if match.pk in records else {})
