"""The tables of partnership whist and German whist on a screen: whole matches, picks by click, tap and digit."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Problems
from tests.e2e.inspection import Inspector
from tests.e2e.positions import OPEN_STOCK, SERIES_POSITIONS, Guest, Wanted, is_picking
from tests.e2e.table import CHOICE, EDGE, PATIENT, Table, press
from tests.e2e.test_keyboard import posts
from tests.e2e.test_layout import SMALLEST_STRIP, SMALLEST_TARGET, boxes, cut_off, narrowest_strip
from whist.engine.replay import replay_record

FASTER_SITE = "status of 409"
"""What a browser says when the site deals by itself while the button is pressed."""
DECISION = f"#felt:not([data-phase=deal]) {CHOICE}, #felt[data-phase=over]"


class SeriesTable(Table):
    def wait_for_turn(self) -> None:
        """Also until the viewer is to take a card."""
        expect(self.page.locator(DECISION).first).to_be_attached(timeout=PATIENT)


@pytest.fixture
def series_table(open_table: Callable[..., Table]) -> Callable[..., SeriesTable]:
    """A table of one's own with an open stock, in the wanted position or before its first deal."""

    def open_in(page: Page, wanted: Wanted | None = None) -> SeriesTable:
        open_table(page, wanted, **OPEN_STOCK)
        return SeriesTable(page)

    return open_in


# -- whole matches -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "title", "lines"), [("phone", "German whist", 2), ("desktop", "Partnership whist", 2)]
)
def test_match_from_the_front_page_to_the_result_and_another_one(
    new_page: Callable[..., Page], problems: Problems, size: str, title: str, lines: int
):
    problems.expect(FASTER_SITE)
    page = new_page(size)
    page.goto("/")
    page.locator(".starts").get_by_role("button", name=title).click()
    page.wait_for_url("**/tables/*/")
    table = SeriesTable(page)
    table.deal()
    table.wait_for_turn()
    page.locator("#menu > summary").click()
    page.locator("button[name=pace][value=instant]").click()
    expect(page.locator("button[name=pace][value=instant]")).to_have_attribute("aria-current", "true")
    page.wait_for_load_state()  # before its scripts are there, forms load the page anew
    page.evaluate("window.loadedOnce = true")
    table.play_to_end()
    expect(page.locator(".rank li")).to_have_count(2)
    assert page.evaluate("window.loadedOnce"), "the page was never loaded again"
    finished = table.felt.get_attribute("data-match")
    page.get_by_role("button", name="Play again").click()
    expect(table.felt).not_to_have_attribute("data-match", finished or "")


@pytest.mark.long
@pytest.mark.thorough
@pytest.mark.parametrize(
    ("summary", "options"),
    [("Partnership whist", {"target": "5"}), ("German whist", {"open_stock": "2"})],
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
    table = series_table(desktop, is_picking)
    sent, shown = posts(desktop), table.version
    name = desktop.locator("#o2").get_attribute("aria-label") or ""
    desktop.keyboard.press("9")
    assert sent == []
    desktop.keyboard.press("2")
    table.wait_for_change(shown)
    assert len(sent) == 1
    card = name.removeprefix("Take: ")
    expect(desktop.locator(f"#hand button[aria-label*='{card}']")).to_have_count(1)


def test_focus_goes_to_the_open_cards_and_back_to_the_hand(
    desktop: Page, series_table: Callable[..., SeriesTable], problems: Problems
):
    problems.expect(FASTER_SITE)
    table = series_table(desktop)
    table.deal()
    table.wait_for_turn()
    phases = []
    while table.phase != "over" and phases[-2:] != ["pick", "play"]:
        shown = table.version
        if table.phase == "play":
            press(table.choices.first)
        else:
            expect(desktop.locator(":focus")).to_have_id(re.compile("^o[123]$"))  # where one may choose
            desktop.keyboard.press("Enter")
        table.wait_for_change(shown)
        table.wait_for_turn()
        phases.append(table.phase)
    assert phases[-1] == "play"
    expect(desktop.locator(":focus")).to_have_id(re.compile("^c"))


def test_second_tap_takes_the_card_that_the_first_one_raised(phone: Page, series_table: Callable[..., SeriesTable]):
    table = series_table(phone, is_picking)
    sent, shown = posts(phone), table.version
    card, other = phone.locator("#o1"), phone.locator("#o3")
    card.tap(position=EDGE)
    expect(card).to_have_class(re.compile(r"\bselected\b"))
    other.tap(position=EDGE)
    expect(card).not_to_have_class(re.compile(r"\bselected\b"))
    assert sent == []
    other.tap(position=EDGE)
    table.wait_for_change(shown)
    assert len(sent) == 1


def test_double_click_takes_one_card(desktop: Page, series_table: Callable[..., SeriesTable]):
    series_table(desktop, is_picking)
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


@pytest.mark.parametrize("position", SERIES_POSITIONS)
def test_table_never_scrolls_and_shows_every_control(phone: Page, in_position: Callable[[str], Guest], position: str):
    in_position(position).go_on_in(phone)
    assert cut_off(phone, "#felt button:visible, #felt .card:visible, .bar > a:visible, #menu > summary") == []


@pytest.mark.parametrize("position", ["pick", "prize", "partners"])
def test_targets_are_large_enough_for_a_thumb(phone: Page, in_position: Callable[[str], Guest], position: str):
    in_position(position).go_on_in(phone)
    controls = boxes(phone, ".stock button, .bar > a, #menu > summary, #lb")
    assert [
        box for box in controls if min(box["right"] - box["left"], box["bottom"] - box["top"]) < SMALLEST_TARGET
    ] == []
    assert narrowest_strip(phone) >= SMALLEST_STRIP


@pytest.mark.parametrize("position", ["pick", "prize", "phase two", "partners"])
def test_stock_trick_and_score_do_not_cover_each_other(page: Page, in_position: Callable[[str], Guest], position: str):
    in_position(position).go_on_in(page)
    things = boxes(page, ".plate, .stock, .board, .own, div.me, #hand")
    for first, second in ((a, b) for i, a in enumerate(things) for b in things[i + 1 :]):
        across = min(first["right"], second["right"]) - max(first["left"], second["left"])
        down = min(first["bottom"], second["bottom"]) - max(first["top"], second["top"])
        assert across <= 1 or down <= 1, (first, second)


@pytest.mark.long
def test_tables_are_accessible(inspector: Inspector, in_position: Callable[[str], Guest]):
    for position in SERIES_POSITIONS:
        in_position(position).go_on_in(inspector.page)
        inspector.look(position)
    assert inspector.faults == []
