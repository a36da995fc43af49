"""Mails about a turn that a vacation puts off: its time runs again when the vacation is over."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts.models import Mail
from tests.support.asking import addresses, look, receivers
from tests.support.friends import act, to_act
from tests.support.matches import reread
from whist.tables.account_hooks.correspondence import is_stale
from whist.tables.correspondence.turn_mails import PAUSE, send_turn_mails
from whist.tables.correspondence.vacations import end_vacation, take_vacation
from whist.tables.match.deadlines import MAIL_AFTER
from whist.tables.models import CorrespondenceSettings, day_of, midnight

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("ordinary_day"), pytest.mark.once]

SECOND, HOUR, DAY = timedelta(seconds=1), timedelta(hours=1), timedelta(days=1)


@pytest.fixture
def user(match, users):
    """Who is to act."""
    return users[to_act(match)]


def told_of(match):
    """When the player has been told of the turn."""
    now = match.turn_at + MAIL_AFTER
    send_turn_mails(now)
    Mail.objects.all().delete()
    return now


def take(user, now, *, first, days=2):
    """A vacation from in so many days on, and when it is over."""
    begin = day_of(now) + first * DAY
    return take_vacation(user, begin, begin + (days - 1) * DAY, now), midnight(begin + days * DAY)


def mails_until(moment, since):
    """As the job sends them, every half hour."""
    while since < moment:
        send_turn_mails(since)
        since += HOUR / 2
    return receivers()


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("knows", ["by mail", "by a look"])
def test_player_who_knows_of_their_turn_is_told_once_more_after_the_vacation(match, user, knows, first):
    if knows == "by a look":
        look(match, user, match.turn_at + SECOND)
    now = told_of(match)
    _vacation, back = take(user, now, first=first)
    assert mails_until(back, now) == []
    send_turn_mails(back)
    assert receivers() == addresses(user)
    assert mails_until(reread(match).due_at, back + SECOND) == addresses(user)


def test_player_who_learns_of_their_turn_when_the_vacation_is_entered_already(match, user):
    now = match.turn_at
    _vacation, back = take(user, now, first=1)
    now = told_of(match)
    assert mails_until(back, now) == []
    assert mails_until(reread(match).due_at, back) == addresses(user)


@pytest.mark.parametrize("parts", [[2, 8], [1, 1, 1, 1, 1]])
def test_vacations_that_follow_one_another_are_one(match, user, parts):
    """Who stays away longer enters a second one, and is written to after all of them."""
    now, first = told_of(match), 1
    for days in parts:
        _vacation, back = take(user, now, first=first, days=days)
        first += days
    assert mails_until(back, now) == []
    send_turn_mails(back)
    assert receivers() == addresses(user)


@pytest.mark.parametrize("looked", ["on vacation", "after it"])
def test_player_who_has_looked_since_the_vacation_began_is_not_told_again(match, user, looked):
    now = told_of(match)
    _vacation, back = take(user, now, first=1)
    look(match, user, back - HOUR if looked == "on vacation" else back)
    assert mails_until(reread(match).due_at, back + SECOND) == []


def test_vacation_that_puts_nothing_off_brings_no_mail(match, user):
    now = told_of(match)
    take(user, now, first=2)
    assert reread(match).mail_at is None
    assert mails_until(reread(match).due_at, now) == []


def test_each_vacation_that_puts_the_turn_off_brings_a_mail_at_its_end(match, user):
    now = told_of(match)
    _first, back = take(user, now, first=1)
    _second, again = take(user, now, first=4)  # within the day left after the first one
    assert reread(match).mail_at == back
    send_turn_mails(back)
    Mail.objects.all().delete()
    assert mails_until(again, back + HOUR) == []
    assert mails_until(reread(match).due_at, again) == addresses(user)


def test_vacation_that_ends_today_brings_no_mail_today(match, user):
    now = told_of(match)
    vacation, _back = take(user, now, first=0, days=9)
    end_vacation(vacation.pk, user, now + HOUR)
    tonight = midnight(day_of(now) + DAY)
    assert mails_until(tonight, now + HOUR) == []
    assert mails_until(tonight + HOUR, tonight) == addresses(user)


def test_mail_that_had_to_wait_does_not_come_on_a_vacation(match, user):
    now = match.turn_at
    CorrespondenceSettings.objects.create(user=user, mailed_at=now)
    send_turn_mails(now + MAIL_AFTER)
    assert reread(match).mail_at == now + PAUSE
    _vacation, back = take(user, now + HOUR, first=0)
    assert mails_until(back, now + HOUR) == []
    assert mails_until(back + HOUR, back) == addresses(user)


def test_next_turn_is_told_of_as_ever(match, users, user):
    now = told_of(match)
    take(user, now, first=1)
    match = act(match, users, timezone.now())
    assert match.mail_at == match.turn_at + MAIL_AFTER


@pytest.mark.parametrize("is_entered", ["before the mail", "after it"])
def test_mail_that_could_not_be_sent_for_a_while_is_no_less_true_for_a_vacation(match, user, is_entered):
    now = match.turn_at + MAIL_AFTER
    if is_entered == "before the mail":
        take(user, now, first=1)
    send_turn_mails(now)
    if is_entered == "after it":
        take(user, now, first=1)
    assert not is_stale(Mail.objects.get())
    look(match, user, now + SECOND)
    assert is_stale(Mail.objects.get())


def test_look_before_the_vacation_makes_the_mail_at_its_end_no_less_true(match, user):
    look(match, user, match.turn_at + SECOND)
    now = told_of(match)
    _vacation, back = take(user, now, first=1)
    send_turn_mails(back)
    with time_machine.travel(back + HOUR):
        assert not is_stale(Mail.objects.get())
