"""How long one may think at a friends' table (docs/rules.md §8.1)."""

from __future__ import annotations

from dataclasses import dataclass

from whist.engine.game import BID

DAY = 24 * 3600

GRACE = 1.5
"""Seconds beyond what a player is shown: the way of his answer to the server costs him nothing."""

EXPIRIES_BEFORE_BOT = 2
"""After so many of his deadlines in a row a player's seat is played at once, until he acts himself."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Seconds for a bid and for a card."""

    bid: float
    card: float

    @property
    def card_takes(self) -> float:
        """Seconds that a card takes altogether, from its seat's turn to the next, bids and pauses spread over all;
        so that the length of a match can be told before it."""
        return min(8.0, 1.5 + self.card / 6)

    @property
    def is_correspondence(self) -> bool:
        """Whether a match takes days: turns are announced by mail."""
        return self.card >= DAY

    def seconds_for(self, phase: str) -> float:
        return self.bid if phase == BID else self.card


TIME_CONTROLS = {
    "fast": TimeControl(10, 8),
    "normal": TimeControl(20, 15),
    "slow": TimeControl(45, 30),
    "day": TimeControl(DAY, DAY),
    "three_days": TimeControl(3 * DAY, 3 * DAY),
}


def expected_minutes(cards: int, clock: TimeControl) -> int:
    """About how long a match of so many cards takes, to five minutes; at least five.

    >>> expected_minutes(936, CLOCKS["normal"])
    60
    """
    return max(5, round(cards * clock.card_takes / 60 / 5) * 5)
