from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.support.matches import let_site_act, move, open_match, play_to_end, reread
from whist.engine.errors import IllegalAction, MatchOver, NotYourTurn
from whist.engine.game import BID, DEAL, OVER, PLAY
from whist.engine.replay import replay_record
from whist.tables.match import moves
from whist.tables.match.records import record_of_match
from whist.tables.match.state_cache import forget_states, state_of
from whist.tables.models import Match, Round
from whist.tables.texts import refusals

pytestmark = pytest.mark.django_db(transaction=True)

QUICK = {"game": "romanian", "seats": 6, "schedule": "quick"}


def legal_action(match):
    return state_of(match).legal_actions()[0]


@pytest.mark.parametrize(
    "options",
    [
        QUICK,
        {**QUICK, "pace": "instant"},
        *(
            pytest.param(options, marks=pytest.mark.once)
            for options in (
                {"game": "romanian", "seats": 4, "one_card": "forehead", "streak": {"length": 5, "points": 10}},
                {"game": "romanian52", "seats": 6, "pace": "instant"},
                {"game": "romanian52", "seats": 4, "schedule": "1-peak-1", "one_card": "hidden", "pace": "instant"},
            )
        ),
    ],
)
def test_a_whole_match_is_stored_as_a_record_that_verifies(ana, options):
    match = play_to_end(open_match(ana, **options), ana)
    answer = replay_record(record_of_match(match))
    assert answer["ok"]
    assert answer["finished"]
    assert answer["fair"] is True
    assert answer["ranking"] == list(state_of(match).ranking().order)
    assert match.due_at is None
    assert match.finished_at is not None


def test_nothing_is_dealt_before_the_commitment_could_be_seen(ana):
    match = open_match(ana)
    state = state_of(match)
    assert (state.phase, match.rounds_dealt) == (DEAL, 0)
    assert len(match.commitment) == 64
    before = match.commitment
    move(match, ana, DEAL)
    assert reread(match).commitment == before
    assert state_of(reread(match)).phase == BID


def test_a_stale_form_is_refused_and_changes_nothing(ana, solo):
    action = legal_action(solo)
    move(solo, ana, action)
    after = reread(solo)
    solo.version = after.version - 1
    with pytest.raises(refusals.StaleVersion):
        move(solo, ana, action)
    assert reread(solo).actions == after.actions


def test_an_illegal_action_is_refused_by_name_and_changes_nothing(ana, solo):
    with pytest.raises(IllegalAction):
        move(solo, ana, "bid:17")
    assert reread(solo).version == solo.version


def test_nobody_acts_for_a_bot(ana):
    match = open_match(ana)
    move(match, ana, DEAL)
    while True:
        match = reread(match)
        state = state_of(match)
        if state.to_act != 0:
            break
        move(match, ana, legal_action(match))
    with pytest.raises(NotYourTurn):
        move(match, ana, state.legal_actions()[0])


def test_nobody_deals_during_a_round(ana, solo):
    with pytest.raises(NotYourTurn):
        move(solo, ana, DEAL)


def test_nobody_plays_at_a_foreign_table(bogdan, solo):
    with pytest.raises(PermissionDenied):
        move(solo, bogdan, legal_action(solo))


def test_nothing_can_be_done_when_the_match_is_over(ana):
    match = play_to_end(open_match(ana, **QUICK), ana)
    for action in (DEAL, "bid:0"):
        with pytest.raises(MatchOver):
            move(match, ana, action)


def test_the_site_acts_only_when_it_is_due(ana):
    match = open_match(ana)
    assert match.due_at is not None
    assert not moves.advance_match(match.pk, match.due_at - timedelta(milliseconds=1))
    assert moves.advance_match(match.pk, match.due_at)


def test_two_sweeps_at_once_act_once(ana):
    match = open_match(ana)
    due = match.due_at
    assert moves.advance_match(match.pk, due)
    assert not moves.advance_match(match.pk, due)
    assert reread(match).version == match.version + 1


def test_instant_pace_comes_back_with_the_persons_next_decision(ana):
    match = open_match(ana, pace="instant", seats=6)
    move(match, ana, DEAL)
    for _ in range(20):
        match = reread(match)
        state = state_of(match)
        assert state.to_act == 0
        assert match.due_at is None
        move(match, ana, legal_action(match))


