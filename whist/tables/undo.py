"""When a bid may be taken back."""

from __future__ import annotations

from whist.engine.game import Observation
from whist.tables.models import Match

MADE_BY_PLAYER = "p"


def can_undo(match: Match, seen: Observation, seat: int | None) -> bool:
    """Whether the host allows it, and a bid that this seat's player made is the last thing that happened.

    The bid in its place cannot be taken back once more: else the clock would begin anew as often as he likes.
    """
    if not match.table.allows_undo or not seen.game.has_bids or seen.plays:
        return False
    if match.taken_back == bid_name(match.rounds_dealt, len(match.actors) - 1):
        return False
    # Bids go round once from the left of the dealer.
    last_bidder = (seen.dealer + len(match.actors)) % seen.seats
    return match.actors.endswith(MADE_BY_PLAYER) and last_bidder == seat


def bid_name(rounds_dealt: int, bids_before: int) -> str:
    """What `Match.taken_back` calls a bid."""
    return f"{rounds_dealt}.{bids_before}"
