"""How many cards each round deals (docs/rules.md §1.2 and §2)."""

from __future__ import annotations

from collections.abc import Callable

Sizes = tuple[int, ...]

DOWN = (7, 6, 5, 4, 3, 2)
UP = DOWN[::-1]

QUICK, TYPICAL_QUICK = "quick", (8, 7, 6, 4, 3, 2)


def eight_one_eight(seats: int) -> Sizes:
    return (8,) * seats + DOWN + (1,) * seats + UP + (8,) * seats


def eight_eight_eight(seats: int) -> Sizes:
    return tuple(8 if size == 1 else size for size in eight_one_eight(seats))


def one_eight_one(seats: int) -> Sizes:
    return (1,) * seats + UP + (8,) * seats + DOWN + (1,) * seats


def highest_size(seats: int) -> int:
    """The most cards each of the 52 can be dealt so that one is left to turn."""
    return 51 // seats


def _pyramid(peak: int, ends: int) -> Sizes:
    climb = tuple(range(2, peak))
    return (1,) * ends + climb + (peak,) + climb[::-1] + (1,) * ends


def one_max_one(seats: int) -> Sizes:
    return _pyramid(highest_size(seats), 1)


def one_each_max_one_each(seats: int) -> Sizes:
    return _pyramid(highest_size(seats), seats)


def one_peak_one(seats: int) -> Sizes:
    """The peak deals the whole pack; nothing is left to turn, so that round has no trump."""
    return _pyramid(52 // seats, 1)


SCHEDULES: dict[str, Callable[[int], Sizes]] = {
    "8-1-8": eight_one_eight,
    "8-8-8": eight_eight_eight,
    "1-8-1": one_eight_one,
    "1-max-1": one_max_one,
    "1xn-max-1xn": one_each_max_one_each,
    "1-peak-1": one_peak_one,
}


def is_quick(sizes: object) -> bool:
    """Whether this is one of the six schedules of a quick match: 8, then five sizes of 7 to 2, descending."""
    return (
        isinstance(sizes, list | tuple)
        and len(sizes) == 6
        and all(type(size) is int for size in sizes)
        and sizes[0] == 8
        and list(sizes[1:]) == sorted(set(sizes[1:]), reverse=True)
        and set(sizes[1:]) <= set(DOWN)
    )
