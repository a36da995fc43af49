"""Rounds played out by the rules of `policy`, thousands of times a second."""

from __future__ import annotations

from whist.bots.kernel import Bits, Board
from whist.bots.policy import choose_card


def play_out(board: Board) -> list[int]:
    """Play the round to its end, changing the board; returns what each seat then needs (0: bid made)."""
    while board.left > 1:
        suit, bit = choose_card(board)
        board.play(suit, bit)
    while board.left:
        suit, bit = _last_card(board)
        board.play(suit, bit)
    return board.needs


def _last_card(board: Board) -> Bits:
    """The only card of the seat to act: nobody has a choice in the last trick."""
    hand = board.hands[board.to_act]
    bit = max(hand)
    return hand.index(bit), bit
