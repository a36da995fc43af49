"""What may happen only so often, counted in the database, and the sentence for coming too often."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.limits import DAY, HOUR, MINUTE, NOTHING, Limit, TooOften, demand, is_allowed, take
from accounts.models import Allowance, Mail, User
from tests.support.mailbox import ask, type_code
from tests.support.races import at_once

pytestmark = pytest.mark.django_db(transaction=True)

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
THREE = Limit("three an hour", 3, HOUR)
PAUSED = Limit("three an hour, one a minute", 3, HOUR, pause=MINUTE)
SECOND = timedelta(seconds=1)
SOLO = {"game": "romanian", "seats": 4, "level": "easy"}


# --- counting ------------------------------------------------------------------------------------------------


def test_so_many_times_and_no_more():
    assert [is_allowed(THREE, "ana", NOON) for _time in range(4)] == [True, True, True, False]


def test_each_subject_and_each_limit_counts_for_itself():
    for _time in range(3):
        is_allowed(THREE, "ana", NOON)
    assert is_allowed(THREE, "bogdan", NOON)
    assert is_allowed(PAUSED, "ana", NOON)


def test_no_period_of_any_beginning_holds_more():
    taken = [minute for minute in range(180) if is_allowed(THREE, "ana", NOON + minute * MINUTE)]
    assert taken == [0, 1, 2, 60, 61, 62, 120, 121, 122]


def test_a_pause_is_kept():
    assert is_allowed(PAUSED, "ana", NOON)
    assert take(PAUSED, "ana", NOON + 20 * SECOND) == 40 * SECOND
    assert is_allowed(PAUSED, "ana", NOON + MINUTE)


def test_a_clock_put_right_keeps_nobody_out_for_long():
    limit = Limit("test", 3, DAY, pause=MINUTE)
    assert take(limit, "ana", NOON + DAY) == NOTHING
    assert take(limit, "ana", NOON) == MINUTE
    assert take(limit, "ana", NOON + MINUTE) == NOTHING


def test_refused_visitor_is_told_when_and_loses_nothing():
    for minute in range(3):
        demand(THREE, "ana", NOON + minute * MINUTE)
    with pytest.raises(TooOften) as refusal:
        demand(THREE, "ana", NOON + 10 * MINUTE)
    assert refusal.value.wait == 50 * MINUTE
    demand(THREE, "ana", NOON + HOUR)


def test_several_at_once_are_all_or_nothing():
    assert is_allowed(THREE, "ana", NOON, 2)
    assert not is_allowed(THREE, "ana", NOON, 2)
    assert is_allowed(THREE, "ana", NOON)


def test_neither_times_nor_subjects_can_be_read_in_the_database():
    is_allowed(THREE, "ana@example.org", NOON)
    row = Allowance.objects.get()
    assert "ana" not in str(vars(row))
    assert row.until == NOON + HOUR


def test_allowed_or_not_first_or_tenth_takes_the_same_statements():
    counts = set()
    for _time in range(5):
        with CaptureQueriesContext(connection) as queries:
            is_allowed(PAUSED, "ana", NOON)
        counts.add(tuple(query["sql"].split()[0] for query in queries))
    assert len(counts) == 1


def test_eight_at_once_do_not_share_one_time():
    assert sorted(at_once(*[lambda: is_allowed(THREE, "ana", NOON)] * 8)) == [False] * 5 + [True] * 3


# --- pages ---------------------------------------------------------------------------------------------------


def test_twenty_codes_an_hour_for_one_visitor(client, clock):
    answers = [ask(client, f"player{number}@example.org").status_code for number in range(21)]
    assert answers == [303] * 20 + [429]
    assert Mail.objects.count() == 20


def test_other_visitors_are_not_concerned(client, clock):
    for number in range(21):
        ask(client, f"player{number}@example.org")
    assert ask(Client(REMOTE_ADDR="192.0.2.7"), "ana@example.org").status_code == 303


def test_sixty_guesses_an_hour_for_one_visitor(client, clock):
    ask(client, "ana@example.org")
    answers = [type_code(client, "2222-2222").status_code for _time in range(61)]
    assert answers == [422] * 60 + [429]


def test_coming_too_often_gives_a_sentence(client, clock):
    for number in range(20):
        ask(client, f"player{number}@example.org")
    answer = ask(client, "ana@example.org")
    assert answer["Retry-After"] == "3600"
    page = answer.content.decode()
    assert "That was a little too often" in page
    assert "Please try again in 60 minutes." in page
    assert "<html" in page


@pytest.mark.parametrize(
    ("language", "words"), [("de", "ein wenig zu oft"), ("ro", "puțin cam des"), ("en", "a little too often")]
)
def test_the_sentence_is_translated(clock, language, words):
    browser = Client(headers={"accept-language": language})
    for number in range(20):
        ask(browser, f"player{number}@example.org")
    assert words in ask(browser, "ana@example.org").content.decode()


def test_a_script_gets_the_middle_of_the_page_and_where_it_belongs(client, clock):
    for number in range(20):
        ask(client, f"player{number}@example.org")
    answer = client.post("/sign-in/", {"email": "ana@example.org"}, headers={"hx-request": "true"})
    assert answer.status_code == 429
    assert "<html" not in answer.content.decode()
    assert "That was a little too often" in answer.content.decode()
    assert answer["HX-Retarget"] == "#main"


def test_three_new_tables_a_minute(client, clock):
    answers = [client.post("/tables/solo/", SOLO | {"seats": seats}).status_code for seats in (3, 4, 5, 6)]
    assert answers == [303, 303, 303, 429]
    clock.shift(timedelta(seconds=61))
    assert client.post("/tables/solo/", SOLO).status_code == 303


@pytest.mark.parametrize(("address", "form"), [("solo", SOLO), ("open", SOLO | {"clock": "slow", "is_public": "on"})])
def test_opening_tables_too_fast_loses_no_choice(client, clock, address, form):
    for _table in range(3):
        assert client.post("/tables/solo/", SOLO).status_code == 303
    answer = client.post(f"/tables/{address}/", form | {"seats": 5})
    page = answer.content.decode()
    assert answer.status_code == 429
    assert "Please try again in" in page
    assert re.search(r'name="seats" value="5"[^>]*checked', page)


def test_playing_again_counts_as_a_new_table(client, clock):
    client.post("/tables/solo/", SOLO)
    table = User.objects.get().hosted_tables.get()
    answers = [client.post(f"/tables/{table.pk}/again/").status_code for _time in range(4)]
    assert answers == [303, 303, 429, 429]


def test_guests_of_one_address_are_counted_by_the_day(clock, settings):
    settings.GUESTS_PER_ADDRESS = 2
    answers = [Client().post("/tables/solo/", SOLO).status_code for _guest in range(3)]
    assert answers == [303, 303, 429]
    assert User.objects.count() == 2
    assert Client(REMOTE_ADDR="192.0.2.7").post("/tables/solo/", SOLO).status_code == 303
    clock.shift(DAY)
    assert Client().post("/tables/solo/", SOLO).status_code == 303


def test_settings_of_a_stranger_count_as_a_guest(clock, settings):
    settings.GUESTS_PER_ADDRESS = 1
    chosen = {"deck": "four", "cards": "normal", "sort": "trump", "tap": "auto"}
    answers = [Client().post("/settings/", chosen).status_code for _guest in range(2)]
    assert answers == [302, 429]


def test_a_wait_of_nothing_is_nothing():
    assert take(THREE, "ana", NOON) == NOTHING
