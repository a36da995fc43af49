"""An evening of six people at one table, each in a browser of their own, and of a seventh, a spectator.

Ana opens the table.  Bogdan never acts.  Carmen closes her page and comes back.  Dan leaves for good, and Gabi, the
spectator, takes the seat.  Elena and Florin are guests of the site, the others members.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from random import Random
from typing import Any

from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as NeverCame

from tests.e2e import friends
from tests.e2e.conftest import Visitors, sign_in
from tests.e2e.console import CommandLine
from tests.e2e.positions import let_deal
from tests.e2e.table import CHOICE, HASTY, PATIENT, Table, press
from tests.support.client import Felt, Friend

SIZES_OF = {
    "Ana": "desktop",
    "Bogdan": "desktop",
    "Carmen": "phone",
    "Dan": "phone",
    "Elena": "phone",
    "Florin": "desktop",
    "Gabi": "desktop",
}
GUESTS = ("Elena", "Florin")
BOGDAN, CARMEN, DAN = 1, 2, 3
"""Their seats."""

FASTER_CLOCK = "status of 409"
"""What a browser says on a busy machine, where a clock may run out during a click."""
A_TRICK_OR_TWO = 9
"""So many moves of four people that another one's turn was among them."""

FROM_VERSION = """(version) => new Promise((done, fail) => {
    const look = () => {
        const felt = document.getElementById("felt");
        if (Number(felt.dataset.version) < version) return;
        watch.disconnect();
        clearTimeout(late);
        const [round, rounds] = felt.querySelector(".info b").textContent.match(/\\d+/g);
        const choices = felt.querySelectorAll("button[name=action]:not([aria-disabled=true])").length;
        done({ ...felt.dataset, round, rounds, choices });
    };
    const watch = new MutationObserver(look);
    const late = setTimeout(() => fail(new Error(`the table never came to version ${version}`)), 60000);
    watch.observe(document.body, { attributes: true, childList: true, subtree: true });
    look();
})"""


A_MINUTE_EARLIER = """
from datetime import timedelta
from django.db.models import F
from whist.tables.models import Match
Match.objects.filter(pk=%d).update(started_at=F("started_at") - timedelta(minutes=1))
"""


@dataclass(frozen=True)
class Shown:
    """What a page says about the table."""

    match: int
    version: int
    phase: str
    to_act: int | None
    round: int
    rounds: int
    choices: int

    @property
    def is_over(self) -> bool:
        return self.phase == "over"


def shown_on(page: Page, version: int = 0) -> Shown:
    """As soon as the page has come to this version, or a later one."""
    said: dict[str, Any] = page.evaluate(FROM_VERSION, version)
    return Shown(
        match=int(said["match"]),
        version=int(said["version"]),
        phase=said["phase"],
        to_act=int(said["toAct"]) if said["toAct"] else None,
        round=int(said["round"]),
        rounds=int(said["rounds"]),
        choices=said["choices"],
    )


@dataclass
class Person:
    """``bids`` are the rounds of those of their bids that the site has acknowledged."""

    name: str
    page: Page
    is_member: bool
    is_there: bool = True
    bids: list[int] = field(default_factory=list)


