"""What a finished match was for each person who played in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, NamedTuple

from leagues.models import Result
from whist.engine.game import Ranking, State
from whist.tables.match.eligibility import RoundCredits, SeatSpan, own_actions, participation_of
from whist.tables.match.selectors import MatchSeats, held_seats
from whist.tables.match.state_cache import CachedState, load_state
from whist.tables.models import Match


class OwnBid(NamedTuple):
    """A player's own bid, and the tricks made; ``position`` is the place in the order of bidding."""

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


def outcome_of(match: Match, cached: CachedState | None = None) -> Outcome:
    cached, match_seats = cached or load_state(match), held_seats(match.pk)
    players = sorted({match_seat.user_id for match_seat in match_seats.every if match_seat.user_id is not None})
    bids = {user: list(_own_bids(cached, match_seats.spans(user))) for user in players}
    results = {user: _result(match, cached, match_seats, user, bids[user]) for user in players}
    return Outcome(match, results, bids)


def _result(match: Match, cached: CachedState, match_seats: MatchSeats, user: int, bids: list[OwnBid]) -> Result:
    state, spans = cached.state, match_seats.spans(user)
    table, seat = match.table, spans[-1].seat
    participation = participation_of(
        spans,
        cached.done,
        rounds=len(cached.done),
        share=table.terms.share_needed,
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
        reason=participation.reason(duration),
        own=participation.own,
        needed=participation.needed,
        bids=len(bids),
        exact=sum(own.bid == own.made for own in bids),
        tricks=_own_tricks(cached.done, spans),
        points=_leaderboard_points(state, seat),
        seconds=int(duration.total_seconds()),
        finished_at=match.finished_at,
    )


def _ranking(state: State) -> Ranking:
    ranking = state.ranking()
    if ranking is None:
        raise ValueError("the record of a finished match has no end")
    return ranking


def _own_bids(cached: CachedState, spans: list[SeatSpan]) -> Iterator[OwnBid]:
    state = cached.state
    if not state.game.has_bids:
        return
    finished: Any = state.observe(None).finished  # with bids, as `Game.has_bids` promises
    for done, own in zip(finished, own_actions(spans, cached.done), strict=True):
        for seat, position in own:
            yield OwnBid(done.size, position, done.bids[seat], done.made[seat])


def _own_tricks(done: tuple[RoundCredits, ...], spans: list[SeatSpan]) -> int:
    return sum(
        place in credit.winning
        for credit, own in zip(done, own_actions(spans, done), strict=True)
        for _seat, place in own
    )


def _leaderboard_points(state: State, seat: int) -> int | None:
    """The points of the seat's side, in the games that have a leaderboard."""
    by_side = state.match_report().get("leaderboard")
    return by_side[state.game.side_of(seat)] if by_side else None
