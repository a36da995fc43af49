"""Looking at a table is noted, beside the game: who plays without scripts or sockets is there as well."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.core import serializers
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Mail
from tests.support.browsers import browser_of
from tests.support.friends import act, dealt, full_table, open_table, to_act
from tests.support.matches import open_match, reread
from tests.support.slow import slow_match, until_play
from whist.tables.correspondence.turn_mails import send_turn_mails
from whist.tables.match.deadlines import MAIL_AFTER
from whist.tables.match.state_cache import state_of
from whist.tables.models import Match, MatchSeat, Participant, Table, TableSeat
from whist.tables.models.tables import GONE_FOR
from whist.tables.presence import breaks
from whist.tables.presence.last_seen import NOTED_EVERY

pytestmark = pytest.mark.django_db(transaction=True)

SECOND = timedelta(seconds=1)
PAGES = ("", "felt/", "sheet/", "chat/", "prepared/")


def seen_at(table_id, user):
    return Participant.objects.get(table=table_id, user=user).seen_at


def game_of(table_id):
    """Everything about the table but who has looked at it."""
    rows = [
        *Table.objects.filter(pk=table_id),
        *Match.objects.filter(table=table_id),
        *MatchSeat.objects.filter(match__table=table_id).order_by("seat"),
        *TableSeat.objects.filter(table=table_id).order_by("seat"),
    ]
    return serializers.serialize("json", rows)


@pytest.mark.parametrize("page", PAGES)
def test_player_who_has_looked_without_scripts_gets_no_mail_about_their_turn(users, page):
    match = slow_match(users)
    user = users[to_act(match)]
    looked = reread(match).turn_at + MAIL_AFTER / 2
    with time_machine.travel(looked, tick=False):
        assert browser_of(user).get(f"/tables/{match.table_id}/{page}").status_code == 200
    assert seen_at(match.table_id, user) == looked
    send_turn_mails(reread(match).turn_at + MAIL_AFTER)
    assert not Mail.objects.exists()


def test_tab_left_open_is_no_look_at_a_turn_of_days(users):
    match = slow_match(users)
    user, turn_at = users[to_act(match)], reread(match).turn_at
    breaks.note_socket(match.table_id, user.pk, turn_at + SECOND)
    breaks.note_sockets([(match.table_id, user.pk)], turn_at + MAIL_AFTER)
    assert seen_at(match.table_id, user) < turn_at
    send_turn_mails(turn_at + MAIL_AFTER)
    assert [mail.to for mail in Mail.objects.all()] == [user.email]


def test_socket_is_known_where_a_turn_takes_days(users):
    match, now = slow_match(users), timezone.now()
    mine = Participant.objects.filter(table=match.table_id, user=users[0])
    breaks.note_socket(match.table_id, users[0].pk, now)
    assert list(mine.values_list("has_socket", "gone_at")) == [(True, None)]
    breaks.note_no_socket(match.table_id, users[0].pk, now)
    breaks.note_sockets([(match.table_id, users[0].pk)], now)
    assert list(mine.values_list("has_socket", "gone_at")) == [(True, None)]


def self_made_visit(client, page, moment):
    """The page is got, and loads itself again a while later, as it says to browsers without scripts."""
    answer = client.get(page).content.decode()
    with time_machine.travel(moment, tick=False):
        (again,) = re.findall(r'<noscript><meta http-equiv="refresh" content="\d+;url=([^"]*)"', answer)
        assert client.get(again).status_code == 200


@pytest.mark.parametrize("clock", ["day", "normal"])
def test_page_that_loads_itself_is_a_look_but_at_tables_of_days(users, clock):
    match = slow_match(users, clock=clock) if clock == "day" else dealt(full_table(users, clock=clock))
    waiting = users[to_act(match) - 1]
    moment = timezone.now() + timedelta(minutes=2)
    self_made_visit(browser_of(waiting), f"/tables/{match.table_id}/", moment)
    assert (seen_at(match.table_id, waiting) == moment) is (clock == "normal")


@pytest.mark.parametrize("clock", ["day", "normal"])
def test_page_of_the_seats_that_loads_itself_is_a_look_but_in_correspondence(users, clock):
    table = full_table(users, clock=clock)
    moment = timezone.now() + timedelta(minutes=2)
    self_made_visit(browser_of(users[1]), f"/tables/{table.pk}/", moment)
    assert (seen_at(table.pk, users[1]) == moment) is (clock == "normal")


def test_page_loaded_again_by_hand_is_a_look_once_a_day(users):
    """It has the address of one that loads itself, and looking in daily keeps the seat."""
    match, now = slow_match(users), timezone.now()
    mine = Participant.objects.filter(table=match.table_id, user=users[0])
    mine.update(seen_at=now)
    for hours, seen in ((23, now), (25, now + timedelta(hours=25)), (26, now + timedelta(hours=25))):
        with time_machine.travel(now + timedelta(hours=hours), tick=False):
            browser_of(users[0]).get(f"/tables/{match.table_id}/?again")
        assert mine.get().seen_at == seen


def test_player_who_looked_before_their_turn_gets_the_mail(users):
    match = slow_match(users)
    user = users[(to_act(match) + 1) % 3]
    with time_machine.travel(reread(match).turn_at - SECOND, tick=False):
        browser_of(user).get(f"/tables/{match.table_id}/")
    match = act(match, users, reread(match).turn_at)
    assert users[to_act(match)] == user
    send_turn_mails(match.turn_at + MAIL_AFTER)
    assert [mail.to for mail in Mail.objects.all()] == [user.email]


@pytest.mark.parametrize("has_scripts", [True, False])
def test_player_to_act_again_after_their_own_move_has_seen_it(users, has_scripts):
    """Their turn begins when the last trick has been looked at; the answer to their card shows it already."""
    match = until_play(slow_match(users), users, timezone.now())
    headers = {"HX-Request": "true"} if has_scripts else {}
    now, seats = timezone.now(), [-1, to_act(match)]
    while seats[-1] != seats[-2] or match.rounds_dealt != 1:
        now += timedelta(hours=1)
        with time_machine.travel(now, tick=False):
            form = {"action": state_of(match).legal_actions()[0], "version": match.version}
            client = browser_of(users[seats[-1]])
            client.post(f"/tables/{match.table_id}/play/", form, headers=headers, follow=not has_scripts)
        match = reread(match)
        seats.append(to_act(match))
    assert match.turn_at > now
    send_turn_mails(match.turn_at + MAIL_AFTER)
    assert not Mail.objects.exists()


def test_look_at_the_turn_counts_also_right_after_another_look(users):
    match = slow_match(users)
    user, turn_at = users[to_act(match)], reread(match).turn_at
    for moment in (turn_at - 3 * SECOND, turn_at + 2 * SECOND):
        with time_machine.travel(moment, tick=False):
            browser_of(user).get(f"/tables/{match.table_id}/")
    send_turn_mails(turn_at + MAIL_AFTER)
    assert not Mail.objects.exists()


def test_looking_changes_nothing_of_the_game(users):
    match = dealt(full_table(users, 4))
    before = game_of(match.table_id)
    with time_machine.travel(timezone.now() + NOTED_EVERY + SECOND, tick=False):
        for page in PAGES[:-1]:
            browser_of(users[1]).get(f"/tables/{match.table_id}/{page}")
    assert game_of(match.table_id) == before


def test_it_is_noted_now_and_then_only(users):
    table = open_table(users[0])
    client, first = browser_of(users[0]), timezone.now() + timedelta(minutes=1)
    for late, noted in ((timedelta(), first), (NOTED_EVERY - SECOND, first), (NOTED_EVERY, first + NOTED_EVERY)):
        with time_machine.travel(first + late, tick=False):
            client.get(f"/tables/{table.pk}/")
        assert seen_at(table.pk, users[0]) == noted


def test_nothing_is_written_in_between_nor_at_a_solo_table(users):
    table, solo = open_table(users[0]), open_match(users[0])
    client = browser_of(users[0])
    with time_machine.travel(timezone.now(), tick=False):
        client.get(f"/tables/{table.pk}/")
        with CaptureQueriesContext(connection) as asked:
            client.get(f"/tables/{table.pk}/")
            client.get(f"/tables/{solo.table_id}/")
    assert not [query["sql"] for query in asked if query["sql"].startswith("UPDATE")]


def test_page_that_a_browser_fetches_in_advance_has_nobody_before_it(users):
    table = open_table(users[0])
    seen = seen_at(table.pk, users[0])
    with time_machine.travel(timezone.now() + timedelta(minutes=1), tick=False):
        browser_of(users[0]).get(f"/tables/{table.pk}/", headers={"sec-purpose": "prefetch"})
    assert seen_at(table.pk, users[0]) == seen


def test_opening_the_page_of_a_table_makes_nobody_a_participant(users):
    table = open_table(users[0])
    assert browser_of(users[1]).get(f"/tables/{table.pk}/").status_code == 200
    assert not Participant.objects.filter(table=table, user=users[1]).exists()


def test_database_that_is_busy_does_not_spoil_the_page(users):
    table = open_table(users[0])

    def refuse(execute, sql, params, many, context):
        if sql.startswith("UPDATE") and "participant" in sql:
            raise OperationalError("database is locked")
        return execute(sql, params, many, context)

    with time_machine.travel(timezone.now() + timedelta(minutes=1), tick=False), connection.execute_wrapper(refuse):
        assert browser_of(users[0]).get(f"/tables/{table.pk}/").status_code == 200


def test_page_that_asks_without_a_socket_keeps_the_bot_from_the_seat(users):
    match = dealt(full_table(users, 4))
    now = timezone.now()
    breaks.note_socket(match.table_id, users[1].pk, now)
    breaks.note_no_socket(match.table_id, users[1].pk, now)
    with time_machine.travel(now + NOTED_EVERY + SECOND, tick=False):
        browser_of(users[1]).get(f"/tables/{match.table_id}/felt/")
    breaks.notice_absence(now + GONE_FOR + SECOND)
    holder = MatchSeat.objects.get(match=match, user=users[1])
    assert not holder.is_away
    breaks.notice_absence(now + NOTED_EVERY + SECOND + GONE_FOR)
    holder.refresh_from_db()
    assert holder.is_away
