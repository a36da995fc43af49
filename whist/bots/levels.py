"""The levels a bot can play at, and who plays which game: the one place where games plug in."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from whist.bots import german, partnership
from whist.bots.players import easy_player, greedy_player, normal_player, random_player, rule_player
from whist.engine.game import Action, Observation
from whist.engine.german import GermanObservation
from whist.engine.partnership import PartnershipObservation
from whist.engine.romanian import RomanianObservation

#: What a table may offer, from the weakest to the strongest.
LEVELS = ("easy", "normal")

#: Bots by what they observe, then by name.  Names beyond LEVELS are yardsticks for the arena.
PLAYERS: dict[type[Observation], dict[str, Callable[[Any, Random], Action]]] = {
    RomanianObservation: {
        "random": random_player,
        "greedy": greedy_player,
        "rule": rule_player,
        "easy": easy_player,
        "normal": normal_player,
    },
    PartnershipObservation: partnership.PLAYERS,
    GermanObservation: german.PLAYERS,
}


def choose(observation: Observation, level: str, seed: int) -> Action:
    """The action a bot of ``level`` takes for the seat that observes and is to act.

    A pure function: the same arguments give the same action.  Raises ValueError when the seat is not to
    act, KeyError for a level that does not exist.
    """
    player = PLAYERS[type(observation)][level]
    legal = observation.legal_actions
    if not legal:
        raise ValueError("the observing seat is not to act")
    if len(legal) == 1:
        return legal[0]
    return player(observation, Random(seed))  # noqa: S311 - the seed is keyed, the sampling need not be
