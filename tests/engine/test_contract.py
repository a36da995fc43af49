"""What every game of the list promises (`whist.engine.game`), held against matches played at random."""

import json
import random
from collections import Counter
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.play import (
    IS_SOAK,
    Played,
    Setting,
    all_settings,
    matches_under_way,
    play_match,
    some_settings,
)
from whist.engine import GAMES
from whist.engine.cards import PACK
from whist.engine.errors import BadOption, IllegalAction, MalformedAction, NotYourTurn
from whist.engine.game import DEAL, OVER, PICK, PLAY_HIDDEN, Deal, Game, State, parse_action
from whist.engine.replay import replay_record

SEATS = [(game, seats) for game in GAMES.values() for seats in game.seat_counts]

each_setting = pytest.mark.parametrize("setting", some_settings(), ids=str)

PICKS = [f"pick:{n}" for n in range(4)]
ANY_ACTION = ["play:hidden", *(f"bid:{n}" for n in range(20)), *(f"play:{card}" for card in PACK), *PICKS]


@pytest.mark.parametrize(("game", "seats"), SEATS, ids=lambda value: getattr(value, "slug", value))
def test_every_combination_of_options_is_played_to_its_end(game: Game, seats: int) -> None:
    for seed, setting in enumerate(all_settings(game, seats)):
        last = play_match(setting, seed).states[-1]
        assert last.phase == OVER, setting
        ranking = last.ranking()
        assert ranking is not None
        assert sorted(ranking.order) == list(range(seats))
        assert len(ranking.decided_by) == seats - 1
        assert [last.scores[seat] for seat in ranking.order] == sorted(last.scores)[::-1] or game.counts_wins


@each_setting
def test_somebody_can_act_until_the_match_is_over(setting: Setting) -> None:
    for state in play_match(setting, 1).states:
        legal = state.legal_actions()
        assert bool(legal) == (state.phase not in (DEAL, OVER)) == (state.to_act in range(setting.seats))
        assert len(set(legal)) == len(legal)
        assert [parse_action(action) for action in legal] == list(legal)


@each_setting
def test_only_the_seat_to_act_is_offered_something(setting: Setting) -> None:
    for state in play_match(setting, 2).states:
        for viewer in (None, *range(setting.seats)):
            offered = state.observe(viewer).legal_actions
            assert bool(offered) == (viewer is not None and viewer == state.to_act)
            assert all(state.apply(action) is not state for action in offered[:1])


@each_setting
def test_all_cards_are_kept(setting: Setting) -> None:
    pack = Counter(setting.game.pack(setting.seats))
    for state, action, _ in play_match(setting, 3).steps():
        if isinstance(action, Deal):
            turned = [action.turn_up] if action.turn_up and not setting.game.plays_turn_up else []
            dealt = Counter(card for hand in action.hands for card in hand) + Counter(turned)
            assert dealt + Counter(action.stock) == pack
        else:
            held = Counter(card for hand in state.hands for card in hand)
            played = Counter(card for _, card in state.observe(None).plays)
            stock = Counter(state.stock.opened + state.stock.hidden if setting.game.has_stock else ())
            dealt = Counter(card for hand in state.dealt for card in hand)
            assert held + played + stock == (pack if setting.game.has_stock else dealt)


@each_setting
def test_a_state_never_changes(setting: Setting) -> None:
    for state, action, _ in play_match(setting, 4).steps():
        before = {**vars(state), "_legal": None}
        state.observe(0)
        state.apply(action)
        with suppress(IllegalAction):
            state.apply("bid:19")
        assert {**vars(state), "_legal": None} == before


def test_a_state_cannot_be_changed() -> None:
    for game in GAMES.values():
        state = game.new_match(game.seat_counts[0], 0)
        with pytest.raises(AttributeError):
            state.phase = OVER
        with pytest.raises(AttributeError):
            del state.phase


def refuse(state: State, action: Any) -> str:
    with pytest.raises(IllegalAction) as refusal:
        state.apply(action)
    return refusal.value.name


@each_setting
def test_whatever_is_not_legal_is_refused(setting: Setting) -> None:
    chance = random.Random(5)
    for state in play_match(setting, 5).states:
        legal = set(state.legal_actions())
        if legal != set(state.observe(state.to_act).legal_actions):
            legal.add(PLAY_HIDDEN)
        for action in chance.sample(ANY_ACTION, 4):
            if action not in legal:
                idle = "BadPick" if action in PICKS else "NotYourTurn"
                expected = {DEAL: idle, PICK: "BadPick", OVER: "MatchOver"}.get(state.phase)
                assert refuse(state, action) == expected or expected is None


@each_setting
def test_stored_text_folds_into_the_same_state(setting: Setting) -> None:
    played = play_match(setting, 6)
    ends = [before for before, action, _ in played.steps() if isinstance(action, Deal)][1:]
    state = played.states[0]
    for (deal, actions), end in zip(played.rounds, [*ends, played.states[-1]], strict=True):
        state = state.apply(deal).fold(actions)
        assert same(state, end)


def same(a: State, b: State, **but: object) -> bool:
    """Whether the states are equal, apart from the attributes given."""
    return {**vars(a), "_legal": None, **but} == {**vars(b), "_legal": None, **but}


