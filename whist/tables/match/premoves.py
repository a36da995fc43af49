"""Premoves: "if diamonds are led play the 9", said before one's turn in correspondence.

Stored with the holder's seat as ``{"round": 7, "card": 2, "cards": {"D": "9D", "L": "2C"}}``: for the third card (2,
counted from 0) they play in round 7, the 9 of diamonds if diamonds are led and the 2 of clubs if they lead themselves.
They are for that one turn: afterwards round and card no longer fit, and nobody has to delete anything.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from whist.engine.cards import SUITS, Card
from whist.engine.game import PLAY, Action, Observation

LEADING, ANY = "L", "*"
"""Conditions beside the four suits that may be led: the player leads; whatever is led."""

CONDITIONS = SUITS + ANY + LEADING
"""Each may have one card."""

Prepared = Mapping[str, Card]
"""Cards by condition."""


Stored = Mapping[str, Any]
"""As a column holds them, empty for none."""


class Turn(NamedTuple):
    """A round, and how many cards of it the player has played before."""

    round: int
    card: int


def encode(seen: Observation, cards: Prepared) -> Stored:
    """What is stored for the coming turn of the viewer; nothing for no cards."""
    return {**turn_of(seen)._asdict(), "cards": dict(cards)} if cards else {}


def decode(stored: Stored, seen: Observation) -> Prepared:
    """The viewer's premoves for their coming turn, or the one they have now."""
    if not stored or Turn(stored["round"], stored["card"]) != turn_of(seen):
        return {}
    cards = stored["cards"]  # in the order of the database
    return {condition: cards[condition] for condition in CONDITIONS if condition in cards}


def turn_of(seen: Observation) -> Turn:
    """The viewer's coming turn, or the one they have now."""
    return Turn(seen.round_number, sum(seat == seen.seat for seat, _card in seen.plays))


def conditions(seen: Observation) -> str:
    """Which of the conditions can come true at the viewer's coming turn, as far as they can tell."""
    if seen.phase != PLAY:
        return CONDITIONS
    if not seen.trick:
        return SUITS + ANY
    has_played = any((seen.leader + i) % seen.seats == seen.seat for i in range(len(seen.trick)))
    return CONDITIONS if has_played else seen.trick[0][1]


def cards_for(condition: str, seen: Observation) -> tuple[Card, ...]:
    """The viewer's cards that may come into question; whether the rules allow one turns out when it is played."""
    held = tuple(card for card in seen.hand if card is not None)
    return tuple(card for card in held if card[1] == condition) or held


def action_for(stored: Stored, seen: Observation) -> Action | None:
    """The premove of the viewer, whose turn it is, if its condition holds and the rules allow it."""
    if not stored or seen.phase != PLAY:
        return None
    cards = decode(stored, seen)
    card = cards.get(seen.trick[0][1], cards.get(ANY)) if seen.trick else cards.get(LEADING)
    action = f"{PLAY}:{card}"
    return action if card and action in seen.legal_actions else None
