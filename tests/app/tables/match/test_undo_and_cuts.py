"""Taking a bid back, and cutting the cards."""

import pytest
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from accounts.models import User
from tests.support.friends import act, dealt, full_table, to_act
from tests.support.matches import reread
from tests.support.races import at_once
from whist.engine.deck import commitment
from whist.engine.game import BID, DEAL, PLAY
from whist.engine.replay import replay_record
from whist.tables.lobby import seating
from whist.tables.match import moves, selectors
from whist.tables.match.records import record_of_match
from whist.tables.match.selectors import held_seats
from whist.tables.match.state_cache import forget_states, state_of
from whist.tables.match.update import MatchUpdate
from whist.tables.models import Match
from whist.tables.presenters.panel import panel_of
from whist.tables.texts import refusals

pytestmark = pytest.mark.django_db(transaction=True)


def start(users, **changes):
    return dealt(full_table(users, 3, **{"allows_undo": True, **changes}))


def deal(match, users):
    moves.play_action(match.table_id, users[0], DEAL, match.version, timezone.now())
    return reread(match)


def undo(match, user):
    moves.undo_bid(match.table_id, user, match.version, timezone.now())
    return reread(match)


def test_bid_can_be_taken_back_until_the_next_player_acts(users):
    match = start(users)
    bidder = to_act(match)
    before = state_of(match).observe(bidder)
    match = undo(act(match, users), users[bidder])
    assert (match.actions, match.actors) == ("", "")
    assert state_of(match).observe(bidder) == before
    forget_states()
    assert state_of(match).observe(bidder) == before
    match = act(act(match, users), users)
    with pytest.raises(refusals.NothingToUndo):
        undo(match, users[bidder])


def test_bid_in_its_place_stays(users):
    """Else the clock would begin anew as often as somebody likes."""
    match = start(users)
    bidder = to_act(match)
    match = act(undo(act(match, users), users[bidder]), users)
    assert not panel_of(selectors.table_view(match.table_id, users[bidder]), timezone.now()).may_undo
    with pytest.raises(refusals.NothingToUndo):
        undo(match, users[bidder])
    following = to_act(match)
    match = act(undo(act(match, users), users[following]), users)
    with pytest.raises(refusals.NothingToUndo):
        undo(match, users[following])
    assert to_act(match) not in (bidder, following)


def test_bid_in_its_place_stays_when_the_next_one_is_taken_back(users):
    match = start(users)
    bidder, following = to_act(match), (to_act(match) + 1) % 3
    match = act(undo(act(match, users), users[bidder]), users)
    match = undo(act(match, users), users[following])
    assert not panel_of(selectors.table_view(match.table_id, users[bidder]), timezone.now()).may_undo
    with pytest.raises(refusals.NothingToUndo):
        undo(match, users[bidder])


def test_each_round_has_its_own_bids_to_take_back(users):
    match = start(users)
    bidder = to_act(match)
    match = undo(act(match, users), users[bidder])
    while match.rounds_dealt == 1:
        state = state_of(match)
        match = act(match, users) if state.to_act is not None else deal(match, users)
    bidder = to_act(match)
    assert to_act(undo(act(match, users), users[bidder])) == bidder


def test_last_bid_can_be_taken_back_before_the_first_card(users):
    match = start(users)
    for _ in range(2):
        match = act(match, users)
    dealer = to_act(match)
    match = act(match, users)
    assert state_of(match).phase == PLAY
    match = undo(match, users[dealer])
    assert (state_of(match).phase, to_act(match)) == (BID, dealer)


def test_bid_of_who_held_the_seat_before_stays(users):
    match = start(users)
    bidder = to_act(match)
    match = act(match, users)
    dan = User.objects.create_user("dan@example.org", name="Dan")
    seating.stand_up(match.table_id, users[bidder], timezone.now())
    seating.sit_down(match.table_id, dan, bidder, timezone.now())
    with pytest.raises(refusals.NothingToUndo):
        undo(reread(match), dan)


def test_bid_is_not_taken_back_while_its_seat_changes_hands(users):
    match = start(users)
    bidder = to_act(match)
    match = act(match, users)
    update = MatchUpdate(match, held_seats(match.pk))
    seating.stand_up(match.table_id, users[bidder], timezone.now())
    update.take_back()
    assert not update.commit(timezone.now())


def test_card_is_never_taken_back(users):
    match = start(users)
    for _ in range(3):
        match = act(match, users)
    leader = to_act(match)
    match = act(match, users)
    with pytest.raises(refusals.NothingToUndo):
        undo(match, users[leader])


def test_nothing_is_taken_back_where_the_host_did_not_allow_it_or_with_a_stale_form(users):
    match = start(users, allows_undo=False)
    bidder = to_act(match)
    match = act(match, users)
    with pytest.raises(refusals.NothingToUndo):
        undo(match, users[bidder])
    match.version -= 1
    with pytest.raises(refusals.StaleVersion):
        undo(match, users[bidder])


