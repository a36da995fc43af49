"""Five attackers who want into two mailboxes' accounts without reading those mailboxes.

They have browsers and addresses of their own, invent forwarded addresses, ask for codes for themselves and for others,
type what they guess and every code that ever came to anybody (used, expired, older than a used one, asked for in
another browser), and plant their session in a victim's browser.  Only one thing they cannot know: a code that was sent
to a victim because they asked for it in the very session they type it in.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from random import Random

import time_machine
from django.contrib.auth import SESSION_KEY
from django.core import mail
from django.test import Client
from django.utils import timezone
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from accounts.models import Allowance, LoginCode, Mail, Session, User
from accounts.privacy.cleanup import tidy
from accounts.sessions.store import SessionStore
from accounts.sign_in.codes import ALPHABET, TOKEN, letters_of
from tests.support.mailbox import CODE, ask, mails_to, type_code

VICTIMS = ("ana@example.org", "dan@example.org")  # one with an account, one without
DAY, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)
PASSING = [timedelta(seconds=20), timedelta(seconds=61), timedelta(minutes=9), timedelta(minutes=11)]
PASSING += [HOUR, timedelta(hours=7), timedelta(hours=23, minutes=50), timedelta(hours=25)]

attackers = st.integers(0, 4)
victims = st.sampled_from(VICTIMS)


def browser_at(address: str, spoofed: str = "") -> Client:
    """Behind one proxy, which adds the true address on the right."""
    said = f"{spoofed}, {address}" if spoofed else address
    return Client(REMOTE_ADDR="10.0.0.1", headers={"x-forwarded-for": said})


def most_within(times: list[datetime], period: timedelta) -> int:
    """The largest number of times in any half-open period."""
    return max((sum(1 for time in times if begin <= time < begin + period) for begin in times), default=0)


@dataclass(frozen=True)
class Mailed:
    at: datetime
    to: str
    code: str
    token: str  # that of the session that asked


class CodeAdversary(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        for model in (Mail, LoginCode, Allowance, Session, User):
            model.objects.all().delete()
        mail.outbox.clear()
        self.travel = time_machine.travel(datetime(2026, 11, 30, 12, tzinfo=UTC), tick=False)
        self.clock = self.travel.start()
        self.rng = Random(0)
        self.mailed: list[Mailed] = []
        self.asked: defaultdict[int, list[datetime]] = defaultdict(list)
        self.compared: defaultdict[str, list[datetime]] = defaultdict(list)
        self.tries: dict[int, int] = {}

    def teardown(self) -> None:
        self.travel.stop()

    @initialize()
    def everybody_comes(self) -> None:
        User.objects.create_user(VICTIMS[0], name="Ana")
        self.browsers = [browser_at(f"192.0.2.{number}") for number in range(5)]
        self.victim = browser_at("198.51.100.1")

    # --- what happens ----------------------------------------------------------------------------------------

    @rule(who=attackers, address=victims, times=st.integers(1, 22), spoofed=st.ip_addresses().map(str))
    def attacker_asks(self, who: int, address: str, times: int, spoofed: str) -> None:
        self.browsers[who].defaults["HTTP_X_FORWARDED_FOR"] = f"{spoofed}, 192.0.2.{who}"
        for _time in range(times):
            self.ask_as(who, address)
        self.read_mail()

    @rule(who=attackers)
    def attacker_signs_in_to_their_own_account(self, who: int) -> None:
        own = f"mallory{who}@example.org"
        self.ask_as(who, own)
        for mailed in self.read_mail():
            type_code(self.browsers[who], mailed.code)

    @rule(who=attackers)
    def attacker_takes_a_new_browser(self, who: int) -> None:
        self.browsers[who] = browser_at(f"192.0.2.{who}")

    @rule(who=attackers)
    def attacker_plays_as_a_guest(self, who: int) -> None:
        self.browsers[who].post("/settings/", {"deck": "four", "cards": "normal", "sort": "trump", "tap": "auto"})

    @rule(who=attackers, times=st.integers(1, 12))
    def attacker_guesses(self, who: int, times: int) -> None:
        for _time in range(times):
            type_code(self.browsers[who], "".join(self.rng.choices(ALPHABET, k=8)))
            self.count_comparisons()

    @rule(who=attackers, address=victims, rounds=st.integers(1, 11))
    def attacker_asks_and_guesses_patiently(self, who: int, address: str, rounds: int) -> None:
        """One code a minute, and with each as many guesses as it bears."""
        for _round in range(rounds):
            self.browsers[who] = browser_at(f"192.0.2.{who}")
            self.ask_as(who, address)
            self.read_mail()
            self.attacker_guesses(who, 5)
            self.clock.shift(timedelta(seconds=61))

    @rule(who=attackers, back=st.integers(1, 5))
    def attacker_types_a_code_that_came_to_somebody(self, who: int, back: int) -> None:
        """The newest, the one before, …: used, expired or fresh, in a browser that waits for one to that address."""
        for mailed in self.mailed[-back:][:1]:
            self.ask_as(who, mailed.to)
            self.read_mail()
            if data_of(self.browsers[who]).get(TOKEN) != mailed.token:
                type_code(self.browsers[who], mailed.code)
                self.count_comparisons()

    @rule(who=attackers)
    def attacker_plants_their_session(self, who: int) -> None:
        if "sessionid" in self.browsers[who].cookies:
            self.victim.cookies["sessionid"] = self.browsers[who].cookies["sessionid"].value

    @rule(address=victims)
    def victim_asks(self, address: str) -> None:
        ask(self.victim, address)
        self.read_mail()

    @rule(address=victims)
    def victim_signs_in_and_leaves(self, address: str) -> None:
        """The victim types what came last; an attacker who shares the session must not get in too."""
        mine = [mailed.code for mailed in self.mailed if mailed.to == address]
        if mine:
            type_code(self.victim, mine[-1])
            self.count_comparisons()
        self.nobody_gets_in()
        self.victim = browser_at("198.51.100.1")

    @rule(who=attackers, address=victims)
    def victim_walks_into_a_trap(self, who: int, address: str) -> None:
        self.attacker_takes_a_new_browser(who)
        self.attacker_plays_as_a_guest(who)
        self.attacker_plants_their_session(who)
        self.victim_asks(address)
        self.victim_signs_in_and_leaves(address)

    @rule(who=attackers, address=victims)
    def attacker_sees_the_code_of_another_browser(self, who: int, address: str) -> None:
        self.victim_asks(address)
        self.attacker_types_a_code_that_came_to_somebody(who, 1)

    @rule(how_long=st.sampled_from(PASSING))
    def time_passes(self, how_long: timedelta) -> None:
        self.clock.shift(how_long)

    @rule()
    def site_tidies(self) -> None:
        tidy(timezone.now())

    # --- what is seen ----------------------------------------------------------------------------------------

    def ask_as(self, who: int, address: str) -> None:
        if ask(self.browsers[who], address).headers.get("Location") == "/sign-in/code/":
            self.asked[who].append(timezone.now())

    def read_mail(self) -> list[Mailed]:
        mails_to("")
        tokens = {letters_of(code): code.token for code in LoginCode.objects.filter(used_at=None)}
        news = []
        for message in mail.outbox:
            found = CODE.search(str(message.body))
            assert found
            news.append(Mailed(timezone.now(), message.to[0], found.group(), tokens[found.group()]))
        mail.outbox.clear()
        self.mailed += news
        return news

    def count_comparisons(self) -> None:
        for pk, email, tries in LoginCode.objects.values_list("pk", "email", "tries"):
            self.compared[email] += [timezone.now()] * (tries - self.tries.get(pk, 0))
            self.tries[pk] = tries

    @invariant()
    def nobody_gets_in(self) -> None:
        for browser in getattr(self, "browsers", []):
            user = data_of(browser).get(SESSION_KEY)
            if user is not None:
                assert User.objects.get(pk=user).email not in VICTIMS

    @invariant()
    def limits_hold(self) -> None:
        for address in VICTIMS:
            assert most_within(self.compared[address], DAY) <= 50
            sent = [mailed.at for mailed in self.mailed if mailed.to == address]
            assert most_within(sent, DAY) <= 10
            assert all(later - earlier >= MINUTE for earlier, later in pairwise(sent))
        for times in self.asked.values():
            assert most_within(times, HOUR) <= 20


def data_of(browser: Client) -> dict[str, object]:
    """What the server knows under the browser's cookie, without making a session."""
    cookie = browser.cookies.get("sessionid")
    return SessionStore(cookie.value).load() if cookie and cookie.value else {}
