"""Players who do not come back to a paused match."""

from datetime import timedelta

import pytest
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts.models import Mail, User
from tests.support.asking import addresses, receivers
from tests.support.friends import dealt, expire, full_table, holder, pause, people, to_act
from tests.support.matches import reread
from tests.support.slow import slow_match
from whist.tables.correspondence.turn_mails import send_turn_mails, want_mails
from whist.tables.correspondence.vacations import take_vacation
from whist.tables.lobby import seating
from whist.tables.match.deadlines import MAIL_AFTER
from whist.tables.models import day_of
from whist.tables.presence import breaks, no_shows

pytestmark = pytest.mark.django_db(transaction=True)

SECOND, DAY, WEEK = timedelta(seconds=1), timedelta(days=1), timedelta(days=7)


def test_player_who_is_not_seen_for_a_week_holds_nobody_up_in_a_pause():
    """Whether his browser ever opened a socket or not."""
    users = people(3)
    match, now = dealt(full_table(users, 3)), timezone.now()
    pause(match, users, now)
    later = now + timedelta(days=8)
    seating.add_participant(match.table, users[0], later)
    seating.add_participant(match.table, users[1], now + timedelta(days=2))
    breaks.cast_vote(match.table_id, users[0], "resume", later)
    no_shows.free_seats_of_absent(now + timedelta(days=6))
    assert holder(match, 2) == users[2]

    no_shows.free_seats_of_absent(later)
    assert [holder(match, seat) for seat in range(3)] == [users[0], users[1], None]
    assert reread(match).is_paused
    breaks.cast_vote(match.table_id, users[1], "resume", later)
    assert not reread(match).is_paused


# -- where a turn takes days ------------------------------------------------------------------------------------------


@pytest.fixture
def paused(users, now):
    """Everybody has agreed to pause, and was there."""
    match = dealt(full_table(users, 3, clock="day"))
    pause(match, users, now)
    for user in users:
        seating.add_participant(match.table, user, now)
    return match


def holders(match):
    return [holder(match, seat) for seat in range(3)]


def want_to_go_on(match, user, now):
    seating.add_participant(match.table, user, now)
    breaks.cast_vote(match.table_id, user, "resume", now)


def test_pause_of_holidays_costs_nobody_their_seat(paused, users, now):
    no_shows.free_seats_of_absent(now + 59 * DAY)
    assert holders(paused) == users
    assert reread(paused).is_paused


def test_player_asked_to_go_on_who_does_not_look_in_for_a_week_loses_their_seat(paused, users, now):
    asked = now + 20 * DAY
    want_to_go_on(paused, users[0], asked)
    no_shows.free_seats_of_absent(asked + WEEK - SECOND)
    assert holders(paused) == users
    seating.add_participant(paused.table, users[1], asked + WEEK - SECOND)
    no_shows.free_seats_of_absent(asked + WEEK)
    assert holders(paused) == [users[0], users[1], None]
    assert reread(paused).is_paused
    want_to_go_on(paused, users[1], asked + WEEK)
    assert not reread(paused).is_paused


def test_match_goes_on_when_the_only_one_who_did_not_want_it_loses_their_seat(paused, users, now):
    asked = now + 20 * DAY
    for user in users[:2]:
        want_to_go_on(paused, user, asked)
    no_shows.free_seats_of_absent(asked + WEEK)
    assert holder(paused, 2) is None
    assert not reread(paused).is_paused


def test_player_who_looks_in_once_a_week_need_not_agree(paused, users, now):
    asked = now + 20 * DAY
    want_to_go_on(paused, users[0], asked)
    for days in range(6, 50, 6):
        for user in users[1:]:
            seating.add_participant(paused.table, user, asked + days * DAY)
        no_shows.free_seats_of_absent(asked + days * DAY + 5 * DAY)
    assert holders(paused) == users


def test_vote_that_was_taken_back_costs_nobody_their_seat(paused, users, now):
    asked = now + 20 * DAY
    want_to_go_on(paused, users[0], asked)
    send_turn_mails(asked + MAIL_AFTER)
    breaks.cast_vote(paused.table_id, users[0], "", asked + DAY)
    no_shows.free_seats_of_absent(asked + 10 * DAY)
    assert holders(paused) == users


