"""The prose of a help page in one language: a text with a few marks, to be read and mended from top to bottom.

# [bidding] Bidding and the forbidden bid    a section: its name in the page's structure and address, and its title
Every player bids once, aloud …              a paragraph, up to an empty line

## [forbidden-table] What the dealer …       a passage inside the section: a table, with the heads of its columns,
Cards | Bids of the others | Forbidden       or what the structure puts behind one, or a single word

### May the dealer bid 0?                    a heading between paragraphs
- item, 1. item, Term:: what it means        lists; lines that go on are indented

The passages stand in the order of the page. What is inside a line is HTML, with `{% cards %}` and `{% url %}`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

HEADING = re.compile(r"^(##?) \[([a-z0-9-]+)\] ?(.*)\n", re.MULTILINE)
ITEM = re.compile(r"^(?:- |\d+\. )", re.MULTILINE)
TERM = re.compile(r"^(\S.*?):: ", re.MULTILINE)


@dataclass(frozen=True)
class Passage:
    name: str
    title: str
    text: str
    is_section: bool

    @property
    def wording(self) -> str:
        """A few words, behind the name or below it, on one line."""
        return " ".join(f"{self.title} {self.text}".split())

    @property
    def heads(self) -> list[str]:
        return re.split(r"\s*\|\s*", self.text)

    @property
    def terms(self) -> list[tuple[str, str]]:
        return terms_of(self.text)

    @property
    def html(self) -> str:
        return "\n".join(html_of(block) for block in re.split(r"\n\n+", self.text) if block)


def passages_of(prose: str) -> dict[str, Passage]:
    """The passages by name, in the order of the text."""
    return {passage.name: passage for passage in _passages(prose)}


def _passages(prose: str) -> Iterator[Passage]:
    _, *parts = HEADING.split(prose)
    for level, name, title, text in zip(*[iter(parts)] * 4, strict=True):
        yield Passage(name, title, text.strip(), is_section=level == "#")


def terms_of(block: str) -> list[tuple[str, str]]:
    _, *parts = TERM.split(block)
    return [(term, meaning.strip()) for term, meaning in zip(*[iter(parts)] * 2, strict=True)]


def html_of(block: str) -> str:
    if block.startswith("### "):
        heading, _, rest = block.removeprefix("### ").partition("\n")
        return f"<h3>{heading}</h3>\n{html_of(rest)}"
    if mark := ITEM.match(block):
        tag = "ul" if mark[0] == "- " else "ol"
        items = "".join(f"<li>{item.strip()}</li>\n" for item in ITEM.split(block)[1:])
        return f"<{tag}>\n{items}</{tag}>"
    if TERM.match(block):
        items = "".join(f"<dt>{term}</dt><dd>{meaning}</dd>\n" for term, meaning in terms_of(block))
        return f'<dl class="rules-glossary">\n{items}</dl>'
    return f"<p>{block}</p>"
