"""axe finds nothing on any page in any language, and no page scrolls sideways."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Problems
from tests.e2e.inspection import Inspector
from tests.e2e.positions import POSITIONS, Guest

EMPTY_SHEET = "/sheet/empty/?game=romanian&seats=6&schedule=8-1-8"
RULES = ("/rules/", "/rules/romanian/", "/rules/romanian52/", "/rules/fair/", "/rules/faq/")
PAGES = (*RULES, "/settings/", EMPTY_SHEET)


def test_front_page_with_its_options_and_a_running_match(inspector: Inspector, in_position: Callable[[str], Guest]):
    page = inspector.page
    in_position("bid").go_on_in(page)
    page.goto("/")
    expect(page.locator(".running")).to_be_visible()
    games = page.locator("details.game")
    for number in range(games.count()):
        games.nth(number).locator("summary").click()
        inspector.look(f"options {number}")
    assert inspector.faults == []


def test_pages_of_the_site(inspector: Inspector):
    for address in PAGES:
        inspector.page.goto(address)
        inspector.look(address)
    assert inspector.faults == []


def test_error_pages(inspector: Inspector, in_position: Callable[[str], Guest], problems: Problems):
    problems.expect("status of 40[34]")
    for address in ("/tables/999999999/", in_position("play").path):
        answer = inspector.page.goto(address)
        assert answer
        assert answer.status in (403, 404)
        inspector.look(address)
    assert inspector.faults == []


@pytest.mark.long
def test_table_in_every_phase(inspector: Inspector, in_position: Callable[[str], Guest]):
    for position in POSITIONS:
        in_position(position).go_on_in(inspector.page)
        inspector.look(position)
    assert inspector.faults == []


def test_what_opens_at_the_table(inspector: Inspector, in_position: Callable[[str], Guest]):
    page = inspector.page
    in_position("play").go_on_in(page)
    expect(page.locator("[hx-get$='/keys/']")).to_have_attribute("data-htmx-powered", "true")
    for key, box in (("l", "#last"), ("?", "#rules")):
        page.keyboard.press(key)
        expect(page.locator(f"{box} :is(li, dt)").first).to_be_visible()
        inspector.look(box)
        page.keyboard.press("Escape")
    page.locator("#menu > summary").click()
    page.locator(".fair summary").click()
    inspector.look("menu")
    assert inspector.faults == []


def test_sheet_of_a_match(inspector: Inspector, in_position: Callable[[str], Guest]):
    guest = in_position("over")
    guest.go_on_in(inspector.page)
    inspector.page.goto(f"{guest.path}sheet/")
    inspector.look("sheet of its own")
    assert inspector.faults == []