def test_player_who_was_asked_long_ago_is_told_anew_and_has_a_week_again(paused, users, now):
    asked = now + 20 * DAY
    want_to_go_on(paused, users[0], asked)
    send_turn_mails(asked + MAIL_AFTER)
    breaks.cast_vote(paused.table_id, users[0], "", asked + DAY)
    Mail.objects.all().delete()
    again = asked + 10 * DAY
    want_to_go_on(paused, users[0], again)
    send_turn_mails(again + MAIL_AFTER)
    assert receivers() == addresses(*users[1:])
    no_shows.free_seats_of_absent(again + WEEK - SECOND)
    assert holders(paused) == users
    no_shows.free_seats_of_absent(again + WEEK)
    assert holders(paused) == [users[0], None, None]


@pytest.mark.parametrize("reason", ["no mails", "has looked"])
def test_player_who_is_not_written_to_has_a_week_as_well(paused, users, now, reason):
    asked = now + 20 * DAY
    want_to_go_on(paused, users[0], asked)
    if reason == "no mails":
        want_mails(users[1], False)
    else:
        seating.add_participant(paused.table, users[1], asked + SECOND)
    send_turn_mails(asked + MAIL_AFTER)
    no_shows.free_seats_of_absent(asked + 2 * MAIL_AFTER)
    assert holders(paused) == users
    no_shows.free_seats_of_absent(asked + WEEK + SECOND)
    assert holder(paused, 1) is None


def test_player_who_wanted_to_go_on_and_takes_it_back_is_asked_by_the_others(paused, users, now):
    asked = now + 20 * DAY
    for user in users[:2]:
        want_to_go_on(paused, user, asked)
    breaks.cast_vote(paused.table_id, users[1], "", asked)
    seating.add_participant(paused.table, users[2], asked + DAY)
    no_shows.free_seats_of_absent(asked + WEEK - SECOND)
    assert holders(paused) == users
    no_shows.free_seats_of_absent(asked + WEEK)
    assert holders(paused) == [users[0], None, users[2]]


def test_player_who_has_not_been_seen_for_sixty_days_does_not_come_back(paused, users, now):
    seating.add_participant(paused.table, users[0], now + 2 * DAY)
    no_shows.free_seats_of_absent(now + 60 * DAY)
    assert holders(paused) == [users[0], None, None]


def test_paused_match_that_nobody_looks_at_is_played_to_its_end(paused, now):
    no_shows.free_seats_of_absent(now + 60 * DAY)
    while (match := reread(paused)).finished_at is None:
        match = expire(match)
    assert match.waits_for is None


def test_days_of_vacation_do_not_count_where_others_ask(paused, users, now):
    want_to_go_on(paused, users[0], now)
    today = day_of(now)
    take_vacation(users[1], today, today + 9 * DAY, now)
    no_shows.free_seats_of_absent(now + 15 * DAY)
    assert holders(paused) == [users[0], users[1], None]
    no_shows.free_seats_of_absent(now + 18 * DAY)
    assert holder(paused, 1) is None


def test_days_of_vacation_do_not_count_where_nobody_asks(paused, users, now):
    begin = day_of(now) + 40 * DAY
    take_vacation(users[1], begin, begin + 9 * DAY, now)
    no_shows.free_seats_of_absent(now + 61 * DAY)
    assert holders(paused) == [None, users[1], None]


@pytest.mark.parametrize("language", ["en", "de", "ro"])
def test_mail_says_that_a_seat_is_lost_after_a_week(paused, users, now, language):
    User.objects.update(language=language)
    want_to_go_on(paused, users[0], now + DAY)
    send_turn_mails(now + DAY + MAIL_AFTER)
    context = Mail.objects.get(to=users[1].email).context
    with translation.override(language):
        sentence = _("Who does not look in for a week loses his seat to a bot.")
        for end in (".txt", ".html"):
            assert sentence in render_to_string(f"accounts/mails/turns{end}", context)


def test_mail_about_a_running_match_threatens_nobody(users, now):
    match = slow_match(users)
    breaks.cast_vote(match.table_id, users[to_act(match) - 1], "pause", now)
    send_turn_mails(now + MAIL_AFTER)
    for mail in Mail.objects.all():
        assert "loses his seat" not in render_to_string("accounts/mails/turns.txt", mail.context)


def test_player_who_had_no_turn_for_a_week_before_the_pause_has_a_week_in_it():
    users = people(3)
    match, now = dealt(full_table(users, 3, clock="three_days")), timezone.now()
    other = next(user for user in users if user.pk != match.waits_for_id)
    later = now + timedelta(days=8)
    breaks.cast_vote(match.table_id, other, "pause", now)
    for user in users:
        if user != other:
            seating.add_participant(match.table, user, later)
            breaks.cast_vote(match.table_id, user, "pause", later)
    assert reread(match).is_paused
    no_shows.free_seats_of_absent(later)
    assert match.match_seats.filter(user=other, to_action=None).exists()
