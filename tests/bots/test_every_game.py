"""A level that plays one game plays all of them: whoever adds a game learns here what its bots lack."""

from __future__ import annotations

import random

import pytest

from whist.bots import LEVELS, choose
from whist.engine import GAMES
from whist.engine.deck import FairDeck
from whist.engine.game import DEAL, OVER, Game, State


def schedules(game: Game, seats: int) -> list[dict[str, object]]:
    """Options that differ in nothing but the sizes of hands, where a game lets one choose."""
    named = [option for option in game.options if option.name == "schedule"]
    return [{option.name: choice.value} for option in named for choice in option.offered(seats)] or [{}]


EVERY_TABLE = [
    pytest.param(game, seats, options, id=f"{game.slug}-{seats}-{'-'.join(map(str, options.values()))}")
    for game in GAMES.values()
    for seats in game.seat_counts
    for options in schedules(game, seats)
]


def first_turns(game: Game, seats: int, options: dict[str, object]) -> list[State]:
    """The state after the deal of each size of hands, of a match whose other actions are any at all."""
    deck, rng = FairDeck(bytes(32), bytes(16)), random.Random(5)
    state: State = game.new_match(seats, deck.first_dealer(seats), game.drawn_options(options, deck))
    found: dict[int, State] = {}
    while state.phase != OVER:
        if state.phase == DEAL:
            state = state.apply(state.deal(deck.pack(state.round_number, game.pack(seats))))
            found.setdefault(len(state.legal_actions()), state)
        else:
            state = state.apply(rng.choice(state.legal_actions()))
    return list(found.values())


@pytest.mark.parametrize(("game", "seats", "options"), EVERY_TABLE)
def test_every_level_begins_a_round_of_every_size(game: Game, seats: int, options: dict[str, object]):
    for number, state in enumerate(first_turns(game, seats, options)):
        assert state.to_act is not None
        seen = state.observe(state.to_act)
        # The level that thinks longest, once for each table, knows no more of sizes than the quick one.
        for level in LEVELS if number == 0 else ("easy",):
            assert choose(seen, level, seed=1) in seen.legal_actions
