"""docs/glossary.md: German and Romanian words are those of the pages, and the letters are all there are."""

from functools import cache

import polib
import pytest

from tests.support.documents import ROOT, Row, codes, document, table
from whist.engine.record import ACTORS
from whist.tables.match.eligibility import OWN_LETTERS

pytestmark = pytest.mark.once

GLOSSARY = document("docs/glossary.md")
CHAPTERS = GLOSSARY.split("\n## ")[1:]
LANGUAGES = {"de": 2, "ro": 3}


def entries() -> list[Row]:
    return [row for chapter in CHAPTERS for row in table(chapter, "word")]


@cache
def words_of_pages(language: str) -> str:
    """Everything that the pages can say in a language."""
    texts = [path for path in (ROOT / "templates").rglob("*.*") if language in {*path.parts, *path.name.split(".")}]
    entries = polib.pofile(str(ROOT / "locale" / language / "LC_MESSAGES" / "django.po"))
    said = [text for entry in entries for text in (entry.msgstr, *entry.msgstr_plural.values())]
    return " ".join(" ".join([*said, *(path.read_text() for path in texts)]).lower().split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_are_the_words_of_the_pages(language):
    cells = [row[LANGUAGES[language]] for row in entries()]
    words = [word for cell in cells for word in cell.split(", ") if word not in ("", "–")]
    assert len(words) > 40
    assert [word for word in words if word.lower() not in words_of_pages(language)] == []


def test_every_word_stands_there_once():
    words = [row[0] for row in entries()]
    assert sorted(words) == sorted(set(words))


def test_all_letters_of_actors_are_told():
    rows = table(GLOSSARY, "letter")
    assert {codes(row[0])[0] for row in rows} == ACTORS
    assert {codes(row[0])[0] for row in rows if row[2] == "yes"} == OWN_LETTERS
