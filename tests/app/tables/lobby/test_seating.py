"""Who sits at a friends' table."""

import pytest
from django.utils.timezone import now

from tests.support.friends import dealt, expire, full_table, open_table, people, seconds_left
from tests.support.matches import reread
from tests.support.races import at_once
from whist.engine.errors import BadOption
from whist.refusals import Refusal
from whist.tables.account_hooks.merge import move_seats
from whist.tables.jobs.audit import audit_matches
from whist.tables.lobby import seating
from whist.tables.match import moves
from whist.tables.match.selectors import held_seats
from whist.tables.match.state_cache import state_of
from whist.tables.match.time_controls import TIME_CONTROLS
from whist.tables.match.update import MatchUpdate, is_rest_forced
from whist.tables.models import Match, MatchSeat, Table, TableSeat
from whist.tables.texts import refusals

pytestmark = pytest.mark.django_db(transaction=True)


def table_seats(table):
    return {
        table_seat.seat: table_seat.user.name if table_seat.user else "bot"
        for table_seat in table.table_seats.order_by("seat")
    }


def holders(match):
    """By seat: who held it from which action to which."""
    return [
        (
            match_seat.seat,
            match_seat.user.name if match_seat.user else "bot",
            match_seat.from_action,
            match_seat.to_action,
        )
        for match_seat in match.match_seats.order_by("seat", "from_action")
    ]


def test_opener_of_a_table_sits_at_it_and_is_its_host():
    (ana,) = people(1)
    table = open_table(ana)
    assert table_seats(table) == {0: "Ana"}
    assert table.host == ana
    assert table.is_waiting
    assert len(table.invitation) == 16


def test_second_click_on_open_opens_no_second_table():
    (ana,) = people(1)
    assert open_table(ana) == open_table(ana)
    assert open_table(ana, clock="slow") != open_table(ana)


@pytest.mark.parametrize("change", [{"clock": "none"}, {"level": "x"}, {"pace": "x"}, {"seats": 7}])
def test_table_with_unknown_options_is_refused(change):
    (ana,) = people(1)
    with pytest.raises(BadOption):
        open_table(ana, **change)


def test_friends_sit_down_move_and_stand_up():
    ana, bogdan = people(2)
    table = open_table(ana)
    seating.sit_down(table.pk, bogdan, 2, now())
    seating.sit_down(table.pk, bogdan, 2, now())
    assert table_seats(table) == {0: "Ana", 2: "Bogdan"}
    seating.sit_down(table.pk, bogdan, 1, now())
    assert table_seats(table) == {0: "Ana", 1: "Bogdan"}
    seating.stand_up(table.pk, bogdan, now())
    assert table_seats(table) == {0: "Ana"}


def test_nobody_takes_somebody_elses_seat():
    ana, bogdan = people(2)
    table = open_table(ana)
    with pytest.raises(refusals.SeatTaken):
        seating.sit_down(table.pk, bogdan, 0, now())
    with pytest.raises(refusals.NoSuchSeat):
        seating.sit_down(table.pk, bogdan, 4, now())


def test_player_who_fails_to_take_another_seat_keeps_their_own():
    ana, bogdan = people(2)
    table = open_table(ana)
    seating.sit_down(table.pk, bogdan, 1, now())
    with pytest.raises(refusals.SeatTaken):
        seating.sit_down(table.pk, bogdan, 0, now())
    assert table_seats(table) == {0: "Ana", 1: "Bogdan"}


