"""Which bids are open (docs/rules.md §1.6)."""

from __future__ import annotations

from collections.abc import Sequence


def forbidden_bid(others: Sequence[int], size: int, seats: int) -> int | None:
    """The one bid the dealer may not make once all others have bid, or None.

    >>> forbidden_bid([1, 0, 1], size=3, seats=4)
    1
    >>> forbidden_bid([3, 3, 3], size=8, seats=4) is None
    True
    """
    if len(others) < seats - 1:
        return None
    rest = size - sum(others[: seats - 1])
    return rest if rest >= 0 else None


def legal_bids(earlier: Sequence[int], size: int, seats: int) -> tuple[int, ...]:
    """The bids open to the next bidder."""
    forbidden = forbidden_bid(earlier, size, seats)
    return tuple([bid for bid in range(size + 1) if bid != forbidden])
