"""Tables in a wanted position: played to it over plain HTTP, which is quick, then shown in a browser."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from typing import Any

from playwright.sync_api import Page

from tests.support.client import Friend
from tests.support.pages import TablePage
from tests.support.servers import Server
from whist.engine.game import DEAL, OVER

Wanted = Callable[[TablePage], bool]
MATCHES = 3
"""So many of one player may begin within a minute; few go without a wanted position."""
QUICK = {"game": "romanian", "schedule": "quick", "seats": 6, "level": "easy", "pace": "instant"}
SMALL = {"game": "romanian52", "seats": 3, "level": "easy", "pace": "instant"}
PARTNERS = {"game": "whist", "seats": 4, "level": "easy", "pace": "instant"}
TWO = {"game": "german", "seats": 2, "level": "easy", "pace": "instant"}
OPEN_STOCK = TWO | {"open_stock": 3}


class Guest(Friend):
    """Somebody at a table, their own or of friends, who will go on in a browser."""

    def __init__(self, server: Server, seed: int = 1) -> None:
        super().__init__(server.base_url, seed)

    @property
    def path(self) -> str:
        return f"/tables/{self.table}/"

    def play_until(self, wanted: Wanted) -> TablePage:
        """At random from one own decision to the next, through other matches if it does not come in the first; meant
        for bots that play instantly."""
        self.wait_for_turn()
        shown = TablePage(self.http.get(f"{self.path}felt/").text)
        matches = {shown.felt["data-match"]}
        while not wanted(shown):
            if shown.phase == OVER:
                assert len(matches) < MATCHES, f"the wanted position came in none of {MATCHES} matches"
                assert self.post(f"{self.path}again/").is_redirect
                shown = TablePage(self.http.get(f"{self.path}felt/").text)
                matches.add(shown.felt["data-match"])
            form = {"action": self.rng.choice(shown.offered), "version": shown.version}
            headers = {"X-CSRFToken": self.http.cookies["csrftoken"], "HX-Request": "true"}
            answer = self.http.post(f"{self.path}play/", data=form, headers=headers)
            assert answer.status_code == 200, answer.text
            shown = TablePage(answer.text)
        return shown

    def set_pace(self, pace: str) -> None:
        assert self.post(f"{self.path}pace/", pace=pace).is_redirect

    def go_on_in(self, page: Page) -> None:
        """The browser takes this guest's place; a page of somebody else would go on asking with their cookies."""
        page.goto("about:blank")
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
    return is_playing(shown) and 'class="card' not in shown.html


def refuses_a_card(shown: TablePage) -> bool:
    return shown.phase == "play" and 1 < len(shown.offered) < len(shown.actions)


def has_last_trick(shown: TablePage) -> bool:
    return 'id="lb"' in shown.html


def refuses_a_bid(shown: TablePage) -> bool:
    return shown.phase == "bid" and len(shown.offered) < len(shown.actions)


def is_over(shown: TablePage) -> bool:
    return shown.phase == "over"


def is_picking(shown: TablePage) -> bool:
    return shown.phase == "pick" and bool(shown.offered)


def is_in_phase_two(shown: TablePage) -> bool:
    return is_playing(shown) and 'class="stock' not in shown.html


def knows_cards_of_the_other(shown: TablePage) -> bool:
    """And sees what the last trick brought."""
    known = ('class="fan"><b ', 'class="pile', 'class="sum"')
    return is_playing(shown) and all(part in shown.html for part in known)


def shows_the_turned_card(shown: TablePage) -> bool:
    return is_playing(shown) and 'class="fan"' in shown.html


def bids_on(cards: int) -> Wanted:
    return lambda shown: shown.phase == "bid" and len(shown.actions) == cards + 1


def hold(server: Server, table: int) -> None:
    """Let the clock of the match at the table stand, so that a passing position can be looked at."""
    server.rows("UPDATE tables_match SET due_at = NULL WHERE table_id = %s", table)


def hold_first_deal(server: Server, table: int, seconds: float = 60) -> None:
    """As soon as a match begins at the table of friends: they would have ten seconds, and pages take their time."""
    later = str(datetime.now(UTC) + timedelta(hours=1))
    statement = "UPDATE tables_match SET due_at = %s WHERE table_id = %s AND rounds_dealt = 0 AND due_at IS NOT NULL"
    deadline = time.monotonic() + seconds
    while not server.rows(f"{statement} RETURNING id", later, table):
        assert time.monotonic() < deadline, f"no match begins at table {table}"
        time.sleep(0.05)


def let_deal(server: Server, table: int) -> None:
    """The ten seconds are over."""
    statement = "UPDATE tables_match SET due_at = CURRENT_TIMESTAMP WHERE table_id = %s AND due_at IS NOT NULL"
    server.rows(statement, table)


def _before_the_first_deal(server: Server, guest: Guest) -> None:
    for _match in range(MATCHES):
        guest.start("romanian", 6)
        hold(server, guest.table)
        if guest.look().phase == DEAL:
            return
    raise AssertionError("the site deals before anybody can look")