def test_host_sets_bots_and_a_friend_takes_the_place_of_one():
    ana, bogdan = people(2)
    table = open_table(ana)
    seating.set_bot(table.pk, ana, 1, "easy")
    seating.fill_with_bots(table.pk, ana)
    assert table_seats(table) == {0: "Ana", 1: "bot", 2: "bot", 3: "bot"}
    assert [table_seat.level for table_seat in table.table_seats.exclude(level="")] == ["easy", "easy", "easy"]
    seating.sit_down(table.pk, bogdan, 2, now())
    seating.set_bot(table.pk, ana, 3, "")
    assert table_seats(table) == {0: "Ana", 1: "bot", 2: "Bogdan"}
    with pytest.raises(refusals.SeatTaken):
        seating.set_bot(table.pk, ana, 2, "easy")
    with pytest.raises(refusals.NotTheHost):
        seating.set_bot(table.pk, bogdan, 3, "easy")


def test_host_deals_to_everybody_who_is_seated():
    users = people(3)
    table = full_table(users, 4)
    match = seating.deal_match(table.pk, users[0], now())
    assert holders(match) == [(0, "Ana", 0, None), (1, "Bogdan", 0, None), (2, "Carmen", 0, None), (3, "bot", 0, None)]
    assert seating.deal_match(table.pk, users[0], now()) == match
    with pytest.raises(refusals.NotTheHost):
        seating.deal_match(table.pk, users[1], now())


def test_empty_seats_are_left_out_where_the_game_allows_it():
    users = people(4)
    table = open_table(users[0], seats=6)
    for seat, user in zip((5, 2, 3), users[1:], strict=True):
        seating.sit_down(table.pk, user, seat, now())
    match = seating.deal_match(table.pk, users[0], now())
    assert match.table.seats == 4
    assert [holder[1] for holder in holders(match)] == ["Ana", "Carmen", "Dan", "Bogdan"]


def test_too_few_or_options_of_more_seats_are_refused_and_change_nothing():
    users = people(2)
    table = open_table(users[0], seats=6)
    seating.sit_down(table.pk, users[1], 4, now())
    with pytest.raises(refusals.SeatsEmpty):
        seating.deal_match(table.pk, users[0], now())
    quick = open_table(users[0], seats=6, options={"schedule": "quick"})
    for seat, user in enumerate(people_more(3), start=1):
        seating.sit_down(quick.pk, user, seat, now())
    with pytest.raises(refusals.SeatsEmpty):
        seating.deal_match(quick.pk, users[0], now())
    assert Table.objects.get(pk=quick.pk).seats == 6
    assert not Match.objects.exists()


def people_more(count):
    from accounts.models import User

    return [User.objects.create_user(f"more{number}@example.org", name=f"More {number}x") for number in range(count)]


def test_player_who_leaves_a_match_is_replaced_by_a_bot_and_a_spectator_may_take_the_seat():
    users = people(4)
    table = full_table(users[:3], 3)
    match = dealt(table)
    moves.play_action(*first_action(match, users))
    seating.stand_up(table.pk, users[1], now())
    assert (1, "bot", 1, None) in holders(match)
    assert (1, "Bogdan", 0, 1) in holders(match)
    seating.sit_down(table.pk, users[3], 1, now())
    assert (1, "Dan", 1, None) in holders(match)
    assert table_seats(table)[1] == "Dan"
    with pytest.raises(refusals.MatchRuns):
        seating.sit_down(table.pk, users[0], 1, now())
    with pytest.raises(refusals.NotSeated):
        moves.play_action(table.pk, users[1], "bid:0", reread(match).version, now())


def first_action(match, users):
    state = state_of(match)
    return match.table_id, users[state.to_act], state.legal_actions()[0], match.version, now()


@pytest.mark.parametrize("looks_on", [True, False])
def test_nobody_sees_two_hands_of_a_round_by_going_from_seat_to_seat(looks_on):
    users = people(4)
    match = dealt(full_table(users[:2], 4))
    cheat, first = (users[2], 2) if looks_on else (users[1], 1)
    if looks_on:
        seating.sit_down(match.table_id, cheat, first, now())
    seating.stand_up(match.table_id, cheat, now())
    with pytest.raises(refusals.KnowsOtherCards):
        seating.sit_down(match.table_id, cheat, 3, now())
    seating.sit_down(match.table_id, cheat, first, now())
    seating.stand_up(match.table_id, cheat, now())

    while state_of(reread(match)).to_act is not None:
        expire(match)
    seating.sit_down(match.table_id, cheat, 3, now())
    assert match.match_seats.get(seat=3, to_action=None).user == cheat


