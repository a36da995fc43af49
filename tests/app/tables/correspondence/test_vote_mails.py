"""Mails to players whom the others ask, in correspondence matches, to pause or to go on."""

from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from accounts.models import Mail
from accounts.outbox import MOST_WAITING
from tests.support.asking import addresses, look, paused_match, receivers, votes_told_to
from tests.support.friends import act, dealt, full_table, to_act, want
from tests.support.matches import reread
from tests.support.plans import plan_of
from tests.support.races import at_once
from tests.support.slow import slow_match
from whist.tables.correspondence import turn_mails
from whist.tables.correspondence.turn_mails import PAUSE, send_turn_mails
from whist.tables.lobby import seating
from whist.tables.match.deadlines import MAIL_AFTER
from whist.tables.match.votes import heed_votes
from whist.tables.models import CorrespondenceSettings, MatchSeat

pytestmark = pytest.mark.django_db(transaction=True)

SECOND, HOUR = timedelta(seconds=1), timedelta(hours=1)


# -- who is told, and when -------------------------------------------------------------------------------------------


def test_player_who_has_not_voted_to_go_on_is_told_after_ten_minutes(paused, users, now):
    want(paused, users[0], "resume", now)
    send_turn_mails(now + MAIL_AFTER - SECOND)
    assert receivers() == []
    send_turn_mails(now + MAIL_AFTER)
    assert receivers() == addresses(*users[1:])
    mail = Mail.objects.get(to=users[1].email)
    (vote,) = mail.context["votes"]
    assert (mail.kind, mail.context["turns"]) == ("turns", [])
    assert (vote["game"], vote["sentence"], vote["is_paused"]) == ("Romanian whist", "1 of 3 wants to go on", True)
    assert vote["url"].startswith("http")
    assert vote["url"].endswith(f"/tables/{paused.table_id}/")


def test_player_who_would_like_to_pause_a_running_match_is_heard(users, now):
    match = slow_match(users)
    other = next(user for user in users if user != users[to_act(match)])
    want(match, other, "pause", now)
    send_turn_mails(now + MAIL_AFTER)
    asked = [user for user in users if user != other]
    assert receivers() == addresses(*asked)
    for user in asked:
        assert votes_told_to(user) == ["1 of 3 wants to pause"]


def test_nothing_is_told_twice(paused, users, now):
    want(paused, users[0], "resume", now)
    for late in (MAIL_AFTER, MAIL_AFTER, MAIL_AFTER + PAUSE, MAIL_AFTER + 2 * PAUSE):
        send_turn_mails(now + late)
    assert receivers() == addresses(*users[1:])


def test_player_who_has_looked_since_is_not_written_to(paused, users, now):
    look(paused, users[2], now - SECOND)
    want(paused, users[0], "resume", now)
    look(paused, users[1], now + SECOND)
    send_turn_mails(now + MAIL_AFTER)
    assert receivers() == addresses(users[2])


def test_player_who_has_agreed_is_not_written_to(paused, users, now):
    want(paused, users[0], "resume", now)
    want(paused, users[1], "resume", now + SECOND)
    send_turn_mails(now + MAIL_AFTER)
    assert receivers() == addresses(users[2])
    assert votes_told_to(users[2]) == ["2 of 3 want to go on"]


def test_player_who_has_agreed_and_thought_better_of_it_knows_what_is_asked(paused, users, now):
    want(paused, users[0], "resume", now)
    for vote in ("resume", ""):
        want(paused, users[1], vote, now + SECOND)
    send_turn_mails(now + MAIL_AFTER)
    assert receivers() == addresses(users[2])


def test_nobody_is_asked_any_more_when_the_match_goes_on(paused, users, now):
    for user in users:
        want(paused, user, "resume", now)
    assert not MatchSeat.objects.exclude(mail_at=None, asked_at=None).exists()
    for user in users:
        look(paused, user, now + SECOND)
    send_turn_mails(now + MAIL_AFTER)
    assert receivers() == []


