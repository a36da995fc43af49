"""People at one table, each in a browser of their own."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.console import CommandLine
from tests.e2e.friends import (
    PATIENT,
    TABLE,
    begin,
    fill_with_bots,
    hears,
    leave,
    number_of,
    open_chat,
    open_table,
    say,
    sit,
    take_seat,
)
from tests.e2e.inspection import LOCALES, SCROLLS_SIDEWAYS, SIZES, Inspector
from tests.e2e.positions import let_deal
from tests.e2e.table import Table
from tests.support.servers import Server

EVERY_MODE = pytest.mark.parametrize(
    ("size", "javascript"), [("phone", True), ("desktop", True), ("phone", False)], ids=["phone", "desktop", "plain"]
)

RANKED = """
from django.utils import timezone
from accounts.models import User
from leagues.models import Result
from leagues.results.ranking import monday_of
from whist.engine import GAMES
from whist.tables.match import moves
now = timezone.now()
user = User.objects.create_user("ranked@example.org", name="Maximiliane-Theodora von H")
match = moves.start_solo(user, GAMES["romanian"], 6, {}, level="easy", pace="instant", now=now)
Result.objects.create(
    match=match, user=user, game_slug="romanian", kind="friends", seats=6, seat=0, place=1, own=6, needed=5,
    ranking_points=1000, week=monday_of(now), seconds=100, finished_at=now,
)
"""

LATE_PUSH = """(newer) => {
    const felt = document.getElementById("felt").cloneNode(true);
    felt.dataset.version -= 1;
    felt.dataset.phase = "overtaken";
    const lines = document.getElementById("chat-lines").cloneNode();
    lines.dataset.newest = Number(lines.dataset.newest) + newer;
    lines.innerHTML = `<li><p>${newer < 0 ? "long ago" : "said meanwhile"}</p></li>`;
    const text = `<hx-partial hx-target="#chat-lines" hx-swap="outerMorph">${lines.outerHTML}</hx-partial>`
        + `<hx-partial hx-target="#felt" hx-swap="outerMorph">${felt.outerHTML}</hx-partial>`;
    return htmx.swap({ sourceElement: document.getElementById("table"), swap: "none", text });
}"""


def fresh(page: Page) -> Page:
    """As somebody without scripts does it; the page may be about to load itself again."""
    address = page.url
    page.goto("about:blank")
    page.goto(address)
    return page


def whose_turn(pages: tuple[Page, ...], javascript: bool) -> Page:
    """The page of whoever is to bid, as soon as it is one of them."""
    for _attempt in range(300):
        for page in pages:
            if Table(page if javascript else fresh(page)).is_my_turn:
                return page
        pages[0].wait_for_timeout(300)
    raise AssertionError("nobody's turn came")


@pytest.mark.long
@EVERY_MODE
def test_two_people_meet_bots_fill_up_and_the_first_bids_are_made(
    new_page: Callable[..., Page], site: Server, size: str, javascript: bool
):
    ana, bogdan = (new_page(size, javascript=javascript) for _ in range(2))
    url = open_table(ana, clock="slow")
    bogdan.goto("/tables/")
    bogdan.locator(f".tables a[href='/tables/{url.rstrip('/').rpartition('/')[2]}/']").click()
    bogdan.get_by_role("button", name="Sit on chair 3").click()
    expect(bogdan.locator(".chair.me")).to_be_visible()
    if not javascript:
        fresh(ana)
    expect(ana.locator(".chair .who b").nth(2)).to_contain_text("Guest", timeout=PATIENT)
    fill_with_bots(ana)
    expect(ana.locator(".chair .bot")).to_have_count(2)
    begin(ana, site)
    if not javascript:
        fresh(bogdan)
    expect(bogdan.locator("#felt[data-phase=deal]")).to_be_visible(timeout=PATIENT)
    bogdan.locator("#word").fill("lavandă")
    bogdan.get_by_role("button", name="Cut", exact=True).click()
    expect(bogdan.locator("#word")).to_have_count(0)
    if not javascript:
        fresh(ana)
    expect(ana.locator("#felt")).to_contain_text("Cut by 1 player", timeout=PATIENT)
    let_deal(site, number_of(url))  # by itself, as after ten seconds for cutting
    for _turn in range(2):
        page = whose_turn((ana, bogdan), javascript)
        expect(page.locator("#clock")).to_contain_text(" s")
        Table(page).act()


def test_pages_of_friends_fit_and_are_accessible(inspector: Inspector):
    page = inspector.page
    for path in ("/tables/", "/tables/open/", "/friends/"):
        page.goto(path)
        inspector.look(path)
    page.set_viewport_size(SIZES["phone"])
    page.locator("nav a[href='/tables/']").click()
    page.locator(".lobby-head .go").click()
    page.locator("details[open] button.go").click()
    page.wait_for_url(TABLE)
    inspector.look("waiting table")
    assert inspector.faults == []


def test_ranking_with_a_long_name_fits_a_phone(new_page: Callable[..., Page], command_line: CommandLine):
    command_line.run(RANKED)
    for locale in LOCALES:
        page = new_page("phone", locale=locale)
        page.goto("/friends/")
        expect(page.locator(".standings").first).to_contain_text("Maximiliane")
        assert not page.evaluate(SCROLLS_SIDEWAYS), locale


def test_chat_reaches_the_others_while_they_wait_and_while_they_play(new_page: Callable[..., Page], site: Server):
    ana, bogdan = new_page("desktop"), new_page("phone")
    url = open_table(ana)
    sit(bogdan, url, 2)
    say(bogdan, "Good luck")
    hears(ana, "Good luck")
    fill_with_bots(ana)
    begin(ana, site)
    expect(bogdan.locator("#felt[data-phase=deal]")).to_be_visible(timeout=PATIENT)
    open_chat(ana)
    say(ana, "Thanks for the game")
    expect(bogdan.locator("#chat-link .unread")).to_be_visible(timeout=PATIENT)
    open_chat(bogdan)
    hears(bogdan, "Thanks for the game")


def test_what_was_said_is_heard_although_it_comes_with_a_table_that_was_overtaken(
    new_page: Callable[..., Page], site: Server
):
    ana = new_page("desktop")
    ana.route("**/felt/", lambda route: route.fulfill(status=204))  # it would bring what was really said
    open_table(ana)
    fill_with_bots(ana)
    begin(ana, site)
    ana.wait_for_load_state()
    for newer in (1, -1):
        ana.evaluate(LATE_PUSH, newer)
        expect(ana.locator("#chat-lines")).to_have_text("said meanwhile")
        expect(ana.locator("#felt")).not_to_have_attribute("data-phase", "overtaken")


def test_player_who_leaves_is_replaced_and_a_spectator_takes_the_seat(new_page: Callable[..., Page], site: Server):
    ana, bogdan, carmen = new_page("desktop"), new_page("phone"), new_page("phone")
    url = open_table(ana, seats=3)
    sit(bogdan, url, 2)
    fill_with_bots(ana)
    begin(ana, site)
    carmen.goto(url)
    carmen.get_by_role("button", name="Look on").click()
    expect(carmen.locator("#felt[data-seat='']")).to_be_visible()
    assert carmen.locator("button[name=action]").count() == 0
    leave(bogdan, url)
    take_seat(carmen, 2)


def test_pause_needs_everybody_and_stops_the_clock(new_page: Callable[..., Page], site: Server):
    ana, bogdan = new_page("desktop"), new_page("phone")
    url = open_table(ana)
    sit(bogdan, url, 2)
    fill_with_bots(ana)
    begin(ana, site)
    ana.locator("#menu > summary").click()
    ana.get_by_role("button", name="Pause, if all agree").click()
    expect(bogdan.locator("#felt[data-phase=deal] #why")).to_be_visible(timeout=PATIENT)
    expect(bogdan.locator("#why")).to_contain_text("wants to pause")
    bogdan.locator("#agree").click()
    for page in (ana, bogdan):
        expect(page.locator("#why")).to_contain_text("The match is paused.", timeout=PATIENT)
        expect(page.locator("#agree")).to_have_text("Go on with the match")
        expect(page.locator("#clock")).to_have_count(0)


@pytest.mark.long
def test_returning_after_a_closed_page_is_enough_to_have_the_seat_back(new_page: Callable[..., Page], site: Server):
    ana, bogdan = new_page("desktop"), new_page("phone")
    url = open_table(ana)
    sit(bogdan, url, 2)
    fill_with_bots(ana)
    begin(ana, site)  # else Ana's own clock would run out meanwhile
    expect(bogdan.locator("#felt[data-phase=deal]")).to_be_visible(timeout=PATIENT)
    bogdan.goto("/rules/")
    expect(ana.locator(".away")).to_be_visible(timeout=PATIENT)
    bogdan.goto(url)
    expect(ana.locator(".away")).to_have_count(0, timeout=PATIENT)


LENGTHEN_NAMES = "(names) => names.forEach((name) => { name.textContent = 'Maximilian-Alexander'; })"
MEET = """(plates) => plates.filter((plate) => {
    const [name, points] = ["b", "small"].map((part) => plate.querySelector(part).getBoundingClientRect());
    const isBeside = name.right <= points.left || points.right <= name.left;
    return !isBeside && name.bottom > points.top + 1 && points.bottom > name.top + 1;
}).length"""


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_points_cover_no_name_however_long(new_page: Callable[..., Page], site: Server, seats: int):
    ana = new_page("desktop")
    open_table(ana, seats=seats)
    fill_with_bots(ana)
    begin(ana, site)
    ana.locator("#deal").click()
    expect(ana.locator(".plate small")).to_have_count(seats - 1)
    ana.locator(".plate > b").evaluate_all(LENGTHEN_NAMES)
    assert ana.locator(".plate").evaluate_all(MEET) == 0
