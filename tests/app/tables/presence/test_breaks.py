"""Pausing, a moment's break, going away and coming back."""

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from accounts.models import User
from tests.support.friends import (
    dealt,
    expire,
    expiries,
    full_table,
    let_expire,
    seconds_left,
    to_act,
    want_all,
)
from tests.support.matches import reread
from tests.support.races import at_once
from tests.support.slow import slow_match
from whist.tables.lobby import seating
from whist.tables.match import deadlines, moves
from whist.tables.match.known_tables import forget_tables
from whist.tables.match.seats import is_played_for
from whist.tables.match.selectors import held_seats
from whist.tables.match.state_cache import state_of
from whist.tables.match.time_controls import GRACE, TIME_CONTROLS
from whist.tables.match.update import MatchUpdate
from whist.tables.models import Match, MatchSeat, Participant
from whist.tables.presence import breaks
from whist.tables.texts import refusals

pytestmark = pytest.mark.django_db(transaction=True)

SECOND = timedelta(seconds=1)


@pytest.fixture
def match(users):
    """Ana, Bogdan, Carmen and a bot; one of the three is to bid."""
    match = dealt(full_table(users, 4))
    while to_act(match) == 3:
        moves.advance_match(match.pk, match.due_at)
        match = reread(match)
    return match


def away(match):
    return {match_seat.seat for match_seat in match.match_seats.filter(to_action=None) if match_seat.is_away}


def first_action(match):
    return state_of(match).legal_actions()[0]


def test_match_is_paused_when_everybody_wants_it_and_goes_on_when_everybody_wants_that(users, match):
    now = timezone.now()
    left = seconds_left(match, now)
    for user in users[:2]:
        breaks.cast_vote(match.table_id, user, "pause", now)
    assert not reread(match).is_paused
    breaks.cast_vote(match.table_id, users[2], "pause", now)
    match = reread(match)
    assert match.is_paused
    assert match.due_at is None
    with pytest.raises(refusals.MatchPaused):
        moves.play_action(match.table_id, users[to_act(match)], first_action(match), match.version, now)
    later = now + timedelta(hours=2)
    for user in users:
        breaks.cast_vote(match.table_id, user, "resume", later)
    match = reread(match)
    assert not match.is_paused
    assert seconds_left(match, later) == pytest.approx(left, abs=0.01)


@pytest.mark.parametrize("_again", range(4))
def test_votes_of_all_at_the_same_moment_pause_the_match(users, match, _again):
    now = timezone.now()
    at_once(*(lambda user=user: breaks.cast_vote(match.table_id, user, "pause", now) for user in users))
    assert reread(match).is_paused


def test_what_the_site_was_about_to_do_comes_too_late_when_the_match_is_paused(users, match):
    """Else the clock would run on, and nobody but the site could act."""
    update, actors = MatchUpdate(match, held_seats(match.pk)), match.actors
    update.play_for_absent()
    for user in users:
        breaks.cast_vote(match.table_id, user, "pause", match.due_at)
    assert not update.commit(match.due_at)
    match = reread(match)
    assert match.is_paused
    assert (match.due_at, match.actors) == (None, actors)


def test_vote_can_be_taken_back(users, match):
    now = timezone.now()
    for vote in ("pause", ""):
        breaks.cast_vote(match.table_id, users[0], vote, now)
    for user in users[1:]:
        breaks.cast_vote(match.table_id, user, "pause", now)
    assert not reread(match).is_paused


def test_player_who_is_away_need_not_consent(users, match):
    now = timezone.now()
    MatchSeat.objects.filter(match=match, seat=1).update(is_away=True)
    for user in (users[0], users[2]):
        breaks.cast_vote(match.table_id, user, "pause", now)
    assert reread(match).is_paused


