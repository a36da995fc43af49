"""What a visit costs, counted in requests and bytes."""

import zlib
from collections.abc import Callable

from playwright.sync_api import Page, Response

from tests.e2e.positions import Guest

BUDGET = 25 * 1024 / 0.88
"""25 KB by brotli; what Python's own zlib makes of the same files is larger by an eighth."""

LOADED = """performance.getEntriesByType("resource").filter((entry) => entry.transferSize).map((entry) => entry.name)"""


def loads(page: Page) -> list[Response]:
    """Fills with what comes over the net or from the browser's cache; the icon in the tab is not counted."""
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer) if "favicon" not in answer.url else None)
    return answers


def test_first_visit_of_a_table_is_small(phone: Page, in_position: Callable[[str], Guest]):
    answers = loads(phone)
    in_position("start").go_on_in(phone)
    phone.wait_for_load_state("networkidle")
    assert len(answers) <= 5
    assert sum(len(zlib.compress(answer.body(), 9)) for answer in answers) <= BUDGET


def test_next_visit_loads_the_page_alone(phone: Page, in_position: Callable[[str], Guest]):
    guest = in_position("play")
    guest.go_on_in(phone)
    phone.wait_for_load_state("networkidle")
    phone.goto(guest.path)
    assert phone.evaluate(LOADED) == []
