"""A table fits the smallest phone: nothing scrolls, and every control is on the screen and large enough."""

from collections.abc import Callable
from itertools import combinations, pairwise

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.e2e.inspection import SIZES
from tests.e2e.positions import Guest

SCROLLS_DOWN = "document.documentElement.scrollHeight > window.innerHeight"
SMALLEST_STRIP, SMALLEST_TARGET = 34, 44
HIDDEN_EDGE = 4
"""Pixels of a key that a card may lie on: its shadow."""
ON_ITS_SIDE: ViewportSize = {"width": 640, "height": 360}
SMALL_ON_ITS_SIDE: ViewportSize = {"width": 568, "height": 320}
AMONG_FRIENDS = ("friends bid", "friends play", "friends looked on")
PARTS = ".info > :visible, .plate:visible, div.me :is(.avatar, p, button):visible, #why:visible, .bids, .start"
MEASURE = """(buttons) => buttons.map((button) => {
    const { left, top, right, bottom } = button.getBoundingClientRect();
    return { name: button.id || button.textContent, left, top, right, bottom };
})"""
LIES_AT = "(cards) => cards.map(({ offsetTop, offsetLeft }) => [offsetTop, offsetLeft])"


def boxes(page: Page, selector: str) -> list[dict[str, float]]:
    return page.locator(selector).evaluate_all(MEASURE)


def cut_off(page: Page, selector: str) -> list[str]:
    """What of this is not wholly on the screen of a phone or a desktop, and which of the two scrolls down."""
    faults = []
    for name, size in SIZES.items():
        page.set_viewport_size(size)
        faults += [
            f"{name}: {box}"
            for box in boxes(page, selector)
            if min(box["left"], box["top"]) < 0 or box["right"] > size["width"] or box["bottom"] > size["height"]
        ]
        faults += [f"{name} scrolls"] * page.evaluate(SCROLLS_DOWN)
    return faults


def test_result_does_not_scroll_the_page(page: Page, in_position: Callable[[str], Guest]):
    in_position("over").go_on_in(page)
    expect(page.locator(".rank")).to_be_visible()
    assert not page.evaluate(SCROLLS_DOWN)


@pytest.mark.parametrize("position", ["start", "one card", "bid", "play", "seventeen cards", "round", *AMONG_FRIENDS])
def test_table_never_scrolls_and_shows_every_control(phone: Page, in_position: Callable[[str], Guest], position: str):
    in_position(position).go_on_in(phone)
    expect(phone.locator("#felt")).to_be_visible()
    assert cut_off(phone, "#felt button:visible, .bar > a:visible, #menu > summary") == []


@pytest.mark.parametrize("position", ["bid", "play", "seventeen cards"])
def test_targets_are_large_enough_for_a_thumb(phone: Page, in_position: Callable[[str], Guest], position: str):
    in_position(position).go_on_in(phone)
    controls = boxes(phone, ".keys button, .bar > a, #menu > summary, #lb")
    small = [box for box in controls if min(box["right"] - box["left"], box["bottom"] - box["top"]) < SMALLEST_TARGET]
    assert small == []


@pytest.mark.parametrize("position", ["bid", "seventeen cards"])
def test_cards_in_a_hand_show_a_strip_wide_enough(phone: Page, in_position: Callable[[str], Guest], position: str):
    in_position(position).go_on_in(phone)
    assert narrowest_strip(phone) >= SMALLEST_STRIP


@pytest.mark.parametrize(("position", "rows"), [("bid", [8]), ("seventeen cards", [9, 8])])
def test_more_than_eight_cards_lie_in_two_rows_of_a_phone(
    phone: Page, in_position: Callable[[str], Guest], position: str, rows: list[int]
):
    in_position(position).go_on_in(phone)
    assert list(map(len, rows_of_hand(phone))) == rows


