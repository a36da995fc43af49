"""A small table of two columns that stands beside the trick: we and they, or you and your opponent."""

from __future__ import annotations

from dataclasses import dataclass

BoardRow = tuple[str, str, str]


def board_row(title: str, numbers: tuple[int, int]) -> BoardRow:
    return title, str(numbers[0]), str(numbers[1])


@dataclass(frozen=True, slots=True)
class Board:
    """``rows`` are a heading and two numbers each, the viewer's first; ``caption`` names the whole for the ear."""

    caption: str
    names: tuple[str, str]
    rows: tuple[BoardRow, ...]
