"""One press is one move, a tap too many none; what is said, and what the tab shows."""

import re
from collections import Counter

from playwright.sync_api import Page, expect

from tests.e2e.positions import QUICK, SMALL, allows_every_card, is_bidding, is_playing, leads_a_round, refuses_a_card
from tests.e2e.table import EDGE, Table, press, press_refused
from tests.e2e.test_keyboard import posts

MARKED = "window.marked"
NOTE_MARKS = """() => {
    window.marked = [];
    const note = () => window.marked.push([document.title, document.querySelector("link[rel=icon]").href]);
    new MutationObserver(note).observe(document.head, { attributes: true, childList: true, subtree: true });
}"""
HEARD = "window.heard"
LISTEN = """() => {
    window.heard = [];
    const live = document.getElementById("live");
    const note = () => window.heard.push([document.getElementById("felt").dataset.version, live.textContent]);
    new MutationObserver(note).observe(live, { childList: true, characterData: true, subtree: true });
}"""

NOTHING_ARRIVES = "window.WebSocket = class extends WebSocket { set onmessage(_listener) {} }"


def test_double_click_plays_one_card(desktop: Page, open_table):
    table = open_table(desktop, leads_a_round, **SMALL | {"pace": "slow"})
    sent, shown = posts(desktop), table.version
    table.choices.first.dblclick(position=EDGE)
    table.wait_for_change(shown + 1)  # a bot's move: nothing of ours is on its way any more
    assert len(sent) == 1


def test_own_move_is_fetched_when_the_socket_that_should_bring_it_does_not(desktop: Page, open_table):
    desktop.add_init_script(NOTHING_ARRIVES)
    with desktop.expect_websocket():
        table = open_table(desktop, leads_a_round, **SMALL | {"pace": "slow"})
    desktop.wait_for_timeout(300)  # until the server has the socket, too
    shown = table.version
    with desktop.expect_response("**/play/") as answer, desktop.expect_response("**/felt/"):
        table.choices.first.click()
    assert answer.value.text() == ""
    table.wait_for_change(shown)


def test_second_half_of_a_double_click_never_plays_the_next_card(desktop: Page, open_table):
    """The bots may be so quick that it is one's turn again, with another card under the pointer."""
    table = open_table(desktop, allows_every_card, **QUICK)
    sent, shown = posts(desktop), table.version
    box = desktop.locator("#hand").bounding_box()
    assert box
    desktop.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    click(desktop, 1)
    table.wait_for_change(shown)
    click(desktop, 2)
    shown = table.version
    press(table.choices.first)
    table.wait_for_change(shown)
    assert len(sent) == 2, "the first click and the last one"


def click(page: Page, count: int) -> None:
    """Where the mouse is; ``count`` 2 is the second half of a double click."""
    page.mouse.down(click_count=count)
    page.mouse.up(click_count=count)


def test_second_tap_plays_the_card_that_the_first_one_raised(phone: Page, open_table):
    table = open_table(phone, is_playing, **QUICK)
    sent, shown = posts(phone), table.version
    card, other = table.choices.nth(0), table.choices.nth(1)
    name = card.get_attribute("id")
    lies_at = card.bounding_box()
    card.tap(position=EDGE)
    expect(card).to_have_class(re.compile(r"\bselected\b"))
    stands_at = card.bounding_box()
    assert lies_at
    assert stands_at
    assert stands_at["y"] < lies_at["y"]

    other.tap(position=EDGE)
    expect(other).to_have_class(re.compile(r"\bselected\b"))
    expect(card).not_to_have_class(re.compile(r"\bselected\b"))
    card.tap(position=EDGE)
    assert sent == []
    card.tap(position=EDGE)
    table.wait_for_change(shown)
    assert len(sent) == 1
    expect(phone.locator(f"#{name}")).to_have_count(0)


def test_tapping_a_refused_card_says_why_and_sends_nothing(phone: Page, open_table):
    table = open_table(phone, refuses_a_card, **QUICK)
    sent, shown = posts(phone), table.version
    table.refused.first.tap(position=EDGE, force=True)
    expect(phone.locator("#why")).to_contain_text("not playable")
    expect(phone.locator("#live")).to_contain_text("not playable")
    table.choices.first.tap(position=EDGE)
    table.choices.first.tap(position=EDGE)
    table.wait_for_change(shown)
    assert len(sent) == 1


def test_clicking_a_refused_card_says_why_and_sends_nothing(desktop: Page, open_table):
    table = open_table(desktop, refuses_a_card, **QUICK)
    sent = posts(desktop)
    press_refused(table.refused.first)
    expect(desktop.locator("#why")).to_contain_text("not playable")
    table.act()
    assert len(sent) == 1


def test_move_from_an_overtaken_page_brings_the_table_as_it_is(desktop: Page, open_table, problems):
    problems.expect("status of 409")
    table = open_table(desktop, is_playing, **QUICK)
    desktop.locator("#f input[name=version]").evaluate("(field) => { field.value -= 1; }")
    shown = table.version
    press(table.choices.first)
    expect(desktop.locator("#why")).to_contain_text("moved on")
    assert table.version == shown
    table.act()


def test_screen_reader_hears_short_sentences_and_none_twice(desktop: Page, open_table):
    table = open_table(desktop, is_bidding, **QUICK | {"pace": "fast"})
    desktop.evaluate(LISTEN)
    for _ in range(3):
        table.act()
        table.wait_for_turn()
    heard = {version: text for version, text in desktop.evaluate(HEARD) if text}
    assert len(heard) > 5, "a sentence for each of the bots' moves"
    assert [text for text, times in Counter(heard.values()).items() if times > 1] == []
    assert max(map(len, heard.values())) <= 240
    expect(desktop.locator("#live")).to_contain_text("your turn")


def test_tab_is_marked_while_it_is_ones_turn(desktop: Page, open_table):
    table = open_table(desktop, is_bidding, **QUICK | {"pace": "fast"})
    icon = desktop.locator("link[rel=icon]")
    expect(desktop).to_have_title(re.compile("^● Your turn"))
    expect(icon).to_have_attribute("href", re.compile("favicon-turn"))
    desktop.evaluate(NOTE_MARKS)  # the bots take a second or two, and a busy machine may not look in that time
    table.act()
    table.wait_for_turn()
    expect(desktop).to_have_title(re.compile("^● Your turn"))
    expect(icon).to_have_attribute("href", re.compile("favicon-turn"))
    unmarked = [href for title, href in desktop.evaluate(MARKED) if "●" not in title]
    assert unmarked
    assert re.search("favicon[^-]*$", unmarked[-1])


def test_second_tab_follows_the_first(desktop: Page, open_table):
    table = open_table(desktop, is_playing, **SMALL)
    other = Table(desktop.context.new_page())
    other.page.goto(desktop.url)
    other.page.evaluate("window.loadedOnce = true")
    for _ in range(2):
        table.act()
        expect(other.felt).to_have_attribute("data-version", str(table.version))
    other.act()
    expect(table.felt).to_have_attribute("data-version", str(other.version))
    assert other.page.evaluate("window.loadedOnce")


def test_going_back_shows_the_table_as_it_is_now(desktop: Page, open_table):
    table = open_table(desktop, is_playing, **SMALL)
    shown = table.version
    address = desktop.url
    desktop.goto("/rules/")
    tab = Table(desktop.context.new_page())
    tab.page.goto(address)
    tab.act()
    desktop.go_back()
    expect(table.felt).to_have_attribute("data-version", str(tab.version))
    assert tab.version > shown
