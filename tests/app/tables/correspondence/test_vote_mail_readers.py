"""Which players of a correspondence match are told that others would like to pause or to go on, and in which words."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.template.loader import render_to_string
from django.utils import translation

from accounts.models import Mail, User
from accounts.privacy.deletion import delete_account
from tests.support.asking import addresses, paused_match, receivers, votes_told_to
from tests.support.browsers import browser_of
from tests.support.friends import act, let_expire, to_act, want
from tests.support.slow import slow_match
from whist.tables.account_hooks.merge import move_seats
from whist.tables.correspondence import turn_mails, vacations
from whist.tables.correspondence.turn_mails import send_turn_mails
from whist.tables.lobby import seating
from whist.tables.match.deadlines import MAIL_AFTER
from whist.tables.models import CorrespondenceSettings, Match, MatchSeat, midnight
from whist.tables.models import day_of as day

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.once]

SECOND, HOUR = timedelta(seconds=1), timedelta(hours=1)


# -- who is not written to -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("reason", ["at this table", "at all tables", "inactive", "no address"])
def test_player_who_may_or_would_not_be_written_to_is_not(paused, users, now, reason):
    want(paused, users[0], "resume", now)
    if reason == "at this table":
        turn_mails.want_mails_of(paused.table_id, users[1], False)
    elif reason == "at all tables":
        turn_mails.want_mails(users[1], False)
    elif reason == "inactive":
        User.objects.filter(pk=users[1].pk).update(is_active=False)
    else:
        User.objects.filter(pk=users[1].pk).update(email=None)
    send_turn_mails(now + MAIL_AFTER)
    assert receivers() == addresses(users[2])
    assert not MatchSeat.objects.exclude(mail_at=None).exists()


def test_nobody_is_told_on_vacation_but_afterwards(paused, users, now):
    vacations.take_vacation(users[1], day(now), day(now) + timedelta(days=2), now)
    want(paused, users[0], "resume", now)
    vacations.take_vacation(users[2], day(now), day(now) + timedelta(days=2), now)  # when they are asked already
    send_turn_mails(now + timedelta(hours=20))
    assert receivers() == []
    send_turn_mails(now + timedelta(days=3, hours=1))
    assert receivers() == addresses(*users[1:])


def test_vacation_that_is_not_taken_lets_the_mail_come(paused, users, now):
    tomorrow = day(now) + timedelta(days=1)
    vacation = vacations.take_vacation(users[1], tomorrow, tomorrow, now)
    asked_at = midnight(tomorrow) + HOUR
    want(paused, users[0], "resume", asked_at)
    vacations.end_vacation(vacation.pk, users[1], now)
    send_turn_mails(asked_at + MAIL_AFTER)
    assert users[1].email in receivers()


def test_mail_that_had_to_wait_does_not_come_on_vacation(paused, users, now):
    tomorrow = day(now) + timedelta(days=1)
    CorrespondenceSettings.objects.create(user=users[1], mailed_at=now + timedelta(hours=23))
    vacations.take_vacation(users[1], tomorrow, tomorrow + timedelta(days=1), now)
    MatchSeat.objects.filter(user=users[1]).update(asked_at=now, mail_at=now)
    MatchSeat.objects.filter(user=users[0]).update(vote="resume")
    send_turn_mails(now + SECOND)
    send_turn_mails(now + timedelta(hours=30))
    assert users[1].email not in receivers()
    send_turn_mails(now + timedelta(days=3))
    assert users[1].email in receivers()


# -- seats that change hands -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("has_anybody_acted", [True, False])
def test_player_who_has_given_up_the_seat_is_not_told(users, now, has_anybody_acted):
    match = slow_match(users)
    if has_anybody_acted:  # else the bot takes over the seat's row
        match = act(match, users, now)
    want(match, users[0], "pause", now)
    seating.stand_up(match.table_id, users[1], now)
    assert not match.match_seats.filter(seat=1).exclude(mail_at=None).exists()
    send_turn_mails(now + MAIL_AFTER)
    assert votes_told_to(users[2]) == ["1 of 2 wants to pause"]
    assert not Mail.objects.filter(to=users[1].email).exists()


def test_vote_of_a_player_who_has_given_up_the_seat_is_nobodys(paused, users, now):
    want(paused, users[0], "resume", now)
    seating.stand_up(paused.table_id, users[0], now)
    send_turn_mails(now + MAIL_AFTER)
    assert receivers() == []
    want(paused, users[1], "resume", now + HOUR)
    send_turn_mails(now + HOUR + MAIL_AFTER)
    assert receivers() == addresses(users[2])


def test_player_who_sits_down_has_looked_and_owes_no_answer_to_the_one_before(paused, users, now):
    dan = User.objects.create_user("dan@example.org", name="Dan")
    want(paused, users[0], "resume", now)
    seating.stand_up(paused.table_id, users[1], now)
    seating.sit_down(paused.table_id, dan, 1, now + SECOND)
    send_turn_mails(now + MAIL_AFTER + SECOND)
    assert receivers() == addresses(users[2])
    want(paused, users[2], "resume", now + HOUR)
    send_turn_mails(now + HOUR + MAIL_AFTER)
    assert dan.email in receivers()


def test_player_whose_seat_a_bot_minds_is_told_though_they_do_not_count(paused, users, now):
    let_expire(paused, 2)
    want(paused, users[0], "resume", now)
    send_turn_mails(now + MAIL_AFTER)
    assert receivers() == addresses(*users[1:])
    assert votes_told_to(users[2]) == ["1 of 2 wants to go on"]


def test_vote_of_somebody_for_whom_a_bot_plays_is_not_told(paused, users, now):
    want(paused, users[0], "resume", now)
    let_expire(paused, 0)
    send_turn_mails(now + MAIL_AFTER)
    assert receivers() == []


def test_match_that_has_ended_waits_for_nobody(users, now):
    match = slow_match(users)
    want(match, users[0], "pause", now)
    Match.objects.filter(pk=match.pk).update(finished_at=now, due_at=None, waits_for=None, mail_at=None)
    send_turn_mails(now + MAIL_AFTER)
    assert receivers() == []
    assert not MatchSeat.objects.exclude(mail_at=None).exists()


def test_what_is_asked_of_a_guest_is_asked_of_their_account(users, now):
    guest = User.objects.create_guest()
    match = paused_match([users[0], users[1], guest], now)
    want(match, users[0], "resume", now)
    move_seats(guest, users[2])
    send_turn_mails(now + MAIL_AFTER)
    assert receivers() == addresses(*users[1:])


def test_player_who_has_deleted_their_account_is_asked_for_nothing(paused, users, now):
    want(paused, users[0], "resume", now)
    delete_account(users[1], now)
    Mail.objects.all().delete()
    send_turn_mails(now + MAIL_AFTER)
    assert receivers() == addresses(users[2])


# -- looking ---------------------------------------------------------------------------------------------------------


def test_look_at_what_others_ask_counts_also_right_after_another_look(paused, users, now):
    browser = browser_of(users[1])
    want(paused, users[0], "resume", now)
    for moment in (now - 3 * SECOND, now + 2 * SECOND):
        with time_machine.travel(moment, tick=False):
            browser.get(f"/tables/{paused.table_id}/")
    send_turn_mails(now + MAIL_AFTER)
    assert receivers() == addresses(users[2])


# -- what they look like ---------------------------------------------------------------------------------------------

WORDS = {"en": "wants to go on", "de": "möchte weiterspielen", "ro": "vrea să continue"}


def rendered(mail):
    """Subject, plain text and page of a mail in its language."""
    with translation.override(mail.language):
        ends = (".subject.txt", ".txt", ".html")
        return [render_to_string(f"accounts/mails/turns{end}", mail.context) for end in ends]


@pytest.mark.parametrize("language", ["en", "de", "ro"])
def test_mail_is_written_in_the_language_of_its_reader_and_names_nobody_else(paused, users, now, language):
    User.objects.update(language=language)
    want(paused, users[0], "resume", now)
    send_turn_mails(now + MAIL_AFTER)
    mail = Mail.objects.get(to=users[1].email)
    subject, plain, html = rendered(mail)
    assert all(WORDS[language] in text for text in (subject, plain, html))
    for address in (mail.context["settings_url"], mail.context["votes"][0]["url"]):
        assert address in plain
        assert address in html
    assert users[0].name not in subject + plain + html
    assert not re.search(r"[♣♦♥♠]", plain + html)


GAME = "Romanian whist"
ONE_TURN, TURNS = f"It is your turn: {GAME}", "It is your turn at 2 tables"
ONE_WISH, WISHES = f"1 of 3 wants to go on: {GAME}", "At 2 tables others would like to pause or to go on"


@pytest.mark.parametrize(
    ("turns", "votes", "subject"),
    [
        (1, 0, ONE_TURN),
        (2, 0, TURNS),
        (0, 1, ONE_WISH),
        (0, 2, WISHES),
        (1, 1, f"{ONE_TURN} · {ONE_WISH}"),
        (2, 2, f"{TURNS} · {WISHES}"),
    ],
)
def test_subject_and_sections_say_what_the_mail_is_about(users, now, turns, votes, subject):
    running = [slow_match(users) for _ in range(turns)]
    user = users[to_act(running[0])] if running else users[0]
    paused = [paused_match(users, now) for _ in range(votes)]
    for match in paused:
        want(match, next(each for each in users if each != user), "resume", now)
    User.objects.update(language="en")
    send_turn_mails(now + MAIL_AFTER + 5 * SECOND)
    title, plain, html = rendered(Mail.objects.get(to=user.email))
    assert title.strip() == subject
    assert subject in html
    for text in (plain, html):
        assert (" for you:" in text) == bool(turns)
        assert ("Others would like to pause or to go on:" in text) == bool(votes)
        assert text.count("It goes on when everybody wants to.") == votes


def test_mail_about_a_running_match_says_what_becomes_of_the_vote(users, now):
    match = slow_match(users)
    want(match, users[to_act(match)], "pause", now)
    send_turn_mails(now + MAIL_AFTER)
    for mail in Mail.objects.all():
        subject, plain, html = rendered(mail)
        assert subject.strip() == f"1 of 3 wants to pause: {GAME}"
        for text in (plain, html):
            assert "The match is paused when everybody wants to." in text


def test_mail_that_was_written_before_there_were_any_about_votes_is_still_good():
    """It may wait in the outbox during an upgrade."""
    turn = {"game": GAME, "since": "today", "until": "tomorrow", "url": "https://example.org/tables/1/"}
    mail = Mail(language="en", context={"name": "Ana", "count": 1, "turns": [turn]})
    subject, plain, html = rendered(mail)
    assert subject.strip() == ONE_TURN
    assert all("Others would like" not in text for text in (plain, html))