def test_player_who_says_for_the_last_one_what_all_want_leaves_nobody_to_tell(paused, users, now):
    """Somebody leaves who did not want it: it happens without a vote."""
    for user in users[:2]:
        want(paused, user, "resume", now)
    seating.stand_up(paused.table_id, users[2], now)
    assert not reread(paused).is_paused
    assert not MatchSeat.objects.exclude(mail_at=None).exists()


def test_vote_that_was_taken_back_is_not_told(paused, users, now):
    want(paused, users[0], "resume", now)
    want(paused, users[0], "", now + SECOND)
    assert not MatchSeat.objects.exclude(mail_at=None).exists()
    send_turn_mails(now + MAIL_AFTER)
    assert receivers() == []
    want(paused, users[0], "resume", now + HOUR)
    send_turn_mails(now + HOUR + MAIL_AFTER - SECOND)
    assert receivers() == []
    send_turn_mails(now + HOUR + MAIL_AFTER)
    assert receivers() == addresses(*users[1:])


def test_vote_stays_to_be_told_while_somebody_has_it(paused, users, now):
    for user in users[:2]:
        want(paused, user, "resume", now)
    want(paused, users[0], "", now + SECOND)
    send_turn_mails(now + MAIL_AFTER)
    assert receivers() == addresses(users[2])
    assert votes_told_to(users[2]) == ["1 of 3 wants to go on"]


def test_voting_and_taking_it_back_over_and_over_gives_no_more_mails(paused, users, now):
    for hours in range(48):
        want(paused, users[0], "resume", now + hours * HOUR)
        send_turn_mails(now + hours * HOUR + MAIL_AFTER)
        want(paused, users[0], "", now + hours * HOUR + 2 * MAIL_AFTER)
    assert receivers() == addresses(*users[1:])


def test_player_who_has_looked_is_told_when_another_one_wants_it_too(paused, users, now):
    want(paused, users[0], "resume", now)
    look(paused, users[2], now + SECOND)
    send_turn_mails(now + MAIL_AFTER)
    assert receivers() == addresses(users[1])
    want(paused, users[1], "resume", now + HOUR)
    send_turn_mails(now + HOUR + MAIL_AFTER)
    assert receivers() == addresses(users[1], users[2])
    assert votes_told_to(users[2]) == ["2 of 3 want to go on"]


def test_same_vote_pressed_again_asks_nobody_anew(paused, users, now):
    want(paused, users[0], "resume", now)
    look(paused, users[1], now + SECOND)
    want(paused, users[0], "resume", now + 2 * SECOND)
    send_turn_mails(now + HOUR)
    assert receivers() == addresses(users[2])


def test_quick_tables_send_no_mail(users, now):
    match = dealt(full_table(users, 3, clock="slow"))
    want(match, users[0], "pause", now)
    assert not MatchSeat.objects.exclude(asked_at=None, mail_at=None).exists()
    send_turn_mails(now + timedelta(days=1))
    assert receivers() == []


# -- one mail about everything ---------------------------------------------------------------------------------------


def test_turn_and_votes_of_others_are_told_in_one_mail(users, now):
    running, paused, pausing = slow_match(users), paused_match(users, now), slow_match(users)
    user = users[to_act(running)]
    other = next(each for each in users if each != user)
    want(paused, other, "resume", now)
    want(pausing, other, "pause", now)
    send_turn_mails(now + MAIL_AFTER + SECOND)
    context = Mail.objects.get(to=user.email).context
    assert context["count"] == 2  # the match that others would like to pause waits for this one as well
    assert {vote["sentence"] for vote in context["votes"]} == {"1 of 3 wants to go on", "1 of 3 wants to pause"}


def test_vote_soon_after_a_mail_waits_for_the_next_one_and_is_not_lost(paused, users, now):
    asked = users[1]
    CorrespondenceSettings.objects.create(user=asked, mailed_at=now - SECOND)
    want(paused, users[0], "resume", now)
    for hours in range(6):
        send_turn_mails(now + hours * HOUR + 11 * MAIL_AFTER / 10)
        assert asked.email not in receivers()
    send_turn_mails(now + PAUSE)
    assert receivers().count(asked.email) == 1


