"""The state of a stored match: the deal that follows from its secret, and the actions of the round on the table.

States are kept per process by match and version.  A version names one state for ever, so nothing here can be stale,
and a process that lost its states finds them again in the database.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import NamedTuple

from whist.engine.cards import Suit
from whist.engine.game import OVER, FinishedRound, State
from whist.tables.match.eligibility import RoundCredits, credits_of
from whist.tables.models import Match, Round, made_numbers

KEPT, KEPT_OF_ENDED = 2_000, 50
"""States of matches that are played, and of those that have ended, at whose result hardly anybody looks for long."""


class CachedState(NamedTuple):
    """What a process remembers of a match: the state, and who did what in the rounds that are over."""

    version: int
    state: State
    done: tuple[RoundCredits, ...]


_cached_states: OrderedDict[int, CachedState] = OrderedDict()
_ended: OrderedDict[int, CachedState] = OrderedDict()
_lock = Lock()


def state_of(match: Match) -> State:
    """The state of the match, with one more statement where this process does not remember that of this version."""
    return load_state(match).state


def load_state(match: Match) -> CachedState:
    """The state and the credits of the rounds that are over; as `state_of`."""
    with _lock:
        cached = _found(match)
    if cached is None or cached.version != match.version:
        rebuilt = rebuild(match)
        cached = cache_state(match, rebuilt.state, rebuilt.done)
    return cached


def cache_state(match: Match, state: State, done: tuple[RoundCredits, ...] = ()) -> CachedState:
    """Remember the state; an older one, of a reader who was slower than a move, does not take the place of a newer."""
    cached = CachedState(match.version, state, done)
    with _lock:
        before = _found(match)
        if before is not None and before.version > match.version:
            return cached
        if state.phase == OVER:
            _cached_states.pop(match.pk, None)
            _keep(_ended, match, cached, KEPT_OF_ENDED)
        else:
            _keep(_cached_states, match, cached, KEPT)
    return cached


def _found(match: Match) -> CachedState | None:
    return _cached_states.get(match.pk) or _ended.get(match.pk)


def _keep(states: OrderedDict[int, CachedState], match: Match, cached: CachedState, most: int) -> None:
    states[match.pk] = cached
    states.move_to_end(match.pk)
    while len(states) > most:
        states.popitem(last=False)


def forget_states() -> None:
    """Forget all states; for tests."""
    with _lock:
        _cached_states.clear()
        _ended.clear()


def deal_round(match: Match, state: State) -> State:
    """Deal the coming round of ``state``."""
    pack = match.deck.pack(state.round_number, state.game.pack(state.seats))
    return state.apply(state.deal(pack))


def rebuild(match: Match) -> CachedState:
    """Find the state from the database, without remembering it.

    The round before the one on the table is played again too: its last trick may still be looked at.
    """
    rounds = list(match.rounds.order_by("number")) if match.rounds_dealt else []
    before = max(match.rounds_dealt - 2, 0)
    state = _resume(match, rounds[:before])
    if match.rounds_dealt > 1:
        state = deal_round(match, state).fold(rounds[before].actions)
    if match.rounds_dealt:
        state = deal_round(match, state).fold(match.actions)
    return CachedState(match.version, state, tuple(_credits(match, rounds)))


def _resume(match: Match, rounds: list[Round]) -> State:
    table = match.table
    finished = [FinishedRound(played.actions, made_numbers(played.made)) for played in rounds]
    return table.game.resume(table.seats, match.deck.first_dealer(table.seats), match.options, finished)


def _credits(match: Match, rounds: list[Round]) -> list[RoundCredits]:
    table, dealer = match.table, match.deck.first_dealer(match.table.seats)
    return [
        credits_of(
            table.game,
            played.actions,
            played.actors,
            (dealer + played.number + 1) % table.seats,
            None if table.game.has_bids else _trump(match, rounds[: played.number]),
            table.seats,
        )
        for played in rounds
    ]


def _trump(match: Match, before: list[Round]) -> Suit | None:
    """The trump of the round that follows these."""
    state = _resume(match, before)
    turn_up = state.deal(match.deck.pack(state.round_number, state.game.pack(state.seats))).turn_up
    return turn_up[1] if turn_up else None
