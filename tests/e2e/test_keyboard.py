"""Everything by keys, and the focus where one left it whatever comes in meanwhile."""

from playwright.sync_api import Page, expect

from tests.e2e.positions import QUICK, SMALL, has_last_trick, is_bidding, is_playing, refuses_a_bid
from tests.e2e.table import focused

STOPS = 60


def posts(page: Page) -> list[str]:
    """Fills with the moves that the page sends."""
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    return sent


def tab_stops(page: Page) -> list[str]:
    """Ids of what Tab reaches, from the top of the page to its end."""
    stops = []
    for _ in range(STOPS):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement === document.body"):
            return stops
        stops.append(focused(page))
    raise AssertionError(f"Tab goes round without an end: {stops}")


def test_hand_is_one_tab_stop(page: Page, open_table):
    table = open_table(page, is_playing, **QUICK)
    cards = [card.get_attribute("id") for card in table.hand.all()]
    assert len(cards) > 1
    assert len([stop for stop in tab_stops(page) if stop in cards]) == 1


def test_arrows_go_through_the_hand_and_around(page: Page, open_table):
    table = open_table(page, is_playing, **QUICK)
    cards = [card.get_attribute("id") for card in table.hand.all()]
    table.hand.first.focus()
    reached = []
    for _ in cards:
        page.keyboard.press("ArrowRight")
        reached.append(focused(page))
    assert reached == [*cards[1:], cards[0]]
    page.keyboard.press("ArrowLeft")
    assert focused(page) == cards[-1]


def test_digit_bids_and_enter_plays_with_the_focus_back_in_the_hand(page: Page, open_table):
    table = open_table(page, is_bidding, **QUICK)
    before = table.version
    page.keyboard.press(table.choices.first.inner_text())
    table.wait_for_change(before)
    table.wait_for_turn()
    assert table.phase == "play"

    table.choices.first.focus()
    for _ in range(3):
        before, played = table.version, focused(page)
        page.keyboard.press("Enter")
        table.wait_for_change(before)
        table.wait_for_turn()
        expect(page.locator(f"#{played}")).to_have_count(0)
        expect(page.locator("#hand button:focus")).to_have_count(1)
        table.choices.first.focus()


def test_focus_stays_while_the_bots_moves_come_in(page: Page, open_table):
    table = open_table(page, is_bidding, **QUICK | {"pace": "slow"})
    table.choices.first.focus()
    page.keyboard.press("Enter")  # whoever has bid is never the next to act
    expect(page.locator("#hand button:focus")).to_have_count(1)
    card, shown = focused(page), table.version
    table.wait_for_change(shown)
    assert focused(page) == card

    page.locator("#menu > summary").focus()
    shown = table.version
    if not table.is_my_turn:
        table.wait_for_change(shown)
    expect(page.locator("#menu > summary")).to_be_focused()


def test_forbidden_bid_is_explained_and_not_sent(page: Page, open_table):
    table = open_table(page, refuses_a_bid, **SMALL)
    forbidden = page.locator(".keys button[aria-disabled=true]").inner_text()
    sent, shown = posts(page), table.version
    page.keyboard.press(forbidden)
    expect(page.locator("#live")).to_contain_text("forbidden")
    expect(page.locator("#why")).to_contain_text("forbidden")
    table.act()
    assert len(sent) == 1, "only the bid that was allowed"
    assert table.version == shown + 1


def test_last_trick_opens_with_l_and_closes_with_escape(page: Page, open_table):
    table = open_table(page, lambda shown: is_playing(shown) and has_last_trick(shown), **QUICK)
    table.hand.first.focus()
    card = focused(page)
    expect(page.locator("#last")).to_be_hidden()
    page.keyboard.press("l")
    expect(page.locator("#last")).to_be_visible()
    expect(page.locator("#last li")).to_have_count(6)
    page.keyboard.press("Escape")
    expect(page.locator("#last")).to_be_hidden()
    assert focused(page) == card


def test_help_opens_with_the_question_mark_and_closes_with_escape(page: Page, in_position):
    in_position("play").go_on_in(page)
    expect(page.locator("[hx-get$='/keys/']")).to_have_attribute("data-htmx-powered", "true")
    page.keyboard.press("?")
    expect(page.locator("#rules dt")).to_have_count(6)
    page.keyboard.press("Escape")
    expect(page.locator("#rules")).to_be_hidden()


def test_sheet_opens_with_s_over_the_table_of_a_phone(phone: Page, in_position):
    in_position("play").go_on_in(phone)
    expect(phone.locator("#sheet")).to_be_hidden()
    phone.keyboard.press("s")
    expect(phone.locator("#sheet")).to_be_visible()
    phone.keyboard.press("Escape")
    expect(phone.locator("#sheet")).to_be_hidden()


def test_s_goes_to_the_sheet_beside_the_table_of_a_desktop(desktop: Page, in_position):
    in_position("play").go_on_in(desktop)
    expect(desktop.locator("#sheet")).to_be_visible()
    desktop.keyboard.press("s")
    expect(desktop.locator("#side :focus")).to_have_count(1)


def test_menu_opens_by_key_and_closes_with_escape(page: Page, in_position):
    in_position("play").go_on_in(page)
    page.locator("#menu > summary").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#menu nav")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#menu nav")).to_be_hidden()