def test_turn_that_begins_soon_after_a_mail_about_a_vote_waits_too(users, now):
    """Both count as one kind of mail."""
    paused, running = paused_match(users, now), slow_match(users)
    user = users[to_act(running)]
    running = act(running, users, now)
    want(paused, next(each for each in users if each != user), "resume", now)
    send_turn_mails(now + MAIL_AFTER)
    while to_act(running) != users.index(user):
        running = act(running, users, now + HOUR)
    send_turn_mails(now + HOUR + MAIL_AFTER)
    assert receivers().count(user.email) == 1
    Mail.objects.all().delete()
    send_turn_mails(now + MAIL_AFTER + PAUSE)
    assert receivers().count(user.email) == 1


def test_vote_taken_back_while_its_mail_waits_is_not_told(paused, users, now):
    CorrespondenceSettings.objects.create(user=users[1], mailed_at=now)
    want(paused, users[0], "resume", now)
    send_turn_mails(now + MAIL_AFTER)
    want(paused, users[0], "", now + HOUR)
    send_turn_mails(now + 2 * PAUSE)
    assert users[1].email not in receivers()


def test_vote_that_came_while_the_mail_was_written_is_told_in_the_next(users, now, monkeypatch):
    first, second = paused_match(users, now), paused_match(users, now)
    want(first, users[0], "resume", now)
    put_mail = turn_mails.put_mail

    def put_and_want(mail, moment, **options):
        put_mail(mail, moment, **options)
        if mail.to == users[1].email and not reread(second).match_seats.exclude(vote="").exists():
            want(second, users[0], "resume", moment)

    monkeypatch.setattr(turn_mails, "put_mail", put_and_want)
    send_turn_mails(now + MAIL_AFTER)
    send_turn_mails(now + MAIL_AFTER + PAUSE)
    listed = [len(mail.context["votes"]) for mail in Mail.objects.filter(to=users[1].email).order_by("pk")]
    assert listed[0] == 1
    assert len(listed) == 2


def test_eight_at_once_send_one_mail_to_each(paused, users, now):
    want(paused, users[0], "resume", now)
    assert at_once(*[lambda: send_turn_mails(now + MAIL_AFTER)] * 8) == [None] * 8
    assert receivers() == addresses(*users[1:])


def test_full_outbox_keeps_the_mail_for_later(paused, users, now):
    want(paused, users[0], "resume", now)
    waiting = [Mail(to="x@example.org", kind="code", created_at=now, due_at=now) for _ in range(MOST_WAITING)]
    Mail.objects.bulk_create(waiting)
    send_turn_mails(now + MAIL_AFTER)
    Mail.objects.all().delete()
    assert not CorrespondenceSettings.objects.exclude(mailed_at=None).exists()
    send_turn_mails(now + MAIL_AFTER + SECOND)
    assert receivers() == addresses(*users[1:])


# -- what it costs ---------------------------------------------------------------------------------------------------


def test_nobody_is_looked_at_who_is_not_to_be_told_yet(paused, users, now, django_assert_max_num_queries):
    want(paused, users[0], "resume", now)
    with django_assert_max_num_queries(2):
        send_turn_mails(now + MAIL_AFTER - SECOND)


def test_number_of_tables_costs_no_query_each(users, now):
    counts = []
    for tables, user in ((1, users[1]), (3, users[2])):
        for match in [paused_match(users, now) for _ in range(tables)]:
            want(match, users[0], "resume", now)
        with CaptureQueriesContext(connection) as asked:
            turn_mails.write_to(user, now + MAIL_AFTER)
        counts.append(len(asked))
    assert len(votes_told_to(users[2])) == 4
    assert counts[0] == counts[1]


def test_job_finds_who_is_asked_by_an_index(paused, now):
    asked = MatchSeat.objects.filter(mail_at__lte=now, user__isnull=False).order_by("mail_at")
    assert "match_seat_mail" in plan_of(asked)


def test_votes_fulfilled_at_once_leave_nobody_to_be_told(users, now):
    match = slow_match(users)
    MatchSeat.objects.filter(match=match).update(vote="pause", asked_at=now, mail_at=now)
    with transaction.atomic():
        assert heed_votes(match, now)
    assert not MatchSeat.objects.exclude(mail_at=None).exists()
