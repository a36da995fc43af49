"""Charts as numbers that a template prints into SVG."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

LEFT, TOP, HEIGHT, BELOW = 34, 22, 140, 26
WIDTH = 22
#: So many bars have room on a phone; more of them stand closer together.
FEW, STEP, CLOSE_STEP = 8, 32, 26


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
    """A line of the scale: its percentage and height, and where its text stands."""

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
    base, step = TOP + HEIGHT, STEP if len(shares) <= FEW else CLOSE_STEP
    return BarChart(
        width=LEFT + step * max(len(shares), FEW),
        height=base + BELOW,
        left=LEFT,
        base=base,
        bars=tuple(
            _bar(LEFT + step * number + (step - WIDTH) // 2, label, share)
            for number, (label, share) in enumerate(shares)
        ),
        scale=tuple(Line(share, y := base - share * HEIGHT // 100, y + 4) for share in (0, 50, 100)),
    )


def _bar(x: int, label: int, share: int) -> Bar:
    height = share * HEIGHT // 100
    y = TOP + HEIGHT - height
    return Bar(label, share, x, y, WIDTH, height, x + WIDTH // 2, y - 5)
