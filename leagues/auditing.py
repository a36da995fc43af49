"""What the audit of the database proves of results (`whist.tables.auditing`)."""

from __future__ import annotations

from collections.abc import Iterator

from leagues.models import Result
from whist.tables.auditing import Audited


def find_wrong_places(audited: Audited) -> Iterator[str]:
    """Every stored place is that of the record; a settled match has a result for each of its players."""
    match, state = audited.match, audited.replay.state
    ranking = state.ranking() if state is not None else None
    if match.settled_at is None or ranking is None:
        return
    results = {result.user_id: result for result in Result.objects.filter(match=match.pk)}
    for user_id, result in results.items():
        place = ranking.places[result.seat]
        if result.place != place:
            yield f"user {user_id} has place {result.place} instead of {place}"
    players = {tenure.user_id for tenure in audited.tenures if tenure.user_id is not None}
    for user_id in sorted(players - results.keys()):
        yield f"user {user_id} has no result"
