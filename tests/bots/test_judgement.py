"""Positions that players complain about when bots get them wrong."""

import pytest

from tests.bots.rounds import moments, new_match, round_of
from whist.bots import LEVELS, choose
from whist.bots.levels import PLAYERS
from whist.engine.game import State
from whist.engine.romanian import RomanianObservation

SEEDS = range(20)
sensible = pytest.mark.parametrize("level", ["rule", "normal"])


def actions(state: State, level: str) -> set[str]:
    seen = state.observe(state.to_act)
    return {choose(seen, level, seed) for seed in SEEDS}


@sensible
def test_high_trumps_are_led_when_every_trick_is_needed(level: str) -> None:
    state = round_of("romanian52", "KSQS4S 2C3C4C 2D3D4D 2H3H4H", "7S", "3001")
    assert actions(state, level) <= {"play:KS", "play:QS"}


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("hands", ["2C3C4C 2D3D4D 2H3H4H AS5C5D", "9C8C4C 9D8D4D 9H8H4H AS2C2D"])
def test_a_dealer_with_the_ace_of_trumps_is_not_pushed_down_to_nothing(level: str, hands: str) -> None:
    state = round_of("romanian52", hands, "7S", "110")
    assert state.observe(3).forbidden_bid == 1
    assert "bid:0" not in actions(state, level)


@sensible
def test_the_highest_trump_waits_for_the_last_trick_when_a_low_one_will_do(level: str) -> None:
    # Seat 2 needs one trick and must trump the club, on which the jack of trumps lies already.
    state = round_of("romanian52", "3C9C JS6D AS5S 5C4C", "7S", "0111" + "3CJS", {"void": "must_trump"})
    assert actions(state, level) == {"play:5S"}


@sensible
def test_the_highest_trump_is_not_led_while_another_card_may_lose(level: str) -> None:
    # One trick needed and two cards left: the ten may lose now, while the ace wins at any time.
    state = round_of("romanian52", "ASTC 3C9C JC6D 5C4C", "7S", "1000", {"void": "must_trump"})
    assert actions(state, level) == {"play:TC"}


@sensible
def test_a_made_bid_is_not_overdone(level: str) -> None:
    # Seat 3 needs nothing: the nine under the ten loses, the ace would win.
    state = round_of("romanian52", "TC2D JC3D 4C4D AC9C", "7S", "1110" + "TCJC4C", {"void": "free"})
    assert actions(state, level) == {"play:9C"}


@sensible
def test_the_last_player_wins_as_cheaply_as_can_be(level: str) -> None:
    state = round_of("romanian52", "TC2D3H JC3D4H 4C4D5H QCAC5D", "7S", "0002" + "TCJC4C", {"void": "free"})
    assert actions(state, level) == {"play:QC"}


def test_nobody_reneges_without_trump() -> None:
    match = new_match("romanian", 4, {"schedule": "8-8-8"})
    followed = 0
    for moment in moments(match, ["easy", "normal", "greedy", "rule"], seed=4):
        seen = moment.state.observe(moment.state.to_act)
        if seen.trump or not seen.trick or seen.size != 8:
            continue
        led = [f"play:{card}" for card in seen.hand if card[1] == seen.trick[0][1]]
        assert set(led or seen.legal_actions) == set(seen.legal_actions)
        assert choose(seen, "easy", 7) in (led or seen.legal_actions)
        followed += bool(led)
    assert followed > 100


def test_on_the_forehead_one_bids_by_what_the_others_hold() -> None:
    options = {"schedule": "1-8-1", "one_card": "forehead"}
    weak = round_of("romanian", "AS 7C 8C 7D", "7S", "", options)
    strong = round_of("romanian", "7C AS 8C KS", "7S", "", options)
    assert actions(weak, "normal") == {"bid:1"}
    assert actions(strong, "normal") == {"bid:0"}


def test_with_every_card_hidden_one_bids_nothing_unless_forced() -> None:
    state = round_of("romanian", "AS 7C 8C 7D", "7S", "", {"schedule": "1-8-1", "one_card": "hidden"})
    assert actions(state, "normal") == {"bid:0"}


def test_the_levels_on_offer_are_played_in_every_game_with_bids() -> None:
    assert set(LEVELS) <= set(PLAYERS[RomanianObservation])
