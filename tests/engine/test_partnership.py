"""Partnership whist (docs/rules.md §3): against a naive referee, and its own points of law."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.naive import NaiveRound
from tests.engine.naive_series import deal_points, leaderboard
from tests.engine.play import Played, Setting, deck_of, play_match
from whist.engine import GAMES
from whist.engine.cards import PACK
from whist.engine.errors import IllegalAction
from whist.engine.game import DEAL, OVER, Deal, FinishedRound, State
from whist.engine.partnership import leaderboard_result
from whist.engine.replay import replay_record

GAME = GAMES["whist"]
TARGETS = (5, 7, 10)

each_target = pytest.mark.parametrize("target", TARGETS)

ATTEMPTS = [*(f"play:{card}" for card in PACK), "bid:0", "pick:0"]


def a_match(target: int, seed: object) -> Played:
    return play_match(Setting(GAME, 4, {"target": target}), seed)


def a_deal(seed: object = 1, first_dealer: int = 3) -> State:
    state = GAME.new_match(4, first_dealer)
    return state.apply(state.deal(deck_of(seed).pack(0, PACK)))


def referee_of(deal: Deal, dealer: int) -> NaiveRound:
    referee = NaiveRound(deal.hands, deal.turn_up, dealer, "free")
    referee.bids = [0] * 4
    return referee


def verdict(state: State, action: str) -> str | None:
    try:
        state.apply(action)
    except IllegalAction as error:
        return error.name
    return None


# -- against the naive referee ---------------------------------------------------------------------------------------


@each_target
def test_referees_agree_on_turns_legal_actions_and_errors(target: int) -> None:
    chance = random.Random(target)
    played = a_match(target, 31)
    referee: Any = None
    for state, action, after in played.steps():
        if isinstance(action, Deal):
            referee = referee_of(action, (played.first_dealer + state.round_number) % 4)
            continue
        assert state.to_act == referee.turn()
        assert set(state.legal_actions()) == referee.allowed()
        for attempt in chance.sample(ATTEMPTS, 6):
            expected = "BadPick" if attempt.startswith("pick") else referee.verdict(attempt)
            assert verdict(state, attempt) == expected, attempt
        referee.act(action)
        by_seat = referee.made()
        assert list(after.observe(None).made) == by_seat
        assert after.round_made == (by_seat[0] + by_seat[2], by_seat[1] + by_seat[3])


@each_target
def test_scorers_agree_on_points_winner_and_leaderboard(target: int) -> None:
    for seed in range(6):
        played = a_match(target, seed)
        answer = replay_record(played.record)
        total = [0, 0]
        for number, (deal, text) in enumerate(played.rounds):
            assert max(total) < target
            referee = referee_of(deal, (played.first_dealer + number) % 4)
            referee.plays = [text[i : i + 2] for i in range(0, len(text), 2)]
            points = deal_points(referee.made())
            total = [total[0] + points[0], total[1] + points[1]]
            assert (answer["rounds"][number]["score"], answer["rounds"][number]["total"]) == (points, total)
        assert max(total) >= target
        assert answer["winner"] == total.index(max(total))
        assert answer["leaderboard"] == leaderboard(target, total)


@given(st.sampled_from(TARGETS), st.data())
def test_leaderboards_agree(target: int, data: st.DataObject) -> None:
    loser = data.draw(st.integers(0, target - 1))
    assert list(leaderboard_result(target, loser)) == leaderboard(target, [target, loser])


# -- the deal --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dealer", range(4))
def test_the_last_card_is_the_dealers_and_is_turned(dealer: int) -> None:
    pack = deck_of("turned").pack(0, PACK)
    state = GAME.new_match(4, dealer)
    deal = state.deal(pack)
    assert deal.turn_up == pack[-1] == deal.hands[dealer][-1]
    assert [deal.hands[(dealer + 1 + i) % 4][0] for i in range(4)] == list(pack[:4])
    assert state.apply(deal).trump == pack[-1][1]
    assert state.apply(deal).to_act == (dealer + 1) % 4


def test_another_card_of_the_dealer_cannot_be_the_turned_one() -> None:
    state = GAME.new_match(4, 0)
    deal = state.deal(PACK)
    for wrong in (deal.hands[0][0], deal.hands[1][-1], None):
        assert verdict_of_deal(state, Deal(deal.hands, wrong)) == "BadDeal"
    assert verdict_of_deal(state, Deal(deal.hands, deal.turn_up, ("2C",))) == "BadDeal"
    assert verdict_of_deal(state, deal) is None


def verdict_of_deal(state: State, deal: Deal) -> str | None:
    try:
        state.apply(deal)
    except IllegalAction as error:
        return error.name
    return None


def test_the_deal_passes_to_the_left() -> None:
    played = a_match(10, 5)
    dealers = [after.dealer for _, action, after in played.steps() if isinstance(action, Deal)]
    assert dealers == [(played.first_dealer + number) % 4 for number in range(len(dealers))]


# -- the turned card -------------------------------------------------------------------------------------------------


def test_everybody_sees_the_turned_card_in_the_dealers_hand_until_it_is_played() -> None:
    state = a_deal(first_dealer=2)
    turned = state.turn_up
    assert turned in state.observe(2).hand
    assert not state.observe(2).foreign
    for viewer in (None, 0, 1, 3):
        assert dict(state.observe(viewer).foreign) == {2: (turned,)}
    while turned in state.hands[2]:
        others = [action for action in state.legal_actions() if action != f"play:{turned}"]
        state = state.apply(others[0] if others and len(state.hands[2]) > 3 else state.legal_actions()[-1])
    for viewer in (None, 0, 1, 2, 3):
        assert not state.observe(viewer).foreign
        assert state.observe(viewer).turn_up == turned


# -- the match -------------------------------------------------------------------------------------------------------


def after_deals(*made: tuple[int, int], target: int = 7) -> Any:
    return GAME.resume(4, 1, {"target": target}, [FinishedRound("", tricks) for tricks in made])


def test_points_of_a_side_are_the_points_of_both_its_seats() -> None:
    state = after_deals((9, 4), (5, 8))
    assert (state.scores, state.phase, state.dealer) == ((3, 2, 3, 2), DEAL, 2)
    seen = state.observe(0)
    assert (seen.side_points, seen.target, seen.ranking, seen.leaderboard) == ((3, 2), 7, None, None)


@pytest.mark.parametrize(("target", "is_over"), [(5, True), (7, False), (10, False)])
def test_a_match_ends_with_the_deal_that_reaches_the_target(target: int, is_over: bool) -> None:
    state = after_deals((9, 4), (5, 8), (8, 5), target=target)
    assert (state.phase == OVER) == is_over
    assert (state.match_report()["winner"] == 0) == is_over


def test_more_than_the_target_can_be_won() -> None:
    report = after_deals((12, 1), (13, 0)).match_report()
    assert (report["winner"], report["leaderboard"]) == (0, [100, 0])
    report = after_deals((4, 9), (12, 1), (0, 13)).match_report()
    assert (report["winner"], report["leaderboard"]) == (1, [42, 60])


def test_partners_stand_together() -> None:
    state = after_deals((4, 9), (1, 12))
    ranking = state.ranking()
    assert (ranking.order, ranking.decided_by) == ((1, 3, 0, 2), ("side", "points", "side"))
    assert ranking.places == (2, 1, 2, 1)


def test_a_deal_is_played_out_although_it_is_decided() -> None:
    for state in a_match(5, 8).states:
        if state.phase in (DEAL, OVER) and state.finished:
            assert sum(state.round_made) == 13


def test_a_deal_under_way_has_no_score() -> None:
    state = a_deal()
    for _ in range(4):
        state = state.apply(state.legal_actions()[0])
    report = state.round_report()
    assert sum(report["made"]) == 1
    assert "score" not in report
    assert state.match_report() == {"ranking": None, "decided_by": None, "winner": None, "leaderboard": None}


# -- records ---------------------------------------------------------------------------------------------------------


def one_deal_record(**changes: Any) -> dict[str, Any]:
    record = a_match(5, 12).record
    del record["fair"]
    played = {name: record["rounds"][0][name] for name in ("hands", "turn", "plays")}
    return {**record, "rounds": [played | changes]}


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"plays": "XX"}, "NotARecord"),
        ({"bids": []}, "NotARecord"),
        ({"stock": ""}, "NotARecord"),
        ({"turn": None}, "BadDeal"),
        ({"turn": "2C"}, "BadDeal"),
        ({"hands": ["AS", "KS", "QS", "JS"]}, "BadDeal"),
    ],
)
def test_a_record_with_a_fault_is_refused_by_name(changes: dict[str, Any], error: str) -> None:
    # No seat of this deal turns the two of clubs.
    assert one_deal_record()["rounds"][0]["turn"] != "2C"
    assert replay_record(one_deal_record(**changes))["error"] == error


def test_an_illegal_card_is_refused_by_name() -> None:
    state = a_deal(first_dealer=3)
    led = state.apply(state.legal_actions()[0])
    suit = led.trick[0][1]
    held = led.hands[1]
    assert {card[1] for card in held} > {suit}
    off_suit = next(card for card in held if card[1] != suit)
    assert verdict(led, f"play:{off_suit}") == "MustFollowSuit"
    assert verdict(led, f"play:{led.hands[2][0]}") == "CardNotInHand"
    assert verdict(led, "bid:0") == "NotYourTurn"
    assert verdict(led, "pick:0") == "BadPick"


# -- counted ---------------------------------------------------------------------------------------------------------


def count_sequences(state: State) -> int:
    if state.to_act is None:
        return 1
    return sum(count_sequences(state.apply(action)) for action in state.legal_actions())


@pytest.mark.parametrize(("tricks_left", "count"), [(1, 1), (2, 16), (3, 320)])
def test_number_of_ways_to_end_a_deal(tricks_left: int, count: int) -> None:
    state = a_deal("counted")
    deal = Deal(state.dealt, state.turn_up)
    referee = referee_of(deal, 3)
    while len(state.observe(None).plays) < 4 * (13 - tricks_left):
        action = state.legal_actions()[0]
        state = state.apply(action)
        referee.act(action)
    assert count_sequences(state) == referee.count_sequences() == count
