"""What to bid: the tricks a hand should take, and the points each bid should then bring."""

from __future__ import annotations

from math import erf, sqrt

from whist.bots.kernel import NO_TRUMP, cards_in
from whist.bots.reading import Reading


def expected_tricks(reading: Reading) -> float:
    """Tricks the hand should take, from the cards alone."""
    return sum(_worth(reading, suit, bit) for suit, bit in cards_in(reading.hand))


def _worth(reading: Reading, suit: int, bit: int) -> float:
    held = reading.hand[suit]
    out = reading.live[suit] & ~held
    above = (out & -bit).bit_count()
    others = reading.seats - 1
    density = others * reading.size / max(1, sum(mask.bit_count() for mask in reading.unseen))
    beaten = above * density / others
    chance = max(0.0, 1.0 - beaten * 1.6)
    if suit == reading.trump:
        return float(chance + (1 - chance) * 0.25)
    low_guard = min((held & (bit - 1)).bit_count(), 2) * 0.05
    ruffed = 0.0 if reading.trump == NO_TRUMP else 0.08 * reading.seats * (0.5 + 0.15 * held.bit_count())
    return float(max(0.0, chance + low_guard * chance - ruffed * chance))


def bid_values(mean: float, spread: float, size: int) -> list[float]:
    """Expected points of every bid when the tricks are spread around a mean."""
    chances = [
        _below(made + 0.5, mean, spread) - _below(made - 0.5, mean, spread) for made in range(size + 1)
    ]
    return [
        sum(chance * (5 + bid if made == bid else -abs(made - bid)) for made, chance in enumerate(chances))
        for bid in range(size + 1)
    ]


def _below(x: float, mean: float, spread: float) -> float:
    return 0.5 * (1 + erf((x - mean) / (spread * sqrt(2))))
