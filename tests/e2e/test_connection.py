"""A page that lost its socket says so, and finds the table as it is now."""

from playwright.sync_api import Page, expect

from tests.e2e.positions import SMALL, is_playing
from tests.e2e.table import PATIENT, Table

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
