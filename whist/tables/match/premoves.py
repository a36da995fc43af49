"""Conditional cards: "if diamonds are led play the 9", said before one's turn in a match that takes days.

Stored with the holder's seat as ``7.2:D9DL2C``: for the third card (2, counted from 0) he plays in round 7, the 9 of
diamonds if diamonds are led and the 2 of clubs if he leads himself.  They are for that one turn: afterwards round and
card no longer fit, and nobody has to delete anything.
"""

from __future__ import annotations

from collections.abc import Mapping

from whist.engine.cards import SUITS, Card
from whist.engine.game import PLAY, Action, Observation

LEADING, ANY = "L", "*"
"""Conditions beside the four suits that may be led: one leads oneself; whatever is led."""

CONDITIONS = SUITS + ANY + LEADING
"""Each may have one card."""

Prepared = Mapping[str, Card]
"""Cards by condition."""


def encode(seen: Observation, cards: Prepared) -> str:
    """For the coming turn of the viewer; nothing for no cards."""
    return f"{turn_of(seen)}:{''.join(condition + card for condition, card in cards.items())}" if cards else ""


def decode(text: str, seen: Observation) -> Prepared:
    """What the viewer has prepared for his coming turn, or the one he has now."""
    turn, _, cards = text.partition(":")
    if turn != turn_of(seen):
        return {}
    return {cards[i]: cards[i + 1 : i + 3] for i in range(0, len(cards), 3)}


def turn_of(seen: Observation) -> str:
    """The viewer's coming turn, or the one he has now: the round, and how many cards of it he has played."""
    played = sum(seat == seen.seat for seat, _card in seen.plays)
    return f"{seen.round_number}.{played}"


def conditions(seen: Observation) -> str:
    """Which of the conditions can come true at the viewer's coming turn, as far as he can tell."""
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


def action_for(text: str, seen: Observation) -> Action | None:
    """The prepared card of the viewer, whose turn it is, if its condition holds and the rules allow it."""
    if not text or seen.phase != PLAY:
        return None
    cards = decode(text, seen)
    card = cards.get(seen.trick[0][1], cards.get(ANY)) if seen.trick else cards.get(LEADING)
    action = f"{PLAY}:{card}"
    return action if card and action in seen.legal_actions else None
