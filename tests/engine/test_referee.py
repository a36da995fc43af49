"""The engine against the naive referee of `naive.py`: Romanian whist, both games, all house rules."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine import naive
from tests.engine.play import Played, Setting, all_settings, play_match, some_settings
from whist.engine import GAMES
from whist.engine.cards import PACK
from whist.engine.errors import IllegalAction
from whist.engine.game import Deal, FinishedRound
from whist.engine.replay import replay_record
from whist.engine.scores import Streak, extend_run

ROMANIAN = [GAMES["romanian"], GAMES["romanian52"]]
SETTINGS = [setting for setting in some_settings() if setting.game in ROMANIAN]

ACTIONS = [*(f"bid:{n}" for n in range(20)), *(f"play:{card}" for card in PACK)]

each_setting = pytest.mark.parametrize("setting", SETTINGS, ids=str)


def void_of(setting: Setting) -> str:
    return setting.options.get("void") or {"romanian": "must_trump", "romanian52": "free"}[setting.game.slug]


def streak_of(setting: Setting) -> int | None:
    return setting.options["streak"] and setting.options["streak"]["points"]


@each_setting
def test_referees_agree_on_turns_legal_actions_and_errors(setting: Setting) -> None:
    chance = random.Random(11)
    referee: Any = None
    for state, action, after in play_match(setting, 11).steps():
        if isinstance(action, Deal):
            referee = naive.NaiveRound(action.hands, action.turn_up, state_dealer(after), void_of(setting))
            continue
        assert state.to_act == referee.turn()
        assert set(state.legal_actions()) == referee.allowed()
        for attempt in chance.sample(ACTIONS, 6):
            assert verdict(state, attempt) == referee.verdict(attempt), attempt
        referee.act(action)
        assert list(after.round_made) == referee.made()


def state_dealer(state: Any) -> int:
    return (state.first_dealer + state.round_number) % state.seats


def verdict(state: Any, action: str) -> str | None:
    try:
        state.apply(action)
    except IllegalAction as error:
        return error.name
    return None


def naive_rounds(played: Played) -> list[Any]:
    rounds = []
    for number, (deal, text) in enumerate(played.rounds):
        dealer = (played.first_dealer + number) % played.setting.seats
        referee = naive.NaiveRound(deal.hands, deal.turn_up, dealer, void_of(played.setting))
        bids, plays = text[: played.setting.seats], text[played.setting.seats :]
        referee.bids = [int(bid, 36) for bid in bids]
        referee.plays = [plays[i : i + 2] for i in range(0, len(plays), 2)]
        rounds.append((len(deal.hands[0]), referee.bids_by_seat(), referee.made()))
    return rounds


@each_setting
def test_scorers_agree_on_points_and_places(setting: Setting) -> None:
    for seed in range(3):
        played = play_match(setting, seed)
        answer = replay_record(played.record)
        rounds = naive_rounds(played)
        points = naive.scores(rounds, streak_of(setting))
        assert [report["made"] for report in answer["rounds"]] == [made for _, _, made in rounds]
        assert [report["score"] for report in answer["rounds"]] == points
        assert (answer["ranking"], answer["decided_by"]) == naive.places(rounds, points)


@st.composite
def tables_of_bids(draw: st.DrawFn) -> tuple[Setting, list[FinishedRound]]:
    """A whole match as stored, with few tricks and near scores, so that all criteria come up."""
    game = draw(st.sampled_from(ROMANIAN))
    setting = draw(st.sampled_from(list(all_settings(game, draw(st.sampled_from(game.seat_counts))))))
    sizes = setting.game.new_match(setting.seats, 0, setting.options).observe(None).sizes
    chance = draw(st.randoms(use_true_random=False))
    misses = chance.choice([0.02, 0.1, 0.4, 0.9])
    rounds = []
    for size in sizes:
        made = [0] * setting.seats
        for _ in range(size):
            made[chance.randrange(setting.seats)] += 1
        bids = [
            tricks if chance.random() > misses else max(0, min(size, tricks + chance.choice([-2, -1, 1, 2])))
            for tricks in made
        ]
        rounds.append((bids, tuple(made)))
    finished = []
    for number, (bids, made) in enumerate(rounds):
        order = [bids[(number + 1 + i) % setting.seats] for i in range(setting.seats)]
        finished.append(FinishedRound("".join("0123456789abcdefgh"[bid] for bid in order), made))
    return setting, finished


@given(tables_of_bids())
def test_scorers_agree_on_close_matches(match: tuple[Setting, list[FinishedRound]]) -> None:
    setting, finished = match
    state = setting.game.resume(setting.seats, 0, setting.options, finished)
    rounds = [(done.size, list(done.bids), list(done.made)) for done in state.observe(None).finished]
    points = naive.scores(rounds, streak_of(setting))
    assert [list(done.score) for done in state.observe(None).finished] == points
    order, decided_by = naive.places(rounds, points)
    assert (list(state.ranking().order), list(state.ranking().decided_by)) == (order, decided_by)


@given(st.lists(st.booleans()))
def test_a_streak_pays_after_each_five(bids_made: list[bool]) -> None:
    run, paid = 0, 0
    for is_made in bids_made:
        run, bonus = extend_run(run, is_made, Streak(5, 10))
        assert abs(run) < 5
        paid += bonus
    text = "".join("x" if is_made else "." for is_made in bids_made)
    assert paid == 10 * (text.count("xxxxx") - text.count("....."))
