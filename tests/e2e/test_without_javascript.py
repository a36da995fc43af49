"""The same match without scripts: forms, redirects, and a page that loads itself again while it waits."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Problems
from tests.e2e.positions import QUICK, is_bidding, refuses_a_card
from tests.e2e.table import Table, press_refused
from whist.engine.replay import replay_record

REFRESH = "noscript meta[http-equiv=refresh]"


def start_quick_match(page: Page) -> Table:
    page.goto("/")
    page.get_by_text("Romanian whist", exact=False).and_(page.locator("summary")).first.click()
    form = page.locator("details[open] form.options")
    form.locator("label:has(input[name=seats][value='6'])").click()
    form.locator("select[name=schedule]").select_option("quick")
    form.locator("label:has(input[name=pace][value=fast])").click()
    form.get_by_role("button", name="Start").click()
    return Table(page)


@pytest.mark.long
def test_whole_match_by_forms_alone(plain_page: Page, tmp_path: Path):
    table = start_quick_match(plain_page)
    table.wait_for_turn()  # the site deals, the bots bid: the page has to load itself again for that
    table.act()
    table.wait_for_turn()

    plain_page.locator("#menu > summary").click()
    instant = plain_page.locator("button[name=pace][value=instant]")
    instant.click()
    expect(instant).to_have_attribute("aria-current", "true")
    table.play_to_end()
    expect(plain_page.locator(".rank li")).to_have_count(6)

    with plain_page.expect_download() as download:
        plain_page.get_by_role("link", name="Download the record").click()
    download.value.save_as(tmp_path / "record.json")
    answer = replay_record(json.loads((tmp_path / "record.json").read_text()))
    assert answer["ok"]
    assert answer["finished"]
    assert len(answer["rounds"]) == 6
    assert answer["fair"] is True


def test_page_loads_itself_again_only_while_others_act(plain_page: Page, open_table):
    table = open_table(plain_page, is_bidding, **QUICK | {"pace": "slow"})
    expect(plain_page.locator(REFRESH)).to_have_count(0)
    table.act()
    expect(plain_page.locator(REFRESH)).to_have_count(1)  # five bots take their time, one after the other
    table.wait_for_turn()
    expect(plain_page.locator(REFRESH)).to_have_count(0)


def test_finished_match_stays_as_it_is(plain_page: Page, in_position):
    in_position("over").go_on_in(plain_page)
    expect(plain_page.locator(".rank")).to_be_visible()
    expect(plain_page.locator(REFRESH)).to_have_count(0)


def test_refused_card_is_explained(plain_page: Page, open_table, problems: Problems):
    problems.expect("status of 422")
    table = open_table(plain_page, refuses_a_card, **QUICK)
    shown = table.version
    with plain_page.expect_response("**/play/") as answer:
        press_refused(table.refused.first)
    assert answer.value.status == 422
    expect(plain_page.get_by_role("alert")).to_contain_text("may not be played")
    assert table.version == shown
    assert table.is_my_turn