class Evening:
    """``table_seats`` says by seat who decides there; nobody where only the site acts.

    ``meanwhile`` is done while the table waits for the one who never acts, so that it costs nobody their time.
    """

    def __init__(self, command_line: CommandLine, visitors: Visitors, *, seed: int = 1) -> None:
        self.command_line, self.rng = command_line, Random(seed)
        mark = secrets.token_hex(2)
        self.people = [
            Person(f"{name} {mark}", visitors(size), is_member=name not in GUESTS) for name, size in SIZES_OF.items()
        ]
        sign_in(command_line, [(each.page, {"name": each.name}) for each in self.people if each.is_member])
        self.ana, self.bogdan, self.carmen, self.dan, self.elena, self.florin, self.gabi = self.people
        self.table_seats: list[Person | None] = [self.ana, None, self.carmen, self.dan, self.elena, self.florin]
        self.meanwhile: list[Callable[[], None]] = []
        self.moves = 0

    # -- before the match --------------------------------------------------------------------------------------------

    def meet(self, **house: str) -> None:
        """At a table that only its link leads to."""
        self.url = friends.open_table(self.ana.page, seats=6, clock="fast", is_public=False, **house)
        self.link = friends.invitation_of(self.ana.page)
        for table_seat, person in enumerate(self.people[1:6], start=2):
            friends.come_by(self.link, person.page)
            friends.sit(person.page, self.url, table_seat)
        for guest in (self.elena, self.florin):
            guest.name = guest.page.locator(".chair.me .who b").inner_text()

    def talk_before(self) -> None:
        friends.write(self.carmen.page, "Bună seara, cine împarte?")
        friends.say(self.elena.page, "Good luck")
        for person in (self.ana, self.florin):
            friends.hears(person.page, "Bună seara, cine împarte?")
            friends.hears(person.page, "Good luck")

    def begin(self) -> None:
        """Dan cuts, Gabi comes to watch; the cards are not dealt yet."""
        friends.begin(self.ana.page, self.command_line.server)
        self.dan.page.locator("#word").fill("șapte")
        self.dan.page.get_by_role("button", name="Cut", exact=True).click()
        expect(self.dan.page.locator("#word")).to_have_count(0)
        friends.come_by(self.link, self.gabi.page)
        expect(self.gabi.page.locator("#felt[data-seat='']")).to_be_visible()
        let_deal(self.command_line.server, friends.number_of(self.url))
        self.shown = shown_on(self.ana.page)

    def begin_a_minute_earlier(self) -> None:
        """A match shorter than a minute counts for nothing."""
        self.command_line.run(A_MINUTE_EARLIER % self.shown.match)

    # -- moves -------------------------------------------------------------------------------------------------------

    def play(self, until: Callable[[], bool] = lambda: False) -> None:
        while not self.shown.is_over and not until():
            self.step()

    def step(self) -> None:
        """An action of the player to act; where they do not, or are away, wait until the site has acted for them."""
        person = self.ana if self.shown.to_act is None else self.table_seats[self.shown.to_act]
        if person is None or not person.is_there:
            if self.shown.to_act == BOGDAN and self.meanwhile:
                self.meanwhile.pop(0)()
            self.shown = shown_on(self.ana.page, self.shown.version + 1)
            return
        seen = shown_on(person.page, self.shown.version)
        if seen.version > self.shown.version:
            self.shown = seen
        elif seen.choices:
            self.shown = self.act(person, seen)
        else:
            self.shown = shown_on(person.page, seen.version + 1)

    def act(self, person: Person, seen: Shown) -> Shown:
        button = Table(person.page).felt.locator(CHOICE).nth(self.rng.randrange(seen.choices))
        try:
            with person.page.expect_request("**/play/", timeout=3 * HASTY) as sent:
                press(button, timeout=HASTY)
        except NeverCame:
            return shown_on(person.page, seen.version + 1)  # a clock ran out, or all cards that were left are forced
        answer = sent.value.response()  # however long it takes: what the site has noted counts
        if answer and answer.ok:
            self.moves += 1
            if seen.phase == "bid":
                person.bids.append(seen.round)
        return shown_on(person.page, seen.version + 1)

    def play_on(self, moves: int) -> None:
        enough = self.moves + moves
        self.play(until=lambda: self.moves >= enough)

    def play_on_with_pages_closed(self) -> None:
        """To the end of the match, by plain requests of the same people: seven pages that draw each card take longer
        than all that the site does."""
        with ExitStack() as leaving:
            players = [person and leaving.enter_context(self.without_page(person)) for person in self.table_seats]
            ana = players[0]
            assert ana is not None
            felt = ana.look()
            while not felt.is_over:
                seat = felt.to_act or 0
                player, person = players[seat], self.table_seats[seat]
                seen = player.look() if player else felt
                if player and person and seen.actions:
                    self.act_without_page(player, person, seen)
                else:
                    ana.wait_for(lambda later, shown=felt: later.moment > shown.moment)
                felt = ana.look()
        self.ana.page.goto(self.url)

    def without_page(self, person: Person) -> Friend:
        """The same person, by the cookies of their browser; a table that nobody looks at is drawn for nobody."""
        friend = Friend(self.command_line.server.base_url, self.rng.randrange(1000), friends.number_of(self.url))
        for cookie in person.page.context.cookies():
            friend.http.cookies.set(cookie["name"], cookie["value"], cookie["domain"])
        person.page.goto("about:blank")
        return friend

    def act_without_page(self, player: Friend, person: Person, seen: Felt) -> None:
        rounds = "SELECT rounds_dealt FROM tables_match WHERE id = %s"
        ((number,),) = self.command_line.server.rows(rounds, seen.match)
        if player.move(seen) is not None and seen.phase == "bid":
            person.bids.append(number)

    def is_played_for(self, seat: int) -> bool:
        """Whether Ana sees that a bot plays for them, or in their place."""
        return self.ana.page.locator(f"#p{seat} .bot").count() > 0

    # -- chat --------------------------------------------------------------------------------------------------------

    def talk_during(self) -> None:
        """The spectator says something that the players hear when the round is over."""
        friends.open_chat(self.ana.page)
        friends.write(self.ana.page, "Cine nu joacă?")
        expect(self.elena.page.locator("#chat-link .unread")).to_be_visible(timeout=PATIENT)
        friends.open_chat(self.elena.page)
        friends.hears(self.elena.page, "Cine nu joacă?")
        self.elena.page.keyboard.press("Escape")
        friends.open_chat(self.gabi.page)
        friends.hears(self.gabi.page, "Cine nu joacă?")
        friends.say(self.gabi.page, "One moment, please")
        friends.hears(self.gabi.page, "One moment, please")
        expect(self.ana.page.locator("#chat-lines")).not_to_contain_text("One moment, please")

    # -- comings and goings ------------------------------------------------------------------------------------------

    def close_page_of_carmen(self) -> None:
        self.carmen.is_there = False
        self.carmen.page.close()

    def bring_carmen_back(self) -> None:
        """To open the table again is enough."""
        self.carmen.page = self.carmen.page.context.new_page()
        self.carmen.page.goto(self.url)
        expect(self.ana.page.locator(f"#p{CARMEN} .bot")).to_have_count(0, timeout=PATIENT)
        self.carmen.is_there = True

    def let_gabi_replace_dan(self) -> None:
        self.table_seats[DAN] = None
        friends.leave(self.dan.page, self.url)
        friends.take_seat(self.gabi.page, DAN + 1)
        self.table_seats[DAN] = self.gabi
        self.shown = shown_on(self.gabi.page)


def play_a_match(
    evening: Evening,
    *,
    middle_after: int = 0,
    middle: Callable[[Evening], None] = lambda evening: None,
    rest: Callable[[Evening], None] = Evening.play,
    **house: str,
) -> None:
    """From the first page to the last card.

    ``middle`` happens after ``middle_after`` rounds, or half of them, and then Dan goes; the ``rest`` may be played
    otherwise.
    """
    evening.meet(**house)
    evening.talk_before()
    evening.begin()
    evening.close_page_of_carmen()
    evening.meanwhile += [evening.talk_during, evening.begin_a_minute_earlier]
    evening.play(until=lambda: evening.is_played_for(CARMEN))
    evening.play_on(A_TRICK_OR_TWO)
    evening.bring_carmen_back()
    evening.play(until=lambda: evening.shown.round > (middle_after or evening.shown.rounds // 2))
    assert evening.is_played_for(BOGDAN)
    friends.hears(evening.ana.page, "One moment, please")
    middle(evening)
    evening.let_gabi_replace_dan()
    evening.play_on(A_TRICK_OR_TWO)
    rest(evening)
