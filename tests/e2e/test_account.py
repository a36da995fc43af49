"""One's own account in a browser: every page with and without scripts, at both sizes, in three languages."""

import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Problems
from tests.e2e.console import CommandLine
from tests.e2e.inspection import Inspector
from tests.e2e.positions import Guest
from tests.e2e.table import PATIENT, Table
from tests.support.servers import Server

PAGES = ("/account/", "/settings/", "/account/sessions/", "/account/export/", "/account/delete/", "/sign-out/")
MEMBERS_PAGES = (*PAGES, "/account/address/", "/account/delete/code/")
# Every note the page plays is counted where the test can see it.
COUNT_NOTES = """
window.OscillatorNode = class extends OscillatorNode {
  start(...when) {
    document.documentElement.dataset.notes = Number(document.documentElement.dataset.notes || 0) + 1;
    super.start(...when);
  }
};
"""
SIGN_IN = """
from accounts.models import User
from django.test import Client
user = User.objects.filter(email={email!r}).first() or User.objects.create_user({email!r}, name={name!r})
browser = Client(headers={{"user-agent": {agent!r}}})
browser.force_login(user)
browser.post("/i18n/setlang/", {{"language": ""}})
print(browser.cookies["sessionid"].value)
"""
CODE = """
from accounts.sign_in.codes import letters_of
from accounts.models import LoginCode
print(letters_of(LoginCode.objects.filter(purpose={purpose!r}, email={email!r}).latest("pk")))
"""


@dataclass
class Member:
    """Somebody with an address, whose browsers are signed in by the server's own command line."""

    server: Server
    command_line: CommandLine
    name: str = field(default_factory=lambda: f"ana {secrets.token_hex(3)}")

    @property
    def email(self) -> str:
        return f"{self.name.replace(' ', '.')}@example.org"

    def run(self, script: str, **values: str) -> str:
        return self.command_line.run(script.format(**values))

    def open_in(self, page: Page, address: str = "/account/") -> None:
        key = self.run(SIGN_IN, email=self.email, name=self.name, agent="")
        page.context.add_cookies([{"name": "sessionid", "value": key, "url": self.server.base_url}])
        page.goto(address)

    def code(self, purpose: str, email: str = "") -> str:
        return self.run(CODE, purpose=purpose, email=email or self.email)


@pytest.fixture
def ana(site: Server, command_line: CommandLine) -> Member:
    return Member(site, command_line)


@pytest.fixture(params=[True, False], ids=["scripts", "no scripts"])
def any_phone(request: pytest.FixtureRequest, new_page: Callable[..., Page]) -> Page:
    return new_page("phone", javascript=request.param)


def test_pages_are_accessible_and_fit(
    inspector: Inspector,
    new_page: Callable[..., Page],
    ana: Member,
    in_position: Callable[[str], Guest],
    locale: str,
):
    guest = new_page("phone", locale=locale)
    ana.open_in(inspector.page)
    in_position("play").go_on_in(guest)
    for page, addresses in ((inspector.page, MEMBERS_PAGES), (guest, PAGES)):
        for address in addresses:
            page.goto(address)
            inspector.look(address, page)
    assert inspector.faults == []


def test_address_is_changed_by_two_codes(any_phone: Page, ana: Member, problems: Problems):
    problems.expect("422")
    page, new = any_phone, f"new.{ana.email}"
    ana.open_in(page, "/account/address/")
    page.get_by_label("New address").fill(new)
    page.get_by_role("button", name="Send the codes").click()
    old = page.get_by_label(re.compile(f"^Code sent to {ana.email}"))
    expect(old).to_be_visible()  # now there are codes
    old.fill(ana.code("old_address"))
    page.get_by_label(re.compile(f"^Code sent to {new}")).fill("ABCD-EFGH")
    page.get_by_role("button", name="Change the address").click()
    expect(page.get_by_role("alert")).to_contain_text("That is not the code")
    page.get_by_label(re.compile(f"^Code sent to {new}")).fill(ana.code("new_address", new).lower())
    page.get_by_role("button", name="Change the address").click()
    expect(page.get_by_role("status")).to_contain_text("Your address is changed")
    expect(page.locator("main")).to_contain_text(new)


def test_account_is_deleted_by_a_code(any_phone: Page, ana: Member):
    ana.open_in(any_phone, "/account/delete/")
    any_phone.get_by_role("button", name="Send the code").click()
    field = any_phone.get_by_label(re.compile("^Code sent to"))
    expect(field).to_be_visible()  # now there is a code
    field.fill(ana.code("deletion"))
    any_phone.get_by_role("button", name="Delete for good").click()
    expect(any_phone.get_by_role("status")).to_contain_text("Your account is deleted")
    expect(any_phone.get_by_role("link", name="Account")).to_have_count(0)


