"""The 52-card game against OpenSpiel's `oh_hell`, which was written by others.

The two are the same game with the default of docs/rules.md §2.1, by which a void seat may play anything:
- `num_tricks_fixed` is the hand size; our dealer is theirs, so the seats are numbered alike.
- They deal card by card beginning with seat 0, whoever deals, then turn the trump; our hands are laid out so.
- Their dealer, too, may not make the bids add up to the hand size, and is free where they already exceed it.
- With `off_bid_penalty` a missed bid costs the difference, as here; a made one scores 10 + bid, here 5 + bid.
They have no must-trump rule, no round without trump and no house rules; those are not compared.
"""

import random
from typing import Any

import pytest

from tests.engine.play import IS_SOAK
from whist.engine import GAMES
from whist.engine.cards import PACK
from whist.engine.game import FinishedRound
from whist.engine.schedules import highest_size

try:
    import pyspiel
except ImportError:
    pyspiel = None

pytestmark = pytest.mark.skipif(
    pyspiel is None, reason="OPENSPIEL IS MISSING: pip install open_spiel (dependency group `differential`)"
)

SHAPES = [(seats, size) for seats in (3, 4, 5, 6) for size in range(1, highest_size(seats) + 1)]
DEALS = 200 if IS_SOAK else 8
SUITS = "CDSH"
RANKS = "23456789TJQKA"


def their_card(card: str) -> int:
    return RANKS.index(card[0]) * 4 + SUITS.index(card[1])


def their_action(action: str) -> int:
    kind, _, value = action.partition(":")
    return their_card(value) if kind == "play" else len(PACK) + int(value)


def their_state(state: Any, deal: Any, size: int) -> Any:
    theirs = pyspiel.load_game(
        "oh_hell",
        {"players": state.seats, "num_tricks_fixed": size, "off_bid_penalty": True, "points_per_trick": 1},
    ).new_initial_state()
    theirs.apply_action(size)
    theirs.apply_action(state.dealer)
    for i in range(size):
        for hand in deal.hands:
            theirs.apply_action(their_card(hand[i]))
    theirs.apply_action(their_card(deal.turn_up))
    return theirs


@pytest.mark.parametrize(("seats", "size"), SHAPES)
def test_openspiel_plays_the_same_game(seats: int, size: int) -> None:
    chance = random.Random(f"{seats} {size}")
    for _ in range(DEALS):
        play_both(seats, size, chance)


def play_both(seats: int, size: int, chance: random.Random) -> None:
    skipped = [FinishedRound("0" * seats, (0,) * seats)] * (size - 1)
    state = GAMES["romanian52"].resume(seats, chance.randrange(seats), {}, skipped)
    before = state.scores
    deal = state.deal(chance.sample(PACK, len(PACK)))
    state = state.apply(deal)
    theirs = their_state(state, deal, size)
    bids: dict[int, int] = {}
    while not theirs.is_terminal():
        assert theirs.current_player() == state.to_act
        assert sorted(map(their_action, state.legal_actions())) == sorted(theirs.legal_actions())
        action = chance.choice(state.legal_actions())
        if action.startswith("bid:"):
            bids[state.to_act] = int(action[4:])
        theirs.apply_action(their_action(action))
        state = state.apply(action)
    points = [after - b for after, b in zip(state.scores, before, strict=True)]
    made = [state.made[seat] == bids[seat] for seat in range(seats)]
    assert points == [returns - 5 * is_made for returns, is_made in zip(theirs.returns(), made, strict=True)]
