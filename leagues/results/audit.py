"""What the audit of the database proves of results (`whist.audits`)."""

from __future__ import annotations

from collections.abc import Iterator

from leagues.models import Result
from leagues.results import experience, ranking
from leagues.results.outcomes import outcome_of
from whist.engine.game import OVER
from whist.tables.jobs.audit import Audited
from whist.tables.match.state_cache import rebuild

#: What follows from the record and from who held which seat.
REPLAYED = ("seat", "place", "reason", "own", "needed", "bids", "exact", "tricks", "points", "seconds")


def find_wrong_results(audited: Audited) -> Iterator[str]:
    """A settled match has a result for each of its players and nobody else, and each is what the record says."""
    match, state = audited.match, audited.replay.state
    if match.settled_at is None or state is None or state.phase != OVER:
        return
    stored = {result.user_id: result for result in Result.objects.filter(match=match.pk)}
    expected = outcome_of(match, rebuild(match)).results
    for user_id in sorted(expected.keys() - stored.keys()):
        yield f"user {user_id} has no result"
    for user_id in sorted(stored.keys() - expected.keys()):
        yield f"user {user_id} has a result and did not play"
    for user_id in sorted(stored.keys() & expected.keys()):
        for text in _differences(stored[user_id], expected[user_id]):
            yield f"user {user_id} has {text}"


def _differences(stored: Result, expected: Result) -> Iterator[str]:
    for name in REPLAYED:
        found, right = getattr(stored, name), getattr(expected, name)
        if found != right:
            yield f"{name} {found} instead of {right}"
    if stored.xp > (most := experience.earned(expected)):
        yield f"{stored.xp} points of experience, and at most {most} were earned"
    if stored.ranking_points is not None:  # who was a guest then has none
        points, week = ranking.points_for(expected), ranking.monday_of(expected.finished_at)
        if (stored.ranking_points, stored.week) != (points, week):
            yield f"{stored.ranking_points} points in the week of {stored.week} instead of {points} in that of {week}"
