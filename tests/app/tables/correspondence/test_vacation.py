"""Vacation days, on which nobody's time runs out in matches that take days."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from tests.support.friends import act, dealt, expiries, full_table, let_expire, on_turn, to_act
from tests.support.matches import reread
from tests.support.races import at_once
from tests.support.slow import slow_match, until_turn_of
from whist.refusals import NotFound
from whist.tables.correspondence import vacations
from whist.tables.correspondence.vacations import end_vacation, take_vacation
from whist.tables.match import moves
from whist.tables.match.deadlines import Rest, deadline, mail_time
from whist.tables.match.seats import is_played_for
from whist.tables.match.time_controls import GRACE
from whist.tables.models import Match, Vacation, day_of, midnight
from whist.tables.presence import breaks
from whist.tables.texts import refusals

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("ordinary_day")]

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
CLOCK = DAY + timedelta(seconds=GRACE)


def today():
    return day_of(timezone.now())


def take(user, first, days=1):
    """A vacation from in so many days on."""
    begin = today() + first * DAY
    return take_vacation(user, begin, begin + (days - 1) * DAY, timezone.now())


# -- deadlines -------------------------------------------------------------------------------------------------------

NOON = datetime(2026, 5, 13, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("begins", "ends", "due"),
    [
        (48, 72, 24),  # hours: the time is over before the vacation begins
        (24, 48, 24),  # exactly when it begins
        (23, 47, 47 + 24),
        (-10, 14, 14 + 24),
        (-48, -24, 24),  # over
        (-48, 0, 24),
    ],
)
def test_deadline_leaves_the_whole_time_after_a_vacation(begins, ends, due):
    rest = Rest(NOON + begins * HOUR, NOON + ends * HOUR)
    assert deadline(NOON, 24 * 3600, [rest]) == NOON + due * HOUR


def test_second_vacation_shortly_after_the_first_counts_too():
    rests = [Rest(NOON + 10 * HOUR, NOON + 20 * HOUR), Rest(NOON + 30 * HOUR, NOON + 40 * HOUR)]
    assert deadline(NOON, 24 * 3600, rests) == NOON + 64 * HOUR
    assert deadline(NOON, 3600, rests) == NOON + HOUR


def test_mail_waits_for_the_end_of_the_vacation():
    rest = Rest(NOON - HOUR, NOON + HOUR)
    assert mail_time(NOON, [rest]) == NOON + HOUR
    assert mail_time(NOON + HOUR, [rest]) == NOON + HOUR + timedelta(minutes=10)


def test_starting_a_vacation_moves_the_deadline(match, users):
    take(on_turn(match, users), 0, days=5)
    assert reread(match).due_at == midnight(today() + 5 * DAY) + CLOCK


def test_vacation_that_begins_before_the_deadline_moves_it_already_now(match, users):
    take(on_turn(match, users), 1, days=2)
    assert reread(match).due_at == midnight(today() + 3 * DAY) + CLOCK


def test_vacation_after_the_deadline_or_of_somebody_else_moves_nothing(match, users):
    before = reread(match).due_at
    take(on_turn(match, users), 2)
    take(users[(to_act(match) + 1) % 3], 0)
    assert reread(match).due_at == before


def test_turn_that_begins_during_a_vacation_waits_for_its_end(match, users):
    next_one = users[(to_act(match) + 1) % 3]
    take(next_one, 0, days=10)
    match = act(match, users, timezone.now())
    assert match.waits_for == next_one
    assert match.due_at == midnight(today() + 10 * DAY) + CLOCK


def test_ending_a_vacation_moves_the_deadline_back(match, users):
    user = on_turn(match, users)
    vacation = take(user, 0, days=20)
    end_vacation(vacation.pk, user, timezone.now() + HOUR)
    vacation.refresh_from_db()
    assert vacation.to_day == today()
    assert reread(match).due_at == midnight(today() + DAY) + CLOCK


def test_cancelled_vacation_is_as_if_it_had_never_been(match, users):
    user, before = on_turn(match, users), reread(match).due_at
    vacation = take(user, 1, days=20)
    assert reread(match).due_at > before
    end_vacation(vacation.pk, user, timezone.now())
    assert not Vacation.objects.exists()
    assert reread(match).due_at == before


def test_nobody_gains_time_by_taking_and_cancelling(match, users):
    user, before = on_turn(match, users), reread(match).due_at
    for _ in range(3):
        end_vacation(take(user, 1).pk, user, timezone.now() + HOUR)
    assert reread(match).due_at == before


def test_time_does_not_run_out_on_vacation_even_if_the_deadline_was_not_moved(match, users):
    """As if a move of the same moment had not seen the vacation yet."""
    user, due = on_turn(match, users), reread(match).due_at
    take(user, 0, days=3)
    moved = reread(match).due_at
    Match.objects.filter(pk=match.pk).update(due_at=due)
    assert not moves.advance_match(match.pk, due)
    assert reread(match).due_at == moved
    assert moves.advance_match(match.pk, moved)
    assert reread(match).actors == "c"


def test_paused_match_is_left_alone_and_goes_on_with_the_vacation(match, users):
    user, now = on_turn(match, users), timezone.now()
    for one in users:
        breaks.cast_vote(match.table_id, one, "pause", now)
    take(user, 0, days=4)
    assert reread(match).due_at is None
    for one in users:
        breaks.cast_vote(match.table_id, one, "resume", now + HOUR)
    assert reread(match).due_at == midnight(today() + 4 * DAY) + CLOCK


def test_quick_tables_know_no_vacation(users):
    match = dealt(full_table(users, 3, clock="slow"))
    before = reread(match).due_at
    take(on_turn(match, users), 0, days=3)
    assert reread(match).due_at == before


def test_player_back_during_their_vacation_has_the_time_of_the_vacation(match, users):
    user = on_turn(match, users)
    take(user, 0, days=3)
    breaks.come_back(match.table_id, user, timezone.now())
    assert reread(match).due_at == midnight(today() + 3 * DAY) + CLOCK


# -- days ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "last", "refusal"),
    [
        (date(2026, 5, 12), date(2026, 5, 14), refusals.VacationPast),
        (date(2026, 5, 16), date(2026, 5, 15), refusals.VacationBackwards),
        (date(2026, 6, 1), date(2026, 7, 1), refusals.VacationTooLong),
        (date(2027, 12, 31), date(2028, 1, 1), refusals.VacationTooFar),
        (date(2026, 5, 22), date(2026, 5, 30), refusals.VacationOverlaps),
        (date(2026, 5, 10), date(2026, 5, 30), refusals.VacationPast),
    ],
)
def test_impossible_vacations_are_refused_and_change_nothing(users, first, last, refusal):
    take_vacation(users[0], date(2026, 5, 20), date(2026, 5, 22), timezone.now())
    with pytest.raises(refusal):
        take_vacation(users[0], first, last, timezone.now())
    assert Vacation.objects.count() == 1


def test_thirty_days_a_calendar_year(users):
    ana, now = users[0], timezone.now()
    take_vacation(ana, date(2026, 12, 8), date(2027, 1, 6), now)
    assert vacations.days_left(ana, 2026) == {2026: 6, 2027: 24}
    take_vacation(ana, date(2026, 6, 1), date(2026, 6, 6), now)
    with pytest.raises(refusals.VacationTooLong):
        take_vacation(ana, date(2026, 7, 1), date(2026, 7, 1), now)
    take_vacation(ana, date(2027, 3, 1), date(2027, 3, 24), now)
    assert vacations.days_left(ana, 2026) == {2026: 0, 2027: 0}


def test_days_of_an_ended_vacation_come_back_but_for_those_that_were_used(users):
    ana, now = users[0], timezone.now()
    vacation = take(ana, 0, days=30)
    end_vacation(vacation.pk, ana, now + 3 * DAY)
    assert vacations.days_left(ana, 2026)[2026] == 26


def test_past_vacation_cannot_be_ended_nor_that_of_somebody_else(users):
    vacation = take(users[0], 0)
    with pytest.raises(NotFound):
        end_vacation(vacation.pk, users[1], timezone.now())
    with pytest.raises(refusals.VacationOver):
        end_vacation(vacation.pk, users[0], timezone.now() + DAY)


@pytest.mark.parametrize(("day", "hours"), [(date(2026, 3, 29), 23), (date(2026, 10, 25), 25), (date(2026, 5, 13), 24)])
def test_day_is_as_long_as_it_is_in_bucharest(day, hours):
    assert midnight(day + DAY) - midnight(day) == hours * HOUR
    assert day_of(midnight(day)) == day
    assert day_of(midnight(day + DAY) - timedelta(microseconds=1)) == day


def test_day_begins_at_midnight_in_bucharest(users):
    just_before = datetime(2026, 5, 13, 20, 59, tzinfo=UTC)
    take_vacation(users[0], date(2026, 5, 13), date(2026, 5, 13), just_before)
    with pytest.raises(refusals.VacationPast):
        take_vacation(users[1], date(2026, 5, 13), date(2026, 5, 13), just_before + timedelta(minutes=2))


def test_eight_at_once_enter_one_vacation(users):
    now = timezone.now()
    first = today() + DAY
    answers = at_once(*[lambda: take_vacation(users[0], first, first + 4 * DAY, now)] * 8)
    assert sum(isinstance(answer, Vacation) for answer in answers) == 1, answers
    assert sum(isinstance(answer, refusals.VacationOverlaps) for answer in answers) == 7


def test_eight_at_once_never_take_more_than_thirty_days(users):
    now = timezone.now()

    def job(number):
        first = today() + (1 + number * 10) * DAY
        return lambda: take_vacation(users[0], first, first + 9 * DAY, now)

    answers = at_once(*map(job, range(8)))
    assert sum(isinstance(answer, Vacation) for answer in answers) == 3, answers
    assert vacations.days_left(users[0], 2026)[2026] == 0


# -- the page --------------------------------------------------------------------------------------------------------


def test_page_takes_lists_and_ends_vacations(users, client):
    client.force_login(users[0])
    days = {"from_day": "2026-06-01", "to_day": "2026-06-10"}
    assert client.post("/account/vacation/", days).status_code == 303
    page = client.get("/account/vacation/").content.decode()
    assert "20 of 30 days left" in page
    assert "30 of 30 days left" in page
    vacation = Vacation.objects.get()
    assert client.post(f"/account/vacation/{vacation.pk}/end/").status_code == 303
    assert not Vacation.objects.exists()


@pytest.mark.parametrize(
    ("days", "status", "sentence"),
    [
        ({}, 400, "Please enter both days."),
        ({"from_day": "tomorrow", "to_day": "2026-06-01"}, 400, "This is no valid date."),
        ({"from_day": "2026-05-01", "to_day": "2026-06-01"}, 422, "A vacation begins today at the earliest."),
        ({"from_day": "2026-06-02", "to_day": "2026-06-01"}, 422, "The last day cannot be before the first."),
        ({"from_day": "2026-06-02", "to_day": "2026-08-01"}, 422, "You do not have so many days"),
    ],
)
def test_page_says_why_not(users, client, days, status, sentence):
    client.force_login(users[0])
    answer = client.post("/account/vacation/", days)
    assert answer.status_code == status
    assert sentence in answer.content.decode()
    assert not Vacation.objects.exists()


def fall_asleep(match, seat):
    """The player has let the clock run out twice, and bots play for them from now on."""
    let_expire(match, seat)
    return reread(match)


def enter_vacation(client, user, first):
    client.force_login(user)
    begin = today() + first * DAY
    assert client.post("/account/vacation/", {"from_day": begin, "to_day": begin + 9 * DAY}).status_code == 303


def test_bots_no_longer_play_for_who_enters_a_vacation_that_has_begun(users, client):
    seat = 0
    first, second = fall_asleep(slow_match(users), seat), fall_asleep(slow_match(users), seat)
    enter_vacation(client, users[seat], 0)
    end = midnight(today() + 10 * DAY)
    for timed_out in (reread(first), reread(second)):
        assert not is_played_for(timed_out.match_seats.get(seat=seat, to_action=None))
        match = until_turn_of(seat, timed_out, users, timezone.now())
        assert match.waits_for == users[seat]
        assert match.due_at == end + CLOCK


def test_timed_out_player_has_their_whole_time_after_the_vacation(match, users, client):
    seat = to_act(match)
    match = fall_asleep(match, seat)
    Match.objects.filter(pk=match.pk).update(waits_for=None, turn_at=None, mail_at=None, due_at=timezone.now())
    enter_vacation(client, users[seat], 0)
    match = reread(match)
    assert match.waits_for == users[seat]
    assert match.due_at == midnight(today() + 10 * DAY) + CLOCK


def test_bots_play_on_for_the_others_at_quick_tables_and_before_the_vacation_begins(match, users, client):
    sleeper, other = users[0], users[1]
    fall_asleep(match, 0)
    quick = dealt(full_table(users, 3, clock="slow"))
    let_expire(quick, 0)
    enter_vacation(client, other, 0)
    enter_vacation(client, sleeper, 1)
    assert expiries(match) == {0: 2}
    assert expiries(quick) == {0: 2}


def test_page_is_for_members_and_a_get_ends_nothing(users, client):
    vacation = take(users[0], 3)
    assert client.get("/account/vacation/").status_code == 303
    client.force_login(User.objects.create_guest())
    assert client.get("/account/vacation/").status_code == 303
    client.force_login(users[1])
    assert client.get(f"/account/vacation/{vacation.pk}/end/").status_code == 405
    assert client.post(f"/account/vacation/{vacation.pk}/end/").status_code == 404
    assert Vacation.objects.exists()
