"""What tests of the help pages read: a page taken apart, and its tables."""

from html.parser import HTMLParser

import pytest

from whist.engine import GAMES
from whist.site.help_pages import LANGUAGES, PAGES

RULES = [slug for slug in PAGES if slug in GAMES]
VOID = {"link", "meta", "input", "br", "img", "hr"}

every_language = pytest.mark.parametrize("language", LANGUAGES)


class Page(HTMLParser):
    """What the tests ask of a page: tags with attributes, text, and tables as rows of cells by their caption's id."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.source = source
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.tables: dict[str, list[list[str]]] = {}
        self.rows: list[list[str]] = []
        self.open: list[str] = []
        self.feed(source)

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        self.tags.append((tag, values))
        if tag not in VOID:
            self.open.append(tag)
        if tag == "caption":
            self.rows = self.tables[values["id"]] = []
        elif tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")
        elif "data-card" in values and "td" in self.open:
            self.rows[-1][-1] += values["data-card"]

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if {"td", "th"} & set(self.open) and "span" not in self.open:
            self.rows[-1][-1] += data.strip()

    def all(self, tag: str) -> list[dict[str, str]]:
        return [attrs for name, attrs in self.tags if name == tag]

    @property
    def sections(self) -> list[str]:
        return [attrs["id"] for attrs in self.all("section")]


def body(page: Page, table: str) -> list[list[str]]:
    return page.tables[table][1:]


def pair(text: str) -> tuple[int, int]:
    """Two numbers as they stand in a table: "7 : 6"."""
    first, second = text.split(" : ")
    return int(first), int(second)
