"""When a bid may be taken back."""

from __future__ import annotations

from whist.engine.game import Observation
from whist.tables.models import Match, MatchSeat

MADE_BY_PLAYER = "p"


def can_undo(match: Match, seen: Observation, match_seat: MatchSeat | None) -> bool:
    """Whether the host allows it, and a bid that the player in this seat made is the last thing that happened.

    Each bid of a round is taken back once, whoever does so between: else the clock would begin anew again and again.
    """
    if match_seat is None or not match.table.allows_undo or not seen.game.has_bids or seen.plays:
        return False
    if match_seat.bid_taken_back_in == match.rounds_dealt:
        return False
    # Bids go round once from the left of the dealer.
    last_bidder = (seen.dealer + len(match.actors)) % seen.seats
    return match.actors.endswith(MADE_BY_PLAYER) and last_bidder == match_seat.seat
