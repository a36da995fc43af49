"""Players who do not come back, and tables that everybody has forgotten."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.support.friends import dealt, expire, expiries, full_table, holder, host_of, open_table, pause, people
from tests.support.matches import reread
from whist.tables.announcing.versions import NOTHING_SHOWN
from whist.tables.live.frames import Asked, draw, viewer_at
from whist.tables.lobby import seating
from whist.tables.match import locks, moves, selectors
from whist.tables.match.seats import is_played_for
from whist.tables.match.state_cache import state_of
from whist.tables.models import Table
from whist.tables.presence import breaks, no_shows
from whist.tables.presenters.panel import panel_of

pytestmark = pytest.mark.django_db(transaction=True)

MINUTE, SECOND = timedelta(minutes=1), timedelta(seconds=1)


def close_page(table_id, user, now):
    breaks.note_socket(table_id, user.pk, now)
    breaks.note_no_socket(table_id, user.pk, now)


def go_away(match, user, now):
    close_page(match.table_id, user, now)
    breaks.notice_absence(now + MINUTE)


def seated(table):
    return set(table.table_seats.exclude(user=None).values_list("seat", flat=True))


def test_seat_of_a_player_gone_for_ten_minutes_is_free_for_spectators():
    users = people(4)
    match = dealt(full_table(users[:3], 3))
    now = timezone.now()
    go_away(match, users[1], now)
    no_shows.free_seats_of_absent(now + 9 * MINUTE)
    assert holder(match, 1) == users[1]
    no_shows.free_seats_of_absent(now + 10 * MINUTE)
    assert holder(match, 1) is None
    seating.sit_down(match.table_id, users[3], 1, now)
    assert holder(match, 1) == users[3]


def test_break_of_three_minutes_is_no_leaving():
    users = people(3)
    match = dealt(full_table(users, 3))
    breaks.take_break(match.table_id, users[0], timezone.now())
    no_shows.free_seats_of_absent(timezone.now() + 20 * MINUTE)
    assert holder(match, 0) == users[0]


def test_nobody_has_left_a_match_that_takes_days():
    users = people(3)
    match = dealt(full_table(users, 3, clock="day"))
    now = timezone.now()
    go_away(match, users[1], now)
    no_shows.free_seats_of_absent(now + 20 * MINUTE)
    assert holder(match, 1) == users[1]


def test_player_who_never_acts_has_left_although_they_have_no_socket():
    users = people(2)
    match, timed_out_at = timed_out(dealt(full_table(users, 3)), 1)
    while state_of(match).to_act is not None:  # the site plays at once, as often as the turn comes
        match = expire(match)
    no_shows.free_seats_of_absent(timed_out_at + 3 * MINUTE - SECOND)
    assert holder(match, 1) == users[1]
    no_shows.free_seats_of_absent(timed_out_at + 3 * MINUTE)
    assert holder(match, 1) is None
    assert 1 not in expiries(match)


def timed_out(match, seat):
    """The match once the player has let the clock run out often enough to be timed out, and since when they are."""
    while (match_seat := match.match_seats.get(seat=seat, to_action=None)).timed_out_at is None:
        match = expire(match)
    assert is_played_for(match_seat)
    return match, match_seat.timed_out_at


@pytest.mark.parametrize("returns", ["by a move", "by a click"])
def test_player_who_woke_up_has_three_minutes_again(returns):
    users = people(2)
    match, timed_out_at = timed_out(dealt(full_table(users, 3)), 1)
    if returns == "by a click":
        breaks.come_back(match.table_id, users[1], timed_out_at + MINUTE)
    else:
        while state_of(match).to_act != 1:
            match = expire(match)
        action = state_of(match).legal_actions()[0]
        moves.play_action(match.table_id, users[1], action, match.version, timed_out_at + MINUTE)
    assert match.match_seats.get(seat=1, to_action=None).timed_out_at is None
    no_shows.free_seats_of_absent(timed_out_at + 4 * MINUTE)
    assert holder(match, 1) == users[1]


@pytest.mark.parametrize("where", ["in a match", "between matches"])
def test_player_who_comes_back_at_the_last_moment_keeps_their_place(monkeypatch, where):
    users = people(3)
    table, now = full_table(users, 3), timezone.now()
    if where == "in a match":
        go_away(dealt(table), users[1], now)
    else:
        close_page(table.pk, users[1], now)
    later = now + 20 * MINUTE

    def lock_table(table_id):
        breaks.note_socket(table_id, users[1].pk, later)
        locks.lock_table(table_id)

    monkeypatch.setattr(no_shows, "lock_table", lock_table)
    no_shows.free_seats_of_absent(later)
    no_shows.free_table_seats(later)
    assert table.table_seats.get(user=users[1]).seat == 1


def test_player_who_lost_their_seat_is_told_and_takes_it_back_as_long_as_nobody_else_did():
    users = people(4)
    match, timed_out_at = timed_out(dealt(full_table(users[:3], 3)), 2)
    seating.add_participant(match.table, users[3], timezone.now())
    for user in users[:2]:
        breaks.come_back(match.table_id, user, timed_out_at)
    no_shows.free_seats_of_absent(timed_out_at + 3 * MINUTE)
    seating.stand_up(match.table_id, users[1], timezone.now())

    lost = panel_of(selectors.table_view(match.table_id, users[2]), timezone.now())
    assert lost.state == "A bot has your seat now."
    assert lost.lost_seat == 2
    stranger = panel_of(selectors.table_view(match.table_id, users[3]), timezone.now())
    assert stranger.lost_seat is None
    assert len(stranger.free_seats) == 2

    seating.sit_down(match.table_id, users[3], 2, timezone.now())
    assert panel_of(selectors.table_view(match.table_id, users[2]), timezone.now()).lost_seat is None


def test_score_sheet_of_a_player_who_lost_their_seat_is_drawn_anew():
    users = people(2)
    match = dealt(full_table(users, 3))
    viewer = viewer_at(match.table_id, users[1], "en")
    _version, frames = draw(match.table_id, [Asked((viewer, None), NOTHING_SHOWN)])
    (frame,) = frames.values()
    assert ">You<" in frame.drawing.elements["sheet"].html

    seating.stand_up(match.table_id, users[1], timezone.now())
    _version, frames = draw(match.table_id, [Asked((viewer, frame.sheet), frame.version)])
    (frame,) = frames.values()
    assert ">You<" not in frame.drawing.elements["sheet"].html


def test_match_that_everybody_left_is_played_to_its_end_and_the_table_closed():
    users = people(2)
    match = dealt(full_table(users, 3))
    now = timezone.now()
    for user in users:
        go_away(match, user, now)
    no_shows.free_seats_of_absent(now + 11 * MINUTE)
    assert Table.objects.get(pk=match.table_id).closed_at is None
    while (match := reread(match)).finished_at is None:
        match = expire(match)
    assert Table.objects.get(pk=match.table_id).closed_at is not None


def test_seats_of_a_paused_match_are_kept_for_a_week_though_everybody_closes_the_page():
    users = people(2)
    match = dealt(full_table(users, 3))
    now = timezone.now()
    pause(match, users, now)
    for user in users:
        go_away(match, user, now)
    no_shows.free_seats_of_absent(now + timedelta(days=6))
    assert [holder(match, 0), holder(match, 1)] == users

    no_shows.free_seats_of_absent(now + timedelta(days=7))
    assert [holder(match, 0), holder(match, 1)] == [None, None]
    assert expire(match).actors


def test_seat_of_who_is_asleep_is_kept_in_a_pause_and_three_minutes_after_it():
    users = people(3)
    match, timed_out_at = timed_out(dealt(full_table(users, 3)), 1)
    others = [users[0], users[2]]
    for user in others:
        breaks.come_back(match.table_id, user, timed_out_at)
    for user in others:
        breaks.cast_vote(match.table_id, user, "pause", timed_out_at)
    later = timed_out_at + 60 * MINUTE
    no_shows.free_seats_of_absent(later)
    assert holder(match, 1) == users[1]
    for user in others:
        breaks.cast_vote(match.table_id, user, "resume", later)
    assert not reread(match).is_paused
    no_shows.free_seats_of_absent(later + 3 * MINUTE - SECOND)
    assert holder(match, 1) == users[1]
    no_shows.free_seats_of_absent(later + 3 * MINUTE)
    assert holder(match, 1) is None


def test_seat_of_who_is_away_is_kept_in_a_pause_and_ten_minutes_after_it():
    users = people(2)
    match, now = dealt(full_table(users, 3)), timezone.now()
    go_away(match, users[1], now)
    breaks.cast_vote(match.table_id, users[0], "pause", now)
    later = now + 60 * MINUTE
    breaks.cast_vote(match.table_id, users[0], "resume", later)
    no_shows.free_seats_of_absent(later + 9 * MINUTE)
    assert holder(match, 1) == users[1]
    no_shows.free_seats_of_absent(later + 10 * MINUTE)
    assert holder(match, 1) is None


def test_match_that_was_paused_is_finished_when_its_last_player_leaves():
    users = people(2)
    match = dealt(full_table(users, 3))
    now = timezone.now()
    pause(match, users, now)
    seating.stand_up(match.table_id, users[0], now)
    assert reread(match).is_paused
    seating.stand_up(match.table_id, users[1], now)
    while (match := reread(match)).finished_at is None:
        match = expire(match)
    assert not match.is_paused


def test_forgotten_table_leaves_the_list_and_a_visited_one_stays():
    ana, bogdan = people(2)
    forgotten, visited = open_table(ana), open_table(bogdan)
    later = timezone.now() + 3 * 60 * MINUTE
    seating.add_participant(visited, bogdan, later - MINUTE)
    no_shows.close_deserted(later)
    assert set(Table.objects.listed()) == {visited}
    assert Table.objects.get(pk=forgotten.pk).closed_at == later


def test_invited_friends_find_a_table_of_days_a_week_after():
    table = open_table(people(1)[0], clock="day")
    no_shows.close_deserted(timezone.now() + timedelta(days=6))
    assert set(Table.objects.listed()) == {table}
    no_shows.close_deserted(timezone.now() + timedelta(days=8))
    assert not Table.objects.listed()


def test_absent_host_is_followed_by_the_next_one_clockwise_who_is_there():
    ana, bogdan, carmen, dan = people(4)
    table = full_table([ana, bogdan, carmen, dan])
    now = timezone.now()
    for user in (ana, bogdan):
        close_page(table.pk, user, now)
    no_shows.pass_hosts(now + 2 * MINUTE)
    assert host_of(table) == ana
    no_shows.pass_hosts(now + 4 * MINUTE)
    assert host_of(table) == carmen


def test_host_who_sends_invitations_stays_host_while_nobody_else_is_there():
    ana, bogdan = people(2)
    table = full_table([ana, bogdan], 4)
    now = timezone.now()
    for user in (ana, bogdan):
        close_page(table.pk, user, now)
    no_shows.pass_hosts(now + 4 * MINUTE)
    assert host_of(table) == ana


def test_role_of_a_host_who_stands_up_goes_clockwise():
    users = people(4)
    table = full_table(users)
    seating.stand_up(table.pk, users[0], timezone.now())
    assert host_of(table) == users[1]
    seating.sit_down(table.pk, users[0], 0, timezone.now())
    seating.stand_up(table.pk, users[1], timezone.now())
    assert host_of(table) == users[2]


def test_seat_is_kept_for_ten_minutes_between_matches_and_the_last_one_for_as_long_as_the_table():
    users = people(3)
    table = full_table(users)
    now = timezone.now()
    for user in users[1:]:
        close_page(table.pk, user, now)
    seating.add_participant(table, users[0], now + 11 * MINUTE)
    no_shows.free_table_seats(now + 9 * MINUTE)
    assert seated(table) == {0, 1, 2}
    no_shows.free_table_seats(now + 11 * MINUTE)
    assert seated(table) == {0}
    close_page(table.pk, users[0], now)
    no_shows.free_table_seats(now + 60 * MINUTE)
    assert seated(table) == {0}


def test_host_who_never_had_a_socket_is_followed_and_their_seat_free_after_ten_minutes():
    ana, bogdan, carmen = users = people(3)
    table = full_table(users)
    now = timezone.now()
    for user in (bogdan, carmen):
        breaks.note_socket(table.pk, user.pk, now + 11 * MINUTE)
    for work in (no_shows.pass_hosts, no_shows.free_table_seats):
        work(now + 9 * MINUTE)
    assert (host_of(table), seated(table)) == (ana, {0, 1, 2})
    no_shows.pass_hosts(now + 11 * MINUTE)
    assert host_of(table) == bogdan
    no_shows.free_table_seats(now + 11 * MINUTE)
    assert seated(table) == {1, 2}


def test_role_of_host_goes_to_nobody_who_has_gone_without_a_socket():
    ana, _bogdan, carmen = users = people(3)
    table = full_table(users)
    now = timezone.now()
    close_page(table.pk, ana, now)
    seating.add_participant(table, carmen, now + 11 * MINUTE)
    no_shows.pass_hosts(now + 11 * MINUTE)
    assert host_of(table) == carmen


@pytest.mark.parametrize("clock", ["day", "three_days"])
def test_nobody_loses_seat_or_role_in_correspondence(clock):
    users = people(3)
    table = full_table(users, clock=clock)
    now = timezone.now()
    close_page(table.pk, users[0], now)
    no_shows.free_table_seats(now + 60 * MINUTE)
    no_shows.pass_hosts(now + 60 * MINUTE)
    assert seated(table) == {0, 1, 2}
    assert host_of(table) == users[0]


def test_host_of_a_table_of_days_is_followed_after_three_days_by_who_has_been_there_since():
    ana, bogdan, carmen, dan = users = people(4)
    table = full_table(users, clock="day")
    now, days = timezone.now(), timedelta(days=1)
    seating.add_participant(table, ana, now)
    seating.add_participant(table, dan, now + 3 * days)
    no_shows.pass_hosts(now + 3 * days - SECOND)
    assert host_of(table) == ana
    no_shows.pass_hosts(now + 3 * days)
    assert host_of(table) == dan
    for user in (bogdan, carmen):
        seating.add_participant(table, user, now + 5 * days)
    no_shows.pass_hosts(now + 6 * days)
    assert host_of(table) == bogdan
    assert seated(table) == {0, 1, 2, 3}


def test_host_of_a_table_of_days_that_nobody_else_visits_stays_host():
    users = people(3)
    table = full_table(users, clock="day")
    no_shows.pass_hosts(timezone.now() + timedelta(days=6))
    assert host_of(table) == users[0]


def test_host_of_a_match_over_days_is_not_relieved_in_it():
    users = people(3)
    match, later = dealt(full_table(users, clock="day")), timezone.now() + timedelta(days=6)
    seating.add_participant(match.table, users[1], later)
    no_shows.pass_hosts(later)
    assert host_of(match.table) == users[0]


def test_many_who_have_just_left_keep_nobody_from_being_parted_with(monkeypatch):
    monkeypatch.setattr(no_shows, "BATCH", 1)
    users = people(3)
    match = dealt(full_table(users))
    now = timezone.now()
    go_away(match, users[2], now)
    for user in users[:2]:
        go_away(match, user, now + 5 * MINUTE)
    no_shows.free_seats_of_absent(now + 11 * MINUTE)
    assert holder(match, 2) is None
    assert holder(match, 0) == users[0]
