"""What a viewer of a state is shown, and whole matches at random to look at."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from django.template.loader import render_to_string

from accounts.people.preferences import Preferences
from tests.support.pages import TablePage
from tests.support.positions import seen
from whist.engine import GAMES
from whist.engine.game import DEAL, OVER, State
from whist.tables.drawing.table import felt_element, page_parts
from whist.tables.presenters import moment, present
from whist.tables.presenters.felt import Felt
from whist.tables.presenters.hand import HandCard


def felt_of(state: State, seat: int | None = 0, preferences: Preferences | None = None, **kwargs: Any) -> Felt:
    felt: Felt = present(seen(state, seat), preferences or Preferences(), **kwargs)["felt"]
    return felt


def html_of(state: State, seat: int | None = 0, preferences: Preferences | None = None) -> str:
    return felt_element(moment(seen(state, seat), preferences or Preferences())).html


def page_html(state: State, seat: int | None = 0) -> str:
    context = present(seen(state, seat), Preferences())
    return render_to_string("tables/table.html", context | {"parts": page_parts(context)})


def page_of(state: State, seat: int | None = 0) -> TablePage:
    """The whole page, read as a script would."""
    return TablePage(page_html(state, seat))


def hand_of(felt: Felt) -> list[HandCard]:
    return [*felt.hand.cards]


def step(state: State, rng: Random) -> State:
    """Any action at random, or the next deal."""
    if state.phase != DEAL:
        return state.apply(rng.choice(state.legal_actions()))
    pack = list(state.game.pack(state.seats))
    rng.shuffle(pack)
    return state.apply(state.deal(pack))


def play_on(state: State, rng: Random, stop: Callable[[State], bool]) -> State:
    while state.phase != OVER and not stop(state):
        state = step(state, rng)
    return state


def some_moments(slug: str, seed: int, first: int = 0, **options: Any) -> Iterator[State]:
    """Every fifth of `moments` and each before a deal or at the end: a trick takes two, three or four of them, so with
    five every part of a trick has its turn."""
    for number, state in enumerate(moments(slug, seed, **options)):
        if number % 5 == first or state.phase in (DEAL, OVER):
            yield state


def moments(slug: str, seed: int, **options: Any) -> Iterator[State]:
    """Every state of a whole match with as few seats as the game has, from before the first deal to the end."""
    rng = Random(seed)
    state = GAMES[slug].new_match(GAMES[slug].seat_counts[0], seed % 2, options)
    yield state
    while state.phase != OVER:
        state = step(state, rng)
        yield state
