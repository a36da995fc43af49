"""Structure and prose of the help pages: every language has words for every place, and the structure has none."""

import re

import pytest
from django.template.loader import get_template

from tests.support.help_pages import Page, every_language
from whist.site.help_pages import LANGUAGES, PAGES, prose_of
from whist.site.help_prose import HEADING

pytestmark = [pytest.mark.django_db, pytest.mark.once]

every_page = pytest.mark.parametrize("slug", PAGES)

ABOVE_THE_SECTIONS = ["heading", "facts", "lead"]
NAMED = re.compile(r'{% (section|table|prose|word) "(.+?)"')
CARDS = re.compile(r"(?:[2-9TJQKA][CDHS] ?)+")


def source(name: str) -> str:
    return get_template(name).template.source


def named(slug: str, *tags: str) -> list[str]:
    """The names that the structure asks for, by certain tags or by any: each once, in the order of the page."""
    found = NAMED.findall(source(f"rules/{slug}/page.html"))
    return list(dict.fromkeys(name for tag, name in found if tag in tags or not tags))


@every_page
@every_language
def test_prose_has_a_passage_for_every_place_of_the_structure_and_in_its_order(slug, language):
    _, *parts = HEADING.split(source(f"rules/{slug}/{language}.txt"))
    assert parts[1::4] == ABOVE_THE_SECTIONS + named(slug)
    sections = [passage.name for passage in prose_of(slug, language).values() if passage.is_section]
    assert sections == named(slug, "section")


@every_page
@every_language
def test_no_passage_is_empty(read, slug, language):
    prose = prose_of(slug, language)
    assert [name for name in ["heading", *named(slug, "section", "table")] if not prose[name].title] == []
    assert [name for name in ["facts", "lead", *named(slug, "table", "prose")] if not prose[name].text] == []
    assert [name for name in named(slug, "word") if not prose[name].wording] == []
    source = read(slug, language).source
    assert not re.search(r"<(h\d|p|li|dt|dd|th|td)\b[^>]*>\s*</", source)
    for section in re.findall(r"<section.*?</section>", source, re.DOTALL):
        assert re.search(r"<(p|li|dd|td)>\s*\S", section)


@every_page
@every_language
def test_no_mark_of_the_text_is_left_on_the_page(read, slug, language):
    article = re.search(r"<article.*</article>", read(slug, language).source, re.DOTALL)[0]
    shown = re.sub(r"<pre.*?</pre>|<.*?>", "", article, flags=re.DOTALL)
    assert not re.search(r"::|#|{%|\[[a-z]|^\s*- ", shown, re.MULTILINE)


@every_page
def test_structure_holds_no_prose(slug):
    """Only what is the same in every language: seats, numbers, cards, keys, code."""
    structure = source(f"rules/{slug}/page.html")
    shown = re.sub(r"<(kbd|code|pre)\b.*?</\1>|{%.*?%}|<.*?>|&\w+;", " ", structure, flags=re.DOTALL)
    others = [text for text in shown.split() if not CARDS.fullmatch(text) and not re.search(r"\d", text)]
    assert [word for word in others if re.search(r"\w\w", word)] == []


@every_page
def test_tables_have_the_same_numbers_and_cards_in_every_language(read, slug):
    tables = [figures(read(slug, language)) for language in LANGUAGES]
    assert tables[0] == tables[1] == tables[2]


def figures(page: Page) -> dict[str, list[list[list[str]]]]:
    """The tables without their words: cards, numbers and seats."""
    figure = re.compile(rf"{CARDS.pattern}|−?\d+|\b[A-D]\b")
    return {name: [[figure.findall(cell) for cell in row] for row in rows] for name, rows in page.tables.items()}
