"""Live updates inside one process: the socket, the hub, and what heals when an announcement is lost."""

import asyncio
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Session, User
from accounts.people.preferences import Preferences
from tests.support.browsers import browser_of
from tests.support.drawings import calls_of
from tests.support.matches import let_site_act, open_match, reread
from tests.support.pages import TablePage
from tests.support.sockets import Socket
from whist.tables.announcing.versions import TableVersion
from whist.tables.drawing import table as drawing_of_tables
from whist.tables.drawing.parts import Drawing, Part
from whist.tables.live import hub as live
from whist.tables.live.consumers import NOTHING_EXPECTED
from whist.tables.live.frames import Frame, Viewer
from whist.tables.live.sockets import NO_LONGER_WELCOME, Connection, in_thread
from whist.tables.match import moves
from whist.tables.match.state_cache import state_of
from whist.tables.models import Match, MatchSeat

pytestmark = pytest.mark.django_db(transaction=True)


@dataclass
class Guest:
    """Somebody with a session, at a table of their own at which they are to act."""

    user: User
    cookie: str
    match: Match

    def socket(self, query: str = "", *, table: int | None = None, origin: str = "http://localhost"):
        headers = {"origin": origin, "cookie": f"sessionid={self.cookie}"}
        return Socket(f"/ws/tables/{table or self.match.table_id}/?{query}", headers)

    @property
    def shown(self) -> str:
        return f"match={self.match.pk}&version={self.match.version}"

    @asynccontextmanager
    async def watching(self, query: str | None = None):
        socket = self.socket(self.shown if query is None else query)
        assert await socket.connect()
        yield socket
        await socket.disconnect()

    def move(self) -> Match:
        """The first legal action; announced as every move is."""
        match = reread(self.match)
        moves.play_action(match.table_id, self.user, state_of(match).legal_actions()[0], match.version, timezone.now())
        return reread(match)

    def write_unannounced(self) -> None:
        assert reread(self.match).write()


def guest(name: str) -> Guest:
    user = User.objects.create_user(f"{name}@example.org", name=name.title())
    browser = browser_of(user)
    return Guest(user, browser.cookies["sessionid"].value, let_site_act(open_match(user)))


@pytest.fixture
def playing_ana():
    return guest("ana")


@pytest.fixture
def playing_bogdan():
    return guest("bogdan")


async def next_page(socket) -> TablePage:
    return TablePage(await socket.hear())


async def test_older_page_gets_the_table_at_once(hub, playing_ana):
    async with playing_ana.watching("match=1&version=0") as socket:
        page = await next_page(socket)
    assert (page.felt["data-match"], page.version) == (str(playing_ana.match.pk), playing_ana.match.version)
    assert page.offered


async def test_current_page_gets_nothing_before_a_move(hub, playing_ana):
    async with playing_ana.watching() as socket:
        assert await socket.receive_nothing(timeout=0.3)


async def test_move_reaches_every_open_socket(hub, playing_ana):
    async with playing_ana.watching() as phone, playing_ana.watching() as desk:
        moved = await in_thread(playing_ana.move)()
        assert (await next_page(phone)).version == moved.version
        assert (await next_page(desk)).version == moved.version


def played_in_a_browser(guest) -> str:
    """What the move is answered."""
    browser = Client()
    browser.cookies["sessionid"] = guest.cookie
    match = reread(guest.match)
    move = {"action": state_of(match).legal_actions()[0], "version": match.version}
    answer = browser.post(f"/tables/{match.table_id}/play/", move, headers={"hx-request": "true"})
    assert answer.status_code == 200
    return answer.content.decode()


async def test_move_is_answered_with_nothing_where_the_players_own_socket_brings_the_table(hub, playing_ana):
    async with playing_ana.watching() as socket:
        assert await in_thread(played_in_a_browser)(playing_ana) == ""
        assert (await next_page(socket)).version > playing_ana.match.version


