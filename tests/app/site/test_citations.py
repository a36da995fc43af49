"""What comments, docstrings and documents cite is in this repository."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import PurePosixPath

import pytest

from tests.support.documents import ROOT, codes, document, headings, section_numbers, table

pytestmark = pytest.mark.once

#: A document, what of it is cited behind its name, and where a sentence or a line of a comment may be broken.
CITATION = re.compile(
    r"(?P<document>[\w./-]+\.md\b)(?:\]\([^)]*\))?"
    r"(?P<sections>(?:(?:,| and| to)?\s+§\d+(?:\.\d+)?)*)"
    r"(?:,\s+\"(?P<heading>[^\"]+)\")?"
)
SECTION = re.compile(r"§(\d+(?:\.\d+)?)")

#: Rows of lists, and documents, that only the authors of long ago had.
DEAD = re.compile(r"\bfeatures? [RB]\d|[(,] ?[RB]\d{1,2}(?=[,)])|\binvariants? I\d|\bseeds/")

CODE_OF_PROMISE = re.compile(r"\bI[1-9]\b")


def found_in(folders: str, *suffixes: str) -> list[str]:
    paths = [path for folder in folders.split() for path in (ROOT / folder).rglob("*")]
    wanted = [path for path in paths if path.suffix in suffixes and path.is_file() and "vendor" not in path.parts]
    return sorted(str(path.relative_to(ROOT)) for path in wanted)


APPLICATIONS = found_in("whist accounts leagues economy", ".py")
SOURCES = [*APPLICATIONS, *found_in("tests", ".py"), "manage.py", "bin/test", "bin/services"]
DOCUMENTS = [*found_in("docs", ".md"), "README.md", "CONTRIBUTING.md", "CHANGELOG.md"]
OTHERS = [
    *found_in("templates", ".html", ".jinja", ".txt"),
    *found_in("static", ".css", ".js"),
    *("pyproject.toml", "compose.yaml", "Makefile", "Procfile", "Dockerfile", ".env.example", "bin/setup"),
]
EXAMPLES_OF_FAULTS = "tests/app/site/test_citations.py"


def prose(name: str) -> str:
    """Comments, docstrings and other texts of a source; all of another file."""
    if name not in SOURCES:
        return document(name)
    tokens = tokenize.generate_tokens(io.StringIO(document(name)).readline)
    return "\n".join(words_of(token) for token in tokens if token.type in (tokenize.COMMENT, tokenize.STRING))


def words_of(token: tokenize.TokenInfo) -> str:
    return token.string if token.type == tokenize.STRING else token.string.partition("noqa")[0].lstrip("#: ")


def faults(name: str, text: str) -> Iterator[str]:
    cited = set()
    for found in CITATION.finditer(text):
        path = path_of(found["document"], name)
        if path is None:
            yield f"{found['document']} is not here"
            continue
        cited |= {found.start("sections") + part.start() for part in SECTION.finditer(found["sections"])}
        yield from missing_parts(path, SECTION.findall(found["sections"]), found["heading"])
    for found in SECTION.finditer(text):
        if found.start() not in cited and (name not in DOCUMENTS or found[1] not in section_numbers(text)):
            yield f"{found[0]} of which document?"
    yield from (f"{found[0]!r} says nothing here" for found in DEAD.finditer(text))


def path_of(cited: str, name: str) -> str | None:
    """Where the cited document is: by its path, beside the document that cites it, or in its folder."""
    beside = str(PurePosixPath(name).parent / cited)
    return next((path for path in (cited, beside, f"docs/{cited}") if (ROOT / path).is_file()), None)


def missing_parts(path: str, sections: list[str], heading: str | None) -> Iterator[str]:
    for number in sections:
        if number not in section_numbers(document(path)):
            yield f"{path} has no §{number}"
    if heading is not None and re.sub(r"\s+", " ", heading) not in headings(document(path)):
        yield f"{path} has no “{heading}”"


@pytest.mark.parametrize("names", [SOURCES, DOCUMENTS, OTHERS], ids=["sources", "documents", "others"])
def test_what_is_cited_is_here(names):
    found = {name: list(faults(name, prose(name))) for name in names if name != EXAMPLES_OF_FAULTS}
    assert {name: texts for name, texts in found.items() if texts} == {}


@pytest.mark.parametrize(
    "text",
    [
        "Which bids are open (rules §1.6).",
        "Which bids are open (§1.6).",
        "Which bids are open (docs/rules.md §1.99).",
        "Which bids are open (docs/rules.md §1.6 and §99).",
        "As docs/laws.md has it.",
        'As docs/rules.md, "No such heading", has it.',
        "Enough to play for them (R51).",
        "Said before one's turn (features B10).",
        "The site kept its promises (invariants I3, I5).",
    ],
)
def test_a_citation_of_nothing_is_found(text):
    assert list(faults("whist/engine/bids.py", text))


@pytest.mark.parametrize(
    "text",
    [
        "What is open (docs/rules.md §1.6), and what is not.",
        "Points and places (docs/rules.md §1.8 to §1.10).",
        "May be played (docs/rules.md §1.7,\n    §1.10).",
        'By the secret (docs/record-format.md, "Where the cards\n    come from").',
        'See [record-format.md](record-format.md), "The record".',
    ],
)
def test_a_citation_that_is_right_is_left_alone(text):
    assert list(faults("docs/rules.md", text)) == []


def test_codes_of_promises_are_those_of_the_list():
    known = {codes(row[0])[0] for row in table(document("docs/audit.md"), "code")}
    used = set().union(*(CODE_OF_PROMISE.findall(prose(name)) for name in APPLICATIONS))
    assert used == known
