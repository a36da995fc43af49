"""The fast kernel plays by the same rules as the engine."""

import random

import pytest

from tests.bots.rounds import new_match, shuffled
from whist.bots.kernel import BITS, CARD, Board, cards_in, masks_of, round_points, trump_index, void_rule
from whist.engine.game import OVER, State

VOIDS = ("free", "must_trump", "must_overtrump")


def board_of(state: State) -> Board:
    seen = state.observe(None)
    return Board(
        [masks_of(hand) for hand in state.hands],
        masks_of(state.game.pack(state.seats)),
        list(state.bids_by_seat()),
        seen.leader,
        trump_index(seen.trump),
        void_rule(seen.void),
    )


@pytest.mark.parametrize("void", VOIDS)
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("game", ["romanian", "romanian52"])
def test_the_kernel_agrees_with_the_engine_card_by_card(game: str, seats: int, void: str) -> None:
    rng = random.Random(f"{game}{seats}{void}")
    state = new_match(game, seats, {"void": void})
    while state.phase != OVER:
        state = state.apply(shuffled(state, rng))
        while state.phase == "bid":
            state = state.apply(rng.choice(state.legal_actions()))
        board = board_of(state)
        while state.to_act is not None:
            assert board.to_act == state.to_act
            assert {f"play:{CARD[card]}" for card in cards_in(board.legal())} == set(state.legal_actions())
            action = rng.choice(state.legal_actions())
            board.play(*BITS[action.removeprefix("play:")])
            state = state.apply(action)
            assert board.left == max(map(len, state.hands)) or board.turn
        finished = state.observe(None).finished[-1]
        assert board.leader == state.observe(None).last_trick.winner
        assert tuple(bid - need for bid, need in zip(finished.bids, board.needs, strict=True)) == finished.made
        assert tuple(map(round_points, finished.bids, board.needs)) == finished.score


def test_a_copied_board_goes_its_own_way() -> None:
    board = Board(
        [masks_of(["2C", "AS"]), masks_of(["3C", "KS"])], masks_of(["2C", "AS", "3C", "KS"]), [1, 0], 0, -1, 0
    )
    twin = board.copy()
    twin.play(*BITS["AS"])
    assert board.turn == 0
    assert list(map(CARD.get, cards_in(board.legal()))) == ["2C", "AS"]
