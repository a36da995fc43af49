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


@cache
def weights_table() -> dict[tuple[int, int, int], Weights]:
    """Weights by cards in the pack, seats, and cards in hand."""
    table = {}
    for line in Path(__file__).with_name("weights.txt").read_text(encoding="ascii").splitlines():
        key, _, numbers = line.partition(":")
        pack, seats, size = map(int, key.split())
        table[pack, seats, size] = tuple(map(int, numbers.split()))
    return table


@cache
def side_features(held: int) -> tuple[int, ...]:
    """Which features a suit that is not trump has."""
    length = min(held.bit_count(), SIDE_LENGTHS) - 1
    return tuple(SIDE + rank * SIDE_LENGTHS + length for rank in range(SIDE_RANKS) if held >> (12 - rank) & 1)


@cache
def trump_features(held: int, live: int) -> tuple[int, ...]:
    """Which features the trumps of a hand have; ranks are counted among the trumps not turned."""
    ranks = [rank for rank in range(13) if held >> rank & 1]
    above = [(live >> rank + 1).bit_count() for rank in ranks]
    length = min(len(ranks), TRUMP_LENGTHS)
    return (*(TRUMP + higher for higher in above if higher < TRUMP_RANKS), LENGTH + length)


def features(hand: Masks, live: Masks, trump: int) -> list[int]:
    """The features of a hand; each counts once for every time it is listed."""
    found = [CONSTANT]
    voids = singles = 0
    for suit in range(4):
        held = hand[suit]
        if suit == trump:
            found += trump_features(held, live[suit])
        elif not held:
            voids += 1
        else:
            found += side_features(held)
            singles += not held & (held - 1)
    if trump != NO_TRUMP and hand[trump]:
        trumps = min(hand[trump].bit_count(), 3) - 1
        found += [VOIDS + 3 * trumps + min(voids, 3) - 1] if voids else []
        found += [SINGLES + min(singles, 3) - 1] if singles else []
    return found


def table_talk(earlier: Sequence[int], seats: int, size: int) -> list[tuple[int, float]]:
    """Features of the bids made so far: leading, and how far they go beyond an equal share, early or late."""
    if not earlier:
        return [(LEADS, 1.0)]
    excess = sum(earlier) - size * len(earlier) / seats
    return [(EARLIER + (len(earlier) == seats - 1), excess)]


def estimate(hand: Masks, live: Masks, trump: int, talk: Sequence[tuple[int, float]], weights: Weights) -> float:
    """The bid, not yet a whole number, that should bring most."""
    value: float = sum(weights[feature] for feature in features(hand, live, trump))
    value += sum(weights[feature] * amount for feature, amount in talk)
    return value / SCALE


def sure_tricks(hand: Masks, live: Masks, trump: int) -> int:
    """Trumps nobody can beat: each of them takes a trick, wanted or not."""
    if trump == NO_TRUMP:
        return 0
    others = live[trump] & ~hand[trump]
    return (hand[trump] >> others.bit_length()).bit_count()


def nearest_bid(mean: float, least: int, bids: Sequence[int]) -> int:
    """The bid closest to an estimate among those open; below ``least`` only if there is no other."""
    return min(bids, key=lambda bid: (bid < least, abs(bid - mean), -bid))
