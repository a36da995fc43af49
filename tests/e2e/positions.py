"""Tables in a wanted position: played to it over plain HTTP, which is quick, then shown in a browser."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from typing import Any

from playwright.sync_api import Page

from tests.app.pages import TablePage
from tests.client import Player
from tests.live.servers import Server

Wanted = Callable[[TablePage], bool]
QUICK = {"game": "romanian", "schedule": "quick", "seats": 6, "level": "easy", "pace": "instant"}
SMALL = {"game": "romanian52", "seats": 3, "level": "easy", "pace": "instant"}


class Guest(Player):
    """Somebody at a table of his own, who will go on in a browser."""

    def __init__(self, server: Server, seed: int = 1) -> None:
        super().__init__(server.base_url, seed)

    @property
    def path(self) -> str:
        return f"/tables/{self.table}/"

    def play_until(self, wanted: Wanted) -> TablePage:
        """At random from one own decision to the next; meant for bots that play instantly."""
        self.wait_for_turn()
        shown = TablePage(self.http.get(f"{self.path}felt/").text)
        while not wanted(shown):
            assert shown.phase != "over", "the match ended before the wanted position came"
            form = {"action": self.rng.choice(shown.offered), "version": shown.version}
            headers = {"X-CSRFToken": self.http.cookies["csrftoken"], "HX-Request": "true"}
            answer = self.http.post(f"{self.path}play/", data=form, headers=headers)
            assert answer.status_code == 200, answer.text
            shown = TablePage(answer.text)
        return shown

    def set_pace(self, pace: str) -> None:
        assert self.post(f"{self.path}pace/", pace=pace).is_redirect

    def go_on_in(self, page: Page) -> None:
        """The browser takes this guest's place."""
        cookies = [{"name": name, "value": value, "url": self.base_url} for name, value in self.http.cookies.items()]
        page.context.add_cookies(cookies)
        page.goto(self.path)


def is_bidding(shown: TablePage) -> bool:
    return shown.phase == "bid"


def is_playing(shown: TablePage) -> bool:
    return shown.phase == "play" and len(shown.offered) > 1


def allows_every_card(shown: TablePage) -> bool:
    return shown.phase == "play" and 3 < len(shown.offered) == len(shown.actions)


def leads_a_round(shown: TablePage) -> bool:
    """Everybody else plays after this."""
    return is_playing(shown) and 'class="tc' not in shown.html


def refuses_a_card(shown: TablePage) -> bool:
    return shown.phase == "play" and 1 < len(shown.offered) < len(shown.actions)


def has_last_trick(shown: TablePage) -> bool:
    return 'id="lb"' in shown.html


def refuses_a_bid(shown: TablePage) -> bool:
    return shown.phase == "bid" and len(shown.offered) < len(shown.actions)


def is_over(shown: TablePage) -> bool:
    return shown.phase == "over"


def bids_on(cards: int) -> Wanted:
    return lambda shown: shown.phase == "bid" and len(shown.actions) == cards + 1


def hold(server: Server, table: int) -> None:
    """Let the clock of the match at the table stand, so that a passing position can be looked at."""
    with closing(sqlite3.connect(server.folder / "whist.sqlite3", timeout=20)) as database, database:
        database.execute("UPDATE tables_match SET due_at = NULL WHERE table_id = ?", [table])


def _before_the_first_deal(server: Server, guest: Guest) -> None:
    guest.start("romanian", 6)
    hold(server, guest.table)
    assert guest.look().phase == "deal"


def _round_result(server: Server, guest: Guest) -> None:
    """The first round has one card, which plays itself once all have bid."""
    guest.start("romanian", 6, schedule="1-8-1", level="easy", pace="fast")
    guest.move(guest.wait_for(lambda felt: felt.phase == "bid" and bool(felt.actions)))
    guest.wait_for(lambda felt: felt.phase == "deal")
    hold(server, guest.table)
    assert guest.look().phase == "deal"


def _given_up(server: Server, guest: Guest) -> None:
    guest.start(**QUICK)
    guest.play_until(is_playing)
    assert guest.post(f"{guest.path}close/", match=guest.look().match).is_redirect


def _played(wanted: Wanted, **options: Any) -> Callable[[Server, Guest], None]:
    def play(server: Server, guest: Guest) -> None:
        guest.start(**options)
        guest.play_until(wanted)

    return play


POSITIONS: dict[str, Callable[[Server, Guest], None]] = {
    "start": _before_the_first_deal,
    "bid": _played(is_bidding, **QUICK),
    "play": _played(lambda shown: refuses_a_card(shown) and has_last_trick(shown), **QUICK),
    "round": _round_result,
    "over": _played(is_over, **QUICK),
    "closed": _given_up,
    "one card": _played(bids_on(1), **SMALL),
    "seventeen cards": _played(bids_on(17), **SMALL),
}
