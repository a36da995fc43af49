"""Time controls: how long one may think at a friends' table (docs/time-controls.md)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from whist.engine.game import BID

DAY = 24 * 3600

GRACE = 1.5
"""Seconds beyond what a player is shown: the way of their answer to the server costs them nothing."""

EXPIRIES_BEFORE_BOT = 2
"""After so many missed deadlines in a row a player's seat is played at once, until they act themselves."""


CARDS_OF_A_BANK = 16
"""Over so many cards a bank is spread to tell how long a match takes: nobody has more in a round, and few use it up."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Seconds for a bid and for a card.

    A chess clock has a ``bank`` instead: so many seconds for all that a seat does in a round.  Thinking takes from it,
    and each card adds the ``increment`` to what is left; a bid adds nothing.  For every action there is at least the
    increment, so that players who have used up their bank, and take their seat back from the bot, can act.
    """

    bid: float
    card: float
    bank: float | None = None
    increment: float = 0.0

    @classmethod
    def chess(cls, bank: float, increment: float) -> Self:
        return cls(bank, bank, bank, increment)

    @property
    def card_takes(self) -> float:
        """Seconds that a card takes altogether, from its seat's turn to the next, bids and pauses spread over all;
        so that the length of a match can be told before it."""
        card = self.card if self.bank is None else self.bank / CARDS_OF_A_BANK + self.increment
        return min(8.0, 1.5 + card / 6)

    @property
    def is_correspondence(self) -> bool:
        """Whether matches take days, and turns are announced by mail."""
        return self.card >= DAY

    @property
    def has_bank(self) -> bool:
        return self.bank is not None

    def seconds_for(self, phase: str, bank: float | None = None) -> float:
        """Seconds for the next action of a seat, which has so many in its ``bank``."""
        if self.bank is not None:
            return self.left_in(bank)
        return self.bid if phase == BID else self.card

    def left_in(self, bank: float | None) -> float:
        """Seconds in the bank of a seat, None for the whole one."""
        return max(self.bank or 0.0, self.increment) if bank is None else max(bank, self.increment)


TIME_CONTROLS = {
    "fast": TimeControl(10, 8),
    "normal": TimeControl(20, 15),
    "slow": TimeControl(45, 30),
    "chess": TimeControl.chess(4 * 60, 5),
    "day": TimeControl(DAY, DAY),
    "three_days": TimeControl(3 * DAY, 3 * DAY),
}


def expected_minutes(cards: int, clock: TimeControl) -> int:
    """About how long a match of so many cards takes, to five minutes; at least five.

    >>> expected_minutes(936, TIME_CONTROLS["normal"])
    60
    """
    return max(5, round(cards * clock.card_takes / 60 / 5) * 5)
