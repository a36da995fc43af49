"""Leaving a friends' table is asked about first, and once more when the question was about something else."""

import pytest
from django.utils import timezone

from tests.support.browsers import browser_of
from tests.support.friends import dealt, full_table, open_table, people
from whist.tables.lobby import seating

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.once]

SEE_OTHER = 303


def test_leaving_a_match_is_asked_about_and_returns_to_the_list():
    users = people(2)
    match = dealt(full_table(users, 3))
    leaver = browser_of(users[1])
    asked = leaver.get(f"/tables/{match.table_id}/leave/")
    assert b"a bot takes your seat" in asked.content
    assert match.match_seats.get(seat=1, to_action=None).user == users[1]
    answer = leaver.post(f"/tables/{match.table_id}/leave/")
    assert (answer.status_code, answer["Location"]) == (SEE_OTHER, "/tables/")
    assert match.match_seats.get(seat=1, to_action=None).user is None


def test_player_who_was_asked_between_matches_is_asked_again_when_the_host_has_dealt_meanwhile():
    users = people(3)
    table = full_table(users)
    leaver, address = browser_of(users[1]), f"/tables/{table.pk}/leave/"
    assert b'name="between"' in leaver.get(address).content
    match = dealt(table)
    answer = leaver.post(address, {"between": "1"})
    assert answer.status_code == 409
    assert b"a bot takes your seat" in answer.content
    assert match.match_seats.get(seat=1, to_action=None).user == users[1]
    assert b'name="between"' not in answer.content
    assert leaver.post(address).status_code == SEE_OTHER


@pytest.mark.parametrize(("clock", "words"), [("normal", "take a break instead"), ("day", "enter a vacation instead")])
def test_player_who_leaves_a_match_is_told_what_to_do_instead(clock, words):
    users = people(2)
    match = dealt(full_table(users, 3, clock=clock))
    page = browser_of(users[1]).get(f"/tables/{match.table_id}/leave/").content.decode()
    assert words in page
    assert page.count(" instead") == 1


@pytest.mark.parametrize(("is_public", "statuses"), [(True, [200, 303, 303, 303]), (False, [200, 303, 403, 403])])
@pytest.mark.parametrize("is_dealt", [True, False])
def test_participant_without_a_seat_is_not_asked_whether_they_give_it_up(is_public, statuses, is_dealt):
    users = people(3)
    table = full_table(users[:1], 3, is_public=is_public)
    if is_dealt:
        dealt(table)
    seating.add_participant(table, users[1], timezone.now())
    answers = [browser_of(user).get(f"/tables/{table.pk}/leave/") for user in (*users, None)]
    assert [answer.status_code for answer in answers] == statuses
    assert answers[1]["Location"] == f"/tables/{table.pk}/"


def test_guest_is_not_told_of_vacations_which_they_cannot_have():
    users, guest = people(2), browser_of()
    table = open_table(users[0], seats=3, clock="day")
    guest.post(f"/tables/{table.pk}/sit/", {"seat": 1})
    seating.sit_down(table.pk, users[1], 2, timezone.now())
    seating.deal_match(table.pk, users[0], timezone.now())
    page = guest.get(f"/tables/{table.pk}/leave/").content.decode()
    assert "a bot takes your seat" in page
    assert " instead" not in page
