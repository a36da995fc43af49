"""What a process remembers of matches, and how much of it."""

from random import Random

import pytest

from whist.engine import GAMES
from whist.engine.game import DEAL, OVER
from whist.tables.match import state_cache
from whist.tables.match.state_cache import cache_state, forget_states, load_state
from whist.tables.models import Match

pytestmark = pytest.mark.once


@pytest.fixture(autouse=True)
def nothing_remembered():
    forget_states()
    yield
    forget_states()


@pytest.fixture(scope="module")
def states():
    """One that is played, and one of a match that is over."""
    game, rng = GAMES["german"], Random(1)
    first = state = game.new_match(2, 0)
    while state.phase != OVER:
        pack = rng.sample(game.pack(2), len(game.pack(2)))
        state = state.apply(state.deal(pack) if state.phase == DEAL else rng.choice(state.legal_actions()))
    return first, state


def remembered() -> set[int]:
    return {*state_cache._cached_states, *state_cache._ended}


def test_of_matches_that_have_ended_few_are_remembered(states, monkeypatch):
    monkeypatch.setattr(state_cache, "KEPT_OF_ENDED", 2)
    played, over = states
    for number in range(1, 6):
        cache_state(Match(pk=number, version=1), played)
        cache_state(Match(pk=number, version=2), over)
        cache_state(Match(pk=100 + number, version=1), played)
    assert remembered() == {4, 5, *range(101, 106)}
    assert load_state(Match(pk=5, version=2)).state is over


def test_of_matches_that_are_played_the_oldest_is_forgotten(states, monkeypatch):
    monkeypatch.setattr(state_cache, "KEPT", 2)
    for number in range(1, 5):
        cache_state(Match(pk=number, version=1), states[0])
    assert remembered() == {3, 4}


def test_an_older_state_takes_the_place_of_no_newer_one(states):
    played, over = states
    cache_state(Match(pk=1, version=2), over)
    cache_state(Match(pk=1, version=1), played)
    assert load_state(Match(pk=1, version=2)).state is over
