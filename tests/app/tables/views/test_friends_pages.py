"""The pages of friends' tables, by their forms alone."""

import html
import re
from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from tests.support.browsers import browser_of
from tests.support.friends import dealt, full_table, open_table, people, to_act
from tests.support.pages import see
from whist.tables.lobby import seating
from whist.tables.lobby.open_tables import listed_tables
from whist.tables.match.state_cache import state_of
from whist.tables.match.time_controls import TIME_CONTROLS
from whist.tables.models import Match, Table
from whist.tables.presence import no_shows

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.once]

SEE_OTHER = 303
GAME = {"game": "romanian", "seats": "4", "level": "easy", "clock": "normal", "is_public": "on"}


def opened(client, **changes):
    answer = client.post("/tables/open/", {**GAME, **changes})
    assert answer.status_code == SEE_OTHER, answer.content.decode()
    return Table.objects.latest("pk")


def test_visitor_opens_a_table_and_friends_find_it_in_the_list():
    ana = browser_of()
    table = opened(ana)
    assert table.host.is_guest
    listed = browser_of().get("/tables/").content.decode()
    assert f'href="/tables/{table.pk}/"' in listed
    assert "1/4" in listed


def test_nobody_fills_the_list_with_tables_of_their_own():
    (ana,) = people(1)
    tables = [open_table(ana, clock=clock) for clock in list(TIME_CONTROLS)[: seating.MOST_WAITING]]
    refused = browser_of(ana).post("/tables/open/", GAME | {"level": "normal"})
    assert refused.status_code == 409
    assert "You sit at five tables at which nobody plays yet." in refused.content.decode()
    assert Table.objects.count() == len(tables) == seating.MOST_WAITING
    seating.stand_up(tables[0].pk, ana, timezone.now())
    assert opened(browser_of(ana), level="normal") not in tables


def test_private_table_is_found_by_its_link_only():
    table = opened(browser_of(), is_public="")
    visitor = browser_of()
    assert f"/tables/{table.pk}/" not in visitor.get("/tables/").content.decode()
    assert visitor.get(f"/tables/{table.pk}/").status_code == 403
    assert visitor.post(f"/tables/{table.pk}/sit/", {"seat": 1}).status_code == 403
    link = f"/join/{table.invitation}/"
    assert visitor.get(link).status_code == 200
    assert visitor.post(link).status_code == SEE_OTHER
    assert visitor.get(f"/tables/{table.pk}/").status_code == 200
    assert visitor.post(f"/tables/{table.pk}/sit/", {"seat": 1}).status_code == SEE_OTHER
    assert browser_of().get("/join/nothing/").status_code == 404


def asked_again(browser: Client, page: str):
    """What scripts get from the address that the page names, as while there is no socket."""
    return browser.get(html.unescape(re.search(r'data-felt-url="([^"]+)"', page)[1]))


def test_page_without_a_socket_asks_for_its_parts_and_loads_itself_only_when_it_has_become_another():
    ana, bogdan = people(2)
    table = full_table([ana, bogdan], 4)
    browser = browser_of(bogdan)
    waiting = browser.get(f"/tables/{table.pk}/").content.decode()
    answer = asked_again(browser, waiting)
    assert "HX-Refresh" not in answer
    assert 'data-phase="wait"' in answer.content.decode()
    seating.fill_with_bots(table.pk, ana)
    dealt(table)
    assert asked_again(browser, waiting)["HX-Refresh"] == "true"
    answer = asked_again(browser, browser.get(f"/tables/{table.pk}/").content.decode())
    assert "HX-Refresh" not in answer
    assert 'id="felt"' in answer.content.decode()


@pytest.mark.parametrize("code", ["%00", "%20", "a%00b", "x" * 300, "%F0%9F%98%80"])
def test_link_that_no_table_can_have_is_not_found(code):
    assert browser_of().get(f"/join/{code}/").status_code == 404
    assert browser_of().get(f"/join/{code}/code.svg").status_code == 404
    assert browser_of().post(f"/join/{code}/").status_code == 404


def test_invitation_is_drawn_for_cameras():
    table = opened(browser_of())
    answer = browser_of().get(f"/join/{table.invitation}/code.svg")
    assert answer["Content-Type"] == "image/svg+xml"
    assert answer.content.startswith(b"<svg")


