import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.e2e.conftest import Problems
from tests.e2e.inspection import accessibility_faults


def test_front_page_is_accessible_and_quiet(page: Page):
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert accessibility_faults(page) == []


def test_no_page_scrolls_sideways(page: Page):
    page.goto("/")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_front_page_speaks_the_language_of_the_browser(new_page: Callable[..., Page]):
    romanian = new_page("phone", javascript=False, locale="ro-RO")
    romanian.goto("/")
    expect(romanian.locator("html")).to_have_attribute("lang", "ro")


def test_inline_scripts_are_refused_and_noticed(desktop: Page, problems: Problems):
    problems.expect("Content Security Policy")
    desktop.goto("/")
    with desktop.expect_console_message(lambda message: "Content Security Policy" in message.text):
        desktop.evaluate("document.body.append(Object.assign(document.createElement('script'), {text: 'stolen = 1'}))")
    assert desktop.evaluate("typeof window.stolen") == "undefined"
    assert any(re.search("Content Security Policy", text) for text in problems.found)
