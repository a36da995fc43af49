"""The templates in Jinja2: which engine reads what, what is an error, and what they leave out."""

import re
from pathlib import Path
from random import Random

import pytest
from django.conf import settings
from django.template import engines
from django.template.loader import render_to_string
from django.utils import translation
from jinja2 import UndefinedError

from accounts.people.preferences import Preferences
from tests.support.felts import page_html, play_on
from tests.support.positions import seen
from whist.engine import GAMES
from whist.tables.drawing.parts import Drawing
from whist.tables.drawing.table import page_parts, table_elements
from whist.tables.management.commands.makemessages import calls_in
from whist.tables.presenters import moment, present
from whist.templating.jinja import one_csrf_token

pytestmark = pytest.mark.once

FOLDER = Path(settings.BASE_DIR) / "templates"
OF_JINJA = sorted(FOLDER.glob("jinja/**/*.html"))
WHITE_SPACE_AT_A_LINE_END = re.compile(r"\s*\n\s*")


def state():
    return play_on(GAMES["romanian"].new_match(6, 2), Random(3), lambda now: now.to_act == 0 and now.phase == "play")


def test_no_name_stands_in_the_folders_of_both_engines():
    names = {path.relative_to(FOLDER / "jinja") for path in OF_JINJA}
    assert names
    assert [name for name in names if (FOLDER / name).exists()] == []


@pytest.mark.parametrize("path", OF_JINJA, ids=lambda path: path.stem)
def test_templates_are_made_for_reading(path):
    assert [line for line in path.read_text().splitlines() if len(line) > 120] == []


@pytest.mark.parametrize("slug", GAMES)
def test_a_page_has_no_white_space_that_only_its_template_needs(slug):
    page = page_html(play_on(GAMES[slug].new_match(max(GAMES[slug].seat_counts), 0), Random(1), lambda now: now.trick))
    assert WHITE_SPACE_AT_A_LINE_END.findall(page) == []


def test_all_forms_of_a_page_have_one_token(rf):
    first, second = (one_csrf_token(rf.get("/")) for _visit in range(2))
    assert str(first["csrf_input"]).count(str(first["csrf_token"])) == 1
    assert str(first["csrf_input"]) == str(first["csrf_input"]) != str(second["csrf_input"])


def test_a_name_that_is_missing_is_an_error():
    with pytest.raises(UndefinedError, match="parts"):
        render_to_string("tables/table.html", present(seen(state()), Preferences()))


def test_what_is_shown_is_escaped():
    said = moment(seen(state()), Preferences(), notice="<b>'Ana' & \"Dan\"</b>")
    html = Drawing(table_elements(said, with_sheet=True)).whole
    assert "&lt;b&gt;&#x27;Ana&#x27; &amp; &quot;Dan&quot;&lt;/b&gt;" in html
    assert "<b>'Ana'" not in html


def test_texts_are_in_the_language_of_the_moment():
    context = present(seen(state()), Preferences())
    shown = {}
    for language in ("en", "de", "ro"):
        with translation.override(language):
            shown[language] = render_to_string("tables/table.html", context | {"parts": page_parts(context)})
    assert [language for language in shown if f'<html lang="{language}">' in shown[language]] == ["en", "de", "ro"]
    assert ">Regeln dieses Spiels<" in shown["de"]


@pytest.mark.parametrize(
    ("source", "calls"),
    [
        ('{{ _("Deal") }}', "_('Deal')"),
        ('{{ pgettext("button", "Sit") }}', "pgettext('button', 'Sit')"),
        ("{% trans number=3 %}\n  Chair {{ number }},\n  free\n{% endtrans %}", "gettext('Chair %(number)s, free')"),
        ("{% trans n=2 %}One{% pluralize %}Some{% endtrans %}", "ngettext('One', 'Some')"),
        ("<p>…</p>\n\n{{ _('Here …') }}", "\n\n_('Here …')"),
    ],
)
def test_texts_of_templates_are_collected_in_their_lines(source, calls):
    found = calls_in(source, engines["jinja2"].env)
    assert "\n".join(line.rstrip("; ") for line in found.splitlines()).rstrip("\n") == calls
