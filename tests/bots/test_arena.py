"""Duplicate boards cancel the cards out."""

import pytest

from whist.bots.arena import Setting, play_pair, report, settings_for

BOARDS = (("whist", 4, {}), ("german", 2, {}), ("german", 2, {"count": "phase2"}), ("german", 2, {"race": 9}))


@pytest.mark.parametrize(("game", "seats", "options"), BOARDS)
def test_what_one_level_gains_the_other_loses(game: str, seats: int, options: dict[str, object]) -> None:
    gains = [
        play_pair(Setting(game, seats, options, levels, 7)).differences
        for levels in (("rule", "greedy"), ("greedy", "rule"))
    ]
    assert len(gains[0]) == 1
    assert gains[0] == [-gain for gain in gains[1]]


def test_a_board_is_one_deal_of_thirteen_or_twice_thirteen_tricks() -> None:
    for game, seats, tricks in (("whist", 4, 2 * 13), ("german", 2, 26)):
        tally = play_pair(Setting(game, seats, {}, ("rule", "random"), 3))
        assert len(tally.rounds) == 2 * seats
        assert sum(seat.score for seat in tally.rounds) == 2 * tricks


def test_all_pairs_of_levels_get_the_same_deals() -> None:
    settings = list(settings_for(["easy", "rule", "greedy"], "whist", 4, {}, 2, seed=1))
    assert len(settings) == 6
    assert len({setting.seed for setting in settings}) == 2


def test_games_without_bids_are_reported_in_tricks() -> None:
    tally = play_pair(Setting("whist", 4, {}, ("rule", "random"), 3))
    assert "tricks per board" in report([tally._replace(differences=tally.differences * 2)])
