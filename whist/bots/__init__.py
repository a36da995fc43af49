"""Bots: a move for a seat from what that seat may know, and nothing else.

>>> from whist.engine import GAMES
>>> game = GAMES["romanian"]
>>> state = game.new_match(seats=4, first_dealer=3)
>>> state = state.apply(state.deal(game.pack(4)))
>>> choose(state.observe(0), "easy", seed=1) in state.legal_actions()
True
"""

from whist.bots.levels import LEVELS, choose
from whist.bots.timing import PACES, delay, seed_for

__all__ = ["LEVELS", "PACES", "choose", "delay", "seed_for"]
