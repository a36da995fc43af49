"""The list of tables is pushed: who gets what, how often, and at what cost."""

import asyncio
from contextlib import asynccontextmanager
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Session, User
from accounts.people.preferences import Preferences
from tests.support.browsers import browser_of
from tests.support.drawings import calls_of
from tests.support.friends import dealt, expire, full_table, open_table, people
from tests.support.matches import move, reread
from tests.support.sockets import Socket
from whist.engine.game import DEAL
from whist.tables.announcing.versions import LOBBY
from whist.tables.chat import remarks
from whist.tables.drawing.parts import as_partials
from whist.tables.live import hub as live
from whist.tables.live import lobby_frames
from whist.tables.live import sockets as groups
from whist.tables.live.consumers import NOBODY
from whist.tables.live.frames import Viewer
from whist.tables.live.lobby_frames import draw_listings, listing_for
from whist.tables.live.sockets import in_thread
from whist.tables.lobby import seating
from whist.tables.match.state_cache import state_of
from whist.tables.models import Table
from whist.tables.presence import no_shows

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def no_pause(monkeypatch):
    """Between two drawings; one test wants it."""
    monkeypatch.setattr(groups, "LOBBY_PAUSE", 0)


def cookie_of(user):
    browser = browser_of(user)
    return {"cookie": f"sessionid={browser.cookies['sessionid'].value}"}


def lobby_socket(headers=None, query=""):
    return Socket(f"/ws/tables/?{query}", {"origin": "http://localhost", **(headers or {})})


@asynccontextmanager
async def in_lobby(headers=None, query="", *, shows_all=True):
    """Somebody with the list open, which is the newest."""
    if shows_all:
        query = f"{query}&shown={(await in_thread(listing_for)(None)).fingerprint}"
    socket = lobby_socket(headers, query)
    assert await socket.connect()
    yield socket
    await socket.disconnect()


def link_to(table):
    return f'href="/tables/{table.pk}/"'


async def test_opening_filling_beginning_and_ending_are_told_each(hub):
    ana, bogdan = await in_thread(people)(2)
    async with in_lobby() as socket:
        table = await in_thread(open_table)(ana, seats=4)
        assert link_to(table) in (heard := await socket.hear())
        assert "1/4" in heard
        await in_thread(seating.sit_down)(table.pk, bogdan, 1, timezone.now())
        assert "2/4" in await socket.hear()
        await in_thread(seating.fill_with_bots)(table.pk, ana)
        match = await in_thread(dealt)(table)
        assert "playing, round 1" in await socket.hear()
        for user in (ana, bogdan):
            await in_thread(seating.stand_up)(match.table_id, user, timezone.now())
            heard = await socket.hear()
        assert link_to(table) in heard
        while (match := await in_thread(reread)(match)).finished_at is None:
            match = await in_thread(expire)(match)
        while link_to(table) in heard:
            heard = await socket.hear()


async def test_next_round_is_told_and_other_moves_are_not(hub):
    users = await in_thread(people)(3)
    table = await in_thread(full_table)(users)
    match = await in_thread(dealt)(table)
    async with in_lobby() as socket:
        while match.rounds_dealt == 1:
            state = await in_thread(state_of)(match)
            if state.phase == DEAL:
                await in_thread(move)(match, table.host, DEAL)
            else:
                await in_thread(move)(match, users[state.to_act], state.legal_actions()[0])
            match = await in_thread(reread)(match)
        assert "playing, round 2" in await socket.hear()


async def test_page_that_shows_the_newest_list_is_sent_nothing_when_it_connects(hub):
    await in_thread(open_table)((await in_thread(people)(1))[0])
    async with in_lobby() as socket:
        assert await socket.receive_nothing(timeout=0.3)


async def test_page_that_shows_an_older_list_is_sent_the_newest_at_once(hub):
    table = await in_thread(open_table)((await in_thread(people)(1))[0])
    async with in_lobby(query="shown=older", shows_all=False) as socket:
        assert link_to(table) in await socket.hear()


async def test_frame_equals_what_a_page_asks_for(hub):
    (ana,) = await in_thread(people)(1)
    await in_thread(open_table)(ana)
    browser = Client()
    await in_thread(browser.force_login)(ana)
    headers = {"cookie": f"sessionid={browser.cookies['sessionid'].value}"}
    async with in_lobby(headers, shows_all=False) as socket:
        heard = await socket.hear()
    answer = await in_thread(browser.get)("/tables/?fragment")
    assert as_partials(heard.strip()) == answer.content.decode().strip()


async def test_what_the_list_does_not_show_is_not_drawn(hub, monkeypatch):
    users = await in_thread(people)(2)
    table = await in_thread(full_table)(users, seats=3)
    told = []
    monkeypatch.setattr("whist.tables.match.locks.announce_lobby", lambda: told.append("lobby"))
    await in_thread(remarks.say_preset)(table.pk, users[0], "hello", timezone.now())
    assert told == []
    await in_thread(seating.stand_up)(table.pk, users[1], timezone.now())
    assert told == ["lobby"]


async def test_private_table_is_sent_to_those_alone_who_sit_there(hub):
    ana, bogdan = await in_thread(people)(2)
    async with (
        in_lobby() as stranger,
        in_lobby(await in_thread(cookie_of)(bogdan)) as other,
        in_lobby(await in_thread(cookie_of)(ana)) as own,
    ):
        private = await in_thread(open_table)(ana, is_public=False)
        public = await in_thread(open_table)(bogdan, seats=5)
        heard = await own.hear()
        while link_to(public) not in heard:
            heard = await own.hear()
        assert link_to(private) in heard
        for socket in (stranger, other):
            heard = await socket.hear()
            assert link_to(public) in heard
            assert link_to(private) not in heard


