"""Friends at a table by forms alone: pages load themselves again only where nobody loses what they want to send."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import ExitStack
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Problems
from tests.e2e.friends import TABLE, number_of
from tests.e2e.positions import hold_first_deal, let_deal
from tests.e2e.table import MY_TURN, PATIENT, Table
from tests.e2e.test_without_javascript import REFRESH
from tests.support.client import Friend
from tests.support.servers import Server

Two = tuple[Page, Page]


@pytest.fixture
def two(new_page: Callable[..., Page], member: Callable[..., None]) -> Two:
    """Two members whose browsers run no scripts."""
    pages = new_page("phone", javascript=False), new_page("desktop", javascript=False)
    for page in pages:
        member(page)
    return pages


def open_table(host: Page, seats: int, **choices: str) -> str:
    """Where it is."""
    host.goto("/tables/open/")
    form = host.locator("details[open] form")
    form.locator("label", has=host.locator(f"input[name=seats][value='{seats}']")).click()
    form.locator("label", has=host.locator("input[name=pace][value=instant]")).click()
    for name, value in choices.items():
        form.locator(f"select[name={name}]").select_option(value)
    form.get_by_label("A bid may be taken back").check()
    form.get_by_role("button", name="Open the table").click()
    host.wait_for_url(TABLE)
    return host.url


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def from_menu(page: Page, role: str, name: str) -> None:
    """While others act the menu is a page of its own, which stays as it is."""
    page.locator("#menu-link, #menu > summary").first.click()
    if page.url.endswith("?menu"):
        expect(page.locator(REFRESH)).to_have_count(0)
    page.locator("#menu").get_by_role(role, name=name).click()  # type: ignore[arg-type]


def whose_turn(pages: Two) -> Page:
    """Whose page offers something to do, looked at anew."""
    deadline = time.monotonic() + PATIENT / 1000
    while time.monotonic() < deadline:
        for page in pages:
            page.goto(page.url.partition("?")[0])
            if page.locator(MY_TURN).count():
                return page
    raise AssertionError("nobody's turn came")


def play_to_end(server: Server, pages: Two, table: int) -> None:
    """The same forms over plain HTTP, which is quicker."""
    with ExitStack() as leaving:
        friends = [leaving.enter_context(Friend(server.base_url, table=table)) for _page in pages]
        for friend, page in zip(friends, pages, strict=True):
            for cookie in page.context.cookies():
                friend.http.cookies.set(cookie["name"], cookie["value"], domain=cookie["domain"])
        while not friends[0].look().is_over:
            for friend in friends:
                if (seen := friend.look()).actions:
                    friend.move(seen)


def meet(ana: Page, bogdan: Page) -> str:
    """They write to each other before the match; where the table is."""
    url = open_table(ana, 6, schedule="quick", clock="slow")
    bogdan.goto("/tables/")
    bogdan.locator(f".tables a[href='{url[url.index('/tables/') :]}']").click()
    press(bogdan, "Sit on chair 2")
    expect(bogdan.locator(REFRESH)).to_have_count(1)
    bogdan.get_by_role("link", name="Write to the table").click()
    expect(bogdan.locator(REFRESH)).to_have_count(0)
    bogdan.locator("#chat-text").fill("Are we two?")
    press(bogdan, "Send")
    expect(bogdan.locator("#chat-lines")).to_contain_text("Are we two?")
    bogdan.get_by_role("link", name="Back to the table").click()
    ana.get_by_role("link", name="Refresh").click()
    expect(ana.locator("#chat-lines")).to_contain_text("Are we two?")
    ana.locator("#chat-text").fill("Yes, and bots")
    press(ana, "Send")
    expect(ana.locator(".chair.me")).to_be_visible()
    return url


def put_bots(host: Page) -> None:
    press(host, "Bot Normal on chair 3")
    expect(host.locator("#chair-3")).to_contain_text("bot, Normal")
    host.locator("#chair-3").get_by_role("button", name="Remove").click()
    expect(host.locator("#chair-3 .bot")).to_have_count(0)
    press(host, "Bot Easy on chair 3")
    press(host, "Bots on all free chairs")
    expect(host.locator(".chair .bot")).to_have_count(4)


def cut(page: Page) -> None:
    """The page with the word stays as it is until the cards are dealt."""
    expect(page.locator("#word")).to_be_visible(timeout=PATIENT)  # the page of the seats has loaded itself again
    page.locator("#word").fill("lavender")
    page.locator("#word").press("Enter")
    expect(page.locator("#felt")).to_contain_text("Cut by 1 player")


def bid(page: Page) -> None:
    """And bid once more, unless a bot that bids next has been too quick for it."""
    Table(page).act()
    if page.locator("#undo-button").count():
        page.locator("#undo-button").click()
        expect(page.locator(MY_TURN).first).to_be_attached()
        Table(page).act()


def pause(pages: Two, url: str) -> None:
    """Both vote for it, and both go on."""
    for page in pages:
        from_menu(page, "button", "Pause, if all agree")
    for page in pages:
        page.goto(url)
        expect(page.locator("#why")).to_contain_text("The match is paused.")
        from_menu(page, "button", "Go on with the match")
    expect(pages[1].locator("#why")).not_to_contain_text("paused")


def leave_and_return(page: Page, url: str) -> None:
    page.goto(url)
    from_menu(page, "link", "Leave the table")
    press(page, "Leave")
    page.wait_for_url("**/tables/")
    page.goto(url)
    page.locator("#take-1").click()
    expect(page.locator("#felt[data-seat='1']")).to_be_visible()


@pytest.mark.long
def test_a_match_of_friends_from_the_open_table_to_the_next_match(two: Two, site: Server):
    ana, bogdan = two
    url = meet(ana, bogdan)
    put_bots(ana)
    press(ana, "Deal the cards")
    hold_first_deal(site, number_of(url))
    cut(bogdan)
    let_deal(site, number_of(url))
    bid(whose_turn(two))
    pause(two, url)
    from_menu(bogdan, "button", "Be right back")
    press(bogdan, "Take my seat back")
    expect(bogdan.locator("#back-button")).to_have_count(0)
    ana.locator("#chat-link").click()
    ana.get_by_text("Phrases and emoji").click()
    press(ana, "Nice bid")
    expect(ana.locator("#chat-lines")).to_contain_text("Nice bid")

    play_to_end(site, two, number_of(url))
    ana.goto(url)
    bogdan.goto(url)
    expect(bogdan.locator(".rank li")).to_have_count(6)
    expect(bogdan.locator(".final")).to_contain_text("The host can deal the next match.")
    press(ana, "Play again")
    expect(ana.locator("#felt:not([data-phase=over])")).to_be_visible()
    expect(bogdan.locator("#felt:not([data-phase=over])")).to_be_visible(timeout=PATIENT)  # the page has looked again
    leave_and_return(bogdan, url)


def test_a_match_over_days_with_a_prepared_card_and_a_vacation(two: Two, problems: Problems):
    problems.expect("status of 422")
    problems.expect("status of 409")  # after ten seconds the site deals by itself
    ana, bogdan = two
    url = open_table(ana, 3, clock="day")
    bogdan.goto(url)
    press(bogdan, "Sit on chair 2")
    ana.get_by_role("link", name="Refresh").click()
    press(ana, "Bots on all free chairs")
    press(ana, "Deal the cards")
    ana.locator("#deal").click()
    bogdan.goto(url)
    page = whose_turn(two)
    while Table(page).phase != "play":
        Table(page).act()
        page = whose_turn(two)
    other = bogdan if page is ana else ana
    other.goto(url)
    other.get_by_role("link", name="Prepare a card for your next turn").click()
    fields = other.locator("article select")
    fields.last.select_option(index=1)
    press(other, "Prepare this")
    other.goto(f"{url}prepared/")
    expect(other.locator(".now li")).to_have_count(1)
    press(other, "Take it back")
    other.goto(f"{url}prepared/")
    expect(other.locator(".now")).to_have_count(0)

    other.goto("/account/turns/")
    other.get_by_role("link", name="Vacation").click()
    first = timezone.localdate() + timedelta(days=3)
    other.get_by_label("First day").fill(first.isoformat())
    other.get_by_label("Last day").fill((first - timedelta(days=1)).isoformat())
    press(other, "Enter this vacation")
    expect(other.get_by_role("alert")).to_contain_text("cannot be before the first")
    other.get_by_label("Last day").fill(first.isoformat())
    press(other, "Enter this vacation")
    press(other, "Cancel this vacation")
    expect(other.locator("article .turns")).to_have_count(0)
