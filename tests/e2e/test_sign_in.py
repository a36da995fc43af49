"""From a guest's first match to the same account in another browser, as people do it."""

import re
import secrets
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Problems
from tests.e2e.console import code_sent_to, forget_limits
from tests.e2e.inspection import Inspector
from tests.support.servers import Server

WORDS = {
    "en-GB": {"sign in": "Sign in", "send": "Send me a code", "again": "Send another code", "continue": "Continue"},
    "de-DE": {
        "sign in": "Anmelden",
        "send": "Code schicken",
        "again": "Noch einen Code schicken",
        "continue": "Weiter",
    },
    "ro-RO": {"sign in": "Conectare", "send": "Trimite-mi un cod", "again": "Trimite alt cod", "continue": "Continuă"},
}
TOO_MANY = 429


@pytest.fixture
def server(site: Server) -> Server:
    forget_limits(site)
    return site


@pytest.fixture
def address() -> str:
    return f"ana.{secrets.token_hex(4)}@example.org"


def ask(page: Page, address: str, words: dict[str, str]) -> None:
    page.goto("/")
    page.locator("header").get_by_role("link", name=words["sign in"]).click()
    page.locator("#id_email").fill(address)
    page.get_by_role("button", name=words["send"]).click()
    expect(page.locator("#id_code")).to_be_visible()
    expect(page.locator("main")).to_contain_text(address)


def sign_in(page: Page, address: str, words: dict[str, str], server: Server, number: int = 1) -> None:
    """With the code of that number to this address."""
    ask(page, address, words)
    page.locator("#id_code").fill(code_sent_to(address, server, number).lower().replace("-", ""))
    page.locator("main").get_by_role("button", name=words["sign in"]).click()
    expect(page.locator(".messages")).to_be_visible()
    page.goto("/")
    expect(page.locator("header").get_by_role("link", name=words["sign in"])).to_have_count(0)


@pytest.mark.parametrize(
    ("size", "javascript", "locale"),
    [("phone", True, "ro-RO"), ("desktop", True, "en-GB"), ("phone", False, "de-DE"), ("phone", False, "ro-RO")],
)
def test_guest_signs_up_and_finds_the_same_account_in_another_browser(
    new_page: Callable[..., Page], server: Server, address: str, locale: str, size: str, javascript: bool
):
    words = WORDS[locale]
    page = new_page(size, javascript=javascript, locale=locale)
    page.goto("/")
    page.locator("form[action='/tables/solo/'] button").first.click()
    page.wait_for_url("**/tables/*/")
    table = page.url
    sign_in(page, address, words, server)
    page.goto(table)
    expect(page.locator("#felt")).to_be_visible()
    forget_limits(server)
    other = new_page(size, javascript=javascript, locale=locale)
    sign_in(other, address, words, server, number=2)
    other.locator(".running a").first.click()
    expect(other).to_have_url(table)


def test_sign_in_at_the_table_leads_back_to_it(page: Page, server: Server, address: str):
    page.goto("/")
    page.locator("form[action='/tables/solo/'] button").first.click()
    page.wait_for_url("**/tables/*/")
    table = page.url
    page.locator("#menu > summary").click()
    page.locator("#menu").get_by_role("link", name="Sign in").click()
    here = f"?next=/tables/{table.rstrip('/').rpartition('/')[2]}/"
    expect(page).to_have_url(re.compile(f"{re.escape(here)}$"))


def test_double_click_on_the_button_signs_in(desktop: Page, server: Server, address: str):
    ask(desktop, address, WORDS["en-GB"])
    desktop.locator("#id_code").fill(code_sent_to(address, server))
    desktop.wait_for_load_state()  # until its scripts are there
    desktop.locator("main").get_by_role("button", name="Sign in").dblclick()
    expect(desktop.locator(".messages")).to_contain_text("Your account is ready")


def test_wrong_code_says_so_at_the_field(page: Page, server: Server, address: str, problems: Problems):
    problems.expect("status of 422")
    ask(page, address, WORDS["en-GB"])
    page.locator("#id_code").fill("2222-2222")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("not the right one")
    described = page.locator("#id_code").get_attribute("aria-describedby")
    assert described
    expect(page.locator(f"#{described}")).to_have_role("alert")


def test_pages_are_accessible_and_fit(
    inspector: Inspector, server: Server, address: str, locale: str, problems: Problems
):
    problems.expect("status of 4(00|22|29)")
    page, words, look = inspector.page, WORDS[locale], inspector.look
    page.goto("/sign-in/")
    look("address")
    page.get_by_role("button", name=words["send"]).click()
    expect(page.get_by_role("alert")).to_be_visible()
    look("no address")
    ask(page, address, words)
    look("code")
    page.locator("#id_code").fill("2222-2222")
    page.locator("main").get_by_role("button", name=words["sign in"]).click()
    expect(page.get_by_role("alert")).to_be_visible()
    look("wrong code")
    for _time in range(25):
        with page.expect_response(lambda answer: answer.request.method == "POST") as sent, page.expect_navigation():
            page.get_by_role("button", name=words["again"]).click()
        if sent.value.status == TOO_MANY:
            break
    expect(page.get_by_role("alert")).to_be_visible()
    look("too often")
    forget_limits(server)
    assert inspector.faults == []