def _round_result(server: Server, guest: Guest) -> None:
    """The first rounds have one card, which plays itself once all have bid."""
    guest.start("romanian", 6, schedule="1-8-1", level="easy", pace="fast")
    for _round in range(3):
        guest.move(guest.wait_for(lambda felt: felt.phase == "bid" and bool(felt.actions), 60))
        guest.wait_for(lambda felt: felt.phase == DEAL, 60)
        hold(server, guest.table)
        if guest.look().phase == DEAL:
            return
        server.rows("UPDATE tables_match SET due_at = CURRENT_TIMESTAMP WHERE table_id = %s", guest.table)
    raise AssertionError("the site deals before anybody can look")


def _given_up(server: Server, guest: Guest) -> None:
    guest.start(**QUICK)
    guest.play_until(is_playing)
    assert guest.post(f"{guest.path}close/", match=guest.look().match).is_redirect


def _played(wanted: Wanted, **options: Any) -> Callable[[Server, Guest], None]:
    def play(server: Server, guest: Guest) -> None:
        guest.start(**options)
        guest.play_until(wanted)

    return play


# As long as a name may be, one as wide as it can be.
LONG_NAMES = ("MWMWMWMWMWMWMWMWMWMW", "Maximilian-Alexander", "Ștefănița Brâncovean", "Wilhelmina Brandmayr")
LONG_NAMES += ("Annegret Hohenwarter", "Ioan-Bogdan Popovici")
OVER_DAYS = {"schedule": "quick", "clock": "day"}  # nobody who has left their page loses the seat to a bot


def give_long_names(server: Server, table: int) -> None:
    for user, seat in server.rows("SELECT user_id, seat FROM tables_tableseat WHERE table_id = %s", table):
        mark = str(table)  # no two people have one name
        name = LONG_NAMES[seat][: -len(mark)] + mark
        server.rows("UPDATE accounts_user SET name = %s, named_at = CURRENT_TIMESTAMP WHERE id = %s", name, user)


def _among_friends(wanted: Wanted) -> Callable[[Server, Guest], None]:
    """The guest in the first seat, and five people who play on until the guest is in the wanted position."""

    def play(server: Server, guest: Guest) -> None:
        with ExitStack() as leaving:
            everybody: list[Friend] = [guest]
            everybody += [leaving.enter_context(Friend(server.base_url, seed=seed)) for seed in range(2, 7)]
            guest.open("romanian", **OVER_DAYS)
            for seat, friend in enumerate(everybody[1:], start=1):
                friend.sit(guest.table, seat)
            give_long_names(server, guest.table)
            guest.begin()
            while not wanted(TablePage(guest.http.get(f"{guest.path}felt/").text)):
                felt = guest.look()
                if felt.is_over:
                    guest.begin()
                elif felt.phase == DEAL:
                    guest.deal()
                elif felt.to_act is not None:
                    everybody[felt.to_act].move(everybody[felt.to_act].look())

    return play


def _spectating(server: Server, guest: Guest) -> None:
    """At a table of one person with a long name and five bots, before the first deal."""
    with Friend(server.base_url) as host:
        host.open("romanian", **OVER_DAYS)
        give_long_names(server, host.table)
        host.do("fill")
        host.do("start")
        hold(server, host.table)
        assert guest.spectate(host.table).phase == DEAL


def _choosing_seats(server: Server, guest: Guest) -> None:
    guest.open("romanian", **OVER_DAYS)
    give_long_names(server, guest.table)


POSITIONS: dict[str, Callable[[Server, Guest], None]] = {
    "start": _before_the_first_deal,
    "bid": _played(is_bidding, **QUICK),
    "play": _played(lambda shown: refuses_a_card(shown) and has_last_trick(shown), **QUICK),
    "round": _round_result,
    "over": _played(is_over, **QUICK),
    "closed": _given_up,
    "one card": _played(bids_on(1), **SMALL),
    "seventeen cards": _played(bids_on(17), **SMALL),
    "friends bid": _among_friends(lambda shown: is_bidding(shown) and bool(shown.offered)),
    "friends play": _among_friends(lambda shown: refuses_a_card(shown) and has_last_trick(shown)),
    "friends looked on": _spectating,
    "friends gather": _choosing_seats,
}
SERIES_POSITIONS: dict[str, Callable[[Server, Guest], None]] = {
    "prize": _played(knows_cards_of_the_other, **TWO | {"best_of": 3}),
    "pick": _played(is_picking, **OPEN_STOCK),
    "phase two": _played(is_in_phase_two, **TWO | {"to_points": 10}),
    "hidden stock": _played(is_playing, **TWO | {"trump": "none"}),
    "two over": _played(is_over, **TWO | {"race": 7}),
    "turned card": _played(shows_the_turned_card, **PARTNERS),
    "partners": _played(refuses_a_card, **PARTNERS),
    "partners over": _played(is_over, **PARTNERS | {"target": 5}),
}
"""Of partnership whist and German whist."""