def test_host_lets_bots_sit_and_deals_to_everybody():
    ana, bogdan = people(2)
    host, friend = browser_of(ana), browser_of(bogdan)
    table = opened(host)
    friend.post(f"/tables/{table.pk}/sit/", {"seat": 2})
    host.post(f"/tables/{table.pk}/bots/", {"seat": 1, "level": "normal"})
    host.post(f"/tables/{table.pk}/fill/")
    assert friend.post(f"/tables/{table.pk}/start/").status_code == 409
    assert host.post(f"/tables/{table.pk}/start/").status_code == SEE_OTHER
    assert see(host, table.pk).offered == ["deal"]
    assert see(friend, table.pk).phase == "deal"


@pytest.mark.parametrize(
    ("path", "form", "status"),
    [
        ("sit/", {"seat": 0}, 409),
        ("sit/", {"seat": 7}, 409),
        ("sit/", {"seat": "x"}, 400),
        ("bots/", {"seat": 1, "level": "easy"}, 409),
        ("start/", {}, 409),
        ("fill/", {}, 409),
        ("gather/", {}, 409),
        ("stand/", {}, 409),
        ("undo/", {"version": "x"}, 400),
        ("cut/", {"word": ""}, 422),
        ("wish/", {"wish": "dance"}, 400),
    ],
)
def test_refusal_is_said_with_the_seats(path, form, status):
    ana, bogdan = people(2)
    table = open_table(ana)
    guest = browser_of(bogdan)
    guest.post(f"/tables/{table.pk}/look/")
    answer = guest.post(f"/tables/{table.pk}/{path}", form)
    assert answer.status_code == status
    assert b'role="alert"' in answer.content
    assert b'id="felt"' in answer.content


@pytest.mark.parametrize("path", ["sit/", "look/", "stand/", "fill/", "start/", "gather/", "break/", "back/", "leave/"])
def test_unknown_table_is_not_found(path):
    (ana,) = people(1)
    assert browser_of(ana).post(f"/tables/987654/{path}", {"seat": 0}).status_code == 404


def test_form_with_unknown_choices_comes_back_with_a_sentence():
    answer = browser_of().post("/tables/open/", {**GAME, "clock": "sundial"})
    assert answer.status_code == 400
    assert b'role="alert"' in answer.content
    assert not Table.objects.exists()


def test_stale_form_of_the_seats_does_not_leave_a_match_that_the_host_has_dealt_meanwhile():
    users = people(2)
    match = dealt(full_table(users, 3))
    answer = browser_of(users[1]).post(f"/tables/{match.table_id}/stand/")
    assert answer.status_code == 409
    assert "A match is being played." in answer.content.decode()
    assert match.match_seats.get(seat=1, to_action=None).user == users[1]


def test_tables_that_wait_are_found_however_many_are_played():
    waiting = open_table(User.objects.create_guest())
    for _number in range(3):
        dealt(full_table([User.objects.create_guest()], 3))
    assert listed_tables(2)[0].table == waiting


def test_spectator_sees_the_table_without_a_seat_and_cannot_act():
    users = people(3)
    match = dealt(full_table(users[:2], 3))
    watcher = browser_of(users[2])
    assert watcher.post(f"/tables/{match.table_id}/look/").status_code == SEE_OTHER
    page = see(watcher, match.table_id)
    assert page.felt["data-seat"] == ""
    assert page.actions == []
    answer = watcher.post(f"/tables/{match.table_id}/play/", {"action": "bid:0", "version": match.version})
    assert answer.status_code == 409
    assert "You do not sit at this table." in answer.content.decode()


@pytest.mark.parametrize("headers", [{}, {"hx-request": "true"}])
@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("play/", {"action": "bid:0", "version": 1}),
        ("back/", {}),
        ("wish/", {"wish": "pause"}),
        ("break/", {}),
        ("undo/", {"version": 1}),
        ("cut/", {"word": "lavender"}),
    ],
)
def test_player_who_has_lost_their_seat_is_told_so_at_the_table_and_a_stranger_learns_nothing(path, form, headers):
    """The page that offers the button may be a moment old."""
    users = people(3)
    match = dealt(full_table(users[:2], 3))
    seating.stand_up(match.table_id, users[1], timezone.now())
    answer = browser_of(users[1]).post(f"/tables/{match.table_id}/{path}", form, headers=headers)
    assert answer.status_code == 409
    page = answer.content.decode()
    assert "You do not sit at this table." in page
    assert 'id="take-1"' in page  # the way back to his seat
    assert browser_of(users[2]).post(f"/tables/{match.table_id}/{path}", form, headers=headers).status_code == 403


