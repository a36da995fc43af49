"""The tables of partnership whist and German whist on a screen: whole matches, picks by click, tap and digit."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.app.pages import TablePage
from tests.e2e.inspection import Inspector
from tests.e2e.positions import is_over, is_playing, refuses_a_card
from tests.e2e.table import CHOICE, EDGE, PATIENT, Table, focused, press
from tests.e2e.test_keyboard import posts
from tests.e2e.test_layout import MEASURE, SCROLLS_DOWN, SMALLEST_STRIP, SMALLEST_TARGET, boxes
from whist.engine.replay import replay_record

PARTNERS = {"game": "whist", "seats": 4}
TWO = {"game": "german", "seats": 2}
OPEN_STOCK = TWO | {"open_stock": 3}
DECISION = f"#felt:not([data-phase=deal]) {CHOICE}, #felt[data-phase=over]"
SUM = 'class="sum"'


class SeriesTable(Table):
    def wait_for_turn(self) -> None:
        """Also until the viewer is to take a card."""
        expect(self.page.locator(DECISION).first).to_be_attached(timeout=PATIENT)


def is_picking(shown: TablePage) -> bool:
    return shown.phase == "pick" and bool(shown.offered)


def is_in_phase_two(shown: TablePage) -> bool:
    return is_playing(shown) and 'class="stock' not in shown.html


def knows_cards_of_the_other(shown: TablePage) -> bool:
    """And sees what the last trick brought."""
    return is_playing(shown) and 'class="fan"><b ' in shown.html and 'class="pile' in shown.html and SUM in shown.html


def shows_the_turned_card(shown: TablePage) -> bool:
    return is_playing(shown) and 'class="fan"' in shown.html


POSITIONS = {
    "prize": (knows_cards_of_the_other, TWO | {"best_of": 3}),
    "pick": (is_picking, OPEN_STOCK),
    "phase two": (is_in_phase_two, TWO | {"to_points": 10}),
    "hidden stock": (is_playing, TWO | {"trump": "none"}),
    "two over": (is_over, TWO | {"race": 7}),
    "turned card": (shows_the_turned_card, PARTNERS),
    "partners": (refuses_a_card, PARTNERS),
    "partners over": (is_over, PARTNERS | {"target": 5}),
}


@pytest.fixture
def series_table(open_table: Callable[..., Table]) -> Callable[..., SeriesTable]:
    """A table in one of `POSITIONS`, or of one's own options before its first deal."""

    def open_in(page: Page, position: str = "", **options: object) -> SeriesTable:
        wanted, chosen = POSITIONS[position] if position else (None, {})
        open_table(page, wanted, **chosen | options)
        return SeriesTable(page)

    return open_in


# -- whole matches -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "title", "lines"), [("phone", "German whist", 2), ("desktop", "Partnership whist", 2)]
)
def test_match_from_the_front_page_to_the_result_and_another_one(
    new_page: Callable[..., Page], size: str, title: str, lines: int
):
    page = new_page(size)
    page.goto("/")
    page.locator(".starts").get_by_role("button", name=title).click()
    page.get_by_role("button", name="Deal the cards").click()
    table = SeriesTable(page)
    table.wait_for_turn()
    page.locator("#menu > summary").click()
    page.locator("button[name=pace][value=instant]").click()
    page.evaluate("window.loadedOnce = true")
    table.play_to_end()
    expect(page.locator(".rank li")).to_have_count(2)
    assert page.evaluate("window.loadedOnce"), "the page was never loaded again"
    finished = table.felt.get_attribute("data-match")
    page.get_by_role("button", name="Play again").click()
    expect(table.felt).not_to_have_attribute("data-match", finished or "")


@pytest.mark.parametrize(
    ("summary", "options"),
    [("Partnership whist", {"target": "5"}), ("German whist", {"best_of": "3", "open_stock": "2"})],
)
def test_whole_match_by_forms_alone(plain_page: Page, tmp_path: Path, summary: str, options: dict[str, str]):
    plain_page.goto("/")
    plain_page.locator("summary", has_text=re.compile(f"^{summary}$")).click()
    form = plain_page.locator("details[open] form.options")
    for name, value in options.items():
        form.locator(f"select[name={name}]").select_option(value)
    form.locator("label:has(input[name=pace][value=instant])").click()
    form.get_by_role("button", name="Start").click()
    SeriesTable(plain_page).play_to_end()
    expect(plain_page.locator(".rank li")).to_have_count(2)
    with plain_page.expect_download() as download:
        plain_page.get_by_role("link", name="Download the record").click()
    download.value.save_as(tmp_path / "record.json")
    answer = replay_record(json.loads((tmp_path / "record.json").read_text()))
    assert (answer["ok"], answer["finished"], answer["fair"]) == (True, True, True)


# -- picks -------------------------------------------------------------------------------------------------------------


