"""Who does not come back to a paused match, whatever its clock."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.app.friends import dealt, expire, full_table, people
from tests.app.matches import reread
from whist.tables import absence, breaks, company
from whist.tables.models import day_of
from whist.tables.vacations import take_vacation

pytestmark = pytest.mark.django_db(transaction=True)


def holder(match, seat):
    return match.tenures.get(seat=seat, to_action=None).user


def pause(match, users, now):
    for user in users:
        breaks.say_wish(match.table_id, user, "pause", now)
    assert reread(match).is_paused


@pytest.mark.parametrize("clock", ["normal", "day"])
def test_who_is_not_seen_for_a_week_holds_nobody_up_in_a_pause(clock):
    """Whether his browser ever opened a socket or not."""
    users = people(3)
    match, now = dealt(full_table(users, 3, clock=clock)), timezone.now()
    pause(match, users, now)
    later = now + timedelta(days=8)
    company.attend(match.table, users[0], later)
    company.attend(match.table, users[1], now + timedelta(days=2))
    breaks.say_wish(match.table_id, users[0], "resume", later)
    absence.part_with_absent(now + timedelta(days=6))
    assert holder(match, 2) == users[2]

    absence.part_with_absent(later)
    assert [holder(match, seat) for seat in range(3)] == [users[0], users[1], None]
    assert reread(match).is_paused
    breaks.say_wish(match.table_id, users[1], "resume", later)
    assert not reread(match).is_paused


def test_match_of_days_goes_on_when_the_only_one_who_did_not_want_it_is_not_seen_for_a_week():
    users = people(2)
    match, now = dealt(full_table(users, 3, clock="day")), timezone.now()
    pause(match, users, now)
    later = now + timedelta(days=8)
    company.attend(match.table, users[0], later)
    breaks.say_wish(match.table_id, users[0], "resume", later)
    absence.part_with_absent(later)
    assert holder(match, 1) is None
    assert not reread(match).is_paused
    assert expire(match).actors


def test_paused_match_of_days_that_nobody_looks_at_is_played_to_its_end():
    users = people(2)
    match, now = dealt(full_table(users, 3, clock="three_days")), timezone.now()
    pause(match, users, now)
    absence.part_with_absent(now + timedelta(days=8))
    while (match := reread(match)).finished_at is None:
        match = expire(match)
    assert match.waits_for is None


def test_seat_is_kept_in_a_pause_for_who_is_on_vacation():
    users = people(2)
    match, now = dealt(full_table(users, 3, clock="day")), timezone.now()
    pause(match, users, now)
    today = day_of(now)
    take_vacation(users[1], today, today + timedelta(days=9), now)
    absence.part_with_absent(now + timedelta(days=15))
    assert [holder(match, 0), holder(match, 1)] == [None, users[1]]
    absence.part_with_absent(now + timedelta(days=18))
    assert holder(match, 1) is None


def test_who_had_no_turn_for_a_week_before_the_pause_has_a_week_in_it():
    users = people(3)
    match, now = dealt(full_table(users, 3, clock="three_days")), timezone.now()
    other = next(user for user in users if user.pk != match.waits_for_id)
    later = now + timedelta(days=8)
    breaks.say_wish(match.table_id, other, "pause", now)
    for user in users:
        if user != other:
            company.attend(match.table, user, later)
            breaks.say_wish(match.table_id, user, "pause", later)
    assert reread(match).is_paused
    absence.part_with_absent(later)
    assert match.tenures.filter(user=other, to_action=None).exists()
