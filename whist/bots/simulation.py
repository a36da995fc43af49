"""Rounds played out by the rules of `policy`, thousands of times a second."""

from __future__ import annotations

from whist.bots.kernel import Board
from whist.bots.policy import choose_card


def play_out(board: Board) -> list[int]:
    """Play the round to its end, changing the board; returns what each seat then needs (0: bid made)."""
    while board.left:
        suit, bit = choose_card(board)
        board.play(suit, bit)
    return board.needs
