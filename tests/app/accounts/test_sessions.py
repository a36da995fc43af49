"""The list of one's signed-in browsers, and what ending one of them means."""

from datetime import timedelta

import pytest
import time_machine
from django.conf import settings
from django.contrib.sessions.backends.base import UpdateError
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Session, User
from accounts.sessions.store import SEEN_EVERY, ended_sessions, reference_of, sessions_of
from accounts.sessions.user_agents import agent_in_words, agent_of

pytestmark = pytest.mark.django_db

CHROME = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1"
EDGE = f"Mozilla/5.0 (Windows NT 10.0; Win64; x64) {CHROME} Safari/537.36 Edg/131.0.0.0"
ANDROID = f"Mozilla/5.0 (Linux; Android 10; K) {CHROME} Mobile Safari/537.36"
SAMSUNG = f"Mozilla/5.0 (Linux; Android 14; SM-S918B) SamsungBrowser/26.0 {CHROME} Mobile Safari/537.36"
OPERA = f"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) {CHROME} Safari/537.36 OPR/116.0.0.0"
CHROMEBOOK = f"Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) {CHROME} Safari/537.36"


class Browser(Client):
    """A browser with a name of its own, signed in as a user."""

    def __init__(self, user: User, agent: str = FIREFOX) -> None:
        super().__init__(headers={"user-agent": agent})
        self.force_login(user)
        # What signs in for tests sends no request, so the first one that saves the session tells the browser.
        session = self.session
        session.agent = agent_of(agent)
        session.save()

    @property
    def key(self) -> str:
        return self.cookies["sessionid"].value

    @property
    def is_signed_in(self) -> bool:
        return self.get("/account/").status_code == 200

    def end(self, what: str):
        return self.post("/account/sessions/", {"end": what}, follow=True)


@pytest.mark.parametrize(
    ("header", "words"),
    [
        (FIREFOX, "Firefox on Linux"),
        (IPHONE, "Safari on iPhone"),
        (EDGE, "Edge on Windows"),
        (ANDROID, "Chrome on Android"),
        (SAMSUNG, "Samsung Internet on Android"),
        (OPERA, "Opera on macOS"),
        (CHROMEBOOK, "Chrome on ChromeOS"),
        ("Mozilla/5.0 (Windows NT 10.0)", "Windows"),
        ("curl/8.5.0", "An unknown browser"),
        ("", "An unknown browser"),
    ],
)
def test_browser_is_told_in_two_words(header, words):
    assert agent_in_words(agent_of(header)) == words


def test_list_shows_every_browser_of_mine_this_one_first_and_no_key(ana, bogdan):
    here, phone, other = Browser(ana), Browser(ana, IPHONE), Browser(bogdan, EDGE)
    page = here.get("/account/sessions/").content.decode()
    assert page.index("Firefox on Linux") < page.index("this browser") < page.index("Safari on iPhone")
    assert "Edge on Windows" not in page
    assert not any(browser.key in page for browser in (here, phone, other))


def test_session_made_by_a_request_knows_its_browser(client):
    client.post("/settings/", {}, headers={"user-agent": EDGE})
    assert Session.objects.get().agent == "Edge/Windows"


def test_ending_one_leaves_the_others(ana):
    here, phone, desk = Browser(ana), Browser(ana, IPHONE), Browser(ana, EDGE)
    answer = here.end(reference_of(phone.key))
    assert "Signed out there." in answer.content.decode()
    assert [browser.is_signed_in for browser in (here, phone, desk)] == [True, False, True]


def test_nobody_ends_a_session_of_somebody_else(ana, bogdan):
    mine, theirs = Browser(ana), Browser(bogdan)
    for what in (reference_of(theirs.key), theirs.key, "", "nonsense"):
        assert "There was nothing to sign out." in mine.end(what).content.decode()
    assert mine.is_signed_in
    assert theirs.is_signed_in


def test_ending_all_others_keeps_this_one(ana, bogdan):
    here, phone, theirs = Browser(ana), Browser(ana, IPHONE), Browser(bogdan)
    here.end("others")
    assert [browser.is_signed_in for browser in (here, phone, theirs)] == [True, False, True]


def test_after_signing_out_everywhere_every_browser_is_a_stranger(ana, bogdan):
    here, phone, theirs = Browser(ana), Browser(ana, IPHONE), Browser(bogdan)
    keys = {here.key, phone.key}
    here.end("all")
    assert [browser.is_signed_in for browser in (here, phone, theirs)] == [False, False, True]
    assert not Session.objects.filter(pk__in=keys).exists()


def test_guest_who_would_sign_out_everywhere_is_asked_first():
    guest = Browser(User.objects.create_guest())
    assert guest.end("all").redirect_chain == [("/sign-out/", 303)]
    assert guest.is_signed_in


def test_ended_session_does_not_come_back_when_a_request_that_still_ran_saves_it(ana):
    here = Browser(ana)
    running = here.session
    running["something"] = 1
    Session.objects.all().delete()
    with pytest.raises(UpdateError):
        running.save()
    assert not Session.objects.exists()


def test_expired_sessions_are_not_listed(ana):
    browser = Browser(ana)
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    assert sessions_of(ana, browser.key, timezone.now()) == []


def test_use_is_noted_once_in_a_quarter_of_an_hour(ana):
    with time_machine.travel("2026-03-01T12:00Z", tick=False) as clock:
        browser = Browser(ana, IPHONE)
        begun = Session.objects.get().seen_at
        for minutes, noted in ((10, begun), (6, begun + timedelta(minutes=16)), (14, begun + timedelta(minutes=16))):
            clock.shift(timedelta(minutes=minutes))
            browser.get("/account/")
            assert Session.objects.get().seen_at == noted
    assert Session.objects.get().agent == "Safari/iPhone"


def test_noting_it_is_one_statement(ana):
    browser = Browser(ana)
    with CaptureQueriesContext(connection) as fresh:
        browser.get("/account/")
    Session.objects.update(seen_at=timezone.now() - SEEN_EVERY)
    with CaptureQueriesContext(connection) as stale:
        browser.get("/account/")
    assert len(stale) == len(fresh) + 1


def test_stranger_without_a_cookie_costs_no_statement(client):
    with CaptureQueriesContext(connection) as queries:
        client.get("/rules/")
    assert len(queries) == 0


def test_which_sessions_ended_is_one_question(ana, bogdan):
    alive, gone, banned, old = Browser(ana).key, Browser(ana).key, Browser(bogdan).key, Browser(ana).key
    Session.objects.filter(pk=gone).delete()
    Session.objects.filter(pk=old).update(expire_date=timezone.now())
    User.objects.filter(pk=bogdan.pk).update(is_active=False)
    with CaptureQueriesContext(connection) as queries:
        assert ended_sessions([alive, gone, banned, old, ""], timezone.now()) == {gone, banned, old, ""}
    assert len(queries) == 1


@pytest.mark.parametrize("key", ["abcdefgh\x00ijkl", "ä" * 32, "A" * 32, "x" * 5000, "' or 1=1 --"])
def test_cookie_that_can_be_no_session_is_none(client, key):
    client.cookies[settings.SESSION_COOKIE_NAME] = key
    assert client.get("/rules/faq/").status_code == 200
    assert client.get("/settings/").status_code in (200, 303)