def test_pace_of_the_bots_is_the_hosts_to_choose():
    users = people(4)
    match = dealt(full_table(users[:2], 3))
    seating.add_participant(match.table, users[2], timezone.now())
    path = f"/tables/{match.table_id}/pace/"
    answers = [browser_of(user).post(path, {"pace": "fast"}) for user in users[1:]]
    assert [answer.status_code for answer in answers] == [409, 409, 403]
    assert "Only the host of the table can do this." in answers[0].content.decode()
    assert Table.objects.get(pk=match.table_id).pace == "normal"
    assert browser_of(users[0]).post(path, {"pace": "fast"}).status_code == SEE_OTHER
    assert Table.objects.get(pk=match.table_id).pace == "fast"


def test_stranger_at_the_door_sees_who_plays_but_no_card():
    users = people(2)
    match = dealt(full_table(users, 3))
    page = browser_of().get(f"/tables/{match.table_id}/")
    assert page.status_code == 200
    assert b"Bogdan" in page.content
    assert b'name="action"' not in page.content


def test_list_takes_the_same_number_of_statements_whatever_its_length():
    users = people(4)
    full_table(users[:2], 3)
    few = statements(browser_of(users[3]))
    for user in users[:3]:
        open_table(user, clock="slow")
        dealt(full_table([user], 3, clock="fast"))
    assert statements(browser_of(users[3])) == few <= 10


def statements(client, path="/tables/"):
    with CaptureQueriesContext(connection) as queries:
        assert client.get(path).status_code == 200
    return len(queries)


@pytest.mark.parametrize(("page", "most"), [("", 8), ("felt/", 6)])
def test_table_in_a_match_takes_few_statements_whatever_was_said_there(page, most):
    """Session, user, table and visit, match, seats, and the chat; on a whole page also what one may say there."""
    users = people(3)
    table = full_table(users, 3)
    dealt(table)
    ana = browser_of(users[0])
    for number in range(3):
        for user in users:
            browser_of(user).post(f"/tables/{table.pk}/chat/", {"text": f"number {number} of {user.name}"})
    with time_machine.travel(timezone.now(), tick=False):  # eight seconds later the visit would be noted anew
        ana.get(f"/tables/{table.pk}/{page}")
        assert statements(ana, f"/tables/{table.pk}/{page}") <= most


@pytest.mark.parametrize(
    ("changes", "sitting", "needed"),
    [({"options": {"schedule": "quick"}}, 3, 6), ({}, 2, 3), ({}, 3, None), ({"game": "whist", "seats": 4}, 3, 4)],
)
def test_host_reads_how_many_must_sit_before_they_can_deal(changes, sitting, needed):
    users = people(sitting)
    table = open_table(users[0], **{"seats": 6, **changes})
    for seat, user in enumerate(users[1:], start=1):
        seating.sit_down(table.pk, user, seat, timezone.now())
    page = browser_of(users[0]).get(f"/tables/{table.pk}/").content.decode()
    answer = browser_of(users[0]).post(f"/tables/{table.pk}/start/")
    assert ("deal for those who are here" in page) == (needed is None)
    if needed is None:
        assert answer.status_code == SEE_OTHER
    else:
        assert answer.status_code == 409
        for text in (page, answer.content.decode()):
            assert f"let bots take the empty chairs. You can deal when {needed} chairs are taken." in text


def test_host_reads_after_a_match_that_every_seat_must_be_taken():
    users = people(4)
    table = full_table(users)
    Match.objects.filter(pk=dealt(table).pk).update(finished_at=timezone.now(), due_at=None)
    seating.gather(table.pk, users[0])
    seating.stand_up(table.pk, users[1], timezone.now())
    page = browser_of(users[0]).get(f"/tables/{table.pk}/").content.decode()
    assert "You can deal when 4 chairs are taken." in page


