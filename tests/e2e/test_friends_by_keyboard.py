"""Friends at a table with nothing but keys: from the list of tables to the next match."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Problems
from tests.e2e.friends import has_comforts
from tests.e2e.positions import hold_first_deal
from tests.e2e.table import PATIENT
from tests.support.servers import Server

STOPS = 90
TABLE = re.compile(r"/tables/(\d+)/$")
IS_FOCUSED = "(selector) => document.activeElement.matches(selector)"
AWAITS_SOMEBODY = """() => {
    const { phase, toAct } = document.getElementById("felt").dataset;
    return phase === "over" || document.getElementById("deal") || "01".includes(toAct || "-");
}"""
HAS_SEEN = "(version) => Number(document.getElementById('felt').dataset.version) >= version"


def go_to(page: Page, selector: str) -> None:
    """With Tab, as far as it takes; what Tab does not reach within one round fails."""
    for _stop in range(STOPS):
        if page.evaluate(IS_FOCUSED, selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never comes to {selector}")


def press(page: Page, selector: str, key: str = "Enter") -> None:
    expect(page.locator(selector).first).to_be_visible(timeout=PATIENT)
    page.wait_for_load_state()
    go_to(page, selector)
    page.keyboard.press(key)


def in_menu(page: Page, selector: str) -> None:
    """Open the menu, press what is there; the menu stays, and the focus in it."""
    press(page, "#menu > summary")
    press(page, selector)


def close_menu(page: Page) -> None:
    expect(page.locator("#menu :focus")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("#menu nav")).to_be_hidden()
    expect(page.locator("#menu > summary")).to_be_focused()


def open_table(host: Page) -> int:
    """Six seats, the shortest match, a long clock, bots that do not think, and bids may be taken back; its number."""
    host.goto("/tables/")
    press(host, ".lobby-head .go")
    press(host, "details[open] input[name=seats]", "ArrowRight")
    host.keyboard.press("ArrowRight")
    press(host, "details[open] select[name=schedule]", "q")
    press(host, "details[open] input[name=pace]", "ArrowRight")
    host.keyboard.press("ArrowRight")
    press(host, "details[open] select[name=clock]", "s")
    press(host, "details[open] input[name=allows_undo]", "Space")
    press(host, "details[open] button.go")
    host.wait_for_url(TABLE)
    found = TABLE.search(host.url)
    assert found
    return int(found[1])


def play_card(page: Page) -> None:
    go_to(page, "#hand button")
    for _card in range(9):
        if page.evaluate(IS_FOCUSED, "#hand button:not([aria-disabled])"):
            break
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")


def act(page: Page, host: Page) -> None:
    """Bid the first number allowed, or play the first card allowed from where the focus is; until the host sees it."""
    felt = page.locator("#felt")
    version = int(felt.get_attribute("data-version") or 0)
    if felt.get_attribute("data-phase") == "bid":
        page.keyboard.press(page.locator(".keys button:not([aria-disabled])").first.inner_text())
    else:
        play_card(page)
    page.wait_for_function(HAS_SEEN, arg=version + 1)
    host.wait_for_function(HAS_SEEN, arg=version + 1)


def play_until(host: Page, guest: Page, phases: str, to_act: str = "") -> None:
    """Until the match is in one of the phases, and a certain seat to act if one is named."""
    while True:
        host.wait_for_function(AWAITS_SOMEBODY)
        shown = host.locator("#felt").evaluate("(felt) => ({ ...felt.dataset })")
        if shown["phase"] in phases.split() and to_act in ("", shown["toAct"]):
            return
        if shown["phase"] == "deal":
            press(host, "#deal")
            host.wait_for_function(HAS_SEEN, arg=int(shown["version"]) + 1)
        else:
            page = (host, guest)[int(shown["toAct"])]
            page.wait_for_function(HAS_SEEN, arg=int(shown["version"]))
            act(page, host)


def take_back_a_bid(host: Page, guest: Page) -> None:
    """After the host comes the guest, who has not acted yet."""
    play_until(host, guest, "bid", to_act="0")
    version = int(host.locator("#felt").get_attribute("data-version") or 0)
    act(host, host)
    press(host, "button[form=undo]")
    host.wait_for_function(HAS_SEEN, arg=version + 2)
    expect(host.locator("#felt[data-phase=bid][data-to-act='0']")).to_be_visible()
    guest.wait_for_function(HAS_SEEN, arg=version + 2)


def meet(ana: Page, bogdan: Page) -> int:
    """Ana opens a table and writes in its chat while Bogdan sits down; its number."""
    number = open_table(ana)
    bogdan.goto("/tables/")
    press(bogdan, f".tables a[href='/tables/{number}/']")
    ana.keyboard.press("c")
    ana.keyboard.type("is it l")
    press(bogdan, "button[name=seat][value='1']")
    expect(bogdan.locator(".chair.me")).to_be_visible()
    has_comforts(bogdan)
    press(bogdan, ".chair.me button")
    expect(bogdan.locator("#chair-2 button[name=seat]:focus")).to_have_count(1)
    bogdan.keyboard.press("Enter")
    expect(bogdan.locator(".chair.me :focus")).to_have_count(1)
    expect(ana.locator("#chair-2 .who b")).not_to_contain_text("Chair")
    ana.keyboard.type("s? 5 c")  # none of these is a shortcut now
    expect(ana.locator("#chat-text:focus")).to_have_value("is it ls? 5 c")
    ana.keyboard.press("Enter")
    expect(bogdan.locator("#chat-lines")).to_contain_text("is it ls? 5 c", timeout=PATIENT)
    return number


def begin(ana: Page, bogdan: Page, server: Server, number: int) -> None:
    """The match begins while Bogdan writes in the chat, and Ana cuts while Bogdan writes a word."""
    bogdan.keyboard.press("/")
    bogdan.keyboard.type("wait for me")
    bogdan.keyboard.press("ArrowLeft")
    bogdan.keyboard.press("Shift+ArrowLeft")
    press(ana, "form[action$='/fill/'] button")
    expect(ana.get_by_text("Everybody is here.").first).to_be_visible(timeout=PATIENT)
    press(ana, "#start")
    hold_first_deal(server, number)
    expect(ana.locator("#felt[data-phase=deal]")).to_be_visible()
    expect(bogdan.locator("#felt[data-phase=deal]")).to_be_attached(timeout=PATIENT)
    expect(bogdan.locator("#chat-text:focus")).to_have_value("wait for me")
    bogdan.keyboard.type("y")  # where the cursor was, over what was marked
    expect(bogdan.locator("#chat-text:focus")).to_have_value("wait for ye")
    bogdan.keyboard.press("Escape")

    go_to(bogdan, "#word")
    bogdan.keyboard.type("lavender")
    go_to(ana, "#word")
    ana.keyboard.type("5 plums")
    ana.keyboard.press("Enter")
    expect(bogdan.locator("#felt")).to_contain_text("Cut by 1 player", timeout=PATIENT)
    expect(bogdan.locator("#word:focus")).to_have_value("lavender")
    bogdan.keyboard.press("Enter")
    expect(ana.locator("#felt")).to_contain_text("Cut by 2 players", timeout=PATIENT)


def pause(pages: tuple[Page, Page]) -> None:
    """Both vote for it, and both go on."""
    for page in pages:
        in_menu(page, "#wish-pause")
        close_menu(page)
    for page in pages:
        expect(page.locator("#why")).to_contain_text("The match is paused.", timeout=PATIENT)
        in_menu(page, "#wish-resume")
        close_menu(page)
    for page in pages:
        expect(page.locator("#why")).not_to_contain_text("paused", timeout=PATIENT)


def take_a_break(page: Page) -> None:
    in_menu(page, "#rest")
    expect(page.locator("#back-button")).to_be_visible(timeout=PATIENT)
    close_menu(page)
    press(page, "#back-button")
    expect(page.locator("#back-button")).to_have_count(0)


def leave_and_return(page: Page, number: int) -> None:
    """Asked twice: the first time one stays."""
    in_menu(page, "#menu a[href$='/leave/']")
    press(page, "article form .go")
    page.wait_for_url(TABLE)
    in_menu(page, "#menu a[href$='/leave/']")
    press(page, "article form button")
    page.wait_for_url("**/tables/")
    press(page, f".tables a[href='/tables/{number}/']")
    press(page, "#take-1")
    expect(page.locator("#felt[data-seat='1']")).to_be_visible(timeout=PATIENT)


@pytest.mark.long
def test_a_match_of_friends_from_the_list_of_tables_to_the_next_one(
    new_page: Callable[..., Page], member: Callable[..., None], site: Server, problems: Problems
):
    problems.expect("status of 409")  # the site is quicker with a card that is the only one
    ana, bogdan = new_page("desktop"), new_page("phone")
    member(ana)
    member(bogdan)
    number = meet(ana, bogdan)
    begin(ana, bogdan, site, number)
    take_back_a_bid(ana, bogdan)
    play_until(ana, bogdan, "play")
    pause((ana, bogdan))
    take_a_break(bogdan)
    play_until(ana, bogdan, "over")
    press(ana, ".final button[form=rematch]")
    for page in (ana, bogdan):
        expect(page.locator("#felt[data-phase=deal]")).to_be_visible(timeout=PATIENT)
    leave_and_return(bogdan, number)