async def test_move_is_answered_with_the_table_where_the_players_sockets_show_others(hub, playing_ana, playing_bogdan):
    elsewhere = replace(playing_ana, match=await in_thread(open_match)(playing_ana.user))
    async with playing_bogdan.watching(), elsewhere.watching():
        assert TablePage(await in_thread(played_in_a_browser)(playing_ana)).version > playing_ana.match.version


async def test_frame_is_in_the_language_of_the_page(hub, playing_ana):
    async with playing_ana.watching("lang=de") as socket:
        await next_page(socket)
        (connection,) = hub.groups[playing_ana.match.table_id].connections
        assert connection.viewer.language == "de"


async def test_somebody_elses_table_is_refused(hub, playing_ana, playing_bogdan):
    assert not await playing_ana.socket(table=playing_bogdan.match.table_id).connect()


async def test_unknown_table_and_stranger_are_refused(hub, playing_ana):
    playing_ana.cookie, known = "nobody", playing_ana.cookie
    assert not await playing_ana.socket().connect()
    playing_ana.cookie = known
    assert not await playing_ana.socket(table=playing_ana.match.table_id + 1000).connect()
    assert not await playing_ana.socket(table=2**63).connect()


async def test_page_of_another_site_is_refused(hub, playing_ana):
    assert not await playing_ana.socket(origin="https://elsewhere.example").connect()


async def test_ping_is_answered_and_anything_else_ends_the_socket(hub, playing_ana):
    async with playing_ana.watching() as socket:
        await socket.say("ping")
        assert await socket.hear() == "pong"
        await socket.say('{"action": "bid:1"}')
        assert await socket.closing_code() == NOTHING_EXPECTED


async def test_fifth_socket_replaces_the_oldest(hub, playing_ana):
    sockets = [playing_ana.socket(playing_ana.shown) for _ in range(5)]
    for socket in sockets:
        assert await socket.connect()
    assert await sockets[0].closing_code() == live.REPLACED
    moved = await in_thread(playing_ana.move)()
    for socket in sockets[1:]:
        assert (await next_page(socket)).version == moved.version
        await socket.disconnect()
    await sockets[0].disconnect()
    assert not hub.groups


async def test_lost_announcement_is_made_up_for(hub, playing_ana, monkeypatch):
    monkeypatch.setattr("whist.tables.match.update.announce", lambda match: None)
    async with playing_ana.watching() as socket:
        moved = await in_thread(playing_ana.move)()
        await hub.compare()
        assert (await next_page(socket)).version == moved.version


async def test_next_match_at_the_table_is_found_and_followed(hub, playing_ana):
    await in_thread(Match.objects.filter(pk=playing_ana.match.pk).update)(finished_at=timezone.now(), due_at=None)
    async with playing_ana.watching() as socket:
        following = await in_thread(moves.play_again)(playing_ana.match.table_id, playing_ana.user, timezone.now())
        await hub.compare()
        assert (await next_page(socket)).felt["data-match"] == str(following.pk)
        await in_thread(moves.advance_match)(following.pk, following.due_at)
        assert (await next_page(socket)).version == 1


async def test_player_who_no_longer_sits_at_the_table_sees_no_more(hub, playing_ana):
    async with playing_ana.watching() as socket:
        await in_thread(MatchSeat.objects.filter(match=playing_ana.match.pk, seat=0).update)(to_action=1)
        await in_thread(playing_ana.write_unannounced)()
        await hub.compare()
        assert await socket.closing_code() == NO_LONGER_WELCOME


async def test_socket_does_not_outlive_its_session(hub, playing_ana):
    """Signed out in another browser, as every process finds out within five seconds."""
    desk = Client()
    await in_thread(desk.force_login)(playing_ana.user)
    at_desk = replace(playing_ana, cookie=desk.cookies["sessionid"].value)
    async with playing_ana.watching() as phone, at_desk.watching() as other:
        await in_thread(desk.post)("/account/sessions/", {"end": "others"})
        await hub.compare()
        assert await phone.closing_code() == live.SIGNED_OUT
        moved = await in_thread(playing_ana.move)()
        assert (await next_page(other)).version == moved.version
    assert not hub.groups


