"""When a bid may be taken back."""

from __future__ import annotations

from whist.engine.game import Observation
from whist.tables.models import Match

MADE_BY_PLAYER = "p"


def can_undo(match: Match, seen: Observation, seat: int | None) -> bool:
    """Whether the host allows it, and a bid that this seat's player made is the last thing that happened.

    Each bid of a round is taken back once, whoever does so between: else the clock would begin anew again and again.
    """
    if not match.table.allows_undo or not seen.game.has_bids or seen.plays:
        return False
    if len(match.actors) - 1 in taken_back(match):
        return False
    # Bids go round once from the left of the dealer.
    last_bidder = (seen.dealer + len(match.actors)) % seen.seats
    return match.actors.endswith(MADE_BY_PLAYER) and last_bidder == seat


def taken_back(match: Match) -> set[int]:
    """The bids that were taken back in this round, counted from 0."""
    number, _, bids = match.taken_back.partition(".")
    return set(map(int, bids)) if number == str(match.rounds_dealt) else set()


def with_taken_back(match: Match, bid: int) -> str:
    """`Match.taken_back` when this bid, too, is taken back."""
    return f"{match.rounds_dealt}." + "".join(map(str, sorted(taken_back(match) | {bid})))
