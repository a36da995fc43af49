"""A whole match in a browser with scripts: from the front page to the result, and on to another match."""

import pytest
from playwright.sync_api import Page, WebSocket, expect

from tests.e2e.conftest import Problems
from tests.e2e.table import Table

STORED = "[localStorage.length, sessionStorage.length, Object.keys(history.state ?? {}).join()]"


def count_pushes(page: Page) -> list[str]:
    """Fills with the messages that bring a new table over the socket."""
    pushes: list[str] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda text: pushes.append(str(text)) if "<5felt>" in str(text) else None)

    page.on("websocket", listen)
    return pushes


def let_bots_play_instantly(page: Page) -> None:
    """In another tab, since choosing a speed loads the page again."""
    tab = page.context.new_page()
    tab.goto(page.url)
    tab.locator("#menu > summary").click()
    tab.locator("button[name=pace][value=instant]").click()
    tab.locator("#menu > summary").click()
    expect(tab.locator("button[name=pace][value=instant]")).to_have_attribute("aria-current", "true")
    tab.close()


@pytest.mark.long
def test_quick_match_from_the_front_page_to_the_result_and_another_one(phone: Page, problems: Problems):
    problems.expect("status of 409")  # the site deals by itself, perhaps while the button is pressed
    pushes = count_pushes(phone)
    phone.goto("/")
    phone.get_by_role("button", name="Quick match").click()
    phone.wait_for_url("**/tables/*/")  # and until its scripts are there: before, forms load the page anew
    phone.evaluate("window.loadedOnce = true")
    table = Table(phone)
    table.act()  # deal, if the site has not done it already
    table.wait_for_turn()
    table.act()
    table.wait_for_turn()
    assert pushes, "after the own bid the bots' moves come over the socket"

    let_bots_play_instantly(phone)
    table.play_to_end()
    expect(phone.get_by_role("heading", name="wins").or_(phone.get_by_role("heading", name="You win"))).to_be_visible()
    expect(phone.locator(".rank li")).to_have_count(6)
    assert phone.evaluate("window.loadedOnce"), "the page was never loaded again"
    assert phone.evaluate(STORED) == [0, 0, "htmx"], "the browser keeps nothing of the match"

    finished = table.felt.get_attribute("data-match")
    phone.get_by_role("button", name="Play again").click()
    expect(table.felt).not_to_have_attribute("data-match", finished or "")
    table.wait_for_turn()
    assert table.phase == "bid"