@pytest.mark.parametrize("how", ["leaves", "is away", "takes a break"])
def test_vote_of_all_others_is_fulfilled_when_the_last_one_against_it_goes(users, match, how):
    now = timezone.now()
    for user in users[:2]:
        breaks.cast_vote(match.table_id, user, "pause", now)
    if how == "leaves":
        seating.stand_up(match.table_id, users[2], now)
    elif how == "is away":
        breaks.note_socket(match.table_id, users[2].pk, now)
        breaks.note_no_socket(match.table_id, users[2].pk, now)
        breaks.notice_absence(now + timedelta(minutes=1))
    else:
        breaks.take_break(match.table_id, users[2], now)
    assert reread(match).is_paused
    assert not match.match_seats.exclude(vote="").exists()


def test_vote_of_all_others_is_fulfilled_when_the_last_one_against_it_is_timed_out(users, match):
    seat = to_act(match)
    let_expire(match, seat, 1)
    for user in users:
        if user != users[seat]:
            breaks.cast_vote(match.table_id, user, "pause", timezone.now())
    assert not reread(match).is_paused
    match = expire(match)
    assert match.actors.endswith("c")
    assert match.is_paused
    assert not match.match_seats.exclude(vote="").exists()


def test_paused_match_goes_on_when_the_only_one_leaves_who_did_not_want_that(users, match):
    now = timezone.now()
    for user in users:
        breaks.cast_vote(match.table_id, user, "pause", now)
    for user in users[:2]:
        breaks.cast_vote(match.table_id, user, "resume", now)
    seating.stand_up(match.table_id, users[2], now)
    match = reread(match)
    assert not match.is_paused
    assert match.due_at >= now


def asleep_in_a_pause(users) -> Match:
    """The first of two has slept when the second paused the match, and left."""
    match = dealt(full_table(users, 3))
    let_expire(match, 0)
    now = timezone.now()
    breaks.cast_vote(match.table_id, users[1], "pause", now)
    assert reread(match).is_paused
    seating.stand_up(match.table_id, users[1], now)
    return match


def test_player_who_wants_to_go_on_is_awake(users):
    match = asleep_in_a_pause(users[:2])
    breaks.cast_vote(match.table_id, users[0], "resume", timezone.now())
    assert not reread(match).is_paused
    assert not expiries(match)


def test_player_who_comes_back_counts_with_the_vote_they_had(users):
    match = asleep_in_a_pause(users[:2])
    MatchSeat.objects.filter(match=match.pk, seat=0).update(vote="resume")
    breaks.come_back(match.table_id, users[0], timezone.now())
    assert not reread(match).is_paused


def test_nobody_is_left_whose_vote_could_pause_a_match(users, match):
    for user in users:
        seating.stand_up(match.table_id, user, timezone.now())
    assert not reread(match).is_paused
    assert reread(match).due_at is not None


def test_player_who_takes_the_seat_of_a_timed_out_one_in_a_pause_is_not_timed_out(users, match):
    now, seat = timezone.now(), 0
    let_expire(match, seat)
    for user in users[1:]:
        breaks.cast_vote(match.table_id, user, "pause", now)
    assert reread(match).is_paused
    seating.stand_up(match.table_id, users[seat], now)
    seating.sit_down(match.table_id, people_dan(), seat, now)
    match = reread(match)
    assert not is_played_for(match.match_seats.get(seat=seat, to_action=None))


def test_nobody_else_has_a_say(match):
    dan = people_dan()
    with pytest.raises(PermissionDenied):
        breaks.cast_vote(match.table_id, dan, "pause", timezone.now())


def people_dan():
    return User.objects.create_user("dan@example.org", name="Dan")


def test_bot_covers_a_break_of_three_minutes_once_in_a_match(users, match):
    now = timezone.now()
    seat = to_act(match)
    breaks.take_break(match.table_id, users[seat], now)
    assert away(match) == {seat}
    assert seconds_left(reread(match), now) < 3
    breaks.notice_absence(now + breaks.BREAK - SECOND)
    assert away(match) == {seat}
    breaks.notice_absence(now + breaks.BREAK)
    assert away(match) == set()
    with pytest.raises(refusals.RestedAlready):
        breaks.take_break(match.table_id, users[seat], now)