def test_rows_hold_as_many_cards_whatever_is_played(phone: Page, in_position: Callable[[str], Guest]):
    in_position("seventeen cards").go_on_in(phone)
    for left in range(16, 0, -1):
        phone.evaluate("document.querySelector('#hand').lastElementChild.remove()")
        assert list(map(len, rows_of_hand(phone))) == ([left] if left <= 8 else [-(-left // 2), left // 2])


def rows_of_hand(page: Page) -> list[list[float]]:
    """The left edges of the cards, row by row; a card that is raised lies in its row all the same."""
    rows: dict[float, list[float]] = {}
    for top, left in page.locator("#hand button").evaluate_all(LIES_AT):
        rows.setdefault(top, []).append(left)
    return list(rows.values())


def narrowest_strip(page: Page) -> float:
    """That which shows of a card in the hand."""
    return min(right - left for row in rows_of_hand(page) for left, right in pairwise(row))


def overlaps(page: Page) -> list[tuple[float, float]]:
    """Names of parts of the table of which one covers the other; of what lies in another part, the outer one counts."""
    shown = boxes(page, PARTS)
    return [(one["name"], other["name"]) for one, other in combinations(shown, 2) if _meet(one, other)]


def _meet(one: dict[str, float], other: dict[str, float]) -> bool:
    width = min(one["right"], other["right"]) - max(one["left"], other["left"])
    height = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
    return width > 1 and height > 1


@pytest.mark.parametrize("position", AMONG_FRIENDS)
def test_the_longest_names_cover_nothing(page: Page, in_position: Callable[[str], Guest], position: str):
    in_position(position).go_on_in(page)
    expect(page.locator("#felt")).to_be_visible()
    assert overlaps(page) == []
    page.set_viewport_size(ON_ITS_SIDE)
    assert overlaps(page) == []
    assert not page.evaluate(SCROLLS_DOWN)


FORBID_THE_LAST_BID = """(sentence) => {
    [...document.querySelectorAll(".keys button")].pop().setAttribute("aria-disabled", "true");
    const why = document.createElement("p");
    why.id = "bf";
    why.textContent = sentence;
    document.querySelector(".bids").append(why);
}"""
LONGEST_SENTENCE = "17 este interzis: 0 + 17 = 17, exact câte cărți sunt – cineva trebuie să greșească."


def test_why_a_bid_is_forbidden_stands_above_the_cards(page: Page, in_position: Callable[[str], Guest]):
    in_position("seventeen cards").go_on_in(page)
    page.evaluate(FORBID_THE_LAST_BID, LONGEST_SENTENCE)
    for size in (page.viewport_size, ON_ITS_SIDE, SMALL_ON_ITS_SIDE):
        assert size
        page.set_viewport_size(size)
        cards = min(box["top"] for box in boxes(page, "#hand button"))
        assert max(box["bottom"] for box in boxes(page, "#bf, .bids button")) <= cards + HIDDEN_EDGE


SAY_ON_EVERY_CARD = """(word) => {
    const one = document.querySelector(".ring .card");
    for (const seat of document.querySelectorAll(".ring > .seat")) {
        const card = seat.querySelector(".card") ?? seat.appendChild(one.cloneNode(true));
        const said = card.querySelector("em") ?? card.appendChild(document.createElement("em"));
        said.textContent = word;
    }
}"""
COVERED = """(words) => words.map((said) => {
    const { left, top, width, height } = said.getBoundingClientRect();
    const along = [0.1, 0.3, 0.5, 0.7, 0.9].map((part) => [left + part * width, top + height / 2]);
    const above = along.map(([x, y]) => document.elementFromPoint(x, y).closest(".seat, .me > *, .why, .sum, #lb"));
    return above.filter((part) => part && !part.contains(said)).map((part) => part.className || part.id);
}).flat()"""
LONGEST_WORD = "în față"


def test_nothing_lies_on_the_word_of_a_card(page: Page, in_position: Callable[[str], Guest]):
    in_position("friends play").go_on_in(page)
    expect(page.locator(".ring .card").first).to_be_visible()
    page.evaluate(SAY_ON_EVERY_CARD, LONGEST_WORD)
    words = page.locator(".ring em")
    expect(words).to_have_count(5)
    assert words.evaluate_all(COVERED) == []
    page.set_viewport_size(ON_ITS_SIDE)
    assert words.evaluate_all(COVERED) == []


def test_sheet_beside_the_table_has_room_for_everybody(desktop: Page, in_position: Callable[[str], Guest]):
    in_position("friends play").go_on_in(desktop)
    assert desktop.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    pane = desktop.locator("#pane-sheet")
    assert pane.evaluate("(pane) => pane.scrollWidth <= pane.clientWidth")


@pytest.mark.parametrize("position", ["friends gather", "friends play"])
def test_what_friends_press_is_large_enough_for_a_thumb(
    phone: Page, in_position: Callable[[str], Guest], position: str
):
    in_position(position).go_on_in(phone)
    if position == "friends play":
        phone.locator("#menu > summary").click()
        assert phone.locator("#menu > .panel").evaluate("(panel) => panel.scrollWidth <= panel.clientWidth")
    controls = boxes(phone, ":is(.chairs, .beside) button:visible, #company > a, #menu nav a, #lb")
    controls += boxes(phone, "#company button, .invite summary")
    small = [box for box in controls if min(box["right"] - box["left"], box["bottom"] - box["top"]) < SMALLEST_TARGET]
    assert len(controls) > 5
    assert small == []
