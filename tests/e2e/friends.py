"""What people do around a friends' table, through its pages: opening it, coming to it, sitting down, talking."""

import re

from playwright.sync_api import Page, expect

from tests.e2e.positions import hold_first_deal
from tests.e2e.table import PATIENT
from tests.support.servers import Server

TABLE = re.compile(r"/tables/(\d+)/$")


def open_table(host: Page, *, seats: int = 4, clock: str = "normal", is_public: bool = True, **options: str) -> str:
    """Through the forms; where the table is.  ``options`` by the names of their fields."""
    host.goto("/tables/")
    host.get_by_role("link", name="Open a table").click()
    form = host.locator("details[open] form")
    form.locator("label", has=host.locator(f"input[name=seats][value='{seats}']")).click()
    if pace := options.pop("pace", ""):
        form.locator("label", has=host.locator(f"input[name=pace][value='{pace}']")).click()
    for name, code in {"clock": clock, **options}.items():
        form.locator(f"select[name={name}]").select_option(code)
    form.locator("input[name=is_public]").set_checked(is_public)
    form.get_by_role("button", name="Open the table").click()
    host.wait_for_url(TABLE)
    return host.url


def invitation_of(host: Page) -> str:
    """The link that the page of a waiting table shows."""
    return host.locator("input.link").input_value()


def come_by(link: str, guest: Page) -> None:
    guest.goto(link)
    guest.get_by_role("button", name="Come to the table").click()
    guest.wait_for_url(TABLE)


def sit(guest: Page, url: str, table_seat: int) -> None:
    if guest.url != url:
        guest.goto(url)
    guest.get_by_role("button", name=f"Sit on chair {table_seat}").click()
    expect(guest.locator(".chair.me")).to_be_visible()


def fill_with_bots(host: Page) -> None:
    """Put a bot in every free seat."""
    host.get_by_role("button", name="Bots on all free chairs").click()
    expect(host.get_by_text("Everybody is here.").first).to_be_visible(timeout=PATIENT)


def number_of(url: str) -> int:
    """Of the table at this address."""
    found = TABLE.search(url)
    assert found, url
    return int(found[1])


def begin(host: Page, server: Server) -> None:
    """The match begins; its cards are not dealt until somebody does so, or the site by ``positions.let_deal``."""
    number = number_of(host.url)
    host.locator("#start").click()
    hold_first_deal(server, number)
    expect(host.locator("#felt[data-phase=deal]")).to_be_visible()


def leave(player: Page, url: str) -> None:
    player.goto(f"{url}leave/")
    player.get_by_role("button", name="Leave").click()
    player.wait_for_url("**/tables/")


def take_seat(spectator: Page, table_seat: int) -> None:
    """From the bot that sits on it."""
    spectator.locator("#menu > summary").click()
    spectator.locator("#company").get_by_role("button", name=f"Take chair {table_seat}").click()
    expect(spectator.locator(f"#felt[data-seat='{table_seat - 1}']")).to_be_visible(timeout=PATIENT)


def has_comforts(page: Page) -> None:
    """Until every script of the page is there: before, forms load it anew, and the focus is not looked after."""
    page.wait_for_load_state()
    page.evaluate("import(document.getElementById('chat').dataset.script).then(() => true)")


def open_chat(page: Page) -> None:
    """Beside the table where there is room; elsewhere over it."""
    expect(page.locator("html.js")).to_be_attached()  # before, nothing listens to keys
    link = page.locator("#chat-link")
    if link.is_visible():
        link.click()
    else:
        page.keyboard.press("c")


def write(page: Page, words: str) -> None:
    page.locator("#chat-text").fill(words)
    page.locator("#chat-form").get_by_role("button", name="Send").click()


def say(page: Page, phrase: str) -> None:
    """One of the phrases that everybody reads in their own language."""
    presets = page.locator("#chat-presets")
    if presets.get_attribute("open") is None:
        presets.locator("summary").click()
    presets.get_by_role("button", name=phrase, exact=True).click()


def hears(page: Page, words: str) -> None:
    expect(page.locator("#chat-lines")).to_contain_text(words, timeout=PATIENT)
