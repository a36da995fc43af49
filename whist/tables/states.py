"""The state of a stored match: the deal that follows from its secret, and the actions of the round on the table.

States are kept per process by match and version.  A version names one state for ever, so nothing here can be stale,
and a process that lost its states finds them again in the database.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from whist.engine.game import FinishedRound, State
from whist.tables.models import Match, made_numbers

KEPT = 2_000

_states: OrderedDict[int, tuple[int, State]] = OrderedDict()
_lock = Lock()


def state_of(match: Match) -> State:
    """One more statement where this process does not remember the state of this version."""
    with _lock:
        version, state = _states.get(match.pk, (None, None))
    if state is None or version != match.version:
        state = rebuild_state(match)
        remember_state(match, state)
    return state


def remember_state(match: Match, state: State) -> None:
    with _lock:
        _states[match.pk] = (match.version, state)
        _states.move_to_end(match.pk)
        while len(_states) > KEPT:
            _states.popitem(last=False)


def forget_states() -> None:
    """As after a restart; for tests."""
    with _lock:
        _states.clear()


def deal_round(match: Match, state: State) -> State:
    """Deal the coming round of ``state``."""
    pack = match.deck.pack(state.round_number, state.game.pack(state.seats))
    return state.apply(state.deal(pack))


def rebuild_state(match: Match) -> State:
    """The round before the one on the table is played again too: its last trick may still be looked at."""
    table = match.table
    rounds = list(match.rounds.order_by("number")) if match.rounds_dealt else []
    before = max(match.rounds_dealt - 2, 0)
    finished = [FinishedRound(played.actions, made_numbers(played.made)) for played in rounds[:before]]
    first_dealer = match.deck.first_dealer(table.seats)
    state: State = table.game.resume(table.seats, first_dealer, match.options, finished)
    if match.rounds_dealt > 1:
        state = deal_round(match, state).fold(rounds[before].actions)
    if match.rounds_dealt:
        state = deal_round(match, state).fold(match.actions)
    return state
