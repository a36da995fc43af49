"""Profiles and result pages in a browser: with and without scripts, in three languages, at both sizes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import friends
from tests.e2e.inspection import Inspector, accessibility_faults
from tests.e2e.positions import QUICK, Guest, is_over
from tests.support.servers import Server

COUNTED = "#felt .gain b"


@dataclass
class Played:
    """Somebody with a long match behind them that counts."""

    guest: Guest
    profile: str
    match: str


@pytest.fixture(scope="module")
def played(site: Server):
    with Guest(site) as guest:
        guest.start(**QUICK)
        began = datetime.now(UTC) - timedelta(minutes=5)
        site.rows("UPDATE tables_match SET started_at = %s WHERE table_id = %s", str(began), guest.table)
        guest.play_until(is_over)
        [(match, user)] = site.rows(
            "SELECT match_id, user_id FROM tables_matchseat JOIN tables_match ON match_id = tables_match.id"
            " WHERE table_id = %s AND user_id IS NOT NULL",
            guest.table,
        )
        yield Played(guest, f"/players/{user}/", f"/matches/{match}/")


def test_the_end_of_a_match_tells_what_it_brought_and_leads_to_its_page(page: Page, played: Played):
    played.guest.go_on_in(page)
    expect(page.locator(COUNTED)).to_contain_text("experience point")
    page.get_by_role("link", name="Result page").click()
    expect(page).to_have_url(f"{played.guest.base_url}{played.match}")
    expect(page.locator(".rank li")).to_have_count(6)
    expect(page.locator("#sheet tbody tr")).to_have_count(6)
    page.get_by_role("link", name="Level 1").click()
    expect(page).to_have_url(f"{played.guest.base_url}{played.profile}")


def test_what_is_counted_a_moment_later_appears_by_itself(desktop: Page, played: Played, site: Server):
    site.rows("DELETE FROM leagues_result")
    again = "UPDATE tables_match SET settled_at = NULL, finished_at = CURRENT_TIMESTAMP WHERE table_id = %s"
    site.rows(again, played.guest.table)
    played.guest.go_on_in(desktop)
    expect(desktop.locator(COUNTED)).to_contain_text("experience")


def test_the_end_of_a_match_stays_as_it_is_read_while_people_talk(desktop: Page, site: Server):
    with Guest(site) as guest:
        guest.open("german", seats=2, clock="day", pace="instant")
        guest.do("fill")
        guest.begin()
        guest.play_until(is_over)
        guest.go_on_in(desktop)
        expect(desktop.locator(COUNTED)).to_be_visible()
        desktop.get_by_text("Proof of the deals").click()
        friends.open_chat(desktop)
        friends.say(desktop, "Well played")
        friends.hears(desktop, "Well played")
        expect(desktop.locator(COUNTED)).to_be_visible()
        expect(desktop.get_by_text("Commitment")).to_be_visible()


def test_the_same_without_scripts(plain_page: Page, played: Played):
    played.guest.go_on_in(plain_page)
    plain_page.get_by_role("link", name="What this match brought you").click()
    expect(plain_page.locator(".gain")).to_contain_text("experience point")
    plain_page.get_by_role("link", name="Level 1").click()
    expect(plain_page.locator(".chart svg")).to_be_visible()
    plain_page.get_by_text("The numbers as a table").click()
    expect(plain_page.locator(".chart table tbody tr").first).to_be_visible()
    with plain_page.expect_download() as download:
        plain_page.get_by_role("link", name="Record of match").first.click()
    assert download.value.suggested_filename.startswith("whist-")


def test_the_chart_is_drawn(page: Page, played: Played):
    played.guest.go_on_in(page)
    page.goto(played.profile)
    expect(page.locator(".chart svg")).to_be_visible()
    expect(page.locator(".chart rect")).to_have_count(6)
    expect(page.locator(".chart tbody tr")).to_have_count(6)
    expect(page.locator("progress")).to_have_js_property("max", 50)


def test_axe_finds_nothing_and_no_page_scrolls_sideways(inspector: Inspector, played: Played):
    page = inspector.page
    played.guest.go_on_in(page)
    for address in (played.guest.path, played.match, played.profile):
        page.goto(address)
        for details in page.locator("main details:not(.menu):not(.fair) > summary").all():
            details.click()
        inspector.look(address)
    assert inspector.faults == []


def test_giving_up_asks_first_and_leads_back(page: Page, open_table):
    table = open_table(page, pace="instant", **{name: QUICK[name] for name in ("game", "schedule", "seats")})
    table.wait_for_turn()
    page.locator("#menu > summary").click()
    page.get_by_role("link", name="Give up this match").click()
    assert accessibility_faults(page) == []
    page.get_by_role("link", name="Play on").click()
    table.wait_for_turn()
    page.goto("/")
    page.get_by_role("link", name="Give up").click()
    page.get_by_role("button", name="Give up").click()
    expect(table.felt).to_have_attribute("data-phase", "closed")
    expect(page.get_by_role("heading", name="This match has ended without a result")).to_be_visible()
    page.get_by_role("button", name="Play again").click()
    expect(table.felt).not_to_have_attribute("data-phase", "closed")
