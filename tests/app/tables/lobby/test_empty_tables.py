"""Tables behind the last player who left: they stay open to spectators and to whoever has the link."""

import pytest
from django.utils.timezone import now

from tests.support.friends import dealt, expire, full_table, host_of, open_table, people
from tests.support.matches import reread
from tests.support.races import at_once
from whist.refusals import Refusal
from whist.tables.jobs.audit import audit_matches
from whist.tables.lobby import seating
from whist.tables.lobby.open_tables import listed_tables
from whist.tables.match import moves
from whist.tables.match.state_cache import state_of
from whist.tables.models import Match, Table
from whist.tables.texts import refusals

pytestmark = pytest.mark.django_db(transaction=True)

QUICK = {"schedule": "quick"}


def test_role_of_host_passes_on_with_leaving_and_the_table_stays_open_behind_the_last_one():
    ana, bogdan = people(2)
    table = open_table(ana)
    seating.sit_down(table.pk, bogdan, 3, now())
    seating.stand_up(table.pk, ana, now())
    assert host_of(table).name == "Bogdan"
    seating.stand_up(table.pk, bogdan, now())
    assert not listed_tables()
    with pytest.raises(refusals.NotTheHost):
        seating.fill_with_bots(table.pk, bogdan)
    seating.sit_down(table.pk, ana, 0, now())
    assert host_of(table).name == "Ana"
    assert [listed.table for listed in listed_tables()] == [table]


@pytest.mark.parametrize("comes", ["who looks on", "who left last"])
def test_player_who_takes_a_seat_after_all_have_left_plays_on_as_host(comes):
    users = people(3)
    match = dealt(full_table(users[:2], 6, options=QUICK))
    seating.add_participant(match.table, users[2], now())
    for user in users[:2]:
        seating.stand_up(match.table_id, user, now())
    newcomer, seat = (users[2], 2) if comes == "who looks on" else (users[1], 1)
    expire(match)
    seating.sit_down(match.table_id, newcomer, seat, now())
    assert host_of(match.table).name == newcomer.name
    while (match := reread(match)).finished_at is None:
        match = expire(match)
    assert Table.objects.get(pk=match.table_id).closed_at is None
    assert match.match_seats.get(seat=seat, to_action=None).user == newcomer


def test_table_that_is_left_after_a_match_shows_its_seats_to_the_next_visitor():
    users = people(2)
    match = dealt(full_table(users, 3))
    Match.objects.filter(pk=match.pk).update(finished_at=now(), due_at=None)
    for user in users:
        seating.stand_up(match.table_id, user, now())
    assert Table.objects.get(pk=match.table_id).is_waiting
    seating.sit_down(match.table_id, users[1], 1, now())
    seating.fill_with_bots(match.table_id, users[1])
    assert seating.deal_match(match.table_id, users[1], now()).number == 2


@pytest.mark.parametrize("_again", range(4))
def test_whoever_sits_is_host_when_people_come_and_go_at_once(_again):
    users = people(4)
    table = open_table(users[0])
    answers = at_once(
        lambda: seating.stand_up(table.pk, users[0], now()),
        *(lambda user=user: seating.sit_down(table.pk, user, 1, now()) for user in users[1:]),
    )
    assert answers.count(None) == 2, answers
    table = Table.objects.get(pk=table.pk)
    assert table.closed_at is None
    assert [table_seat.user for table_seat in table.table_seats.all()] == [table.host]


@pytest.mark.parametrize("_again", range(4))
def test_table_is_closed_exactly_when_nobody_took_a_seat_before_bots_finished_its_match(_again):
    users = people(4)
    match = dealt(full_table(users[:1], 6, options=QUICK))
    seating.stand_up(match.table_id, users[0], now())
    while reread(match).rounds_dealt < state_of(match).observe(None).rounds - 1:
        match = expire(match)
    due_at = match.due_at
    answers = at_once(
        lambda: moves.advance_match(match.pk, due_at),
        lambda: moves.advance_match(match.pk, due_at),
        *(lambda user=user: seating.sit_down(match.table_id, user, 1, now()) for user in users[1:]),
    )
    assert not [error for error in answers if isinstance(error, Exception) and not isinstance(error, Refusal)]
    while (match := reread(match)).finished_at is None:
        match = expire(match)
    table = Table.objects.get(pk=match.table_id)
    sitting = list(table.table_seats.exclude(user=None))
    assert len(sitting) == answers[2:].count(None) <= 1
    assert (table.closed_at is None) == bool(sitting)
    assert not audit_matches([match.pk])
