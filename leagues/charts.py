"""Charts as numbers that a template prints into SVG."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

LEFT, TOP, HEIGHT, BELOW = 40, 22, 140, 26
STEP, WIDTH = 40, 26


class Bar(NamedTuple):
    """``share`` in whole percent; the rest are units of the drawing."""

    label: int
    share: int
    x: int
    y: int
    width: int
    height: int
    middle: int
    above: int


class Line(NamedTuple):
    """A line of the scale: its percentage and height, and where its words stand."""

    share: int
    y: int
    words: int


@dataclass(frozen=True, slots=True)
class BarChart:
    width: int
    height: int
    left: int
    base: int
    bars: tuple[Bar, ...]
    scale: tuple[Line, ...]


def percent(part: int, whole: int) -> int:
    """Rounded to whole percents, halves up.

    >>> percent(1, 3), percent(1, 8), percent(0, 0)
    (33, 13, 0)
    """
    return (200 * part + whole) // (2 * whole) if whole else 0


def share_chart(shares: Sequence[tuple[int, int]]) -> BarChart:
    """A bar for each label with its share in percent."""
    base = TOP + HEIGHT
    return BarChart(
        width=LEFT + STEP * max(len(shares), 6),
        height=base + BELOW,
        left=LEFT,
        base=base,
        bars=tuple(_bar(number, label, share) for number, (label, share) in enumerate(shares)),
        scale=tuple(Line(share, y := base - share * HEIGHT // 100, y + 4) for share in (0, 50, 100)),
    )


def _bar(number: int, label: int, share: int) -> Bar:
    height = share * HEIGHT // 100
    x, y = LEFT + STEP * number + (STEP - WIDTH) // 2, TOP + HEIGHT - height
    return Bar(label, share, x, y, WIDTH, height, x + WIDTH // 2, y - 5)