async def test_own_tables_stand_apart_and_once(hub):
    (ana,) = await in_thread(people)(1)
    table = await in_thread(open_table)(ana)
    async with in_lobby(await in_thread(cookie_of)(ana), shows_all=False) as socket:
        heard = await socket.hear()
    assert heard.count(link_to(table)) == 1
    assert heard.index('id="own"') < heard.index(link_to(table)) < heard.index('id="waiting"')


async def test_list_is_in_the_language_of_the_page_with_the_names_of_guests(hub):
    guest = await in_thread(User.objects.create_guest)()
    await in_thread(open_table)(guest)
    for language, name in (("de", "Gast "), ("ro", "Oaspete "), ("xx", "Guest ")):
        async with in_lobby(query=f"lang={language}", shows_all=False) as socket:
            assert name in await socket.hear()


async def test_many_changes_between_two_drawings_cost_one_more(hub, monkeypatch):
    """One pause ends, and no second one: what Redis or the comparison of every five seconds tells draws no more."""
    pauses = asyncio.Semaphore(0)
    monkeypatch.setattr(groups.LobbySockets, "rest", lambda self: pauses.acquire())

    (ana,) = await in_thread(people)(1)
    async with in_lobby(shows_all=False) as one, in_lobby(shows_all=False) as two:
        await one.hear()
        drawn = calls_of(monkeypatch, lobby_frames, "lobby_page")
        tables = [await in_thread(open_table)(ana, seats=seats) for seats in (3, 4, 5, 6)]
        assert drawn == []
        pauses.release()
        for socket in (one, two):
            heard = await socket.hear()
            while not all(link_to(table) in heard for table in tables):
                heard = await socket.hear()
    assert len(drawn) == 1


@pytest.mark.parametrize("count", [1, 12])
def test_drawing_takes_the_same_statements_however_many_look_and_sit(count):
    users = [User.objects.create_user(f"p{number}@example.org", name=f"Person {number}") for number in range(count)]
    for user in users:
        open_table(user, is_public=False)
        full_table([user], seats=3)
    viewers = {Viewer(user.pk, language, Preferences()) for user in users for language in ("en", "de")}
    with CaptureQueriesContext(
        connection,
    ) as asked:
        listings = draw_listings(viewers | {Viewer(NOBODY, "en", Preferences())})
    assert len(asked) == 6
    assert len(listings) == 2 * count + 1


def test_viewer_who_sits_nowhere_shares_a_drawing_with_all_others(monkeypatch):
    users = people(6)
    open_table(users[0])
    viewers = {Viewer(user.pk, language, Preferences()) for user in users for language in ("en", "de", "ro")}
    drawn = calls_of(monkeypatch, lobby_frames, "lobby_page")
    draw_listings(viewers)
    assert len(drawn) == 6  # in each language one for the host and one for everybody else


async def test_lost_announcement_and_unannounced_change_are_made_up_for(hub, monkeypatch):
    (ana,) = await in_thread(people)(1)
    table = await in_thread(open_table)(ana)
    async with in_lobby() as socket:
        await in_thread(Table.objects.filter(pk=table.pk).update)(closed_at=timezone.now())
        await hub.compare()
        assert link_to(table) not in await socket.hear()


async def test_deserted_table_leaves_the_list_on_the_screen(hub):
    (ana,) = await in_thread(people)(1)
    table = await in_thread(open_table)(ana)
    later = timezone.now() + no_shows.DESERTED + timedelta(minutes=1)
    async with in_lobby() as socket:
        await in_thread(no_shows.close_deserted)(later)
        assert link_to(table) not in await socket.hear()


async def test_stranger_has_a_socket_that_no_session_could_end(hub):
    async with in_lobby() as socket:
        await hub.compare()
        await socket.say("ping")
        assert await socket.hear() == "pong"


async def test_socket_does_not_outlive_its_session(hub):
    (ana,) = await in_thread(people)(1)
    async with in_lobby(await in_thread(cookie_of)(ana)) as socket:
        await in_thread(Session.objects.all().delete)()
        await hub.compare()
        assert await socket.closing_code() == live.SIGNED_OUT


async def test_lobby_counts_among_the_four_sockets_of_a_user(hub):
    (ana,) = await in_thread(people)(1)
    headers = await in_thread(cookie_of)(ana)
    shown = f"shown={(await in_thread(listing_for)(None)).fingerprint}"
    sockets = [lobby_socket(headers, shown) for _ in range(groups.SOCKETS_PER_USER + 1)]
    for socket in sockets:
        assert await socket.connect()
    assert await sockets[0].closing_code() == live.REPLACED
    for socket in sockets:
        await socket.disconnect()
    assert not hub.groups


async def test_strangers_of_one_address_have_so_many_and_no_more(hub, monkeypatch):
    monkeypatch.setattr(groups, "SOCKETS_PER_ADDRESS", 5)
    shown = f"shown={(await in_thread(listing_for)(None)).fingerprint}"
    sockets = [lobby_socket(query=shown) for _ in range(6)]
    for socket in sockets:
        assert await socket.connect()
    assert await sockets[0].closing_code() == live.REPLACED
    for socket in sockets:
        await socket.disconnect()
    assert not hub.groups


async def test_viewer_of_the_list_is_not_present_at_any_table(hub):
    (ana,) = await in_thread(people)(1)
    async with in_lobby(await in_thread(cookie_of)(ana)):
        assert LOBBY in hub.groups
        assert live.present() == set()


async def test_page_of_another_site_is_refused(hub):
    assert not await Socket("/ws/tables/", {"origin": "https://elsewhere.example"}).connect()
