"""What a finished match was for each person who played in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, NamedTuple

from leagues.models import Result
from whist.engine.game import Ranking, State
from whist.tables.eligibility import Doings, Stint, effort_of, own_actions
from whist.tables.models import Match, Table
from whist.tables.selectors import Tenures, open_tenures
from whist.tables.states import Memory, recall


class OwnBid(NamedTuple):
    """A bid somebody made himself, and what came of it; ``position`` is his place in the order of bidding."""

    cards: int
    position: int
    bid: int
    made: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """A finished match with its results, not saved, and the own bids of each player, both by the player's key."""

    match: Match
    results: dict[int, Result]
    bids: dict[int, list[OwnBid]]


def outcome_of(match: Match, memory: Memory | None = None) -> Outcome:
    memory, tenures = memory or recall(match), open_tenures(match.pk)
    players = sorted({tenure.user_id for tenure in tenures.every if tenure.user_id is not None})
    bids = {user: list(_own_bids(memory, tenures.stints(user))) for user in players}
    results = {user: _result(match, memory, tenures, user, bids[user]) for user in players}
    return Outcome(match, results, bids)


def _result(match: Match, memory: Memory, tenures: Tenures, user: int, bids: list[OwnBid]) -> Result:
    state, stints = memory.state, tenures.stints(user)
    table, seat = match.table, stints[-1].seat
    effort = effort_of(
        stints,
        memory.done,
        rounds=len(memory.done),
        is_room=table.kind == Table.Kind.ROOM,
        has_bids=table.game.has_bids,
    )
    assert match.finished_at is not None
    ranking, duration = _ranking(state), max(match.finished_at - match.started_at, timedelta())
    return Result(
        match=match,
        user_id=user,
        game_slug=table.game_slug,
        kind=table.kind,
        seats=table.seats,
        seat=seat,
        place=ranking.places[seat],
        reason=effort.reason(duration),
        own=effort.own,
        needed=effort.needed,
        bids=len(bids),
        exact=sum(own.bid == own.made for own in bids),
        tricks=_own_tricks(memory.done, stints),
        points=_leaderboard_points(state, seat),
        seconds=int(duration.total_seconds()),
        finished_at=match.finished_at,
    )


def _ranking(state: State) -> Ranking:
    ranking = state.ranking()
    if ranking is None:
        raise ValueError("the record of a finished match has no end")
    return ranking


def _own_bids(memory: Memory, stints: list[Stint]) -> Iterator[OwnBid]:
    state = memory.state
    if not state.game.has_bids:
        return
    finished: Any = state.observe(None).finished  # with bids, as `Game.has_bids` promises
    for done, own in zip(finished, own_actions(stints, memory.done), strict=True):
        for seat, position in own:
            yield OwnBid(done.size, position, done.bids[seat], done.made[seat])


def _own_tricks(done: tuple[Doings, ...], stints: list[Stint]) -> int:
    return sum(
        place in doing.winning
        for doing, own in zip(done, own_actions(stints, done), strict=True)
        for _seat, place in own
    )


def _leaderboard_points(state: State, seat: int) -> int | None:
    """By side, in the games that know such a result."""
    by_side = state.match_report().get("leaderboard")
    return by_side[state.game.side_of(seat)] if by_side else None
