"""Choosing a name and a picture in a browser, and how both look at the table."""

import re
import secrets

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Problems
from tests.e2e.inspection import SIZES, Inspector
from tests.e2e.test_weight import loads

HEADINGS = {"en-GB": "Choose your name", "de-DE": "Wähle deinen Namen", "ro-RO": "Alege-ți numele"}


def new_name() -> str:
    """Letters that no other test has; the first one is always an A."""
    return "A" + "".join(secrets.choice("bdegkpqxyz") for _ in range(9))


def choose(page: Page, name: str) -> None:
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_role("button", name=re.compile("Take this name|Change the name")).click()


def start_a_match(page: Page) -> None:
    page.goto("/")
    page.locator(".starts .go").first.click()
    expect(page.locator("#felt")).to_be_visible()


@pytest.mark.parametrize("javascript", [True, False])
@pytest.mark.parametrize("size", SIZES)
def test_member_chooses_a_name_and_sees_it_with_its_mark(new_page, member, size: str, javascript: bool):
    page, name = new_page(size, javascript=javascript), new_name()
    member(page)
    page.goto("/account/name/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Choose your name")
    expect(page.locator(".seen")).to_contain_text(re.compile(r"Player \d+"))
    expect(page.locator(".named")).to_have_count(0)
    choose(page, name)
    expect(page.get_by_role("status")).to_have_text(f"From now on you are called {name}.")
    page.goto("/account/name/")
    expect(page.locator(".seen .named")).to_have_text(name)
    expect(page.get_by_text("You can change your name again on")).to_be_visible()
    expect(page.get_by_label("Name", exact=True)).to_have_count(0)


@pytest.mark.parametrize("javascript", [True, False])
def test_taken_name_is_said_so_and_a_free_one_proposed(new_page, member, problems: Problems, javascript: bool):
    problems.expect("status of 422")
    name, page = new_name(), new_page("phone", javascript=javascript)
    member(new_page("phone"), name=name)
    member(page)
    page.goto("/account/name/")
    choose(page, name.upper())
    field = page.get_by_label("Name", exact=True)
    expect(field).to_have_accessible_description(re.compile("Somebody has this name already"))
    expect(field).to_have_value(name.upper())
    page.get_by_role("button", name=f"{name.upper()} of Hearts").click()
    expect(page.get_by_role("status")).to_contain_text(f"{name.upper()} of Hearts")


def test_later_leads_on_without_a_name(phone: Page, member):
    member(phone)
    phone.goto("/account/name/?next=/rules/")
    phone.get_by_role("link", name="Later").click()
    expect(phone).to_have_url(re.compile("/rules/$"))


@pytest.mark.parametrize("javascript", [True, False])
@pytest.mark.parametrize("size", SIZES)
def test_picture_of_the_gallery_is_worn_at_the_table(new_page, size: str, javascript: bool):
    page = new_page(size, javascript=javascript)
    start_a_match(page)
    table = page.url
    page.goto("/account/picture/")
    page.get_by_role("radio", name="Owl").check(force=True)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status")).to_have_text("Your picture is saved.")
    expect(page.get_by_role("radio", name="Owl")).to_be_checked()
    page.goto(table)
    expect(page.locator(".me .avatar img")).to_have_attribute("src", re.compile("pictures/owl"))


def test_table_of_somebody_with_name_and_picture_stays_small(phone: Page, member):
    member(phone, name=new_name(), picture="fox")
    start_a_match(phone)
    table = phone.url
    cookies = phone.context.cookies()
    other = phone.context.browser.new_context(viewport=SIZES["phone"])
    other.add_cookies(cookies)
    page = other.new_page()
    answers = loads(page)
    page.goto(table)
    page.wait_for_load_state("networkidle")
    assert len([answer for answer in answers if "/pictures/" not in answer.url]) <= 5
    assert sum(len(answer.body()) for answer in answers if "/pictures/" in answer.url) <= 1024
    other.close()


def test_confirmed_name_is_spoken_once_at_the_own_table(phone: Page, member):
    name = new_name()
    member(phone, name=name)
    start_a_match(phone)
    phone.locator("#menu > summary").click()
    expect(phone.locator("#menu .who")).to_have_text(f"{name}, name confirmed")


def test_pages_are_accessible_in_every_language(inspector: Inspector, member, problems, locale: str):
    problems.expect("status of 422")
    page = inspector.page
    member(page)
    page.goto("/account/name/")
    expect(page.get_by_role("heading", level=1)).to_have_text(HEADINGS[locale])
    inspector.look("name")
    page.locator("#id_name").fill("Guest 48213")
    page.locator(".settings .go").click()
    expect(page.get_by_role("alert")).to_be_visible()
    inspector.look("refused name")
    page.goto("/account/picture/")
    inspector.look("picture")
    assert inspector.faults == []