def test_digit_takes_the_open_card_with_that_number(desktop: Page, series_table: Callable[..., SeriesTable]):
    table = series_table(desktop, "pick")
    sent, shown = posts(desktop), table.version
    name = desktop.locator("#o2").get_attribute("aria-label") or ""
    desktop.keyboard.press("9")
    assert sent == []
    desktop.keyboard.press("2")
    table.wait_for_change(shown)
    assert len(sent) == 1
    card = name.removeprefix("Take: ")
    expect(desktop.locator(f"#hand button[aria-label*='{card}']")).to_have_count(1)


def test_focus_goes_to_the_open_cards_and_back_to_the_hand(desktop: Page, series_table: Callable[..., SeriesTable]):
    table = series_table(desktop, **OPEN_STOCK)
    desktop.get_by_role("button", name="Deal the cards").click()
    table.wait_for_turn()
    phases = []
    while table.phase != "over" and phases[-2:] != ["pick", "play"]:
        shown = table.version
        if table.phase == "play":
            press(table.choices.first)
        else:
            assert re.fullmatch("o[123]", focused(desktop)), (
                "the played card is gone: the focus is where one may choose"
            )
            desktop.keyboard.press("Enter")
        table.wait_for_change(shown)
        table.wait_for_turn()
        phases.append(table.phase)
    assert phases[-1] == "play"
    assert focused(desktop).startswith("c")


def test_second_tap_takes_the_card_that_the_first_one_raised(phone: Page, series_table: Callable[..., SeriesTable]):
    table = series_table(phone, "pick")
    sent, shown = posts(phone), table.version
    card, other = phone.locator("#o1"), phone.locator("#o3")
    card.tap(position=EDGE)
    expect(card).to_have_class(re.compile(r"\bsel\b"))
    other.tap(position=EDGE)
    expect(card).not_to_have_class(re.compile(r"\bsel\b"))
    assert sent == []
    other.tap(position=EDGE)
    table.wait_for_change(shown)
    assert len(sent) == 1


def test_double_click_takes_one_card(desktop: Page, series_table: Callable[..., SeriesTable]):
    series_table(desktop, "pick")
    sent = posts(desktop)
    with desktop.expect_response("**/play/"):
        desktop.locator("#o1").dblclick(position=EDGE)
    expect(desktop.locator("button#o1")).to_have_count(0)
    assert len(sent) == 1


# -- options -----------------------------------------------------------------------------------------------------------


def test_options_that_exclude_each_other_cannot_be_chosen_together(desktop: Page):
    desktop.goto("/")
    desktop.locator("summary", has_text=re.compile("^German whist$")).click()
    stock, trump = desktop.locator("#german-open_stock"), desktop.locator("#german-trump")
    stock.select_option("3")
    expect(trump.locator("option[value=none]")).to_be_disabled()
    stock.select_option("none")
    expect(trump.locator("option[value=none]")).to_be_enabled()
    trump.select_option("none")
    expect(stock.locator("option[value='2']")).to_be_disabled()


# -- looks -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("position", POSITIONS)
def test_table_never_scrolls_and_shows_every_control(
    page: Page, series_table: Callable[..., SeriesTable], position: str
):
    series_table(page, position)
    assert not page.evaluate(SCROLLS_DOWN)
    size = page.viewport_size
    assert size
    shown = boxes(page, "#felt button:visible, #felt .tc:visible, .bar > a:visible, #menu > summary")
    assert [
        box
        for box in shown
        if box["left"] < 0 or box["top"] < 0 or box["right"] > size["width"] or box["bottom"] > size["height"]
    ] == []


@pytest.mark.parametrize("position", ["pick", "prize", "partners"])
def test_targets_are_large_enough_for_a_thumb(phone: Page, series_table: Callable[..., SeriesTable], position: str):
    series_table(phone, position)
    controls = boxes(phone, ".stock button, .bar > a, #menu > summary, #lb")
    assert [
        box for box in controls if min(box["right"] - box["left"], box["bottom"] - box["top"]) < SMALLEST_TARGET
    ] == []
    for row in phone.locator("#hand .row").all():
        lefts = [box["left"] for box in row.locator("button").evaluate_all(MEASURE)]
        assert all(right - left >= SMALLEST_STRIP for left, right in pairwise(lefts))


@pytest.mark.parametrize("position", ["pick", "prize", "phase two", "partners"])
def test_stock_trick_and_score_do_not_cover_each_other(
    page: Page, series_table: Callable[..., SeriesTable], position: str
):
    series_table(page, position)
    things = boxes(page, ".pl, .stock, .board, .own, div.me, #hand")
    for first, second in ((a, b) for i, a in enumerate(things) for b in things[i + 1 :]):
        across = min(first["right"], second["right"]) - max(first["left"], second["left"])
        down = min(first["bottom"], second["bottom"]) - max(first["top"], second["top"])
        assert across <= 1 or down <= 1, (first, second)


def test_tables_are_accessible(inspector: Inspector, series_table: Callable[..., SeriesTable]):
    for position in POSITIONS:
        inspector.page.context.clear_cookies()
        series_table(inspector.page, position)
        inspector.look(position)
    assert inspector.faults == []