@pytest.mark.parametrize("end", [Session.objects.all().delete, lambda: User.objects.update(is_active=False)])
async def test_no_socket_stays_with_somebody_who_may_no_longer_play(hub, playing_ana, end):
    async with playing_ana.watching() as socket:
        await in_thread(end)()
        await hub.compare()
        assert await socket.closing_code() == live.SIGNED_OUT


async def test_equal_viewers_and_many_nudges_cost_one_drawing(hub, playing_ana, monkeypatch):
    async with playing_ana.watching() as phone, playing_ana.watching() as desk:
        moved = await in_thread(playing_ana.move)()
        await next_page(phone)
        await next_page(desk)
        drawn = calls_of(monkeypatch, drawing_of_tables, "table_elements")
        await in_thread(playing_ana.write_unannounced)()
        for _ in range(20):
            hub.nudge(moved.table_id, (moved.pk, moved.version + 1, 0))
        assert (await next_page(phone)).version == moved.version + 1
        assert (await next_page(desk)).version == moved.version + 1
        assert await phone.receive_nothing(timeout=0.2)
    assert len(drawn) == 1


async def test_nudge_of_a_known_version_draws_nothing(hub, playing_ana):
    async with playing_ana.watching() as socket:
        hub.nudge(playing_ana.match.table_id, (playing_ana.match.pk, playing_ana.match.version, 0))
        assert await socket.receive_nothing(timeout=0.2)


def frame(version: int, *parts: Part) -> Frame:
    return Frame(TableVersion(1, version, 0), Drawing({part.place: part for part in parts}), (1, 1, "play", 0))


async def test_slow_client_gets_the_newest_frame_only():
    read, may_go_on = [], asyncio.Event()

    async def send(html: str) -> None:
        read.append(html)
        await may_go_on.wait()

    async def close(code: int) -> None:
        raise AssertionError

    connection = Connection(1, Viewer(1, "en", Preferences()), TableVersion(1, 0, 0), send, close, session="")
    first, second, third = (Part("felt", word) for word in ("first", "second", "third"))
    connection.offer(frame(1, first))
    while not read:
        await asyncio.sleep(0)
    for version, part in ((2, second), (3, third)):
        connection.offer(frame(version, part))
    may_go_on.set()
    while len(read) < 2:
        await asyncio.sleep(0)
    connection.stop()
    assert read == [first.whole, third.whole]


async def test_what_was_said_is_heard_although_its_frame_was_overtaken():
    read, may_go_on = [], asyncio.Event()

    async def send(html: str) -> None:
        read.append(html)
        await may_go_on.wait()

    connection = Connection(1, Viewer(1, "en", Preferences()), TableVersion(1, 0, 0), send, send, session="")
    connection.offer(frame(1, Part("felt", "first")))
    said = Part("chat-lines", "Lavender")
    connection.offer(replace(frame(2, Part("felt", "second")), chat=said))
    connection.offer(frame(3, Part("felt", "third")))
    may_go_on.set()
    while len(read) < 2:
        await asyncio.sleep(0)
    connection.stop()
    assert read[1] == said.whole + Part("felt", "third").whole


async def test_part_that_did_not_change_is_not_sent_again():
    read = []

    async def send(html: str) -> None:
        read.append(html)

    connection = Connection(1, Viewer(1, "en", Preferences()), TableVersion(1, 0, 0), send, send, session="")
    same = Part("last", "trick")
    for version in (1, 2):
        connection.offer(frame(version, Part("felt", str(version)), same))
        while len(read) < version:
            await asyncio.sleep(0)
    connection.stop()
    assert [same.whole in html for html in read] == [True, False]


async def test_score_sheet_travels_only_when_it_changed(hub, playing_ana):
    async with playing_ana.watching("") as socket:
        assert 'id="sheet"' in await socket.hear()
        await in_thread(playing_ana.write_unannounced)()
        await hub.compare()
        frame = await socket.hear()
        assert 'id="felt"' in frame
        assert 'id="sheet"' not in frame