def test_merged_player_who_knows_the_cards_of_two_seats_may_leave_all_the_same():
    users = people(3)
    match = dealt(full_table(users[:2], 4))
    account, guest = users[1], users[2]
    seating.sit_down(match.table_id, guest, 3, now())
    seating.stand_up(match.table_id, account, now())
    move_seats(guest, account)
    assert match.match_seats.get(seat=3, to_action=None).user == account
    seating.stand_up(match.table_id, account, now())
    assert match.match_seats.get(seat=3, to_action=None).user is None


def test_leaving_and_returning_at_ones_turn_gives_no_more_time_than_the_bot_takes():
    users = people(3)
    match = dealt(full_table(users, 3))
    seat = state_of(match).to_act
    for _again in range(3):
        seating.stand_up(match.table_id, users[seat], now())
        bot_due_at = reread(match).due_at
        seating.sit_down(match.table_id, users[seat], seat, now())
        assert reread(match).due_at == bot_due_at
    match = expire(match)
    assert match.actors == "c"
    assert match.match_seats.get(seat=seat, to_action=None).user == users[seat]


def test_player_who_returns_after_the_bot_has_acted_has_their_whole_time():
    users = people(3)
    match = dealt(full_table(users, 3))
    seat = state_of(match).to_act
    seating.stand_up(match.table_id, users[seat], now())
    match = expire(match)
    while state_of(match).to_act != seat:
        match = expire(match)
    at = now()
    seating.sit_down(match.table_id, users[seat], seat, at)
    assert seconds_left(reread(match), at) >= TIME_CONTROLS["normal"].card


def test_match_without_people_is_finished_quickly_by_bots():
    users = people(2)
    table = full_table(users, 3)
    match = dealt(table)
    for user in users:
        seating.stand_up(table.pk, user, now())
    match = reread(match)
    advances = 0
    while match.finished_at is None:
        assert match.due_at <= now()
        assert moves.advance_match(match.pk, now())
        match, advances = reread(match), advances + 1
        assert bool(Table.objects.get(pk=table.pk).closed_at) == (match.finished_at is not None)
    assert advances <= 21
    with pytest.raises(refusals.TableClosed):
        seating.sit_down(table.pk, users[0], 0, now())


def test_after_a_match_the_table_gathers_again():
    users = people(2)
    table = full_table(users, 3)
    match = dealt(table)
    with pytest.raises(refusals.MatchRuns):
        seating.gather(table.pk, users[1])
    Match.objects.filter(pk=match.pk).update(finished_at=now(), due_at=None)
    seating.gather(table.pk, users[1])
    assert Table.objects.get(pk=table.pk).is_waiting
    seating.stand_up(table.pk, users[1], now())
    with pytest.raises(refusals.SeatsEmpty):
        seating.deal_match(table.pk, users[0], now())
    seating.fill_with_bots(table.pk, users[0])
    assert seating.deal_match(table.pk, users[0], now()).number == 2


# -- eight at once ---------------------------------------------------------------------------------------------------


def test_one_of_eight_gets_the_seat():
    ana, *others = people_more(9)
    table = open_table(ana)
    answers = at_once(*(lambda user=user: seating.sit_down(table.pk, user, 2, now()) for user in others))
    assert sorted(map(str, map(type, answers))).count("<class 'NoneType'>") == 1
    assert sum(isinstance(answer, refusals.SeatTaken) for answer in answers) == 7
    assert TableSeat.objects.filter(table=table).count() == 2


