"""Rounds for bots: set up from a line of cards, or out of whole matches played by bots."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from whist.bots import choose
from whist.engine import GAMES
from whist.engine.cards import parse_cards
from whist.engine.errors import IllegalAction
from whist.engine.game import DEAL, OVER, Action, Deal, State

PAIRS_SWAPPED = 12


@dataclass(frozen=True)
class TableVersion:
    """A decision: the state before the deal, the deal, what has been done since, and the state that led to."""

    before: State
    dealt: Deal
    actions: tuple[Action, ...]
    state: State


def new_match(game: str, seats: int, options: dict[str, Any] | None = None, first_dealer: int = 0) -> State:
    return GAMES[game].new_match(seats, first_dealer, options)


def shuffled(state: State, rng: random.Random) -> Deal:
    pack = list(state.game.pack(state.seats))
    rng.shuffle(pack)
    return state.deal(pack)


def moments(match: State, levels: Sequence[str], seed: int) -> Iterator[TableVersion]:
    """Every decision of a whole match between bots, one level a seat.  Each passes through `apply`."""
    rng = random.Random(seed)
    state = match
    while state.phase != OVER:
        before, dealt, actions = state, shuffled(state, rng), ()
        state = state.apply(dealt)
        while state.phase not in (DEAL, OVER):
            yield TableVersion(before, dealt, actions, state)
            seat = state.to_act
            assert seat is not None
            action = choose(state.observe(seat), levels[seat], rng.getrandbits(64))
            actions = (*actions, action)
            state = state.apply(action)


def replayed(before: State, dealt: Deal, actions: Sequence[Action]) -> State:
    state = before.apply(dealt)
    for action in actions:
        state = state.apply(action)
    return state


def redealt(moment: TableVersion, rng: random.Random) -> TableVersion:
    """The same public history over another deal, of which the seat to act cannot know that it is another."""
    dealt = moment.dealt
    seat = moment.state.to_act
    seen = moment.state.observe(seat)
    known = {card for _, card in seen.plays} | set(seen.hand) | {dealt.turn_up}
    known |= {card for cards in seen.foreign.values() for card in cards} | set(getattr(seen, "prizes", ()))
    hidden = [card for hand in (*dealt.hands, dealt.stock) for card in hand if card not in known]
    for _ in range(PAIRS_SWAPPED if len(hidden) > 1 else 0):
        one, other = rng.sample(hidden, 2)
        swapped = _swap(dealt, one, other)
        try:
            replayed(moment.before, swapped, moment.actions)
        except IllegalAction:
            continue
        dealt = swapped
    return TableVersion(moment.before, dealt, moment.actions, replayed(moment.before, dealt, moment.actions))


def _swap(dealt: Deal, one: str, other: str) -> Deal:
    exchange = {one: other, other: one}
    hands = tuple(tuple(exchange.get(card, card) for card in hand) for hand in dealt.hands)
    return Deal(hands, dealt.turn_up, tuple(exchange.get(card, card) for card in dealt.stock))


def round_of(game: str, hands: str, turn_up: str | None, actions: str, options: dict[str, Any] | None = None) -> State:
    """A round with these hands, seat 0 first, in which seat 0 leads; ``actions`` as they are stored."""
    cards = [parse_cards(hand) for hand in hands.split()]
    seats, size = len(cards), len(cards[0])
    state = new_match(game, seats, options)
    sizes = state.observe(None).sizes
    # The first round of that size in which the last seat deals, so that seat 0 leads.
    number = next(i for i, k in enumerate(sizes) if k == size)
    state = new_match(game, seats, options, first_dealer=(seats - 1 - number) % seats)
    rng = random.Random(0)
    for _ in range(number):
        state = state.apply(shuffled(state, rng))
        while state.to_act is not None:
            state = state.apply(rng.choice(state.legal_actions()))
    return state.apply(Deal(tuple(cards), turn_up)).fold(actions)
