"""What comments, docstrings and documents cite is in this repository."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from functools import cache
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

#: A file or folder from the root of the repository (of `tests/test_<game>.py` the folder); a file by its end.
PATH = re.compile(
    r"(?<![\w/.])(?:whist|accounts|leagues|economy|tests|bin|templates|static|locale)/"
    r"(?:[\w.-]+/)*(?:[\w.-]+(?![\w.-]*[<*…]))?"
)
FILE = re.compile(r"`([\w/-][\w./-]*\.(?:py|html|js|css))`")

QUOTED = re.compile(r"(?<!`)`[\w.]+`(?!`)")

#: A module, or what stands in one; in documents also below `whist.tables`.
MODULE = re.compile(r"(?<![\w/.:@-])(?:whist|accounts|leagues|economy|tests)(?:\.(?!example\b)[A-Za-z_]\w*)+")
OF_TABLES = "|".join(path.stem for path in (ROOT / "whist/tables").iterdir() if path.is_dir() and path.name[0] != "_")
BELOW_TABLES = re.compile(rf"(?<![\w/.])(?:{OF_TABLES})(?:\.(?!(?:md|js)\b)[a-z_]\w*)+\b(?!/)")


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
FILES = found_in("whist accounts leagues economy tests templates static", ".py", ".html", ".js", ".css")
EXAMPLES_OF_FAULTS = "tests/app/site/test_citations.py"


@cache
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


def missing_files(name: str, text: str) -> Iterator[str]:
    """Files, folders and modules that a text names and that are not here."""
    paths = PATH.findall(text)
    if name not in DOCUMENTS:  # others also hold names of templates, models and rights, and addresses of pages
        paths = [path for path in paths if path.endswith(".py")]
        text = " ".join(QUOTED.findall(text))
    yield from (path for path in paths if not (ROOT / path.rstrip("/.-")).exists())
    modules = {found: found for found in MODULE.findall(text)}
    if name in DOCUMENTS:
        yield from (path for path in FILE.findall(text) if not any(f"/{here}".endswith(f"/{path}") for here in FILES))
        modules |= {found: f"whist.tables.{found}" for found in BELOW_TABLES.findall(text)}
    yield from (cited for cited, module in modules.items() if not is_here(module))


def is_here(dotted: str) -> bool:
    """Whether there is such a module, or a module or application that has what follows."""
    parts = dotted.split(".")
    for length in range(len(parts), 0, -1):
        path = ROOT.joinpath(*parts[:length])
        rest = parts[length : length + 1]
        places = (path.with_suffix(".py"), path / "__init__.py", path / "models.py", path / "models/__init__.py")
        if sources := [source.read_text() for source in places if source.is_file()]:
            return not rest or any(re.search(rf"\b{rest[0]}\b", source) for source in sources)
        if path.is_dir() and not rest:
            return True
    return False


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


@pytest.mark.parametrize("names", [SOURCES, DOCUMENTS, OTHERS], ids=["sources", "documents", "others"])
def test_files_and_modules_that_are_named_are_here(names):
    found = {name: list(missing_files(name, prose(name))) for name in names if name != EXAMPLES_OF_FAULTS}
    assert {name: texts for name, texts in found.items() if texts} == {}


@pytest.mark.parametrize(
    "text",
    [
        "It stands in `whist/clocks.py`.",
        "It is the package `whist/tables/rooms`.",
        "See tests/app/test_accounts.py.",
        "`match/course.py` writes it.",
        "`tables/felt_parts.html` draws it.",
        "What `whist.tables.rooms` keeps.",
        "What `accounts.limits.no_such_limit` counts.",
        "What `presenters.chat.no_such_name` shows.",
    ],
)
def test_a_file_or_module_that_is_not_here_is_found(text):
    assert list(missing_files("docs/architecture.md", text))


@pytest.mark.parametrize(
    "text",
    [
        "It stands in `whist/jobs.py`, and in `whist/*.py`, `tests/engine/test_<game>.py` or bin/test.",
        "`match/deadlines.py` writes it; `tables/table.html` draws it.",
        "`leagues.Result.kind`; what `accounts.limits.take` counts, and `presenters.chat.chat_of` of `whist.tables`.",
        "The site whist.example.org, [chat.md](chat.md), `chat.js`, and /tables/match/.",
    ],
)
def test_a_file_or_module_that_is_here_is_left_alone(text):
    assert list(missing_files("docs/architecture.md", text)) == []


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
