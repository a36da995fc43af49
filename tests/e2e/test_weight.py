"""What a visit costs, counted in requests and bytes."""

import re
from collections.abc import Callable
from urllib.parse import urlsplit

import brotli
import pytest
from playwright.sync_api import Page, Response, Route, expect

from tests.e2e.friends import begin, fill_with_bots, open_chat, open_table
from tests.e2e.positions import Guest
from tests.e2e.table import Table
from tests.support.servers import Server
from whist.compression import QUALITY
from whist.static_files import minified

BUDGET, BUDGET_OF_FRIENDS = 25 * 1024, 28.75 * 1024
"""A table of friends is larger by its chat; visitors come from the list or the waiting table and have most of it."""

REQUESTS = 5

LOADED = """performance.getEntriesByType("resource").filter((entry) => entry.transferSize).map((entry) => entry.name)"""


def loads(page: Page) -> list[Response]:
    """Fills with what comes over the net or from the browser's cache; the icon in the tab is not counted."""
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer) if "favicon" not in answer.url else None)
    return answers


def served(answer: Response) -> int:
    """So many bytes a deployed site would have sent: collected files are short, and compressed as well as can be."""
    path = urlsplit(answer.url).path
    if not path.startswith("/static/"):
        return len(brotli.compress(answer.body(), quality=QUALITY))
    name = path.removeprefix("/static/")
    return len(brotli.compress(minified(name, answer.text()).encode()))


@pytest.mark.parametrize(("position", "budget"), [("start", BUDGET), ("friends play", BUDGET_OF_FRIENDS)])
def test_first_visit_of_a_table_is_small(
    phone: Page, in_position: Callable[[str], Guest], position: str, budget: float
):
    answers = loads(phone)
    in_position(position).go_on_in(phone)
    phone.wait_for_load_state("networkidle")
    assert len(answers) <= REQUESTS
    assert sum(map(served, answers)) <= budget


def test_next_visit_loads_the_page_alone(phone: Page, in_position: Callable[[str], Guest]):
    guest = in_position("play")
    guest.go_on_in(phone)
    phone.wait_for_load_state("networkidle")
    phone.goto(guest.path)
    assert phone.evaluate(LOADED) == []


def shortened(route: Route) -> None:
    answer = route.fetch()
    name = urlsplit(route.request.url).path.removeprefix("/static/")
    route.fulfill(response=answer, body=minified(name, answer.text()))


def test_shortened_scripts_and_styles_do_the_same(desktop: Page, site: Server):
    desktop.route(re.compile(r"/static/\w+\.(js|css)$"), shortened)
    open_table(desktop)
    fill_with_bots(desktop)
    begin(desktop, site)
    open_chat(desktop)
    desktop.locator("#chat-presets").get_by_role("button", name="Thanks for the game").click()
    expect(desktop.locator("#chat-lines")).to_contain_text("Thanks for the game")
    expect(desktop.locator("#clock, #deal").first).to_be_visible()
    Table(desktop).act()
