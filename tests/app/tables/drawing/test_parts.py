"""What a socket sends turns the page that has the table before a move into the one that has it afterwards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from accounts.people.preferences import Preferences
from tests.support.felts import step
from tests.support.positions import seen
from tests.support.swaps import swapped
from whist.engine import GAMES
from whist.engine.game import BID, DEAL, OVER, PICK, PLAY, State
from whist.tables.drawing.parts import (
    GONE,
    NOTHING,
    NOTHING_DRAWN,
    SWAPS,
    Drawing,
    Group,
    Part,
    Parts,
    as_partials,
    sent_to,
)
from whist.tables.drawing.table import table_elements
from whist.tables.presenters import moment

pytestmark = pytest.mark.once

SHORT = {
    "romanian": {"schedule": "1-8-1", "one_card": "forehead"},
    "romanian52": {"schedule": "1-max-1", "one_card": "hidden"},
    "whist": {"target": 5},
    "german": {"open_stock": 2},
}


def drawn(state: State, seat: int | None, version: int, *, with_sheet: bool) -> Drawing:
    return Drawing(table_elements(moment(seen(state, seat, version), Preferences()), with_sheet=with_sheet))


def states(slug: str, seats: int, seed: int) -> Iterator[State]:
    rng, state = Random(seed), GAMES[slug].new_match(seats, seed % seats, SHORT[slug])
    yield state
    while state.phase != OVER:
        state = step(state, rng)
        yield state


def page_of(drawing: Drawing) -> str:
    return "".join(
        f'<div id="{place}">{element.html}</div>' if getattr(element, "is_text", False) else element.html
        for place, element in sorted(drawing.elements.items())
    )


@pytest.mark.parametrize("slug", GAMES)
def test_news_lead_from_each_moment_of_a_match_to_the_next(slug):
    counts = GAMES[slug].seat_counts
    for seat in (None, 0, counts[0] - 1):
        page, shown, sheet, few = "", NOTHING_DRAWN, None, 0
        for version, state in enumerate(states(slug, counts[0], 1)):
            now = state.phase, state.round_number
            whole = drawn(state, seat, version, with_sheet=True)
            if not page:
                page, shown, sheet = page_of(whole), whole, now
                continue
            news, shown = drawn(state, seat, version, with_sheet=now != sheet).after(shown)
            few += sent_to("felt", "", NOTHING) in news
            page, sheet = swapped(page, news), now
            assert page == page_of(whole), (seat, version)
        assert few > version / 3


def test_nothing_is_sent_of_what_is_shown_already():
    state = next(states("romanian", 3, 1))
    drawing = drawn(state, 0, 1, with_sheet=True)
    news, shown = drawing.after(NOTHING_DRAWN)
    assert news == drawing.whole
    assert drawn(state, 0, 1, with_sheet=True).after(shown)[0] == ""


def test_pages_that_show_the_same_are_sent_the_same_and_it_is_found_once():
    moments = states("whist", 4, 1)
    first, second = (drawn(next(moments), None, number, with_sheet=True) for number in range(2))
    assert first.after(NOTHING_DRAWN) == first.after(NOTHING_DRAWN)
    shown = first.after(NOTHING_DRAWN)[1]
    assert second.after(shown)[0] is second.after(shown)[0]
    assert second.after(shown)[1] is second.after(shown)[1]


def lines(*words: str) -> Group:
    parts = [Part(f"l{number}", f'<li id="l{number}">{word}</li>') for number, word in enumerate(words)]
    return Group("log", ('<ol id="log">', *reversed(parts), "</ol>"), grows=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ((), ("one",)),
        (("one",), ("one", "two")),
        (("one",), ("one, longer", "two", "three")),
        (("one", "two"), ("one", "two, longer")),
        (("one", "two"), ()),
        (("one", "two"), ("another",)),
    ],
)
def test_log_grows_at_its_beginning_and_is_sent_anew_when_lines_are_gone(before, after):
    news = "".join(lines(*after).news(lines(*before)))
    assert swapped(lines(*before).html, news) == lines(*after).html
    assert ("one" in news and "longer" not in news) is (before == ())


def hand(*cards: str, opened: str = "") -> Parts:
    parts = tuple(Part(card[0], f'<b id="{card[0]}">{card}</b>') for card in cards)
    return Parts("cards", '<div id="cards">', parts, "</div>", opened)


@pytest.mark.parametrize(
    ("before", "after", "sent"),
    [
        ("abcd", "abd", "<4c>"),
        ("abcd", "abcxd", '<3c><b id="x">x</b>'),
        ("abcd", "bcdxy", '<4a><3d><b id="x">x</b><3x><b id="y">y</b>'),
        ("abcd", "xabcd", '<2cards><b id="x">x</b>'),
        ("abcd", "abcd", ""),
    ],
)
def test_of_a_hand_at_rest_is_sent_what_goes_and_what_comes(before, after, sent):
    news = "".join(hand(*after).news(hand(*before)))
    assert news == sent
    assert swapped(hand(*before).html, news) == hand(*after).html


@pytest.mark.parametrize(("before", "after"), [("abcd", "bacd"), ("abc", "xyz"), ("", "abc")])
def test_another_hand_is_sent_as_a_whole(before, after):
    assert [*hand(*after).news(hand(*before))] == [hand(*after).whole]


def test_a_card_that_changes_is_sent_by_itself():
    assert [*hand("a", "b", "c!").news(hand("a", "b", "c"))] == ['<0c><b id="c">c!</b>']


def test_a_hand_of_which_a_card_is_wanted_is_sent_each_time_and_rests_without_being_sent():
    opened = hand("a", "b", opened="<i>a</i><i>b</i>")
    assert opened.whole == '<0cards><div id="cards"><i>a</i><i>b</i></div>'
    assert [*opened.news(hand("a", "b"))] == [*opened.news(opened)] == [opened.whole]
    assert [*hand("a", "b").news(opened)] == []
    assert [*hand("a").news(opened)] == ["<4b>"]


@pytest.mark.parametrize("slug", GAMES)
def test_who_is_to_act_is_sent_all_that_they_may_do_with_every_push(slug):
    seats, asked = GAMES[slug].seat_counts[0], 0
    for seat in range(seats):
        shown, sheet = NOTHING_DRAWN, None
        for version, state in enumerate(states(slug, seats, seat)):
            now = state.phase, state.round_number
            news, shown = drawn(state, seat, version, with_sheet=now != sheet).after(shown)
            sheet = now
            actions = actions_in(news)
            if state.to_act == seat:
                asked += 1
                assert sorted(map(state.resolve, actions)) == sorted(state.legal_actions()), (seat, version)
            elif state.phase != DEAL:
                assert actions == []
    assert asked


ACTION = re.compile('<button([^>]*)name="action" value="([^"]*)"([^>]*)>')


def actions_in(news: str) -> list[str]:
    """As programs find them that play by pushes."""
    found = ACTION.findall(news[news.rindex('<section id="felt"') :])
    return [action for before, action, behind in found if 'aria-disabled="true"' not in before + behind]


@pytest.mark.parametrize(("slug", "seats", "phase"), [("romanian", 3, BID), ("whist", 4, PLAY), ("german", 2, PICK)])
def test_a_push_that_changes_no_button_brings_them_all_the_same(slug, seats, phase):
    played = (state for seed in range(20) for state in states(slug, seats, seed))
    state = next(state for state in played if state.phase == phase and state.to_act == 0)
    shown = drawn(state, 0, 1, with_sheet=True).after(NOTHING_DRAWN)[1]
    assert len(actions_in(drawn(state, 0, 2, with_sheet=True).after(shown)[0])) == len(state.legal_actions())


def test_what_a_socket_says_short_is_what_htmx_reads():
    sent = sent_to("a", "<p>1</p>") + sent_to("b", "", GONE)
    assert as_partials(sent) == (
        '<hx-partial hx-target="#a" hx-swap="outerMorph"><p>1</p></hx-partial>'
        '<hx-partial hx-target="#b" hx-swap="delete"></hx-partial>'
    )


def test_the_page_has_the_same_list_of_what_is_done():
    listed = ", ".join(f'"{how}"' for how in SWAPS)
    assert f"const SWAPS = [{listed}];" in Path("static/app.js").read_text()


def test_a_row_by_itself_becomes_part_of_the_sheet_that_is_shown():
    rows = {number: Part(f"r{number}", f'<tr id="r{number}">old</tr>') for number in (1, 2)}
    sheet = Group("sheet", ('<table id="sheet">', *rows.values(), "</table>"))
    _news, shown = Drawing({"sheet": sheet}).after(NOTHING_DRAWN)
    row = Part("r2", '<tr id="r2">new</tr>')
    news, shown = Drawing({"r2": row}).after(shown)
    assert news == row.whole
    assert Drawing({"r2": row}).after(shown)[0] == ""
    assert Drawing({"sheet": sheet}).after(shown)[0] == rows[2].whole
