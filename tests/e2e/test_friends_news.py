"""What somebody does on the page of a friends' table outlives the news that come meanwhile, which does no harm."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from tests.e2e import friends
from tests.e2e.conftest import Problems
from tests.e2e.positions import Guest, hold_first_deal
from tests.support.client import Felt
from tests.support.servers import Server

CHAIRS = {"clock": "day", "pace": "instant", "level": "easy"}
FOCUSED = "document.activeElement.id"


@pytest.fixture
def two(site: Server) -> Iterator[list[Guest]]:
    with ExitStack() as leaving:
        yield [leaving.enter_context(Guest(site, seed)) for seed in (1, 2)]


def meet(two: list[Guest], game: str = "german", seats: int = 2) -> None:
    two[0].open(game, seats, **CHAIRS)
    two[1].sit(two[0].table, 1)


def play_until(two: list[Guest], wanted: Callable[[Felt], bool]) -> Felt:
    felt = two[0].look()
    while not wanted(felt):
        assert felt.to_act is not None
        actor = two[felt.to_act]
        actor.move(felt if felt.actions else actor.look())
        felt = two[0].look()
    return felt


NEAR_THE_END = 44
"""Two hands of 13 cards are 52 actions; the last tricks may be forced, and then play themselves."""


def test_a_press_that_is_answered_after_the_deal_brings_the_match(
    desktop: Page, two: list[Guest], site: Server, problems: Problems
):
    problems.expect("status of 409")
    held: list[tuple[WebSocketRoute, str | bytes]] = []

    def hold(socket: WebSocketRoute) -> None:
        socket.connect_to_server().on_message(lambda frame: held.append((socket, frame)))

    desktop.route_web_socket(re.compile("/ws/"), hold)
    meet(two)
    two[1].go_on_in(desktop)
    expect(desktop.locator(".chair.me")).to_be_visible()
    two[0].do("start")
    hold_first_deal(site, two[0].table)
    desktop.get_by_role("button", name="Stand up").click()
    expect(desktop.locator("#menu")).to_be_visible()
    expect(desktop.locator("#felt[data-phase=deal]")).to_be_visible()


def test_a_refusal_stands_at_the_address_of_the_table(desktop: Page, two: list[Guest], problems: Problems):
    problems.expect("status of 409")
    two[0].open("romanian52", 4, **CHAIRS)
    two[0].go_on_in(desktop)
    desktop.locator("#start").click()
    expect(desktop.get_by_role("alert")).to_be_visible()
    expect(desktop).to_have_url(f"{two[0].base_url}{two[0].path}")
    desktop.reload()
    expect(desktop.locator(".chair.me")).to_be_visible()


def test_the_same_key_pressed_twice_does_not_stand_up(desktop: Page, two: list[Guest]):
    two[0].open("romanian52", 4, **CHAIRS)
    two[0].go_on_in(desktop)
    friends.has_comforts(desktop)
    desktop.get_by_role("button", name="Bots on all free chairs").focus()
    desktop.keyboard.press("Enter")
    expect(desktop.locator("#status:focus")).to_contain_text("Everybody is here.")
    desktop.keyboard.press("Enter")
    expect(desktop.locator(".chair.me")).to_be_visible()
    desktop.keyboard.press("Tab")
    expect(desktop.locator(".chair.me :focus")).to_have_text("Stand up")


def test_the_end_of_a_match_is_not_pressed_away_and_the_menu_knows_of_the_next(
    desktop: Page, two: list[Guest], site: Server
):
    meet(two)
    two[0].begin()
    play_until(two, lambda felt: felt.version > NEAR_THE_END and felt.to_act == 1)
    two[1].go_on_in(desktop)
    desktop.keyboard.press("l")
    expect(desktop.locator("#last")).to_be_visible()
    press_cards_until_over(desktop, two)
    expect(desktop.locator("#last")).to_be_hidden()
    expect(desktop.locator(".final h2:focus")).to_be_visible()
    desktop.keyboard.press("Enter")
    expect(desktop.locator(".final h2:focus")).to_be_visible()
    become_host(desktop, two)
    play_another(desktop, two, site)


def press_cards_until_over(page: Page, two: list[Guest]) -> None:
    """Of the second of the two, by keys."""
    while not (felt := two[0].look()).is_over:
        expect(page.locator(f"#felt[data-version='{felt.version}']")).to_be_visible()
        if felt.to_act == 0:
            two[0].move(felt)
        else:
            page.locator("#hand button[name=action]:not([aria-disabled])").first.focus()
            page.keyboard.press("Enter")
            expect(page.locator(f"#felt[data-version='{felt.version}']")).to_have_count(0)


def become_host(page: Page, two: list[Guest]) -> None:
    """The focus stays where it was, and the menu is that of a host."""
    page.get_by_role("button", name="Change seats").focus()
    two[0].do("leave")
    expect(page.get_by_role("button", name="Play again")).to_be_visible()
    assert page.evaluate(FOCUSED) == "go-gather"
    page.locator("#menu > summary").click()
    page.get_by_role("button", name="Fast", exact=True).click()
    expect(page.locator("#company [aria-current]")).to_have_text("Fast")


def play_another(page: Page, two: list[Guest], server: Server) -> None:
    """The page that is open promises the match that is played now."""
    two[0].do("sit", seat=0)
    promise = page.locator("#menu .hash")
    before = promise.text_content()
    assert before
    two[1].do("start")
    hold_first_deal(server, two[1].table)
    expect(page.locator("#felt[data-phase=deal]")).to_be_visible()
    expect(promise).not_to_have_text(before)
    now = promise.text_content()
    assert now
    assert now[:12] in page.locator(".start").inner_text()


def test_player_who_has_blocked_somebody_reads_of_it_as_soon_as_they_sit_there(
    desktop: Page, new_page: Callable[..., Page], member: Callable[..., None], two: list[Guest], site: Server
):
    member(desktop, name=f"Ana {secrets.token_hex(4)}")
    url = friends.open_table(desktop, seats=4)
    number = int(url.rstrip("/").rpartition("/")[2])
    two[1].sit(number, 1)
    expect(desktop.locator("#chair-2 .who b")).not_to_contain_text("Chair")
    [(user,)] = site.rows("SELECT user_id FROM tables_tableseat WHERE table_id = %s AND seat = 1", number)
    desktop.goto(f"{url}people/{user}/block/")
    with desktop.expect_navigation():
        desktop.get_by_role("button", name="Block", exact=True).click()
    two[1].do("stand")
    desktop.goto(url)
    expect(desktop.get_by_text("You have blocked")).to_have_count(0)
    two[1].do("sit", seat=2)
    expect(desktop.get_by_text("You have blocked somebody who sits here")).to_be_visible(timeout=friends.PATIENT)


def test_a_card_chosen_for_one_turn_is_not_chosen_at_another(phone: Page, two: list[Guest]):
    meet(two)
    two[0].begin()
    play_until(two, lambda felt: felt.to_act == 1 and len(two[1].look().actions) > 1)
    felt = two[1].look()
    two[1].go_on_in(phone)
    phone.locator(f"#hand button[value='{felt.actions[0]}']").tap()
    expect(phone.locator(".selected")).to_have_count(1)
    assert two[1].send(felt.actions[1], felt.version).is_redirect
    expect(phone.locator(f"#felt[data-version='{felt.version}']")).to_have_count(0)
    expect(phone.locator(".selected")).to_have_count(0)


def test_a_refusal_is_read_until_the_table_changes(phone: Page, two: list[Guest]):
    meet(two)
    two[0].begin()
    refused = "#hand button[aria-disabled=true]"
    page = lambda: two[1].http.get(f"{two[1].path}felt/").text  # noqa: E731
    play_until(two, lambda felt: felt.to_act == 1 and 'aria-disabled="true"' in page())
    two[1].go_on_in(phone)
    phone.locator(refused).first.click(force=True)
    expect(phone.locator("#why.no")).to_contain_text("not playable")
    two[0].do("chat", preset="hello")
    expect(phone.locator("#chat-link .unread")).to_be_visible(timeout=friends.PATIENT)
    expect(phone.locator("#why.no")).to_contain_text("not playable")
    two[1].move(two[1].look())
    expect(phone.locator("#why.no")).to_have_count(0)


class Talk:
    """The chat of somebody who may write, whose requests wait until they are let go."""

    def __init__(self, page: Page) -> None:
        self.holds, self.waiting = True, list[Route]()
        page.route(re.compile(r"/(chat|people/\d+)/$"), self._catch)

    def _catch(self, route: Route) -> None:
        if self.holds:
            self.waiting.append(route)
        else:
            route.continue_()

    def let_go(self) -> None:
        self.holds = False
        for route in self.waiting:
            route.continue_()


@pytest.fixture
def writer(desktop: Page, member: Callable[..., None], two: list[Guest]) -> Page:
    """At a waiting table with somebody else who has said something."""
    member(desktop, name=f"Ana {secrets.token_hex(4)}")
    url = friends.open_table(desktop, seats=4)
    two[1].sit(int(url.rstrip("/").rpartition("/")[2]), 1)
    two[1].do("chat", preset="hello")
    friends.hears(desktop, "Hello")
    return desktop


def test_three_remarks_in_quick_succession_are_all_said(writer: Page):
    talk = Talk(writer)
    for words in ("one", "two", "three"):
        friends.write(writer, words)
    talk.let_go()
    for words in ("one", "two", "three"):
        friends.hears(writer, words)
    expect(writer.locator("#chat-text")).to_have_value("")


def test_the_menu_of_a_person_never_shows_somebody_else(writer: Page):
    name = writer.locator("[data-person]").first
    name.click()
    expect(writer.locator("#chat-person").get_by_role("button", name="Mute")).to_be_visible()
    writer.keyboard.press("Escape")
    Talk(writer)
    name.click()
    expect(writer.locator("#chat-person")).to_have_js_property("textContent", "")
