"""What a hand should bid, from a table learned by simulation (`training` makes it).

A hand is described by a handful of features, such as "the king of a side suit of two cards" or "a void and
two trumps". Each pack, number of seats and hand size has a weight for every feature, in thousandths of a
trick; their sum is the bid that brought the most points.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from whist.bots.kernel import NO_TRUMP, Masks

SIDE_RANKS, SIDE_LENGTHS = 5, 4
TRUMP_RANKS, TRUMP_LENGTHS = 7, 7

# Where each group of features begins.
SIDE = 0
TRUMP = SIDE + SIDE_RANKS * SIDE_LENGTHS
LENGTH = TRUMP + TRUMP_RANKS
VOIDS = LENGTH + TRUMP_LENGTHS + 1
SINGLES = VOIDS + 9
CONSTANT = SINGLES + 3
LEADS = CONSTANT + 1
EARLIER = LEADS + 1
FEATURES = EARLIER + 2

#: An estimate counts in thousandths of a trick.
SCALE = 1000

Weights = tuple[int, ...]
Talk = Sequence[tuple[int, float]]


class BidTable:
    """The weights for one pack, number of seats and hand size.

    Suits come again and again in simulated deals, so what each is worth is kept once it is known.
    """

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self._sides: dict[int, int] = {}
        self._trumps: dict[tuple[int, int], int] = {}

    def estimate(self, hand: Masks, live: Masks, trump: int, talk: Talk) -> float:
        """The bid, not yet a whole number, that should bring most; ``live`` are all trumps and others not
        turned.
        """
        weights = self.weights
        value: float = weights[CONSTANT]
        for suit in range(4):
            held = hand[suit]
            value += self._trumps_worth(held, live[suit]) if suit == trump else self._side_worth(held)
        for feature in shape_features(hand, trump):
            value += weights[feature]
        for feature, amount in talk:
            value += weights[feature] * amount
        return value / SCALE

    def _side_worth(self, held: int) -> int:
        worth = self._sides.get(held)
        if worth is None:
            worth = self._sides[held] = sum(self.weights[feature] for feature in side_features(held))
        return worth

    def _trumps_worth(self, held: int, live: int) -> int:
        worth = self._trumps.get((held, live))
        if worth is None:
            worth = sum(self.weights[feature] for feature in trump_features(held, live))
            self._trumps[held, live] = worth
        return worth


@cache
def bid_tables() -> dict[tuple[int, int, int], BidTable]:
    """By cards in the pack, seats, and cards in hand."""
    tables = {}
    for line in Path(__file__).with_name("weights.txt").read_text(encoding="ascii").splitlines():
        key, _, numbers = line.partition(":")
        pack, seats, size = map(int, key.split())
        tables[pack, seats, size] = BidTable(tuple(map(int, numbers.split())))
    return tables


def side_features(held: int) -> tuple[int, ...]:
    """Which features a suit that is not trump has."""
    length = min(held.bit_count(), SIDE_LENGTHS) - 1
    return tuple(SIDE + rank * SIDE_LENGTHS + length for rank in range(SIDE_RANKS) if held >> (12 - rank) & 1)


def trump_features(held: int, live: int) -> tuple[int, ...]:
    """Which features the trumps of a hand have; ranks are counted among the trumps not turned."""
    ranks = [rank for rank in range(13) if held >> rank & 1]
    above = [(live >> rank + 1).bit_count() for rank in ranks]
    length = min(len(ranks), TRUMP_LENGTHS)
    return (*(TRUMP + higher for higher in above if higher < TRUMP_RANKS), LENGTH + length)


def shape_features(hand: Masks, trump: int) -> list[int]:
    """Features of voids and single cards beside trumps."""
    if trump == NO_TRUMP or not hand[trump]:
        return []
    voids = singles = 0
    for suit in range(4):
        held = hand[suit]
        if not held & (held - 1) and suit != trump:
            singles += held > 0
            voids += not held
    trumps = min(hand[trump].bit_count(), 3) - 1
    found = [VOIDS + 3 * trumps + min(voids, 3) - 1] if voids else []
    return [*found, SINGLES + min(singles, 3) - 1] if singles else found


def features(hand: Masks, live: Masks, trump: int) -> list[int]:
    """All features of a hand; each counts once for every time it is listed."""
    found = [CONSTANT, *shape_features(hand, trump)]
    for suit in range(4):
        found += trump_features(hand[suit], live[suit]) if suit == trump else side_features(hand[suit])
    return found


def table_talk(earlier: Sequence[int], seats: int, size: int) -> Talk:
    """Features of the bids made so far: leading, and how far they go beyond an equal share, early or late."""
    if not earlier:
        return [(LEADS, 1.0)]
    excess = sum(earlier) - size * len(earlier) / seats
    return [(EARLIER + (len(earlier) == seats - 1), excess)]


def sure_tricks(hand: Masks, live: Masks, trump: int) -> int:
    """Trumps nobody can beat: each of them takes a trick, wanted or not."""
    if trump == NO_TRUMP:
        return 0
    others = live[trump] & ~hand[trump]
    return (hand[trump] >> others.bit_length()).bit_count()


def nearest_bid(mean: float, least: int, bids: Sequence[int]) -> int:
    """The bid closest to an estimate among those open; below ``least`` only if there is no other."""
    return min(bids, key=lambda bid: (bid < least, abs(bid - mean), -bid))
