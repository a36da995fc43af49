"""What axe objects to, and whether a page scrolls sideways, for many pages at once: a test names every fault."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, ViewportSize

LOCALES = ("en-GB", "de-DE", "ro-RO")
SIZES: dict[str, ViewportSize] = {"phone": {"width": 360, "height": 640}, "desktop": {"width": 1280, "height": 760}}
SCROLLS_SIDEWAYS = "document.documentElement.scrollWidth > window.innerWidth"
SCRIPT = Axe().axe_script
FIND_FAULTS = """rules => axe.run({ resultTypes: ["violations"], rules }).then(({ violations }) =>
    violations.map(({ id, nodes }) => `${id}: ${nodes[0].html} (${nodes.length}×)`))"""
WITHOUT_COLOURS = {"color-contrast": {"enabled": False}}
"""This rule takes most of the time, and colours are not translated."""


def accessibility_faults(page: Page, rules: dict[str, dict[str, bool]] | None = None) -> list[str]:
    """A line for each rule that the page breaks; it needs JavaScript for it."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(SCRIPT)
    faults: list[str] = page.evaluate(FIND_FAULTS, rules or {})
    return faults


class Inspector:
    """A page is looked at on a phone and a desktop in one language; in the others, whose texts are longer, whether it
    still fits a phone.

    Colours are the same at both sizes, and a desktop shows at once what a phone opens: the sheet beside the table.
    Templates are the same in all languages; a ``thorough`` inspector asks axe in each of them all the same.
    """

    def __init__(self, page: Page, locale: str, *, thorough: bool = False) -> None:
        self.page, self.faults = page, list[str]()
        self.is_first = locale == LOCALES[0]
        self.asks_axe = self.is_first or thorough

    def look(self, what: str, page: Page | None = None) -> None:
        page = page or self.page
        page.wait_for_load_state()
        for size in SIZES if self.is_first else ("phone",):
            page.set_viewport_size(SIZES[size])
            rules = {} if size == "desktop" else WITHOUT_COLOURS
            found = accessibility_faults(page, rules) if self.asks_axe else []
            if page.evaluate(SCROLLS_SIDEWAYS):
                found.append("scrolls sideways")
            self.faults += [f"{what}, {size}: {fault}" for fault in found]
