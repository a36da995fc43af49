"""How many ways there are to play tiny rounds, kept as numbers: a change of any rule shows."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.naive import NaiveRound
from whist.engine import GAMES
from whist.engine.cards import PACK, parse_cards
from whist.engine.deck import FairDeck
from whist.engine.game import DEAL, OVER, Deal, FinishedRound, State

VOIDS = ("free", "must_trump", "must_overtrump")


def count_sequences(state: State) -> int:
    """Ways to go on to the end of the round."""
    if state.phase in (DEAL, OVER):
        return 1
    return sum(count_sequences(state.apply(action)) for action in state.legal_actions())


def dealt(hands: Sequence[str], turn: str | None, void: str) -> tuple[State, NaiveRound]:
    """The first round of this size, in a match of 52 cards, and the same for the naive referee."""
    cards = tuple(parse_cards(hand) for hand in hands)
    seats, size = len(cards), len(cards[0])
    skipped = [FinishedRound("0" * seats, (0,) * seats)] * (size - 1)
    state = GAMES["romanian52"].resume(seats, 0, {"void": void}, skipped)
    return state.apply(Deal(cards, turn)), NaiveRound(cards, turn, (size - 1) % seats, void)


#: Hands by seat, the turned card, and the ways to play for each void rule of `VOIDS`.
COUNTS: list[Any] = [
    # With one card only the dealer has no choice, while the others' bids add up to 0 or 1.
    (["AS", "KS", "QS"], "2H", (5, 5, 5)),
    (["AS", "KS", "QS", "JD"], "2H", (12, 12, 12)),
    (["AS7H", "KS8H", "9H9D"], "2C", (105, 105, 105)),
    (["AS7H", "KS8H", "QD9D"], "2H", (168, 42, 42)),
    (["7HTH", "KS8H", "QD9H"], "2H", (126, 84, 84)),
    (["AS7H", "KS8H", "QD9H", "JC2D"], "3H", (426, 213, 213)),
    (["AS7C", "KH8H", "QD9H", "THJC"], "3H", (852, 568, 426)),
    (["AS2S5H", "3H9H8D", "QDJHTH"], "4H", (5616, 1728, 1728)),
]


@pytest.mark.parametrize("void", VOIDS)
@pytest.mark.parametrize(("hands", "turn", "counts"), COUNTS)
def test_number_of_ways_to_play(hands: Sequence[str], turn: str, counts: tuple[int, ...], void: str) -> None:
    state, referee = dealt(hands, turn, void)
    assert count_sequences(state) == counts[VOIDS.index(void)]
    assert referee.count_sequences() == counts[VOIDS.index(void)]


@given(st.permutations(PACK), st.sampled_from([(3, 1), (4, 1), (5, 1), (3, 2)]), st.sampled_from(VOIDS))
def test_referees_count_alike(pack: list[str], shape: tuple[int, int], void: str) -> None:
    seats, size = shape
    hands = ["".join(pack[seat * size : (seat + 1) * size]) for seat in range(seats)]
    state, referee = dealt(hands, pack[-1], void)
    assert count_sequences(state) == referee.count_sequences()


@pytest.mark.parametrize(("tricks_left", "count"), [(1, 1), (2, 8), (3, 144)])
@pytest.mark.parametrize("void", VOIDS)
def test_number_of_ways_to_end_a_round_without_trump(void: str, tricks_left: int, count: int) -> None:
    game = GAMES["romanian"]
    state = game.new_match(3, 0, {"void": void})
    pack = FairDeck(b"secret", b"salt").pack(0, game.pack(3))
    deal = state.deal(pack)
    state = state.apply(deal).fold("000")
    referee = NaiveRound(deal.hands, None, 0, void)
    referee.bids = [0, 0, 0]
    while len(state.observe(None).plays) < 3 * (8 - tricks_left):
        action = state.legal_actions()[0]
        state = state.apply(action)
        referee.act(action)
    assert count_sequences(state) == referee.count_sequences() == count
