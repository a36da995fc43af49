"""How long players may think, and what happens to those who do not act (docs/rules.md §8)."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from tests.support.friends import act, dealt, expire, expiries, full_table, let_expire, seconds_left, to_act
from tests.support.matches import reread
from whist.engine.game import BID, DEAL, PLAY
from whist.tables.lobby import seating
from whist.tables.match import moves, selectors
from whist.tables.match.state_cache import state_of
from whist.tables.match.time_controls import GRACE, TIME_CONTROLS
from whist.tables.match.update import PLAYER, TRICK_PAUSE, MatchUpdate
from whist.tables.models import MatchSeat
from whist.tables.presence import breaks
from whist.tables.presenters.panel import panel_of

pytestmark = pytest.mark.django_db(transaction=True)

THINKING = 3.0  # more than a bot ever takes before it acts


def start(users, **changes):
    return dealt(full_table(users, 3, **changes))


def test_a_bid_has_its_time_and_a_card_has_its_own(users):
    match = start(users, clock="slow")
    now = match.changed_at
    for _ in range(3):
        assert state_of(match).phase == BID
        assert seconds_left(match, now) == pytest.approx(TIME_CONTROLS["slow"].bid + GRACE, abs=0.01)
        match = act(match, users, now)
    assert state_of(match).phase == PLAY
    assert seconds_left(match, now) == pytest.approx(TIME_CONTROLS["slow"].card + GRACE, abs=0.01)


def test_looking_at_a_finished_trick_costs_nobody_time(users):
    match = start(users)
    now = timezone.now()
    for _ in range(6):
        match = act(match, users, now)
    assert state_of(match).has_finished_trick
    assert seconds_left(match, now) == pytest.approx(
        TIME_CONTROLS["normal"].card + GRACE + TRICK_PAUSE["normal"], abs=0.01
    )


def test_nothing_happens_before_the_time_is_over(users):
    match = start(users)
    assert not moves.advance_match(match.pk, match.due_at - timedelta(milliseconds=1))


def test_when_the_clock_runs_out_the_seat_is_played_and_the_action_says_so(users):
    match = start(users)
    seat = to_act(match)
    match = expire(match)
    assert match.actors == "c"
    assert expiries(match) == {seat: 1}
    assert to_act(match) != seat


def test_after_two_expiries_in_a_row_a_seat_is_played_at_once_until_its_player_acts(users):
    match = start(users)
    sleeper = to_act(match)
    expired = 0
    while expired < 2:
        now = timezone.now()
        if to_act(match) == sleeper:
            assert seconds_left(match, now) > THINKING
            match, expired = expire(match), expired + 1
        else:
            match = act(match, users, now)
    while state_of(match).to_act != sleeper:
        match = act(match, users) if state_of(match).to_act is not None else expire(match)
    assert seconds_left(match, timezone.now()) < THINKING
    match = act(match, users)
    assert not expiries(match)


def test_everybody_sees_that_a_bot_plays_for_who_let_the_clock_run_out_twice(users):
    match = start(users)
    others = selectors.table_view(match.table_id, users[0])
    assert not any(player.is_away for player in others.players)
    let_expire(match, 1)
    others = selectors.table_view(match.table_id, users[0])
    assert [player.is_away for player in others.players] == [False, True, False]
    assert panel_of(others, timezone.now()).state == "A bot plays for Bogdan."
    assert panel_of(selectors.table_view(match.table_id, users[1]), timezone.now()).is_played_for


def test_pause_does_not_wait_for_who_lets_a_bot_play(users):
    match = start(users)
    let_expire(match, 1)
    breaks.cast_vote(match.table_id, users[0], "pause", timezone.now())
    assert not reread(match).is_paused
    breaks.cast_vote(match.table_id, users[2], "pause", timezone.now())
    assert reread(match).is_paused


def test_player_who_comes_back_has_their_time_again(users):
    match = start(users)
    sleeper = to_act(match)
    let_expire(match, sleeper)
    moves.restart_clock(reread(match), timezone.now(), seat=(sleeper + 1) % 3)
    now = timezone.now()
    breaks.come_back(match.table_id, users[sleeper], now)
    match = reread(match)
    assert not expiries(match)
    assert seconds_left(match, now) == pytest.approx(TIME_CONTROLS["normal"].bid + GRACE, abs=0.01)


def test_the_seat_of_who_is_away_is_played_at_once_and_marked(users):
    match = start(users)
    seat = to_act(match)
    MatchSeat.objects.filter(match=match, seat=seat).update(is_away=True)
    moves.restart_clock(match, timezone.now(), seat=seat)
    match = reread(match)
    assert seconds_left(match, timezone.now()) < THINKING
    match = expire(match)
    assert match.actors == "a"
    assert not expiries(match)


def test_a_late_move_within_the_grace_counts(users):
    match = start(users)
    shown = match.due_at - timedelta(seconds=GRACE)
    match = act(match, users, shown + timedelta(seconds=1))
    assert match.actors == "p"


def test_correspondence_gives_days(users):
    match = start(users, clock="three_days")
    assert seconds_left(match, match.changed_at) == pytest.approx(3 * 24 * 3600 + GRACE, abs=0.01)


def test_next_round_is_dealt_without_anybodys_help(users):
    match = start(users, options={"schedule": "1-8-1"})
    while state_of(match).phase != DEAL:
        match = act(match, users) if state_of(match).to_act is not None and match.due_at is None else expire(match)
    match = expire(match)
    assert (match.rounds_dealt, state_of(match).phase) == (2, BID)


@pytest.mark.parametrize("how", ["is away", "is asleep"])
def test_instant_bots_do_not_play_on_to_the_end_while_everybody_is_away(users, how):
    """Else a match was over fifteen seconds after the connection of its only player broke."""
    match = dealt(full_table(users[:1], 4, pace="instant"))
    if how == "is away":
        MatchSeat.objects.filter(match=match, seat=0).update(is_away=True)
    else:
        expire(match)
    before = reread(match)
    match = expire(before)
    assert match.finished_at is None
    assert match.rounds_dealt - before.rounds_dealt <= 1
    assert match.due_at is not None
    later = match.due_at
    breaks.come_back(match.table_id, users[0], later)
    match = reread(match)
    while state_of(match).to_act != 0:
        match = expire(match)
    assert seconds_left(match, later) > TIME_CONTROLS["normal"].card


# -- coming and going at the moment of a move, which raises no version ------------------------------------------------


def about_to_act(match, users):
    """The first legal action of the player to act, not stored yet."""
    update = MatchUpdate(match, selectors.held_seats(match.pk))
    update.take(update.state.legal_actions()[0], PLAYER)
    return update


def sleeper_after(match, seat):
    """The match after two deadlines of this player have gone by."""
    let_expire(match, seat)
    match.match_seats.filter(seat=seat, to_action=None).update(timed_out_at=timezone.now())
    return reread(match)


def test_player_who_wakes_up_at_the_moment_of_anothers_move_is_awake_and_the_move_counts(users):
    match = start(users)
    sleeper = (to_act(match) + 1) % 3
    match, now = sleeper_after(match, sleeper), timezone.now()
    update = about_to_act(match, users)
    breaks.come_back(match.table_id, users[sleeper], now)
    assert update.commit(now)
    match = reread(match)
    assert (match.actors, expiries(match)) == ("p", {})
    assert to_act(match) == sleeper
    assert seconds_left(match, now) == pytest.approx(TIME_CONTROLS["normal"].bid + GRACE, abs=0.01)


def test_what_the_site_was_about_to_do_for_a_timed_out_player_comes_too_late_when_they_are_back(users):
    match = start(users)
    seat = to_act(match)
    match, now = sleeper_after(match, seat), timezone.now()
    update = MatchUpdate(match, selectors.held_seats(match.pk))
    update.play_for_absent()
    breaks.come_back(match.table_id, users[seat], now)
    assert not update.commit(now)
    assert (reread(match).actors, expiries(match)) == ("", {})


@pytest.mark.parametrize("clock", ["normal", "day"])
def test_bot_of_a_player_who_leaves_at_the_moment_of_the_move_before_acts_at_once(users, clock):
    match, now = start(users, clock=clock), timezone.now()
    leaver = users[(to_act(match) + 1) % 3]
    update = about_to_act(match, users)
    seating.stand_up(match.table_id, leaver, now)
    assert update.commit(now)
    match = reread(match)
    assert seconds_left(match, now) < THINKING
    assert match.waits_for is None


def test_player_who_sits_down_at_the_moment_of_the_move_before_has_their_whole_time(users):
    match, now = start(users), timezone.now()
    seat, dan = (to_act(match) + 1) % 3, User.objects.create_user("dan@example.org", name="Dan")
    seating.stand_up(match.table_id, users[seat], now)
    update = about_to_act(reread(match), users)
    seating.sit_down(match.table_id, dan, seat, now)
    assert update.commit(now)
    assert seconds_left(reread(match), now) == pytest.approx(TIME_CONTROLS["normal"].bid + GRACE, abs=0.01)
