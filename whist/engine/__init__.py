"""The rules of every game on the site, in plain Python: no framework, no database, no third-party package.

>>> from whist.engine import GAMES
>>> state = GAMES["romanian"].new_match(seats=4, first_dealer=3)
>>> state = state.apply(state.deal(GAMES["romanian"].pack(4)))
>>> state.to_act, state.legal_actions()[:2]
(0, ('bid:0', 'bid:1'))
>>> state.apply("bid:2").to_act
1
"""

from whist.engine.game import Game
from whist.engine.german import GERMAN
from whist.engine.partnership import PARTNERSHIP
from whist.engine.romanian import ROMANIAN, ROMANIAN52

GAMES: dict[str, Game] = {game.slug: game for game in (ROMANIAN, ROMANIAN52, PARTNERSHIP, GERMAN)}

__all__ = ["GAMES", "Game"]