@pytest.mark.parametrize("has_bot_acted", [True, False])
def test_break_is_not_to_be_had_again_by_leaving_and_sitting_down(users, match, has_bot_acted):
    now = timezone.now()
    seat = to_act(match)
    breaks.take_break(match.table_id, users[seat], now)
    if has_bot_acted:
        match = expire(match)
    seating.stand_up(match.table_id, users[seat], now)
    seating.sit_down(match.table_id, users[seat], seat, now)
    with pytest.raises(refusals.RestedAlready):
        breaks.take_break(match.table_id, users[seat], now)


def test_player_who_comes_back_from_a_break_early_plays_at_once(users, match):
    now = timezone.now()
    seat = to_act(match)
    breaks.take_break(match.table_id, users[seat], now)
    breaks.come_back(match.table_id, users[seat], now + SECOND)
    match = reread(match)
    assert away(match) == set()
    assert seconds_left(match, now + SECOND) == pytest.approx(TIME_CONTROLS["normal"].bid + GRACE, abs=0.01)


def test_present_player_gains_no_time_by_taking_the_seat_back(users, match):
    due_at = match.due_at
    breaks.come_back(match.table_id, users[to_act(match)], due_at - SECOND)
    assert reread(match).due_at == due_at


def test_player_who_takes_a_seat_owes_nothing_to_the_one_before_at_this_action(users, match):
    now = timezone.now()
    seat = to_act(match)
    breaks.cast_vote(match.table_id, users[seat], "pause", now)
    breaks.take_break(match.table_id, users[seat], now)
    seating.stand_up(match.table_id, users[seat], now)
    dan = User.objects.create_user("dan@example.org", name="Dan")
    seating.sit_down(match.table_id, dan, seat, now)
    held = match.match_seats.get(seat=seat, to_action=None)
    assert (held.vote, held.has_rested, held.back_at) == ("", False, None)


def test_bot_takes_over_fifteen_seconds_after_the_socket_closed(users, match):
    now = timezone.now()
    table, user = match.table_id, users[0]
    breaks.note_socket(table, user.pk, now)
    breaks.note_no_socket(table, user.pk, now)
    breaks.notice_absence(now + 14 * SECOND)
    assert away(match) == set()
    breaks.notice_absence(now + 15 * SECOND)
    assert away(match) == {0}
    breaks.note_socket(table, user.pk, now + 20 * SECOND)
    assert away(match) == set()


def test_bot_takes_over_when_a_process_died_with_its_sockets(users, match):
    now = timezone.now()
    breaks.note_socket(match.table_id, users[0].pk, now)
    breaks.note_sockets([(match.table_id, users[0].pk)], now + 10 * SECOND)
    breaks.notice_absence(now + 49 * SECOND)
    assert away(match) == set()
    breaks.notice_absence(now + 50 * SECOND)
    assert away(match) == {0}


def test_player_who_plays_without_a_socket_is_judged_by_the_clock_alone(users, match):
    breaks.notice_absence(timezone.now() + timedelta(days=1))
    assert away(match) == set()


def test_socket_of_who_reconnects_elsewhere_is_not_gone(users, match):
    now = timezone.now()
    breaks.note_socket(match.table_id, users[0].pk, now)
    breaks.note_no_socket(match.table_id, users[0].pk, now)
    breaks.note_sockets([(match.table_id, users[0].pk)], now + 5 * SECOND)
    breaks.notice_absence(now + 30 * SECOND)
    assert away(match) == set()
    assert Participant.objects.get(user=users[0]).gone_at is None


def test_move_of_somebody_away_is_their_return(users, match):
    seat = to_act(match)
    MatchSeat.objects.filter(match=match, seat=seat).update(is_away=True)
    forget_tables()
    moves.play_action(match.table_id, users[seat], first_action(match), match.version, timezone.now())
    assert away(match) == set()