def test_table_in_another_browser_closes_when_it_is_signed_out(
    new_page: Callable[..., Page], ana: Member, problems: Problems
):
    problems.expect("403|WebSocket")
    phone, desktop = new_page("phone"), new_page("desktop")
    ana.open_in(phone, "/")
    phone.get_by_role("button", name="Quick match").click()
    expect(phone.locator("#felt")).to_be_visible()
    ana.open_in(desktop, "/account/sessions/")
    desktop.get_by_role("button", name="Sign out all others").click()
    expect(desktop.get_by_role("status")).to_contain_text("Signed out there")
    expect(phone.locator("#felt")).to_have_count(0, timeout=PATIENT)


def test_own_data_is_downloaded(any_phone: Page, ana: Member):
    ana.open_in(any_phone, "/account/export/")
    with any_phone.expect_download() as download:
        any_phone.get_by_role("button", name="Download").click()
    assert ana.email in download.value.path().read_text()


def test_signing_out_by_the_header(any_phone: Page, ana: Member):
    ana.open_in(any_phone, "/rules/")
    any_phone.get_by_role("button", name="Sign out").click()
    expect(any_phone.get_by_role("status")).to_contain_text("You are signed out")


def test_guest_is_warned_before_losing_everything(any_phone: Page):
    any_phone.goto("/settings/")
    any_phone.get_by_role("button", name="Save").click()
    any_phone.get_by_role("link", name="Account", exact=True).click()
    any_phone.get_by_role("link", name="Sign out").click()
    any_phone.get_by_role("button", name="Sign out and lose everything").click()
    expect(any_phone.get_by_role("status")).to_contain_text("You are signed out")


def test_language_is_chosen_in_the_settings(any_phone: Page):
    any_phone.goto("/settings/")
    any_phone.locator("#settings label", has_text="Română").click()
    any_phone.get_by_role("button", name="Save").click()
    expect(any_phone.locator("html")).to_have_attribute("lang", "ro")


# --- Sounds ------------------------------------------------------------------------------------------------


def notes(page: Page) -> int:
    return int(page.locator("html").get_attribute("data-notes") or 0)


@pytest.mark.long
def test_sounds_are_fetched_with_the_first_click_and_tell_ones_turn(
    desktop: Page, open_table: Callable[..., Table], problems: Problems
):
    problems.expect("status of 409")  # the site is quicker with a card that is the only one
    desktop.add_init_script(COUNT_NOTES)
    fetched: list[str] = []
    desktop.on("request", lambda request: fetched.append(request.url) if "sounds" in request.url else None)
    table = open_table(desktop, pace="fast", game="romanian52", seats=3)
    table.wait_for_turn()
    assert fetched == []
    for _ in range(10):  # the file may need a while, and one's own trick is followed by one's own turn
        table.act()
        table.wait_for_turn()
        if notes(desktop):
            break
    expect(desktop.locator("html")).to_have_attribute("data-notes", re.compile(r"\d"))
    assert len(fetched) == 1
    assert notes(desktop) % 2 == 0  # nothing but the two notes of one's turn


def test_table_with_sounds_switched_off_is_silent(desktop: Page, open_table: Callable[..., Table], problems: Problems):
    problems.expect("status of 409")  # as above
    desktop.add_init_script(COUNT_NOTES)
    fetched: list[str] = []
    desktop.on("request", lambda request: fetched.append(request.url) if "sounds" in request.url else None)
    table = open_table(desktop, pace="fast", game="romanian52", seats=3)
    address = desktop.url
    desktop.goto(f"/settings/?next={urlsplit(address).path}")
    desktop.get_by_label("A sound when it is your turn").uncheck()
    fetched.clear()
    desktop.get_by_role("button", name="Save").click()
    expect(desktop).to_have_url(address)
    table.wait_for_turn()
    table.act()
    table.wait_for_turn()
    assert fetched == []
    assert notes(desktop) == 0


def test_loudness_is_heard_in_the_settings(desktop: Page):
    desktop.add_init_script(COUNT_NOTES)
    desktop.goto("/settings/")
    desktop.locator("#settings label", has_text="Very loud").click()
    expect(desktop.locator("html")).to_have_attribute("data-notes", "2")
    desktop.get_by_label("Sounds of the table").check()
    expect(desktop.locator("html")).to_have_attribute("data-notes", "4")
