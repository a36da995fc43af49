"""Matches played at random, for every game of the list, by nothing but the contract."""

import os
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise, product
from typing import Any

from hypothesis import strategies as st

from whist.engine import GAMES
from whist.engine.deck import FairDeck, commitment
from whist.engine.errors import BadOption
from whist.engine.game import (
    DEAL,
    OVER,
    PLAY,
    Action,
    Deal,
    FinishedRound,
    Game,
    State,
    encode_action,
    split_actions,
)
from whist.engine.record import Fair, record_of

IS_SOAK = bool(os.environ.get("WHIST_SOAK"))


@dataclass(frozen=True)
class Setting:
    """A game with everything chosen that there is to choose."""

    game: Game
    seats: int
    options: dict[str, Any]

    def __str__(self) -> str:
        return "-".join(map(str, [self.game.slug, self.seats, *self.options.values()]))


def all_settings(game: Game, seats: int) -> Iterator[Setting]:
    """Every combination of options that the game offers."""
    return iter(_all_settings(game, seats))


@cache
def _all_settings(game: Game, seats: int) -> tuple[Setting, ...]:
    return tuple(_combinations(game, seats))


def _combinations(game: Game, seats: int) -> Iterator[Setting]:
    offered = [[(option.name, choice.value) for choice in option.offered(seats)] for option in game.options]
    for chosen in product(*offered):
        options = game.drawn_options(dict(chosen), deck_of("settings"))
        try:
            game.checked_options(seats, options)
        except BadOption:
            continue
        yield Setting(game, seats, options)


def some_settings() -> list[Setting]:
    """Every choice of every option at every number of seats, once at least; all combinations when soaking."""
    chosen = []
    for game in GAMES.values():
        for seats in game.seat_counts:
            settings = list(all_settings(game, seats))
            chosen += settings if IS_SOAK else covering(settings)
    return chosen


def covering(settings: list[Setting]) -> list[Setting]:
    """Few of the settings, yet each value of each option comes up in them."""
    choices = {
        i: {(name, str(value)) for name, value in setting.options.items() if name != "sizes"}
        for i, setting in enumerate(settings)
    }
    missing, chosen = set().union(*choices.values()), []
    while missing:
        best = max(choices, key=lambda i: len(choices[i] & missing))
        missing -= choices[best]
        chosen.append(settings[best])
    return chosen


def deck_of(name: object) -> FairDeck:
    return FairDeck(str(name).encode().ljust(32, b"."), b"salt" * 4)


@dataclass
class Played:
    """A match as it is stored: deals and actions; ``states`` before each action, and the last one."""

    setting: Setting
    first_dealer: int
    fair: Fair
    states: list[State] = field(default_factory=list)
    rounds: list[tuple[Deal, str]] = field(default_factory=list)

    @property
    def record(self) -> dict[str, Any]:
        rounds = [(deal, actions, "p" * len(split_actions(actions))) for deal, actions in self.rounds]
        setting = self.setting
        return record_of(setting.game, setting.seats, setting.options, self.first_dealer, rounds, self.fair)

    @property
    def finished(self) -> list[FinishedRound]:
        """What is stored of the rounds that are over."""
        ends = [state for state in self.states[1:] if state.phase in (DEAL, OVER)]
        texts = [actions for _, actions in self.rounds]
        return [FinishedRound(actions, end.round_made) for actions, end in zip(texts, ends, strict=False)]

    def steps(self) -> Iterator[tuple[State, Action | Deal, State]]:
        """Every state with the action taken in it and the state after."""
        actions = (action for deal, text in self.rounds for action in (deal, *split_actions(text)))
        for (before, after), action in zip(pairwise(self.states), actions, strict=True):
            yield before, full_name(before, action), after


def full_name(state: State, action: str | Deal) -> Action | Deal:
    """The action that a stored code stands for."""
    if isinstance(action, Deal):
        return action
    return f"{state.phase}:{action if state.phase == PLAY else int(action, 36)}"


def play_match(setting: Setting, seed: object, most_actions: int = 100_000) -> Played:
    """Play at random; every deal comes from the fair deck of the seed."""
    chance = random.Random(str(seed))
    secret, salt, cuts = chance.randbytes(32), chance.randbytes(16), ("ana", "dan")
    deck = FairDeck(secret, salt, cuts)
    options = setting.game.drawn_options(setting.options, deck)
    setting = Setting(setting.game, setting.seats, options)
    played = Played(setting, deck.first_dealer(setting.seats), Fair(secret, salt, cuts, commitment(secret, salt)))
    state = setting.game.new_match(setting.seats, played.first_dealer, options)
    played.states.append(state)
    cards = setting.game.pack(setting.seats)
    while state.phase != OVER and len(played.states) <= most_actions:
        if state.phase == DEAL:
            deal = state.deal(deck.pack(len(played.rounds), cards))
            state = state.apply(deal)
            played.rounds.append((deal, ""))
        else:
            action = chance.choice(state.legal_actions())
            deal, actions = played.rounds[-1]
            played.rounds[-1] = (deal, actions + encode_action(action))
            state = state.apply(action)
        played.states.append(state)
    return played


@st.composite
def settings_of_any_game(draw: st.DrawFn) -> Setting:
    game = draw(st.sampled_from(list(GAMES.values())))
    seats = draw(st.sampled_from(game.seat_counts))
    return draw(st.sampled_from(list(all_settings(game, seats))))


@st.composite
def matches_under_way(draw: st.DrawFn) -> Played:
    """A match of any game, stopped anywhere."""
    setting = draw(settings_of_any_game())
    return play_match(setting, draw(st.integers(0, 2**32)), draw(st.integers(1, 400)))
