"""A page that lost its socket says so, and finds the table as it is now."""

import re

from playwright.sync_api import Page, Route, expect

from tests.e2e.positions import SMALL, is_playing
from tests.e2e.table import PATIENT, Table, press

FELT = re.compile("/felt/$")
KEEP_SOCKETS = """() => {
    window.sockets = [];
    window.WebSocket = class extends WebSocket {
        constructor(...given) { super(...given); window.sockets.push(this); }
    };
}"""


def test_lost_connection_is_told_and_heals(desktop: Page, open_table, problems):
    problems.expect("ERR_INTERNET_DISCONNECTED|htmx:error|Failed to fetch")
    desktop.add_init_script(f"({KEEP_SOCKETS})()")
    table = open_table(desktop, is_playing, **SMALL)
    banner = desktop.locator("#connection")
    expect(banner).to_be_hidden()

    elsewhere = Table(desktop.context.new_page())
    elsewhere.page.goto(desktop.url)
    desktop.context.set_offline(True)
    desktop.evaluate("window.sockets.at(-1).close()")
    expect(banner).to_be_visible(timeout=PATIENT)
    desktop.context.set_offline(False)
    expect(banner).to_be_hidden(timeout=PATIENT)

    elsewhere.page.reload()
    elsewhere.act()
    expect(table.felt).to_have_attribute("data-version", str(elsewhere.version), timeout=PATIENT)


def test_a_move_during_passing_trouble_of_the_site_can_be_made_again(phone: Page, open_table, problems):
    problems.expect("status of 503")
    table = open_table(phone, is_playing, **SMALL)
    table.wait_for_turn()
    phone.route("**/play/", lambda route: route.fulfill(status=503, body="away"), times=1)
    asked: list[Route] = []

    def hold(route: Route) -> None:
        """Three seconds later; the sentence is to be read before."""
        asked.append(route)

    phone.route(FELT, hold)
    shown = table.version
    with phone.expect_response("**/play/") as answer:
        press(table.choices.first)
        if phone.locator("#hand .selected").count():
            press(table.choices.first)
    assert answer.value.status == 503
    expect(phone.locator("#why")).to_contain_text("connection is lost")
    expect(table.felt).to_have_attribute("data-version", str(shown))
    phone.unroute(FELT)
    for route in asked:
        route.continue_()
    expect(phone.locator("#why")).not_to_contain_text("connection is lost", timeout=PATIENT)
    table.act()
