"""Turns in matches that take days after a pause: nobody knows of them but by mail."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from accounts.models import Mail
from tests.support.asking import addresses, look, receivers
from tests.support.friends import on_turn, want
from tests.support.matches import reread
from whist.tables.correspondence.turn_mails import send_turn_mails
from whist.tables.correspondence.vacations import end_vacation, take_vacation
from whist.tables.match import moves
from whist.tables.match.deadlines import MAIL_AFTER
from whist.tables.match.downtime import WEB, note_web
from whist.tables.match.time_controls import DAY as CLOCK
from whist.tables.match.time_controls import GRACE
from whist.tables.models import Heartbeat, Match, day_of, midnight

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.once]

SECOND, HOUR, DAY = timedelta(seconds=1), timedelta(hours=1), timedelta(days=1)


@pytest.fixture(autouse=True)
def evening():
    """So that a match that goes on in the afternoon still waits at midnight."""
    with time_machine.travel(datetime(2026, 5, 13, 17, tzinfo=UTC), tick=True):
        yield


def want_in_turn(match, users, vote, moments):
    for user, moment in zip(users, moments, strict=True):
        want(match, user, vote, moment)
    return reread(match)


def pause_with(match, users, left):
    """When whoever is to act has so much time left."""
    now = match.due_at - left
    assert want_in_turn(match, users, "pause", [now] * 3).is_paused
    return now


def resume(match, users, now, *, first=None):
    """The last one agrees days after the others."""
    return want_in_turn(match, sorted(users, key=lambda user: user != first), "resume", [now - 2 * DAY, now - DAY, now])


@pytest.mark.parametrize("knows", ["by mail", "by a look", "not at all"])
def test_player_who_is_to_act_when_a_match_goes_on_days_later_is_told(match, users, knows):
    user = on_turn(match, users)
    if knows == "by mail":
        send_turn_mails(match.turn_at + MAIL_AFTER)
        Mail.objects.all().delete()
    if knows == "by a look":
        look(match, user, match.turn_at + SECOND)
        send_turn_mails(match.turn_at + MAIL_AFTER)
    now = pause_with(match, users, 3 * HOUR) + 3 * DAY
    look(match, user, now - 2 * DAY)
    match = resume(match, users, now, first=user)
    assert match.turn_at == now
    send_turn_mails(now + MAIL_AFTER - SECOND)
    assert receivers() == []
    send_turn_mails(now + MAIL_AFTER)
    assert receivers() == addresses(user)


def test_player_who_has_looked_since_it_goes_on_is_not_told(match, users):
    now = pause_with(match, users, 3 * HOUR) + 3 * DAY
    resume(match, users, now)
    look(match, on_turn(match, users), now + SECOND)
    send_turn_mails(now + MAIL_AFTER)
    assert receivers() == []


@pytest.mark.parametrize(
    ("left", "then"),
    [
        (2 * SECOND, 12 * HOUR),
        (3 * HOUR, 12 * HOUR),
        (20 * HOUR, 20 * HOUR),
    ],
)
def test_player_who_is_to_act_has_twelve_hours_at_least(match, users, left, then):
    now = pause_with(match, users, left) + 3 * DAY
    assert resume(match, users, now).due_at == now + then


def test_nobody_has_more_than_the_whole_time(match, users):
    take_vacation(on_turn(match, users), day_of(match.turn_at), day_of(match.turn_at), match.turn_at)
    match = reread(match)
    now = pause_with(match, users, match.due_at - match.turn_at) + 3 * DAY
    assert resume(match, users, now).due_at == now + timedelta(seconds=CLOCK + GRACE)


def test_pauses_one_after_the_other_do_not_shorten_what_is_left(match, users):
    now = pause_with(match, users, 20 * HOUR)
    match = resume(match, users, now + 3 * DAY)
    now = pause_with(match, users, 16 * HOUR)
    assert resume(match, users, now + 3 * DAY).due_at == now + 3 * DAY + 16 * HOUR


def test_vacation_that_is_taken_and_cancelled_gives_no_more_time_than_was_left(match, users):
    user, now = on_turn(match, users), pause_with(match, users, 3 * HOUR) + 3 * DAY
    due = resume(match, users, now).due_at
    today = day_of(now)
    vacation = take_vacation(user, today + DAY, today + 2 * DAY, now)
    assert reread(match).due_at == midnight(today + 3 * DAY) + timedelta(seconds=CLOCK + GRACE)
    end_vacation(vacation.pk, user, now)
    assert reread(match).due_at == due


def test_vacation_after_the_time_that_was_left_does_not_put_it_off(match, users):
    user, now = on_turn(match, users), pause_with(match, users, 3 * HOUR) + 3 * DAY
    due = resume(match, users, now).due_at
    take_vacation(user, day_of(now) + 2 * DAY, day_of(now) + 3 * DAY, now)
    assert moves.advance_match(match.pk, due)
    assert reread(match).actors == "c"


def test_nobody_is_told_on_vacation_that_a_match_goes_on(match, users):
    user, now = on_turn(match, users), pause_with(match, users, 3 * HOUR) + 3 * DAY
    take_vacation(user, day_of(now), day_of(now), now)
    match = resume(match, users, now)
    assert match.mail_at == midnight(day_of(now) + DAY)
    assert match.due_at == match.mail_at + timedelta(seconds=CLOCK + GRACE)


def test_next_turn_has_the_whole_time_again(match, users):
    now = pause_with(match, users, 3 * HOUR) + 3 * DAY
    match = resume(match, users, now)
    assert moves.advance_match(match.pk, match.due_at)
    after = Match.objects.get(pk=match.pk)
    assert after.turn_seconds is None
    assert after.due_at - after.turn_at == timedelta(seconds=CLOCK + GRACE)


def test_what_a_worker_put_off_in_an_outage_is_no_gift_to_who_has_less_than_the_whole_time(match, users):
    now = pause_with(match, users, 3 * HOUR) + 3 * DAY
    due = resume(match, users, now).due_at
    Heartbeat.objects.update_or_create(name=WEB, defaults={"at": due - HOUR})
    assert not moves.advance_match(match.pk, due)
    note_web(due + HOUR, is_new=True)
    assert reread(match).due_at == due + 2 * HOUR