def test_host_who_stands_up_alone_shuts_out_neither_friends_nor_themselves():
    ana, bogdan = people(2)
    table = open_table(ana)
    path, friend = f"/tables/{table.pk}/", browser_of(bogdan)
    friend.post(f"/join/{table.invitation}/")
    answer = browser_of(ana).post(f"{path}stand/", follow=True)
    assert "Take a chair, or look on." in answer.content.decode()
    assert 'id="start"' not in answer.content.decode()
    assert friend.post(f"{path}sit/", {"seat": 2}).status_code == SEE_OTHER
    assert 'id="start"' in friend.get(path).content.decode()
    assert browser_of(ana).post(f"{path}sit/", {"seat": 0}).status_code == SEE_OTHER
    assert Table.objects.get(pk=table.pk).host == bogdan


def test_host_who_left_their_table_opens_another_with_the_same_choices():
    (ana,) = people(1)
    table = open_table(ana)
    seating.stand_up(table.pk, ana, timezone.now())
    again = open_table(ana)
    assert again != table
    assert again.table_seats.get().user == ana


def test_closed_table_says_so():
    (ana,) = people(1)
    table = open_table(ana)
    no_shows.close_deserted(timezone.now() + timedelta(hours=3))
    answer = browser_of(ana).get(f"/tables/{table.pk}/")
    assert b"This table is closed." in answer.content
    assert browser_of(ana).post(f"/tables/{table.pk}/sit/", {"seat": 0}).status_code == 409


def test_next_match_of_friends_is_the_hosts_to_deal_and_seats_all_of_them():
    ana, bogdan = people(2)
    match = dealt(full_table([ana, bogdan], 3))
    Match.objects.filter(pk=match.pk).update(finished_at=timezone.now())
    browser = browser_of(bogdan)
    assert browser.post(f"/tables/{match.table_id}/again/").status_code == 403
    assert Match.objects.filter(table=match.table_id).count() == 1


def test_list_counts_people_and_not_the_bots_that_keep_seats_warm():
    ana, bogdan = people(2)
    full_table([ana, bogdan], 4)
    page = Client().get("/tables/").content.decode()
    assert "<b>2/4</b>" in page
    assert "2 chairs free" in page


def test_spectator_is_told_so_and_may_play_on_for_a_bot():
    ana, carmen = people(2)
    match = dealt(full_table([ana], 3))
    seating.add_participant(Table.objects.get(pk=match.table_id), carmen, timezone.now())
    browser = browser_of(carmen)
    page = browser.get(f"/tables/{match.table_id}/").content.decode()
    assert "You look on." in page
    assert page.count("Play on for") == 2
    assert browser.post(f"/tables/{match.table_id}/sit/", {"seat": 1}).status_code == 303
    page = browser.get(f"/tables/{match.table_id}/").content.decode()
    assert "You look on." not in page
    assert "Play on for" not in page


def test_menu_of_a_match_without_scripts_does_not_load_itself_again():
    ana, bogdan = people(2)
    match = dealt(full_table([ana, bogdan], 2, game="german"))
    other = (ana, bogdan)[1 - to_act(match)]
    browser = browser_of(other)
    waiting = browser.get(f"/tables/{match.table_id}/").content.decode()
    assert 'http-equiv="refresh"' in waiting
    assert 'id="menu-link"' in waiting
    still = browser.get(f"/tables/{match.table_id}/?menu").content.decode()
    assert 'http-equiv="refresh"' not in still
    assert 'id="menu" open' in still


@pytest.mark.parametrize("headers", [{}, {"hx-request": "true"}])
def test_card_played_at_the_moment_of_a_pause_is_refused_with_a_sentence(headers):
    """A pause makes no form stale: the page that offers the card may be a moment old."""
    users = people(3)
    match = dealt(full_table(users, 3))
    for user in users:
        browser_of(user).post(f"/tables/{match.table_id}/wish/", {"wish": "pause"})
    seat = to_act(match)
    form = {"action": state_of(match).legal_actions()[0], "version": match.version}
    answer = browser_of(users[seat]).post(f"/tables/{match.table_id}/play/", form, headers=headers)
    assert answer.status_code == 409
    assert "The match is paused." in answer.content.decode()
