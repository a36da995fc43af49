"""Templates are laid out for people; of their layout nothing is compiled, and nothing that can be seen changes."""

import doctest
import traceback

import pytest
from django.template import engines
from django.template.loader import get_template
from jinja2 import UndefinedError

from whist.templating import layout
from whist.templating.layout import without_layout

pytestmark = pytest.mark.once


def test_examples_are_true():
    examined = doctest.testmod(layout)
    assert (examined.failed, examined.attempted > 0) == (0, True)


def test_line_breaks_between_elements_vanish():
    assert without_layout("<ul>\n  <li>\n    <b>1</b>\n  </li>\n\n  <li></li>\n</ul>\n") == (
        "<ul><li><b>1</b></li><li></li></ul>"
    )


def test_space_between_elements_of_a_line_stays():
    kept = "<b>1</b> <i>2</i>{% if a %} <em>3</em>{% endif %} {{ b }} {% translate 'c' %}"
    assert without_layout(kept) == kept


def test_line_breaks_around_the_tags_of_a_template_vanish():
    source = "<p>\n  {% if a %}\n    {% translate 'b' %}\n  {% else %}\n    {{ c }}\n  {% endif %}\n</p>"
    assert without_layout(source) == "<p>{% if a %}{% translate 'b' %}{% else %}{{ c }}{% endif %}</p>"


def test_sentence_goes_on_after_a_translation_in_the_same_line():
    source = "{% blocktranslate trimmed %}\n  One\n  two.\n{% endblocktranslate %} <a href='/'>\n  {{ three }}\n</a>"
    assert without_layout(source) == (
        "{% blocktranslate trimmed %}\n  One\n  two.\n{% endblocktranslate %} <a href='/'>{{ three }}</a>"
    )


@pytest.mark.parametrize(
    ("source", "compiled"),
    [
        ("One\n  two", "One two"),
        ("One\n  <b>two</b>\n  three", "One <b>two</b> three"),
        ("{{ a }}\n  of {{ b }}\n", "{{ a }} of {{ b }}"),
        ("<b>1</b>, <b>2</b>", "<b>1</b>, <b>2</b>"),
        ("1\u00a0%\n", "1\u00a0%"),
        ("<b>1</b>\n\u00a0\n<b>2</b>", "<b>1</b> \u00a0 <b>2</b>"),
        ("a < b\n  and b > c", "a < b and b > c"),
    ],
)
def test_beside_text_a_line_break_is_a_space(source: str, compiled: str):
    assert without_layout(source) == compiled


@pytest.mark.parametrize(
    "kept",
    [
        "<pre>\n  one\n    <b>two</b>\n</pre>",
        '<textarea name="a">\n\n  {{ text }}\n</textarea>',
        "<script>\n  // one\n  two();\n</script>",
        "<STYLE>\n  a {}\n</STYLE>",
        "<!-- one\n  two -->",
        "{% comment %}\n  one\n{% endcomment %}",
        '{% table "points" "number" %}\n  0 | +5\n  1 | +6\n{% endtable %}',
        "{% verbatim %}\n  <b>\n  {% endverbatim %}",
        "{% blocktranslate count n=n %}\n one <b>\n{% plural %}\n {{ n }}\n{% endblocktranslate %}",
    ],
)
def test_what_shows_or_reads_its_white_space_keeps_it(kept: str):
    assert without_layout(f"<p>\n  {kept}\n</p>") == f"<p>{kept}</p>"


def test_element_whose_name_begins_alike_is_none_of_them():
    assert without_layout("<preface>\n  <b></b>\n</preface>") == "<preface><b></b></preface>"


@pytest.mark.parametrize(
    ("source", "compiled"),
    [
        ('<input\n  name="a"\n  required\n>', '<input name="a" required>'),
        ('<use\n  href="#a"\n/>', '<use href="#a"/>'),
        (
            '<i class="a{% if b == "c" %} diamond{% endif %}"\n   id="e">',
            '<i class="a{% if b == "c" %} diamond{% endif %}" id="e">',
        ),
        ('<b title="one\n  two > three"\n  lang="ro"\n>', '<b title="one two > three" lang="ro">'),
        ("<b data-a='{\"b\":\n  1}'\n>", "<b data-a='{\"b\": 1}'>"),
        ('<b{% if a > 1 %} id="c"{% endif %}\n>\n<i>', '<b{% if a > 1 %} id="c"{% endif %}><i>'),
        ("<li\n  {% if a %}\n    id='b'\n  {% endif %}\n>", "<li {% if a %} id='b' {% endif %}>"),
    ],
)
def test_attributes_over_several_lines_are_written_in_one(source: str, compiled: str):
    assert without_layout(source) == compiled


def test_unfinished_tags_take_no_longer_than_others():
    source = '<a title="' + "{% if a %}" * 5_000 + "\n"
    assert without_layout(source) == source.strip()


def test_error_in_a_template_of_jinja_names_its_line():
    source = "<p\n  class='a'\n>\n  One\n  two\n  {{ nothing }}\n</p>"
    with pytest.raises(UndefinedError) as raised:
        engines["jinja2"].from_string(source).render({})
    lines = {frame.filename: frame.lineno for frame in traceback.extract_tb(raised.tb)}
    assert lines["<template>"] == 6


def test_site_compiles_what_is_left_and_compiles_it_once():
    assert "\n" not in get_template("base.html").template.source
    assert get_template("base.html").template.nodelist is get_template("base.html").template.nodelist


def test_mails_and_templates_of_libraries_stay_as_they_are():
    assert "\n\n    {{ code }}\n\n" in get_template("accounts/mails/code.txt").template.source
    assert "\n  <" in get_template("admin/login.html").template.source


def test_subject_of_a_mail_is_one_line():
    context = {"count": 2, "turns": [], "vote_count": 1, "votes": [{"sentence": "Pause", "game": "Whist"}]}
    subject = engines["django"].get_template("accounts/mails/turns.subject.txt").render(context)
    assert subject == "It is your turn at 2 tables · Pause: Whist"
