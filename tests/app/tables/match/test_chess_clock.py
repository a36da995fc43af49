"""The chess clock: each seat has a bank of time for the round, and a card adds to it (docs/time-controls.md)."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from tests.support.friends import (
    act,
    dealt,
    expire,
    expiries,
    full_table,
    open_table,
    seconds_left,
    to_act,
    want_all,
)
from tests.support.matches import reread
from tests.support.races import at_once
from whist.engine.game import BID, DEAL, PLAY
from whist.tables.lobby import seating
from whist.tables.match import moves as services
from whist.tables.match import selectors
from whist.tables.match.deadlines import PUT_OFF
from whist.tables.match.downtime import note_web
from whist.tables.match.known_tables import forget_tables
from whist.tables.match.state_cache import forget_states, state_of
from whist.tables.match.time_controls import GRACE, TIME_CONTROLS, TimeControl, expected_minutes
from whist.tables.match.update import TRICK_PAUSE, MatchUpdate
from whist.tables.models import Match, MatchSeat
from whist.tables.presence import breaks
from whist.tables.presenters.lobby import facts_line
from whist.tables.presenters.panel import panel_of, time_left

pytestmark = pytest.mark.django_db(transaction=True)

SECOND = timedelta(seconds=1)
BANK, INCREMENT = 240, 5
SITES = 3.0  # more than a bot ever takes before it acts


def about(seconds):
    return pytest.approx(seconds, abs=0.01)


@pytest.fixture
def match(users):
    """Somebody has four minutes for the round, and is to bid."""
    return start(users)


def start(users, **changes):
    return dealt(full_table(users, 3, clock="chess", **changes))


def turn_began(match):
    """When the clock of whoever is to act began to run."""
    return reread(match).turn_at


def act_after(match, users, seconds=0.0, action=""):
    """The first legal action of whoever is to act, who has thought for so long."""
    return act(match, users, turn_began(match) + timedelta(seconds=seconds), action)


def bank(match, seat):
    """What is stored, None for the whole."""
    return MatchSeat.objects.at(match.pk, seat).get().bank


def until_play(match, users):
    while state_of(match).phase == BID:
        match = act_after(match, users)
    return match


# -- the arithmetic ----------------------------------------------------------------------------------------------------


def test_chess_clock_gives_what_is_in_the_bank_and_never_less_than_the_increment():
    clock = TIME_CONTROLS["chess"]
    assert [clock.seconds_for(phase, None) for phase in (BID, PLAY)] == [BANK, BANK]
    assert [clock.seconds_for(PLAY, left) for left in (100.0, 5.0, 1.0, 0.0)] == [100, 5, 5, 5]


def test_other_clocks_know_no_bank():
    assert not any(clock.has_bank for name, clock in TIME_CONTROLS.items() if name != "chess")
    assert TimeControl(20, 15).seconds_for(BID, 3.0) == 20


def test_match_on_the_chess_clock_is_expected_to_take_a_little_longer_than_on_the_normal_one():
    minutes = [expected_minutes(936, TIME_CONTROLS[name]) for name in ("normal", "chess", "slow")]
    assert minutes == sorted(set(minutes))


def test_rest_of_a_bank_is_shown_in_minutes_and_seconds():
    assert [time_left(seconds * SECOND) for seconds in (89.4, 90, 205, 240, 599)] == [
        "89 s",
        "1:30",
        "3:25",
        "4:00",
        "9:59",
    ]


# -- thinking takes, cards give ----------------------------------------------------------------------------------------


def test_thinking_about_a_bid_is_taken_from_the_bank_of_its_seat_alone(match, users):
    bidder = to_act(match)
    assert seconds_left(match, match.changed_at) == about(BANK + GRACE)
    match = act_after(match, users, 30)
    assert [bank(match, seat) for seat in range(3) if seat != bidder] == [None, None]
    assert bank(match, bidder) == about(BANK - 30)
    assert seconds_left(match, match.changed_at) == about(BANK + GRACE)


def test_card_adds_the_increment(match, users):
    match = until_play(match, users)
    player = to_act(match)
    before = bank(match, player)
    match = act_after(match, users, 12)
    assert bank(match, player) == about(before - 12 + INCREMENT)


def test_quick_cards_earn_more_than_the_bank_had(match, users):
    match = until_play(match, users)
    player = to_act(match)
    assert bank(act_after(match, users), player) == about(BANK + INCREMENT)


def test_looking_at_a_finished_trick_is_free(match, users):
    match = until_play(match, users)
    for _ in range(3):
        match = act_after(match, users)
    assert state_of(match).has_finished_trick
    player, pause = to_act(match), TRICK_PAUSE["normal"]
    before = bank(match, player)
    assert seconds_left(match, match.changed_at) == about(pause + before + GRACE)
    state, now = state_of(match), match.changed_at + pause / 2 * SECOND
    services.play_action(match.table_id, users[player], state.legal_actions()[0], match.version, now)
    assert bank(match, player) == about(before + INCREMENT)


def test_move_in_the_grace_counts_and_uses_up_the_bank(match, users):
    bidder = to_act(match)
    match = act_after(match, users, BANK + GRACE / 2)
    assert match.actors == "p"
    assert bank(match, bidder) == INCREMENT


def test_whole_round_takes_from_each_bank_what_its_player_thought_and_the_next_round_begins_with_whole_ones(users):
    match, thought, played = start(users, options={"schedule": "8-1-8"}), [0.0] * 3, [0] * 3
    round_dealt, moves = match.rounds_dealt, 0
    while state_of(match).to_act is not None and match.rounds_dealt == round_dealt:
        assert [bank(match, seat) or BANK for seat in range(3)] == [
            about(BANK - thought[seat] + INCREMENT * played[seat]) for seat in range(3)
        ]
        if match.turn_at is None:  # nothing is left to decide
            match = expire(match)
            continue
        seat, seconds = to_act(match), 1.5 + moves % 4
        thought[seat] += seconds
        played[seat] += state_of(match).phase == PLAY
        match, moves = act_after(match, users, seconds), moves + 1
    assert moves >= 3 + 3 * 6
    assert state_of(match).phase == DEAL
    assert [bank(match, seat) for seat in range(3)] == [None] * 3
    match = expire(match)
    assert seconds_left(match, match.changed_at) == about(BANK + GRACE)


def test_bots_have_no_clock(users):
    match = dealt(full_table(users[:1], 3, clock="chess"))
    while to_act(match) != 0:
        assert match.turn_at is None
        match = expire(match)
    assert [bank(match, seat) for seat in range(3)] == [None] * 3


@pytest.mark.parametrize("clock", ["normal", "day"])
def test_no_bank_is_touched_at_another_clock(users, clock):
    match = dealt(full_table(users, 3, clock=clock))
    for _ in range(4):
        state = state_of(match)
        services.play_action(
            match.table_id, users[state.to_act], state.legal_actions()[0], match.version, timezone.now() + 5 * SECOND
        )
        match = reread(match)
    assert [bank(match, seat) for seat in range(3)] == [None] * 3


# -- an empty bank -----------------------------------------------------------------------------------------------------


def test_when_the_bank_is_empty_the_site_acts_and_after_the_second_time_at_once(match, users):
    sleeper = to_act(match)
    match = expire(match)
    assert match.actors == "c"
    assert (expiries(match), bank(match, sleeper)) == ({sleeper: 1}, INCREMENT)
    while to_act(match) != sleeper:
        match = act_after(match, users)
    assert seconds_left(match, match.changed_at) <= INCREMENT + TRICK_PAUSE["normal"] + GRACE
    match = expire(match)
    assert expiries(match) == {sleeper: 2}
    while state_of(match).to_act != sleeper:
        match = act_after(match, users) if match.turn_at else expire(match)
    assert seconds_left(match, match.changed_at) < SITES


def test_player_who_takes_the_seat_back_from_the_bot_can_act(match, users):
    sleeper, now = to_act(match), match.due_at
    MatchSeat.objects.at(match.pk, sleeper).update(expiries=2, bank=INCREMENT)
    services.restart_clock(reread(match), now, seat=(sleeper + 1) % 3)
    breaks.come_back(match.table_id, users[sleeper], now)
    assert seconds_left(reread(match), now) == about(INCREMENT + GRACE)


def test_bot_that_plays_for_somebody_earns_nothing(match, users):
    match = until_play(match, users)
    player = to_act(match)
    MatchSeat.objects.at(match.pk, player).update(is_away=True)
    services.restart_clock(match, turn_began(match) + 10 * SECOND, seat=player)
    match = expire(match)
    assert match.actors.endswith("a")
    assert bank(match, player) == about(BANK - 10)


# -- pauses, and people who come and go --------------------------------------------------------------------------------


def test_pause_keeps_what_is_left_of_every_bank(match, users):
    first = to_act(match)
    match = act_after(match, users, 70)
    second, now = to_act(match), turn_began(match) + 100 * SECOND
    match = want_all(match, users, "pause", now)
    assert match.due_at is None
    assert match.seconds_left == about(BANK - 100 + GRACE)
    later = now + timedelta(hours=5)
    match = want_all(match, users, "resume", later)
    assert seconds_left(match, later) == about(BANK - 100 + GRACE)
    match = act_after(match, users, 10)
    assert bank(match, second) == about(BANK - 110)
    assert bank(match, first) == about(BANK - 70)


def test_second_pause_in_one_turn_costs_and_gives_nothing(match, users):
    player, now = to_act(match), turn_began(match) + 50 * SECOND
    for _ in range(2):
        match = want_all(match, users, "pause", now)
        match = want_all(match, users, "resume", now + timedelta(hours=1))
        now += timedelta(hours=1, seconds=20)
    services.play_action(match.table_id, users[player], state_of(match).legal_actions()[0], match.version, now)
    assert bank(match, player) == about(BANK - 50 - 20 - 20)


def test_player_away_at_their_turn_comes_back_to_what_was_left(match, users):
    """Else a broken connection would be worth a whole bank."""
    player, now = to_act(match), turn_began(match) + 100 * SECOND
    breaks.take_break(match.table_id, users[player], now)
    assert bank(match, player) == about(BANK - 100)
    match = reread(match)
    assert seconds_left(match, now) < SITES
    breaks.come_back(match.table_id, users[player], now + SECOND)
    match = reread(match)
    assert seconds_left(match, now + SECOND) == about(BANK - 100 + GRACE)


@pytest.mark.parametrize("is_paused", [False, True], ids=["playing", "paused"])
def test_player_who_takes_the_seat_over_has_what_was_left(match, users, is_paused):
    player, now = to_act(match), turn_began(match) + 100 * SECOND
    if is_paused:
        want_all(match, users, "pause", now)
    dan = User.objects.create_user("dan@example.org", name="Dan")
    seating.stand_up(match.table_id, users[player], now)
    seating.sit_down(match.table_id, dan, player, now)
    match = reread(match)
    if is_paused:
        assert match.seconds_left == about(BANK - 100 + GRACE)
        match = want_all(match, [*(user for user in users if user != users[player]), dan], "resume", now)
    assert seconds_left(match, now) == about(BANK - 100 + GRACE)


def test_seat_keeps_its_bank_when_it_changes_hands_in_the_middle_of_a_round(match, users):
    player = to_act(match)
    match = act_after(match, users, 100)
    seating.stand_up(match.table_id, users[player], timezone.now())
    assert bank(match, player) == about(BANK - 100)


def test_bid_taken_back_is_made_with_what_the_bidder_had_left_and_costs_the_next_player_nothing(users):
    match = start(users, allows_undo=True)
    bidder = to_act(match)
    match = act_after(match, users, 100)
    following, now = to_act(match), turn_began(match) + 60 * SECOND
    services.undo_bid(match.table_id, users[bidder], match.version, now)
    match = reread(match)
    assert seconds_left(match, now) == about(BANK - 100 + GRACE)
    match = act_after(match, users, 10)
    assert (bank(match, bidder), bank(match, following)) == (about(BANK - 110), None)
    assert seconds_left(match, match.changed_at) == about(BANK + GRACE)


# -- time without a site -----------------------------------------------------------------------------------------------


def test_time_in_which_no_site_ran_is_taken_from_no_bank(match, users):
    last = turn_began(match) + 100 * SECOND
    note_web(last)
    back = last + timedelta(minutes=20)
    note_web(back)
    match = reread(match)
    assert seconds_left(match, back) == about(BANK - 100 + GRACE)
    player = to_act(match)
    services.play_action(
        match.table_id, users[player], state_of(match).legal_actions()[0], match.version, back + 10 * SECOND
    )
    assert bank(match, player) == about(BANK - 110)


def test_what_a_worker_put_off_while_no_site_ran_is_not_given_twice(match):
    last = turn_began(match) + 200 * SECOND
    note_web(last)
    due = match.due_at
    while due < last + 90 * SECOND:
        assert not services.advance_match(match.pk, due)
        due = reread(match).due_at
        assert due <= reread(match).turn_at + timedelta(seconds=BANK + 90) + PUT_OFF
    back = last + 90 * SECOND
    note_web(back)
    assert seconds_left(reread(match), back) == about(BANK - 200 + GRACE)


def test_turn_that_began_while_no_site_ran_has_its_bank_and_no_more(users):
    """A worker plays for bots all the same."""
    match = dealt(full_table(users[:2], 3, clock="chess", options={"schedule": "8-1-8"}))
    while to_act(match) != 2:
        match = act_after(match, users)
    note_web(match.changed_at)
    later = match.changed_at + timedelta(minutes=20)
    assert services.advance_match(match.pk, later)
    back = later + timedelta(minutes=10)
    note_web(back)
    left = seconds_left(reread(match), back)
    player = MatchSeat.objects.at(match.pk, to_act(match)).get()
    assert left == about(TIME_CONTROLS["chess"].left_in(player.bank) + GRACE)


def test_banks_and_deadline_are_found_again_after_a_restart(match, users):
    player = to_act(match)
    match = act_after(match, users, 100)
    forget_states()
    match = reread(match)
    assert seconds_left(match, match.changed_at) == about(BANK + GRACE)
    assert bank(match, player) == about(BANK - 100)


# -- one write ---------------------------------------------------------------------------------------------------------


def test_move_costs_no_more_statements_than_at_any_table(match, users):
    match = until_play(match, users)
    forget_tables()
    state = state_of(match)
    with CaptureQueriesContext(connection) as queries:
        services.play_action(
            match.table_id, users[state.to_act], state.legal_actions()[0], match.version, timezone.now() + 3 * SECOND
        )
    kinds = [query["sql"].split()[0] for query in queries if query["sql"].split()[0] in ("SELECT", "UPDATE", "INSERT")]
    assert kinds == ["SELECT", "UPDATE", "UPDATE"]


def test_same_move_sent_eight_times_at_once_spends_the_bank_once(match, users):
    match = until_play(match, users)
    player = to_act(match)
    before, now = bank(match, player), turn_began(match) + 20 * SECOND
    action = state_of(match).legal_actions()[0]

    def send():
        return services.play_action(match.table_id, users[player], action, match.version, now)

    answers = at_once(*[send] * 8)
    assert sum(not isinstance(answer, Exception) for answer in answers) == 1
    assert bank(match, player) == about((BANK if before is None else before) - 20 + INCREMENT)


def test_move_that_comes_too_late_spends_nothing(match, users):
    seat = to_act(match)
    update = MatchUpdate(match, selectors.held_seats(match.pk))
    update.stop_clock(turn_began(match) + 200 * SECOND)
    update.take(update.state.legal_actions()[0], "p")
    act_after(match, users, 10)
    assert not update.commit(timezone.now())
    assert bank(match, seat) == about(BANK - 10)


# -- what people see ---------------------------------------------------------------------------------------------------


def test_table_shows_the_rest_of_the_bank_as_its_clock(match, users):
    now = turn_began(match) + 35 * SECOND
    house = panel_of(selectors.table_view(match.table_id, users[0]), now)
    assert house.left == "3:25"
    assert house.due - house.now == (BANK - 35) * 1000


def test_table_in_the_list_says_how_long_one_may_think(users):
    table = open_table(users[0], clock="chess")
    assert "4 minutes a round + 5 s a card" in facts_line(table)


def test_matches_of_before_the_first_card_have_no_running_clock(users):
    match = seating.deal_match(full_table(users, 3, clock="chess").pk, users[0], timezone.now())
    assert Match.objects.get(pk=match.pk).turn_at is None
