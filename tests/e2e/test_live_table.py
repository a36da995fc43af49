"""The table in a browser stays current by pushes, and comes back after the server was away."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import Problems
from tests.e2e.inspection import SIZES
from tests.e2e.table import PATIENT, Table
from tests.live.conftest import own_embedded_server  # noqa: F401  the fixture
from tests.support.servers import Server

OLDER_PUSH = """() => {
    const felt = document.getElementById("felt").cloneNode(true);
    felt.dataset.version -= 1;
    felt.dataset.phase = "overtaken";
    const text = `<hx-partial hx-target="#felt" hx-swap="outerMorph">${felt.outerHTML}</hx-partial>`;
    return htmx.swap({ sourceElement: document.getElementById("table"), swap: "none", text });
}"""


TENTH_CHANGE = """() => {
    const shown = document.getElementById("felt");
    shown.dataset.revision = 9;
    const felt = shown.cloneNode(true);
    felt.dataset.revision = 10;
    felt.dataset.phase = "changed";
    const text = `<hx-partial hx-target="#felt" hx-swap="outerMorph">${felt.outerHTML}</hx-partial>`;
    return htmx.swap({ sourceElement: document.getElementById("table"), swap: "none", text });
}"""


NO_SOCKETS = """window.WebSocket = class {
    static OPEN = 1;
    constructor() { setTimeout(() => this.onclose({}), 50); }
}"""


@pytest.fixture(autouse=True)
def site_may_be_faster(problems: Problems) -> None:
    """It deals by itself, perhaps while somebody presses the button."""
    problems.expect("status of 409")


def open_table(page: Page) -> Page:
    page.goto("/")
    page.locator("form[action='/tables/solo/'] button").first.click()
    page.wait_for_url("**/tables/*/")  # and until its scripts are there: before, forms load the page anew
    return page


def version(page: Page) -> int:
    return int(page.locator("#felt").get_attribute("data-version") or 0)


def await_change(page: Page) -> None:
    """Until the table shows another version; plays when it waits for us."""
    shown = str(version(page))
    mine = page.locator("button[name=action]:not([aria-disabled=true])")
    if mine.count():
        mine.first.click()
    expect(page.locator("#felt")).not_to_have_attribute("data-version", shown, timeout=PATIENT)


def test_bots_moves_arrive_without_a_reload(desktop: Page):
    open_table(desktop).evaluate("window.loadedOnce = true")
    for _ in range(4):
        await_change(desktop)
    assert desktop.evaluate("window.loadedOnce")


def test_pushes_leave_no_litter_around_the_felt(desktop: Page):
    open_table(desktop)
    await_change(desktop)
    before = desktop.evaluate("document.getElementById('felt').parentNode.childNodes.length")
    for _ in range(4):
        await_change(desktop)
    assert desktop.evaluate("document.getElementById('felt').parentNode.childNodes.length") == before


def test_overtaken_push_is_ignored(desktop: Page):
    Table(open_table(desktop)).wait_for_turn()  # nothing else comes in
    desktop.evaluate(OLDER_PUSH)
    expect(desktop.locator("#felt")).not_to_have_attribute("data-phase", "overtaken")


def test_tenth_change_of_a_table_is_newer_than_the_ninth(desktop: Page):
    Table(open_table(desktop)).wait_for_turn()  # nothing else comes in
    desktop.evaluate(TENTH_CHANGE)
    expect(desktop.locator("#felt")).to_have_attribute("data-phase", "changed")


def test_browser_stores_nothing_of_the_table(desktop: Page):
    open_table(desktop)
    await_change(desktop)
    assert desktop.evaluate("localStorage.length + sessionStorage.length") == 0


@pytest.fixture
def page_of_own_server(browser: Browser, own_embedded_server: Server, problems: Problems) -> Iterator[Page]:  # noqa: F811
    context = browser.new_context(viewport=SIZES["phone"], base_url=own_embedded_server.base_url)
    problems.watch(context, own_embedded_server.base_url)
    yield context.new_page()
    context.close()


@pytest.mark.long
def test_page_tells_of_a_lost_connection_and_goes_on_after_a_restart(
    page_of_own_server: Page,
    own_embedded_server: Server,  # noqa: F811
    problems: Problems,
):
    problems.expect("WebSocket|ERR_|Failed to fetch|htmx:error")
    page = open_table(page_of_own_server)
    await_change(page)
    banner = page.locator("#connection")
    expect(banner).to_be_hidden()
    own_embedded_server.kill()
    expect(banner).to_be_visible(timeout=PATIENT)
    own_embedded_server.start()
    expect(banner).to_be_hidden(timeout=PATIENT)
    await_change(page)


def test_page_without_a_socket_is_kept_current_by_asking(new_page: Callable[..., Page]):
    page = new_page("phone")
    page.add_init_script(NO_SOCKETS)
    open_table(page)
    for _ in range(2):
        await_change(page)


def test_rules_open_at_the_table_with_the_first_click(page: Page, in_position):
    in_position("bid").go_on_in(page)
    address = page.url
    page.locator("#menu > summary").click()
    page.get_by_role("link", name="Rules of this game").click()
    expect(page.locator("#rules")).to_be_visible()
    expect(page.locator("#rules-text")).to_contain_text("trump")
    assert page.url == address
    page.keyboard.press("Escape")
    expect(page.locator("#rules")).to_be_hidden()


# -- parts of a table ----------------------------------------------------------------------------------------------


def parts_that_follow(moment: str) -> str:
    """A push of the coming version with nothing but the sentence of whose turn it is; ``moment`` is what it follows."""
    return f"""() => {{
        const felt = document.getElementById("felt").cloneNode(false);
        felt.dataset.version = Number(felt.dataset.version) + 1;
        felt.dataset.from = {moment};
        const text = `<hx-partial hx-target="#felt" hx-swap="none">${{felt.outerHTML}}</hx-partial>` +
            `<hx-partial hx-target="#turn" hx-swap="outerMorph"><b id="turn">pushed</b></hx-partial>`;
        return htmx.swap({{ sourceElement: document.getElementById("table"), swap: "none", text }});
    }}"""


SHOWN = "`${felt.dataset.match}.${felt.dataset.version - 1}.`"
ANOTHER = "`${felt.dataset.match}.${felt.dataset.version - 2}.`"


def fetched(page: Page) -> list[str]:
    """Fills with each time that the page asks for its whole table."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/felt/") else None)
    return asked


