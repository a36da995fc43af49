"""A finished match is settled exactly once, whoever does it and whatever fails on the way."""

import json
from datetime import timedelta
from random import Random
from threading import Barrier, Thread

import pytest
from django.db import connection
from django.db.models import Sum
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.hooks import HOOKS
from accounts.models import User
from accounts.privacy.deletion import delete_account
from accounts.privacy.export import export_account
from accounts.privacy.merging import begin_merge
from leagues.account_hooks import LeaguesHooks
from leagues.models import BidTally, Result, Settlement
from leagues.results import settlement
from leagues.results.experience import MOST_IN_AN_HOUR
from leagues.results.levels import level_of
from leagues.results.settlement import settle_due, settle_match, settle_or_postpone
from tests.support.experience import give_xp, xp_of
from tests.support.finished import MATCH_TIME, finish
from tests.support.matches import let_site_act, move, open_match, play_out, reread
from whist.engine.game import DEAL
from whist.tables.match.state_cache import forget_states, state_of
from whist.tables.models import Match, MatchSeat, Table

pytestmark = pytest.mark.django_db(transaction=True)

NOW = timezone.now()
TRANSACTION = {"BEGIN", "COMMIT", "SAVEPOINT", "RELEASE"}


def test_the_last_move_settles_the_match(ana):
    match = finish(ana)
    result = Result.objects.get()
    assert reread(match).settled_at is not None
    assert (result.match_id, result.user_id, result.seat, result.kind) == (match.pk, ana.pk, 0, "solo")
    assert (result.own, result.needed, result.bids) == (6, 5, 6)
    assert result.is_eligible
    assert result.place == state_of(match).ranking().places[0]
    assert 300 <= result.seconds < 400
    assert xp_of(ana) == result.xp == (12 + 3 * result.exact + (10, 7, 5, 3, 2, 1)[result.place - 1]) // 2


def test_a_match_settled_twice_counts_once(ana):
    match = finish(ana)
    earned = xp_of(ana)
    assert not settle_match(match.pk, timezone.now())
    settle_due(timezone.now())
    assert xp_of(ana) == earned
    assert Result.objects.count() == 1


def test_what_nobody_heard_of_is_found_by_the_sweep(ana, unheard):
    match = finish(ana)
    assert not Result.objects.exists()
    settle_due(timezone.now())
    assert reread(match).settled_at is not None
    assert xp_of(ana) == Result.objects.get().xp > 0


def test_a_match_that_runs_or_was_closed_is_not_settled(ana):
    match = open_match(ana)
    assert not settle_match(match.pk, timezone.now())
    Match.objects.filter(pk=match.pk).update(closed_at=timezone.now())
    assert not settle_match(match.pk, timezone.now())
    settle_due(timezone.now())
    assert reread(match).settled_at is None


def test_settling_without_memory_gives_the_same(ana, unheard):
    match = finish(ana)
    forget_states()
    assert settle_match(match.pk, timezone.now())
    result, state = Result.objects.get(), state_of(match)
    finished = state.observe(None).finished
    assert result.exact == sum(done.bids[0] == done.made[0] for done in finished)


@pytest.mark.parametrize("step", range(len(settlement.STEPS)))
def test_a_failure_at_any_step_leaves_nothing_half_done(ana, unheard, monkeypatch, step):
    match = finish(ana)

    def fail(outcome):
        raise RuntimeError("QH is in it")

    steps, now = settlement.STEPS, timezone.now()
    monkeypatch.setattr(settlement, "STEPS", [*steps[: step + 1], fail])
    assert not settle_or_postpone(match.pk, now)
    assert (reread(match).settled_at, xp_of(ana)) == (None, 0)
    assert not Result.objects.exists()
    assert not BidTally.objects.exists()
    failed = Settlement.objects.get()
    assert (failed.attempts, failed.next_at) == (1, now + settlement.FIRST_PAUSE)
    assert "QH" not in failed.error

    monkeypatch.setattr(settlement, "STEPS", steps)
    settle_due(now)
    assert reread(match).settled_at is None
    settle_due(failed.next_at)
    assert Result.objects.count() == 1
    assert not Settlement.objects.exists()


def test_a_poisoned_match_waits_longer_each_time_and_holds_up_no_other(ana, unheard):
    poisoned, sound = finish(ana), finish(ana, seed=2)
    Match.objects.filter(pk=poisoned.pk).update(rounds_dealt=3, finished_at=timezone.now() - timedelta(hours=2))
    forget_states()
    now, pauses = timezone.now(), []
    for _attempt in range(12):
        settle_due(now)
        failed = Settlement.objects.get()
        pauses.append((failed.next_at - now).total_seconds())
        now = failed.next_at
    assert reread(sound).settled_at is not None
    assert pauses[:4] == [15, 30, 60, 120]
    assert max(pauses) == pauses[-1] == 3600
    assert failed.match_id == poisoned.pk


def test_the_log_of_a_failure_names_kind_and_place_only(ana, unheard, monkeypatch, caplog):
    match = finish(ana)
    monkeypatch.setattr(settlement, "STEPS", [lambda outcome: {}["AS"]])
    settle_or_postpone(match.pk, timezone.now())
    assert f"match {match.pk} could not be settled: KeyError" in caplog.text
    assert "AS" not in caplog.text