def test_nothing_is_paused_between_matches(users):
    table = full_table(users, 4)
    match = seating.deal_match(table.pk, users[0], timezone.now())
    type(match).objects.update(finished_at=timezone.now(), due_at=None)
    with pytest.raises(refusals.NotBetweenMatches):
        breaks.cast_vote(table.pk, users[0], "pause", timezone.now())


def test_nobody_need_keep_a_table_open_where_a_match_takes_days(users):
    match, now = dealt(full_table(users, 3, clock="day")), timezone.now()
    breaks.note_socket(match.table_id, users[0].pk, now)
    breaks.note_no_socket(match.table_id, users[0].pk, now)
    breaks.notice_absence(now + 60 * SECOND)
    assert away(match) == set()


# -- coming and going while a match is paused --------------------------------------------------------------------------


def test_bot_of_who_leaves_in_a_pause_does_not_think_for_a_day_when_the_match_goes_on(users):
    now, match = timezone.now(), slow_match(users)
    leaver = users[to_act(match)]
    others = [user for user in users if user != leaver]
    want_all(match, users, "pause", now)
    seating.stand_up(match.table_id, leaver, now)
    match = want_all(match, others, "resume", now)
    assert seconds_left(match, now) <= deadlines.AT_LEAST_LEFT_QUICK
    assert match.waits_for is None


def test_player_who_takes_the_seat_that_is_to_act_in_a_pause_has_their_whole_time(users):
    now, match = timezone.now(), slow_match(users)
    seat, dan = to_act(match), people_dan()
    others = [user for user in users if user != users[seat]]
    seating.stand_up(match.table_id, users[seat], now)
    want_all(match, others, "pause", now)
    seating.sit_down(match.table_id, dan, seat, now)
    match = want_all(match, [*others, dan], "resume", now)
    assert seconds_left(match, now) == pytest.approx(TIME_CONTROLS["day"].bid + GRACE, abs=0.01)
    assert match.waits_for == dan


def test_player_who_leaves_and_returns_in_a_pause_has_time_when_the_match_goes_on(users):
    now, match = timezone.now(), slow_match(users)
    seat = to_act(match)
    want_all(match, users, "pause", now)
    seating.stand_up(match.table_id, users[seat], now)
    seating.sit_down(match.table_id, users[seat], seat, now)
    match = want_all(match, users, "resume", now)
    assert seconds_left(match, now) == pytest.approx(TIME_CONTROLS["day"].bid + GRACE, abs=0.01)
    assert match.waits_for == users[seat]


def test_player_who_comes_back_in_a_pause_has_their_whole_time_when_the_match_goes_on(users, match):
    now, seat = timezone.now(), to_act(match)
    breaks.note_socket(match.table_id, users[seat].pk, now - SECOND)
    breaks.note_no_socket(match.table_id, users[seat].pk, now - 20 * SECOND)
    Participant.objects.filter(user=users[seat]).update(seen_at=now - 20 * SECOND)
    breaks.notice_absence(now)
    assert want_all(match, [user for user in users if user != users[seat]], "pause", now).is_paused
    breaks.note_socket(match.table_id, users[seat].pk, now)
    match = want_all(match, users, "resume", now)
    assert seconds_left(match, now) == pytest.approx(TIME_CONTROLS["normal"].bid + GRACE, abs=0.01)


def test_what_a_bot_was_about_to_do_comes_too_late_when_its_seat_was_taken_in_a_pause(users, match):
    """Else the action of a bot would stand under the name of a friend."""
    while to_act(match) != 3:
        match = expire(match)
    match.match_seats.update(expiries=0)
    now, dan, match = timezone.now(), people_dan(), reread(match)
    update = MatchUpdate(match, held_seats(match.pk))
    update.take_bot_turn()
    want_all(match, users, "pause", now)
    seating.sit_down(match.table_id, dan, 3, now)
    assert not want_all(match, [*users, dan], "resume", now).is_paused
    assert not update.commit(now)
