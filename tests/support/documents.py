"""The documents of this repository, read as their readers do: by section, table and name."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]

Row = list[str]


@cache
def document(name: str) -> str:
    """The text of a document by its path in the repository."""
    return (ROOT / name).read_text()


def headings(text: str) -> list[str]:
    return re.findall(r"^#+ (.*\S)", text, re.MULTILINE)


def section_numbers(text: str) -> list[str]:
    """ "1", "1.1", "1.2" … of the headings that have one."""
    return re.findall(r"^#+ (\d+(?:\.\d+)?)\.? ", text, re.MULTILINE)


def section(text: str, number: str) -> str:
    """A chapter ("1") with its sections, or one of these ("1.6"); headings included."""
    parts = re.split(r"^(?=#+ \d)", text, flags=re.MULTILINE)[1:]
    return "".join(part for part in parts if f"{part.split()[1]}.".startswith(f"{number}."))


def table(text: str, heading: str) -> list[Row]:
    """The rows of the first table whose first column has this heading."""
    _before, _, rest = text.partition(f"| {heading} |")
    lines = rest.split("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def codes(cell: str) -> list[str]:
    """What stands there between `backticks`."""
    return re.findall(r"`([^`]+)`", cell)