def test_two_settlers_at_once_settle_once(ana, unheard):
    match = finish(ana)
    start, done = Barrier(4), []

    def settle():
        start.wait()
        try:
            done.append(settle_match(match.pk, timezone.now()))
        finally:
            connection.close()

    threads = [Thread(target=settle) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(done) == [False, False, False, True]
    assert Result.objects.get().xp == xp_of(ana)
    assert sum(BidTally.objects.values_list("bids", flat=True)) == 6


def test_matches_of_one_player_settled_at_once_stay_within_the_hour(ana, unheard, monkeypatch):
    matches = [finish(ana, seed=seed) for seed in range(4)]
    monkeypatch.setattr("leagues.results.experience.earned", lambda result: 150)
    start = Barrier(4)

    def settle(match):
        start.wait()
        try:
            settle_or_postpone(match.pk, timezone.now())
        finally:
            connection.close()

    threads = [Thread(target=settle, args=(match,)) for match in matches]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    settle_due(timezone.now() + settlement.LONGEST_PAUSE)
    assert sorted(Result.objects.values_list("xp", flat=True)) == [0, 100, 150, 150]
    assert xp_of(ana) == MOST_IN_AN_HOUR
    assert sum(BidTally.objects.values_list("bids", flat=True)) == 24


def test_a_short_match_is_written_down_and_brings_nothing(ana):
    play_out(open_match(ana, game="romanian", seats=6, schedule="quick", pace="instant"), ana)
    result = Result.objects.get()
    assert (result.reason, result.xp, xp_of(ana)) == ("short", 0, 0)


def test_guests_earn_experience_too():
    guest = User.objects.create_guest()
    finish(guest)
    assert xp_of(guest) > 0
    assert level_of(xp_of(guest)) >= 1


def seated(match: Match, *others: User) -> dict[int, User]:
    """The same match among friends: the others take the seats after its host's."""
    Match.objects.filter(pk=match.pk).update(started_at=timezone.now() - MATCH_TIME)
    Table.objects.filter(pk=match.table_id).update(kind=Table.Kind.FRIENDS)
    for seat, user in enumerate(others, 1):
        MatchSeat.objects.filter(match=match.pk, seat=seat).update(user=user, level="")
    return dict(enumerate((match.table.host, *others)))


def play_among(match: Match, players: dict[int, User]) -> Match:
    rng = Random(3)
    while (match := let_site_act(match)).finished_at is None:
        state = state_of(match)
        seat = 0 if state.to_act is None else state.to_act
        move(match, players[seat], DEAL if state.phase == DEAL else rng.choice(state.legal_actions()))
    return match


def test_partners_win_together_and_get_points_for_the_leaderboard(ana, bogdan, carmen):
    match = open_match(ana, game="whist", pace="instant", target=5)
    match = play_among(match, seated(match, bogdan, carmen))
    mine, other, partner = (Result.objects.get(user=user) for user in (ana, bogdan, carmen))
    seen = state_of(match).observe(None)
    assert (mine.place, mine.is_won, mine.points) == (partner.place, partner.is_won, partner.points)
    assert {mine.place, other.place} == {1, 2}
    assert (mine.points, other.points) == seen.leaderboard
    assert mine.tricks + partner.tricks == sum(done.made[0] for done in seen.finished)
    assert mine.xp == mine.tricks + (25 if mine.is_won else 8)
    assert not BidTally.objects.exists()


def test_players_who_left_and_who_took_the_seat_have_each_what_they_did(ana, bogdan, carmen):
    match = open_match(ana, pace="instant", seats=6, schedule="quick")
    players = seated(match, bogdan)
    for _turn in range(14):
        match = let_site_act(match)
        state = state_of(match)
        seat = 0 if state.to_act is None else state.to_act
        move(match, players[seat], DEAL if state.phase == DEAL else state.legal_actions()[0])
    match = reread(match)
    done = sum(len(actors) for actors in match.rounds.values_list("actors", flat=True)) + len(match.actors)
    MatchSeat.objects.filter(match=match.pk, seat=1).update(to_action=done)
    MatchSeat.objects.create(match=match, seat=1, from_action=done, user=carmen)
    match = play_among(match, {**players, 1: carmen})
    left, came = Result.objects.get(user=bogdan), Result.objects.get(user=carmen)
    assert left.own + came.own == 6
    assert 0 < left.own < 6
    assert (left.seat, left.place) == (came.seat, came.place)
    assert Result.objects.get(user=ana).own == 6


def test_bids_are_tallied_by_cards_and_place_in_the_order(ana):
    match = finish(ana, seats=4, schedule="8-1-8")
    finished = state_of(match).observe(None).finished
    for tally in BidTally.objects.filter(user=ana):
        mine = [
            (done.bids[0], done.made[0])
            for done in finished
            if done.size == tally.cards and (0 - done.dealer - 1) % 4 == tally.position
        ]
        assert tally.bids == len(mine)
        assert tally.exact == sum(bid == made for bid, made in mine)
        assert tally.over == sum(made > bid for bid, made in mine)
        assert (tally.bid, tally.made) == tuple(map(sum, zip(*mine, strict=True)))
    assert sum(BidTally.objects.values_list("bids", flat=True)) == 24


# -- accounts ----------------------------------------------------------------------------------------------------------


def merge(guest: User, account: User) -> None:
    for hooks in HOOKS:
        hooks.merge(guest, account)


def test_what_a_guest_played_moves_to_the_account_once(ana):
    guest = User.objects.create_guest()
    finish(ana)
    finish(guest, seed=2)
    merge(guest, ana)
    merge(guest, ana)
    assert Result.objects.filter(user=ana).count() == 2
    assert not Result.objects.filter(user=guest).exists()
    assert sum(BidTally.objects.filter(user=ana).values_list("bids", flat=True)) == 12
    assert not BidTally.objects.filter(user=guest).exists()


def earn(user: User, *given: tuple[timedelta, int]) -> None:
    """Finished matches, so long ago, with so many points each."""
    for seed, (ago, points) in enumerate(given):
        result = Result.objects.filter(match=finish(user, seed=seed), user=user)
        give_xp(user, xp_of(user) - result.get().xp + points)
        result.update(xp=points, finished_at=NOW - ago)


def test_guests_bring_an_account_no_more_than_an_hour_may_hold(ana):
    minutes, day = timedelta(minutes=10), timedelta(days=1)
    earn(ana, (minutes, 250))
    for at_once in (100, 200):
        guest = User.objects.create_guest()
        earn(guest, (minutes * 2, at_once), (day, 300), (day, 100))
        begin_merge(guest, ana, NOW)
    assert sorted(Result.objects.filter(user=ana).values_list("xp", flat=True)) == [0, 0, 50, 100, 100, 250, 300]
    assert xp_of(ana) == 2 * MOST_IN_AN_HOUR
    assert xp_of(ana) == Result.objects.filter(user=ana).aggregate(all=Sum("xp"))["all"]


def test_of_a_match_in_which_both_sat_each_keeps_their_own(ana):
    guest = User.objects.create_guest()
    match = open_match(ana, seats=6, schedule="quick", pace="instant")
    play_among(match, seated(match, guest))
    merge(guest, ana)
    assert set(Result.objects.values_list("user", flat=True)) == {ana.pk, guest.pk}


def test_a_guest_is_not_merged_before_their_last_match_is_settled(ana, unheard):
    guest = User.objects.create_guest()
    match = finish(guest)
    assert LeaguesHooks().is_obstacle(guest, ana)
    settle_match(match.pk, timezone.now())
    assert not LeaguesHooks().is_obstacle(guest, ana)


def test_a_guest_is_merged_though_a_match_of_theirs_cannot_be_settled_yet(ana, unheard):
    guest = User.objects.create_guest()
    match = finish(guest)
    settlement.postpone(match.pk, "ValueError", timezone.now())
    assert not LeaguesHooks().is_obstacle(guest, ana)
    MatchSeat.objects.filter(match=match, user=guest).update(user=ana)
    assert settle_match(match.pk, timezone.now())
    assert Result.objects.get().user == ana


def test_settling_a_match_takes_few_statements_however_long_it_was(ana, unheard):
    for options in ({}, {"seats": 6, "schedule": "8-1-8"}):
        match = finish(ana, **options)
        with CaptureQueriesContext(connection) as queries:
            assert settle_match(match.pk, timezone.now())
        statements = [query["sql"] for query in queries if query["sql"].split()[0] not in TRANSACTION]
        assert len(statements) <= 14, statements


def test_the_export_holds_results_and_bids_as_json(ana):
    match = finish(ana)
    exported = json.loads(export_account(ana, NOW))
    assert exported["account"]["xp"] == xp_of(ana) > 0
    assert [row["match"] for row in exported["results"]] == [match.pk]
    assert sum(row["bids"] for row in exported["bids"]) == 6


def test_deleting_an_account_keeps_results_and_forgets_experience_and_bids(ana):
    finish(ana)
    delete_account(ana, NOW)
    assert xp_of(ana) == 0
    assert Result.objects.filter(user=ana).exists()
    assert not BidTally.objects.exists()


# -- the admin ---------------------------------------------------------------------------------------------------------


def test_the_admin_sees_what_failed_and_tries_again(ana, unheard, client, monkeypatch):
    match = finish(ana)
    with monkeypatch.context() as broken:
        broken.setattr(settlement, "STEPS", [lambda outcome: 1 / 0])
        settle_due(timezone.now())
    client.force_login(User.objects.create_superuser("dan@example.org", name="Dan"))
    page = client.get("/admin/leagues/settlement/").content.decode()
    assert "ZeroDivisionError" in page
    assert client.get(f"/admin/leagues/settlement/{match.pk}/change/").status_code == 200
    answer = client.post(
        "/admin/leagues/settlement/", {"action": "try_again", "_selected_action": [match.pk]}, follow=True
    )
    assert "1 match settled" in answer.content.decode()
    assert reread(match).settled_at is not None
