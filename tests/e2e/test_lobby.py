"""The list of tables on a screen: pushed, and disturbing nobody who is about to use it."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.friends import PATIENT, fill_with_bots, open_table, sit

POLL = re.compile(r"/tables/\?fragment$")

SOCKETS_AT_WILL = """() => {
    window.sockets = [];
    window.WebSocket = class extends WebSocket {
        constructor(url) { super(window.isAway ? "/ws/none/" : url); window.sockets.push(this); }
    };
}"""


def row(url: str, section: str = "waiting") -> str:
    number = url.rstrip("/").rpartition("/")[2]
    return f"section[aria-labelledby={section}] #t{number}"


@pytest.fixture
def lobby(page: Page) -> Page:
    """Without the poll that stands in for the socket."""
    page.route(POLL, lambda route: route.fulfill(status=204))
    with page.expect_websocket():
        page.goto("/tables/")
    return page


def test_tables_appear_fill_and_begin_by_push_and_the_focus_stays(lobby: Page, new_page: Callable[..., Page]):
    ana, bogdan = new_page("desktop"), new_page("phone")
    url = open_table(ana)
    expect(lobby.locator(row(url))).to_contain_text("1/4", timeout=PATIENT)
    lobby.locator(f"{row(url)} a").focus()
    sit(bogdan, url, 2)
    expect(lobby.locator(row(url))).to_contain_text("2/4", timeout=PATIENT)
    fill_with_bots(ana)
    ana.locator("#start").click()
    expect(lobby.locator(row(url, "running"))).to_contain_text("playing, round 1", timeout=PATIENT)
    expect(lobby.locator(f"{row(url, 'running')} a")).to_be_focused()


def test_list_is_fetched_while_its_socket_is_away_and_pushed_again_afterwards(
    desktop: Page, new_page: Callable[..., Page], problems
):
    problems.expect("WebSocket connection")
    desktop.add_init_script(f"({SOCKETS_AT_WILL})()")
    with desktop.expect_websocket():
        desktop.goto("/tables/")
    desktop.evaluate("() => { window.isAway = true; window.sockets.at(-1).close(); }")
    expect(desktop.locator("#connection")).to_be_visible(timeout=PATIENT)
    url = open_table(new_page("phone"))
    expect(desktop.locator(row(url))).to_contain_text("1/4", timeout=PATIENT)
    desktop.route(POLL, lambda route: route.fulfill(status=204))
    desktop.evaluate("() => { window.isAway = false; }")
    expect(desktop.locator("#connection")).to_be_hidden(timeout=PATIENT)
    sit(new_page("phone"), url, 2)
    expect(desktop.locator(row(url))).to_contain_text("2/4", timeout=PATIENT)


def test_list_works_without_scripts(plain_page: Page, new_page: Callable[..., Page]):
    plain_page.goto("/tables/")
    url = open_table(new_page("phone"))
    plain_page.get_by_role("link", name="Refresh the list").click()
    expect(plain_page.locator(row(url))).to_contain_text("1/4")
