"""A table of friends on the chess clock, as people see it."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.e2e.friends import begin, fill_with_bots, open_table, sit
from tests.e2e.table import PATIENT, Table
from tests.support.servers import Server

IN_FOURTH_MINUTE = re.compile(r"^3:\d\d$")


def whose_turn(*pages: Page) -> Page:
    """As soon as one of them has something to decide; bots act in between."""
    for _attempt in range(300):
        for page in pages:
            if Table(page).is_my_turn:
                return page
        pages[0].wait_for_timeout(100)
    raise AssertionError("nobody's turn came")


def seconds_shown(page: Page) -> int:
    minutes, seconds = page.locator("#clock").inner_text().split(":")
    return 60 * int(minutes) + int(seconds)


def end_of_bank(page: Page) -> str | None:
    return page.locator("#felt").get_attribute("data-due")


def test_bank_counts_down_survives_a_reload_and_stands_in_a_pause(new_page: Callable[..., Page], site: Server):
    ana, bogdan = new_page("desktop"), new_page("phone")
    url = open_table(ana, seats=3, clock="chess")
    expect(ana.get_by_text("Chess clock: 4 minutes a round + 5 seconds a card")).to_be_visible()
    sit(bogdan, url, 2)
    fill_with_bots(ana)
    begin(ana, site)
    ana.locator("#deal").click()
    player = whose_turn(ana, bogdan)

    expect(player.locator("#clock")).to_have_text(IN_FOURTH_MINUTE, timeout=PATIENT)
    before, due = seconds_shown(player), end_of_bank(player)
    expect(player.locator("#clock")).not_to_have_text(f"{before // 60}:{before % 60:02}", timeout=PATIENT)
    assert seconds_shown(player) < before
    player.reload()
    expect(player.locator("#clock")).to_have_text(IN_FOURTH_MINUTE, timeout=PATIENT)
    assert end_of_bank(player) == due
    assert seconds_shown(player) < before

    bogdan.locator("#menu > summary").click()
    bogdan.get_by_role("button", name="Pause, if all agree").click()
    ana.locator("#agree").click(timeout=PATIENT)
    for page in (ana, bogdan):
        expect(page.locator("#why")).to_contain_text("The match is paused.", timeout=PATIENT)
        expect(page.locator("#clock")).to_have_count(0)
    for page in (ana, bogdan):
        page.goto(url)
        page.locator("#agree").click()
    expect(player.locator("#clock")).to_have_text(IN_FOURTH_MINUTE, timeout=PATIENT)
    assert seconds_shown(player) < before
    Table(player).act()