@each_setting
def test_a_resumed_match_is_the_played_one(setting: Setting) -> None:
    played = play_match(setting, 7)
    after_deals = [after for _, action, after in played.steps() if isinstance(action, Deal)]
    for number, (deal, _) in enumerate(played.rounds):
        resumed = setting.game.resume(
            setting.seats, played.first_dealer, played.setting.options, played.finished[:number]
        )
        assert same(resumed.apply(deal), after_deals[number], last_trick=None)
    over = setting.game.resume(setting.seats, played.first_dealer, played.setting.options, played.finished)
    assert (over.phase, over.scores, over.ranking()) == (
        OVER,
        played.states[-1].scores,
        played.states[-1].ranking(),
    )


@each_setting
def test_a_record_replays_to_the_same_result(setting: Setting) -> None:
    played = play_match(setting, 8)
    answer = replay_record(json.loads(json.dumps(played.record)))
    assert (answer["ok"], answer["finished"], answer["fair"]) == (True, True, True)
    last = played.states[-1]
    assert {name: answer[name] for name in last.match_report()} == last.match_report()
    report = answer["rounds"][-1]
    assert report == {**last.round_report(), "legal": report["legal"]}
    legal = [len(state.legal_actions()) for state in played.states if state.legal_actions()]
    assert [int(n, 36) for n in "".join(each["legal"] for each in answer["rounds"])] == legal


@given(matches_under_way())
def test_a_match_under_way_has_a_record_too(played: Played) -> None:
    answer = replay_record(json.loads(json.dumps(played.record)))
    last = played.states[-1]
    assert (answer["ok"], answer["finished"], answer["fair"]) == (True, last.phase == OVER, True)
    result = {name: value for name, value in last.match_report().items() if name != "wins"}
    assert all((value is None) == (last.phase != OVER) for value in result.values())
    if played.rounds:
        made = answer["rounds"][-1]["made"]
        assert ([*made[0], *made[1]] if played.setting.game.has_stock else made) == list(last.round_made)
        assert ("score" in answer["rounds"][-1]) == (last.phase in (DEAL, OVER))


@each_setting
def test_nothing_can_be_done_after_the_end(setting: Setting) -> None:
    played = play_match(setting, 9)
    state = played.states[-1]
    assert {refuse(state, action) for action in [*ANY_ACTION, played.rounds[0][0]]} == {"MatchOver"}


@each_setting
def test_bad_deals_are_refused(setting: Setting) -> None:
    state = play_match(setting, 10, most_actions=0).states[0]
    good = state.deal(setting.game.pack(setting.seats))
    hands, turn = good.hands, good.turn_up
    bad_hands = [
        hands[1:],
        (*hands, ()),
        (hands[0][1:], *hands[1:]),
        (hands[0] + hands[0][:1], *hands[1:]),
        (hands[1][:1] + hands[0][1:], *hands[1:]),
        (("XX", *hands[0][1:]), *hands[1:]),
        (),
    ]
    deals = [Deal(bad, turn, good.stock) for bad in bad_hands]
    deals.append(Deal(hands, hands[0][0], good.stock))
    if turn:
        deals.append(Deal(hands, None, good.stock))
    for deal in deals:
        assert refuse(state, deal) == "BadDeal"
    assert refuse(state.apply(good), good) == "BadDeal"


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.slug)
def test_options_that_do_not_exist_are_refused(game: Game) -> None:
    seats = game.seat_counts[0]
    for options in ({"colour": 1}, {game.options[0].name: "nothing"}, {game.options[0].name: ["8-1-8"]}):
        with pytest.raises(BadOption):
            game.new_match(seats, 0, options)
    for bad_seats, dealer in ((max(game.seat_counts) + 1, 0), (seats, seats), (seats, -1)):
        with pytest.raises(BadOption):
            game.new_match(bad_seats, dealer)


@given(st.text(max_size=9))
def test_text_is_an_action_or_malformed(text: str) -> None:
    try:
        assert parse_action(text) == text
    except MalformedAction:
        assert text not in ANY_ACTION


@pytest.mark.parametrize(
    "text", ["", "bid:", "bid:01", "bid:-1", "bid:100", "play:9h", "play:10H", "pick:12", "bid:1\n"]
)
def test_malformed_actions(text: str) -> None:
    with pytest.raises(MalformedAction):
        parse_action(text)


def test_a_card_is_played_by_its_name_unless_it_is_hidden() -> None:
    state = GAMES["romanian"].new_match(4, 3)
    state = state.apply(state.deal(GAMES["romanian"].pack(4))).fold("1111")
    with pytest.raises(NotYourTurn):
        state.apply(PLAY_HIDDEN)
    assert state.resolve(PLAY_HIDDEN) == PLAY_HIDDEN


@pytest.mark.parametrize("block", range(200 if IS_SOAK else 1))
def test_many_matches(block: int) -> None:
    settings = [setting for game, seats in SEATS for setting in all_settings(game, seats)]
    for number in range(1000 if IS_SOAK else 20):
        seed = f"many {block} {number}"
        played = play_match(random.Random(seed).choice(settings), seed)
        assert played.states[-1].phase == OVER
        assert replay_record(played.record)["fair"]