def test_bid_of_somebody_else_cannot_be_taken_back(users):
    match = start(users)
    bidder = to_act(match)
    match = act(match, users)
    with pytest.raises(refusals.NothingToUndo):
        undo(match, users[(bidder + 1) % 3])


def test_bid_made_by_the_clock_cannot_be_taken_back(users):
    match = start(users)
    bidder = to_act(match)
    moves.advance_match(match.pk, match.due_at)
    with pytest.raises(refusals.NothingToUndo):
        undo(reread(match), users[bidder])


def test_words_of_the_players_are_mixed_into_the_chance_after_its_commitment(users):
    table = full_table(users, 3)
    match = seating.deal_match(table.pk, users[0], timezone.now())
    before = match.commitment
    uncut = match.deck.pack(0, table.game.pack(3))
    for user, word in zip(users[:2], ("lavandă", "o rață"), strict=True):
        moves.cut_deck(table.pk, user, word, timezone.now())
    match = reread(match)
    assert match.cuts == ["lavandă", "o rață"]
    assert match.commitment == before == commitment(bytes(match.secret), bytes(match.salt))
    assert match.deck.pack(0, table.game.pack(3)) != uncut
    with pytest.raises(refusals.CutAlready):
        moves.cut_deck(table.pk, users[0], "again", timezone.now())


def test_each_person_cuts_once_in_whatever_seat(users):
    dan = User.objects.create_user("dan@example.org", name="Dan")
    table = full_table(users, 4)
    match = seating.deal_match(table.pk, users[0], timezone.now())
    moves.cut_deck(table.pk, users[1], "first", timezone.now())
    seating.stand_up(table.pk, users[1], timezone.now())
    seating.sit_down(table.pk, dan, 1, timezone.now())
    assert panel_of(selectors.table_view(table.pk, dan), timezone.now()).may_cut
    moves.cut_deck(table.pk, dan, "second", timezone.now())
    seating.sit_down(table.pk, users[1], 3, timezone.now())
    assert not panel_of(selectors.table_view(table.pk, users[1]), timezone.now()).may_cut
    with pytest.raises(refusals.CutAlready):
        moves.cut_deck(table.pk, users[1], "third", timezone.now())
    assert reread(match).cuts == ["first", "second"]

    Match.objects.filter(pk=match.pk).update(finished_at=timezone.now(), due_at=None)
    match = seating.deal_match(table.pk, users[0], timezone.now())
    moves.cut_deck(table.pk, users[1], "another match", timezone.now())
    assert reread(match).cuts == ["another match"]


@pytest.mark.parametrize("_again", range(3))
def test_player_who_cuts_and_changes_seats_at_once_has_one_cut(users, _again):
    table = full_table(users, 4)
    match = seating.deal_match(table.pk, users[0], timezone.now())

    def change_seats():
        seating.stand_up(table.pk, users[1], timezone.now())
        seating.sit_down(table.pk, users[1], 3, timezone.now())
        moves.cut_deck(table.pk, users[1], "there", timezone.now())

    at_once(lambda: moves.cut_deck(table.pk, users[1], "here", timezone.now()), change_seats)
    assert len(reread(match).cuts) == 1


def test_hand_that_somebody_saw_before_counts_though_they_cut(users):
    """Nobody sees two hands of a round by having cut before it."""
    table = full_table(users, 4)
    match = seating.deal_match(table.pk, users[0], timezone.now())
    moves.cut_deck(table.pk, users[1], "word", timezone.now())
    moves.play_action(table.pk, users[0], DEAL, reread(match).version, timezone.now())
    seating.stand_up(table.pk, users[1], timezone.now())
    with pytest.raises(refusals.KnowsOtherCards):
        seating.sit_down(table.pk, users[1], 3, timezone.now())


def test_nobody_cuts_after_the_first_deal_or_from_outside(users):
    match = start(users)
    with pytest.raises(refusals.CutsClosed):
        moves.cut_deck(match.table_id, users[0], "late", timezone.now())
    dan = User.objects.create_user("dan@example.org", name="Dan")
    with pytest.raises(PermissionDenied):
        moves.cut_deck(match.table_id, dan, "word", timezone.now())


def test_cuts_at_once_lose_no_word_and_count_once(users):
    table = full_table(users, 3)
    seating.deal_match(table.pk, users[0], timezone.now())
    answers = at_once(*[lambda: moves.cut_deck(table.pk, users[1], "x", timezone.now())] * 8)
    match = table.matches.get()
    assert answers.count(None) == 1, answers
    assert match.cuts == ["x"]


def test_record_of_a_match_with_cuts_verifies(users):
    table = full_table(users, 6, options={"schedule": "quick"}, pace="fast")
    seating.deal_match(table.pk, users[0], timezone.now())
    for user in users:
        moves.cut_deck(table.pk, user, f"word of {user}", timezone.now())
    for user in users:
        seating.stand_up(table.pk, user, timezone.now())
    match = reread(table.matches.get())
    while match.finished_at is None:
        moves.advance_match(match.pk, match.due_at)
        match = reread(match)
    answer = replay_record(record_of_match(match))
    assert answer["ok"]
    assert answer["fair"] is True
