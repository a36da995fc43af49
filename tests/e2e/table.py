"""The table on a screen, used as a person uses it and through the public contract of docs/architecture.md only."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from playwright.sync_api import Locator, Page, Position, expect
from playwright.sync_api import TimeoutError as NeverCame

PATIENT = 60_000
"""Milliseconds for anything that is sure to come, also on a machine that has much else to do."""
HASTY = 5_000
"""Milliseconds after which a player who could not press a button looks whether the site has acted before them."""
EDGE: Position = {"x": 12, "y": 24}
CHOICE = "button[name=action]:not([aria-disabled=true])"
MY_TURN = f"#felt[data-phase=bid] {CHOICE}, #felt[data-phase=play] {CHOICE}"


@dataclass
class Table:
    page: Page

    @property
    def felt(self) -> Locator:
        return self.page.locator("#felt")

    @property
    def choices(self) -> Locator:
        """The buttons of everything the viewer may do now."""
        return self.felt.locator(CHOICE)

    @property
    def hand(self) -> Locator:
        return self.page.locator("#hand button")

    @property
    def refused(self) -> Locator:
        """The cards that the rules refuse now."""
        return self.page.locator("#hand button[aria-disabled=true]")

    @property
    def version(self) -> int:
        return int(self.felt.get_attribute("data-version") or 0)

    @property
    def phase(self) -> str:
        return self.felt.get_attribute("data-phase") or ""

    @property
    def is_my_turn(self) -> bool:
        return self.page.locator(MY_TURN).count() > 0

    def wait_for_turn(self) -> None:
        """Until the viewer has something to decide, or the match is over."""
        expect(self.page.locator(f"{MY_TURN}, #felt[data-phase=over]").first).to_be_attached(timeout=PATIENT)

    def wait_for_change(self, version: int) -> None:
        """Until the table shows another version than this one."""
        expect(self.felt).not_to_have_attribute("data-version", str(version), timeout=PATIENT)

    def deal(self) -> None:
        """Unless the site has been faster; a test expects the refusal that follows if it is so at this very moment."""
        with suppress(NeverCame):
            self.page.get_by_role("button", name="Deal the cards").click(timeout=HASTY)

    def act(self) -> None:
        """Click the first thing that may be done, and wait until it is done."""
        shown = self.version
        press(self.choices.first)
        self.wait_for_change(shown)

    def play_to_end(self) -> None:
        self.wait_for_turn()
        while self.phase != "over":
            self.act()
            self.wait_for_turn()


def press(button: Locator, timeout: float | None = None) -> None:
    """Click near the left edge: cards in a hand overlap, and the strip that shows is on the left."""
    button.click(position=EDGE, timeout=timeout)


def press_refused(button: Locator) -> None:
    """The same on what is marked as disabled, which Playwright would wait for."""
    button.click(position=EDGE, force=True)


def focused(page: Page) -> str:
    """The id of the element that has the focus."""
    return str(page.evaluate("document.activeElement.id"))
