"""Levels: what experience points add up to.  Level L needs 25·L·(L−1) points, so each takes 50 more than the last."""

from __future__ import annotations

from math import isqrt
from typing import NamedTuple

STEP = 25


class Progress(NamedTuple):
    """The level, the points gained in it, and how many lead to the next one."""

    level: int
    gained: int
    needed: int


def xp_for(level: int) -> int:
    """
    >>> xp_for(1), xp_for(2), xp_for(5)
    (0, 50, 500)
    """
    return STEP * level * (level - 1)


def level_of(xp: int) -> int:
    """The highest level whose points are there.

    >>> level_of(0), level_of(49), level_of(50)
    (1, 1, 2)
    """
    # L·(L−1) ≤ q has the solution (1 + √(1 + 4q)) / 2, here without a rounding error.
    return (1 + isqrt(1 + 4 * (xp // STEP))) // 2


def progress_of(xp: int) -> Progress:
    """
    >>> progress_of(60)
    Progress(level=2, gained=10, needed=100)
    """
    level = level_of(xp)
    start = xp_for(level)
    return Progress(level, xp - start, xp_for(level + 1) - start)