def test_a_process_without_memory_finds_the_same_state(ana):
    match = open_match(ana, **QUICK)
    seen = []
    for _ in range(40):
        match = let_site_act(match)
        state = state_of(match)
        if state.phase == OVER:
            break
        move(match, ana, DEAL if state.phase == DEAL else legal_action(match))
        match = reread(match)
        remembered = state_of(match).observe(0)
        forget_states()
        assert state_of(match).observe(0) == remembered
        seen.append(remembered.phase)
    assert {BID, PLAY} <= set(seen)


def test_the_last_trick_of_a_round_can_still_be_looked_at_after_the_next_deal(ana):
    match = open_match(ana, seats=3, game="romanian52", pace="instant")
    move(match, ana, DEAL)
    move(reread(match), ana, legal_action(reread(match)))
    while (state := state_of(match := reread(match))).round_number == 0:
        move(match, ana, legal_action(match))
    forget_states()
    assert state_of(match).observe(0).last_trick == state.last_trick is not None


@pytest.mark.parametrize("is_late", [False, True], ids=["first round", "last rounds"])
def test_a_move_takes_at_most_three_statements(ana, is_late):
    match = let_site_act(open_match(ana, seats=6, pace="instant"))
    while is_late and match.rounds_dealt < 29:
        state = state_of(match)
        move(match, ana, DEAL if state.phase == DEAL else state.legal_actions()[0])
        match = let_site_act(match)
    moves.set_pace(match.table_id, ana, "normal")
    match = reread(match)
    while len(state_of(match).legal_actions()) < 2:
        move(match, ana, legal_action(match))
        match = let_site_act(match)
    with CaptureQueriesContext(connection) as queries:
        move(match, ana, legal_action(match))
    statements = [query["sql"] for query in queries if not is_transaction(query["sql"])]
    assert len(statements) <= 3, statements
    assert sum(not sql.startswith("SELECT") for sql in statements) == 1


def test_a_move_without_memory_takes_at_most_five_statements(ana, solo):
    action = legal_action(solo)
    forget_states()
    with CaptureQueriesContext(connection) as queries:
        move(solo, ana, action)
    assert sum(not is_transaction(query["sql"]) for query in queries) <= 5


def is_transaction(sql):
    return sql.split()[0] in {"BEGIN", "COMMIT", "SAVEPOINT", "RELEASE"}


def test_the_end_of_a_round_writes_it_once(ana):
    match = open_match(ana, seats=3, game="romanian52")
    move(match, ana, DEAL)
    match = let_site_act(reread(match))
    assert Round.objects.filter(match=match).count() == match.rounds_dealt - (state_of(match).phase not in (DEAL, OVER))


def test_a_second_click_on_start_opens_no_second_table(ana):
    assert open_match(ana).pk == open_match(ana).pk
    assert open_match(ana, seats=6).pk != open_match(ana).pk


def test_again_begins_one_match_at_the_same_table(ana):
    match = play_to_end(open_match(ana, **QUICK), ana)
    now = timezone.now()
    first = moves.play_again(match.table_id, ana, now)
    second = moves.play_again(match.table_id, ana, now)
    assert first.pk == second.pk != match.pk
    assert first.secret != match.secret
    assert Match.objects.filter(table=match.table_id).count() == 2


def test_forced_cards_are_played_for_who_wants_it(ana):
    ana.preferences = {"autoplay": True}
    ana.save()
    match = play_to_end(open_match(ana, **QUICK), ana)
    actors = "".join(match.rounds.values_list("actors", flat=True))
    assert "f" in actors
    for recorded in record_of_match(match)["rounds"]:
        assert set(recorded["actors"]) <= set("pfb")


def test_forced_cards_are_played_at_once_at_instant_pace_and_the_match_rests_at_decisions(ana):
    ana.preferences = {"autoplay": True}
    ana.save()
    match = open_match(ana, seats=3, schedule="1-8-1", level="easy", pace="instant")
    move(match, ana, DEAL)
    for _ in range(40):
        match = reread(match)
        state = state_of(match)
        assert match.due_at is None
        assert state.phase == BID or len(state.legal_actions()) > 1
        move(match, ana, legal_action(match))


def test_a_change_to_instant_pace_does_not_set_the_site_running_in_circles(ana):
    ana.preferences = {"autoplay": True}
    ana.save()
    match = open_match(ana, seats=3, schedule="1-8-1", level="easy")
    moves.set_pace(match.table_id, ana, "instant")
    match = let_site_act(match)
    assert state_of(match).to_act == 0
    assert match.due_at is None