def test_eight_deals_at_once_make_one_match():
    users = people(3)
    table = full_table(users, 3)
    answers = at_once(*[lambda: seating.deal_match(table.pk, users[0], now())] * 8)
    assert len({answer.pk for answer in answers}) == 1, answers
    assert Match.objects.count() == 1
    assert MatchSeat.objects.count() == 3


def test_eight_take_the_seat_of_a_bot_in_a_match_and_one_has_it():
    users = people(2)
    table = full_table(users, 3)
    match = dealt(table)
    others = people_more(8)
    answers = at_once(*(lambda user=user: seating.sit_down(table.pk, user, 2, now()) for user in others))
    assert answers.count(None) == 1, answers
    assert len([holder for holder in holders(match) if holder[0] == 2 and holder[3] is None]) == 1


def seats_of(table):
    """The holders of the table seats and of the match seats, which are the same where a match is played."""
    table_seats = {table_seat.seat: table_seat.user_id for table_seat in table.table_seats.all()}
    match = table.matches.first()
    return table_seats, table_seats if match is None else {
        seat: held.user_id for seat, held in held_seats(match.pk).items()
    }


@pytest.mark.parametrize("_again", range(4))
def test_seats_of_table_and_match_are_the_same_when_people_come_and_go_while_the_host_deals(_again):
    users = people(6)
    table = full_table(users[:4], 6)
    answers = at_once(
        lambda: seating.deal_match(table.pk, users[0], now()),
        lambda: seating.stand_up(table.pk, users[1], now()),
        lambda: seating.stand_up(table.pk, users[2], now()),
        lambda: seating.sit_down(table.pk, users[4], 4, now()),
        lambda: seating.sit_down(table.pk, users[5], 5, now()),
    )
    assert not [error for error in answers if isinstance(error, Exception) and not isinstance(error, Refusal)]
    table = Table.objects.get(pk=table.pk)
    table_seats, seats = seats_of(table)
    assert table_seats == seats
    assert table.host_id in table_seats.values()


def test_what_a_bot_was_about_to_do_comes_too_late_when_a_friend_takes_its_seat():
    """Else the action of a bot would stand under the name of the friend."""
    users = people(3)
    match = dealt(full_table(users[:2], 3))
    while state_of(match).to_act != 2:
        moves.play_action(*first_action(match, users))
        match = reread(match)
    update = MatchUpdate(match, held_seats(match.pk))
    update.take_bot_turn()
    seating.sit_down(match.table_id, users[2], 2, now())
    assert not update.commit(now())
    assert reread(match).actors == match.actors


@pytest.mark.parametrize("pace", ["instant", "normal"])
def test_what_the_site_was_about_to_do_for_several_seats_comes_too_late_when_one_of_them_changes_hands(pace):
    """Else the record would have actions of people who had left."""
    users = people(3)
    match = dealt(full_table(users, 3, pace=pace))
    if pace == "instant":
        match.match_seats.exclude(seat=(state_of(match).to_act - 1) % 3).update(is_away=True)
    else:
        while not is_rest_forced(state_of(match)):
            match = expire(match)
    other = ({0, 1, 2} - {state_of(match).to_act}).pop()
    update = MatchUpdate(match, held_seats(match.pk))
    update.run_to_next_decision() if pace == "instant" else update.finish_forced_round()
    seating.stand_up(match.table_id, users[other], now())
    assert not update.commit(now())
    assert reread(match).actors == match.actors
    assert advances_cleanly(match)


def advances_cleanly(match):
    expire(match)
    return not audit_matches([match.pk])


def test_forms_of_others_stay_good_when_somebody_sits_down_whose_turn_it_is_not():
    users = people(3)
    match = dealt(full_table(users[:2], 3))
    while state_of(match).to_act == 2:
        moves.advance_match(match.pk, match.due_at)
        match = reread(match)
    seating.sit_down(match.table_id, users[2], 2, now())
    assert reread(match).version == match.version