def test_parts_go_into_the_table_that_they_follow_and_its_form_is_of_their_version(desktop: Page):
    Table(open_table(desktop)).wait_for_turn()
    asked, shown = fetched(desktop), version(desktop)
    desktop.evaluate(parts_that_follow(SHOWN))
    expect(desktop.locator("#turn")).to_have_text("pushed")
    expect(desktop.locator("#felt")).to_have_attribute("data-version", str(shown + 1))
    expect(desktop.locator("#f [name=version]")).to_have_value(str(shown + 1))
    assert asked == []


def test_parts_that_follow_another_table_bring_the_whole_one(desktop: Page):
    Table(open_table(desktop)).wait_for_turn()
    asked, shown = fetched(desktop), version(desktop)
    desktop.evaluate(parts_that_follow(ANOTHER))
    expect(desktop.locator("#turn")).to_have_text("Your turn")
    expect(desktop.locator("#felt")).to_have_attribute("data-version", str(shown))
    assert len(asked) == 1


def test_a_refusal_does_not_outlive_the_moment_it_is_about(desktop: Page):
    Table(open_table(desktop)).wait_for_turn()
    desktop.evaluate("document.getElementById('why').className = 'why no'")
    asked = fetched(desktop)
    desktop.evaluate(parts_that_follow(SHOWN))
    expect(desktop.locator("#why.no")).to_have_count(0)
    assert len(asked) == 1


def test_the_seat_to_act_is_marked_as_parts_come_in(desktop: Page):
    Table(open_table(desktop)).wait_for_turn()
    expect(desktop.locator(".seat[aria-current]")).to_have_count(0)
    desktop.evaluate("document.getElementById('felt').dataset.toAct = 2")
    desktop.evaluate(parts_that_follow(SHOWN))
    expect(desktop.locator(".seat[aria-current]")).to_have_attribute("id", "p2")
