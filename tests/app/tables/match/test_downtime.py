"""Time in which the site was down costs nobody."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Mail, User
from tests.support.friends import dealt, full_table, to_act
from tests.support.matches import open_match, reread
from tests.support.races import at_once
from tests.support.slow import slow_match
from whist.tables.correspondence.turn_mails import send_turn_mails
from whist.tables.match import moves
from whist.tables.match.deadlines import LOOKING, PUT_OFF
from whist.tables.match.downtime import WEB, is_site_up, note_web
from whist.tables.match.state_cache import state_of
from whist.tables.match.time_controls import GRACE, TIME_CONTROLS
from whist.tables.models import Heartbeat, Match, MatchSeat, Participant
from whist.tables.presence import breaks, no_shows

pytestmark = pytest.mark.django_db(transaction=True)

SECOND = timedelta(seconds=1)


@pytest.fixture
def match(users):
    """Somebody has 20 seconds to bid, and a web process lives."""
    match = dealt(full_table(users, 3))
    note_web(timezone.now())
    return match


def beat():
    return Heartbeat.objects.get(pk=WEB).at


def live_on(start, seconds):
    """The process beats as it should; the time of its last beat."""
    for number in range(1, seconds + 1):
        note_web(start + number * SECOND)
    return start + seconds * SECOND


def test_first_process_is_noted_and_credits_nothing(match):
    Heartbeat.objects.all().delete()
    due, now = reread(match).due_at, timezone.now()
    note_web(now)
    assert beat() == now
    assert reread(match).due_at == due


def test_process_that_lives_on_changes_no_deadline(match):
    due = reread(match).due_at
    assert beat() < live_on(beat(), 30) == beat()
    assert reread(match).due_at == due


def test_beat_is_written_once_a_second(match, django_assert_num_queries):
    start = beat()
    for part in (0.25, 0.5, 0.99):
        with django_assert_num_queries(1):
            note_web(start + part * SECOND)
    assert beat() == start
    with django_assert_num_queries(2):
        note_web(start + SECOND)
    assert beat() == start + SECOND


def test_gap_is_added_to_the_deadline(match):
    last, due = beat(), reread(match).due_at
    note_web(last + timedelta(minutes=7))
    assert reread(match).due_at == due + timedelta(minutes=7)
    live_on(last + timedelta(minutes=7), 3)
    assert reread(match).due_at == due + timedelta(minutes=7)


def test_process_that_was_only_busy_finds_no_gap(match):
    due = reread(match).due_at
    note_web(beat() + 5.9 * SECOND)
    assert reread(match).due_at == due


def test_quick_restart_is_credited_by_the_new_process(match):
    last, due = beat(), reread(match).due_at
    note_web(last + 2.3 * SECOND, is_new=True)
    assert reread(match).due_at == due + 2.3 * SECOND
    assert live_on(last + 2.3 * SECOND, 3) == beat()
    assert reread(match).due_at == due + 2.3 * SECOND


def test_further_process_beside_one_that_lives_credits_nothing(match):
    due = reread(match).due_at
    note_web(beat() + 1.2 * SECOND, is_new=True)
    assert reread(match).due_at == due


def test_player_who_was_late_already_gets_nothing(match):
    last = beat()
    Match.objects.filter(pk=match.pk).update(due_at=last - SECOND)
    note_web(last + timedelta(hours=1))
    assert reread(match).due_at == last - SECOND


def test_days_are_credited_in_full_and_the_turn_with_them(users):
    match = slow_match(users)
    note_web(timezone.now())
    before = reread(match)
    note_web(beat() + timedelta(hours=5))
    after = reread(match)
    assert after.due_at - before.due_at == after.turn_at - before.turn_at == timedelta(hours=5)


def test_solo_and_paused_and_finished_matches_are_left_alone(users, match):
    solo = open_match(users[0])
    due = reread(solo).due_at
    paused = dealt(full_table(users, 3))
    Match.objects.filter(pk=paused.pk).update(due_at=None, seconds_left=4.0)
    note_web(beat() + timedelta(minutes=1))
    assert reread(solo).due_at == due
    assert reread(paused).due_at is None


def test_of_eight_processes_that_find_the_gap_one_credits_it(match):
    due, now = reread(match).due_at, beat() + timedelta(minutes=3)
    assert at_once(*[lambda: note_web(now)] * 8) == [None] * 8
    assert reread(match).due_at == due + timedelta(minutes=3)


def test_of_eight_processes_with_slightly_different_clocks_one_credits_it(match):
    due, now = reread(match).due_at, beat() + timedelta(minutes=3)
    jobs = [lambda late=late: note_web(now + late * SECOND / 10) for late in range(8)]
    assert at_once(*jobs) == [None] * 8
    credit = reread(match).due_at - due
    assert timedelta(minutes=3) <= credit <= timedelta(minutes=3) + 0.7 * SECOND


def test_of_eight_first_processes_one_row_is_left():
    now = timezone.now()
    assert at_once(*[lambda: note_web(now)] * 8) == [None] * 8
    assert beat() == now


@pytest.mark.parametrize("back", [1, 30, 3600])
def test_clock_that_jumps_back_harms_nobody(match, back):
    due, last = reread(match).due_at, live_on(beat(), 2)
    for number in range(120):
        note_web(last - back * SECOND + number * SECOND)
        assert is_site_up(last - back * SECOND + number * SECOND)
    assert reread(match).due_at == due


def test_machines_whose_clocks_differ_credit_nothing(match):
    due, start = reread(match).due_at, beat()
    for number in range(30):
        note_web(start + number * SECOND)
        note_web(start + number * SECOND + 2 * SECOND)
    assert reread(match).due_at == due


# -- who was there ----------------------------------------------------------------------------------------------------

JOBS = (
    breaks.notice_absence,
    no_shows.free_seats_of_absent,
    no_shows.free_table_seats,
    no_shows.pass_hosts,
    no_shows.close_deserted,
)


def run_jobs(now):
    for job in JOBS:
        job(now)


def with_sockets(table_id, users, now):
    for user in users:
        breaks.note_socket(table_id, user.pk, now)


@pytest.mark.parametrize("minutes", [1, 12, 180])
def test_bots_do_not_take_over_because_the_site_was_away(users, match, minutes):
    last = beat()
    with_sockets(match.table_id, users, last - 5 * SECOND)
    back = last + timedelta(minutes=minutes)
    note_web(back, is_new=True)
    run_jobs(back)
    assert not MatchSeat.objects.filter(match=match, is_away=True).exists()
    note_web(back + SECOND)
    with_sockets(match.table_id, users[:1], back + SECOND)  # the others have a time of their own to come back
    live_on(back + SECOND, 30)
    run_jobs(back + 31 * SECOND)
    assert not MatchSeat.objects.filter(match=match, is_away=True).exists()
    breaks.note_sockets([(match.table_id, users[0].pk)], back + 31 * SECOND)
    live_on(back + 31 * SECOND, 10)
    run_jobs(back + 41 * SECOND)
    assert set(MatchSeat.objects.filter(match=match, is_away=True).values_list("seat", flat=True)) == {1, 2}


def test_worker_parts_with_nobody_and_closes_nothing_while_the_site_is_away(users, match):
    waiting = full_table([User.objects.create_user("dan@example.org", name="Dan")], 3)
    last = beat()
    for table_id, there in ((match.table_id, users), (waiting.pk, [waiting.host])):
        with_sockets(table_id, there, last)
    for minutes in (1, 12, 200):
        run_jobs(last + timedelta(minutes=minutes))
    assert not MatchSeat.objects.filter(match=match, is_away=True).exists()
    assert match.match_seats.filter(to_action=None, user__in=users).count() == 3
    note_web(last + timedelta(minutes=200), is_new=True)
    run_jobs(last + timedelta(minutes=200))
    waiting.refresh_from_db()
    assert waiting.closed_at is None
    assert waiting.table_seats.exclude(user=None).count() == 1


def test_a_break_is_as_long_as_ever(users, match):
    breaks.take_break(match.table_id, users[0], beat())
    last, back_at = beat(), MatchSeat.objects.get(match=match, seat=0).back_at
    note_web(last + timedelta(minutes=7))
    assert MatchSeat.objects.get(match=match, seat=0).back_at == back_at + timedelta(minutes=7)


def test_nobody_has_slept_longer_for_it(users, match):
    last = beat()
    MatchSeat.objects.filter(match=match, seat=1).update(timed_out_at=last - SECOND)
    note_web(last + timedelta(minutes=7))
    assert MatchSeat.objects.get(match=match, seat=1).timed_out_at == last - SECOND + timedelta(minutes=7)


@pytest.mark.parametrize("has_looked", [True, False])
def test_who_has_looked_has_looked_and_who_has_not_has_not(users, has_looked):
    match = slow_match(users)
    note_web(match.turn_at + timedelta(minutes=5))
    seen_at = match.turn_at + (timedelta(minutes=1) if has_looked else -timedelta(minutes=1))
    Participant.objects.filter(table=match.table_id).update(seen_at=seen_at)
    note_web(beat() + timedelta(minutes=4))
    send_turn_mails(beat() + timedelta(minutes=30))
    assert Mail.objects.exists() is not has_looked


def test_player_asked_after_their_last_look_has_not_looked_for_the_gap(users):
    """The player was seen a minute before the others asked; both times move together."""
    match, at = slow_match(users), timezone.now()
    note_web(at)
    Participant.objects.filter(table=match.table_id).update(seen_at=at - timedelta(minutes=1))
    breaks.cast_vote(match.table_id, users[0], "pause", at)
    note_web(at + timedelta(hours=2))
    asked = MatchSeat.objects.get(match=match, seat=1, to_action=None).asked_at
    assert asked == at + timedelta(hours=2)
    assert Participant.objects.get(table=match.table_id, user=users[1]).seen_at < asked


def test_what_a_process_writes_after_its_last_beat_is_as_of_now(users, match):
    """It said who was there, or lost its sockets in good order, and was gone before it beat again."""
    last = beat()
    with_sockets(match.table_id, users, last - 20 * SECOND)
    breaks.note_sockets([(match.table_id, users[0].pk)], last + 0.5 * SECOND)
    breaks.note_no_socket(match.table_id, users[1].pk, last + 0.5 * SECOND)
    back = last + timedelta(minutes=11)
    note_web(back, is_new=True)
    live_on(back, 12)
    run_jobs(back + 12 * SECOND)
    assert not MatchSeat.objects.filter(match=match, is_away=True).exists()
    assert match.match_seats.filter(to_action=None, user__in=users).count() == 3


def test_player_who_was_asked_in_the_last_moment_has_not_looked(users):
    match, last = slow_match(users), timezone.now()
    note_web(last)
    Participant.objects.filter(table=match.table_id).update(seen_at=last + 0.2 * SECOND)
    breaks.cast_vote(match.table_id, users[0], "pause", last + 0.5 * SECOND)
    note_web(last + timedelta(hours=1), is_new=True)
    asked = MatchSeat.objects.get(match=match, seat=1, to_action=None).asked_at
    assert asked > Participant.objects.get(table=match.table_id, user=users[1]).seen_at


# -- a worker that goes on alone -------------------------------------------------------------------------------------


def test_worker_lets_nobodys_clock_run_out_while_the_site_is_away(match):
    last, due = beat(), reread(match).due_at
    assert not moves.advance_match(match.pk, due)
    match = reread(match)
    assert match.actors == ""
    assert match.due_at == due + PUT_OFF
    assert due - last > timedelta(seconds=5)


def test_worker_waits_for_a_site_that_starts_again(match):
    """A short restart, with the deadline in its middle."""
    last = beat()
    Match.objects.filter(pk=match.pk).update(due_at=last + 3 * SECOND)
    assert not moves.advance_match(match.pk, last + 3 * SECOND)
    note_web(last + 4 * SECOND, is_new=True)
    assert reread(match).due_at > last + 7 * SECOND


def test_after_a_long_night_everybody_has_at_most_their_clock(match):
    """The worker put the deadline off again and again; the gap must not come on top of all that."""
    last = beat()
    for _ in range(100):
        assert not moves.advance_match(match.pk, reread(match).due_at)
    back = last + timedelta(seconds=130)
    note_web(back)
    left = (reread(match).due_at - back).total_seconds()
    assert TIME_CONTROLS["normal"].bid <= left <= TIME_CONTROLS["normal"].bid + GRACE + LOOKING


def test_after_hours_without_the_site_everybody_has_what_they_had(users):
    """The same where a turn takes days: an hour was left."""
    match = slow_match(users)
    last = match.due_at - timedelta(hours=1)
    note_web(last)
    for hours in (1, 2, 4.99):
        assert not moves.advance_match(match.pk, last + timedelta(hours=hours))
    note_web(last + timedelta(hours=5))
    assert reread(match).due_at == last + timedelta(hours=6)


def test_clock_runs_out_as_ever_while_a_web_process_lives(match):
    due = reread(match).due_at
    note_web(due - SECOND)
    Match.objects.filter(pk=match.pk).update(due_at=due)
    assert moves.advance_match(match.pk, due)
    assert reread(match).actors == "c"


def test_site_that_was_never_noted_counts_as_up(match):
    Heartbeat.objects.all().delete()
    assert is_site_up(timezone.now())
    assert moves.advance_match(match.pk, reread(match).due_at)


def test_player_who_is_away_is_played_for_without_asking(match):
    MatchSeat.objects.filter(match=match, seat=to_act(match)).update(is_away=True)
    assert moves.advance_match(match.pk, reread(match).due_at)
    assert reread(match).actors == "a"


def statements_to_advance(match):
    due_at = reread(match).due_at
    state_of(reread(match))
    with CaptureQueriesContext(connection) as queries:
        assert moves.advance_match(match.pk, due_at)
    return [query["sql"] for query in queries if query["sql"].split()[0] in ("SELECT", "UPDATE", "INSERT")]


def test_only_a_clock_that_ran_out_costs_more_statements(match):
    """Whether anybody could act is asked, and how often in a row it ran out is written."""
    Heartbeat.objects.update(at=reread(match).due_at)
    assert len(statements_to_advance(match)) == 5
    MatchSeat.objects.filter(match=match, seat=to_act(reread(match))).update(is_away=True)
    assert len(statements_to_advance(match)) == 3
