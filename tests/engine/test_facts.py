"""What a game says of itself, so that nobody outside the engine needs to know which game it is."""

import pickle
from typing import Any

import pytest

from tests.engine.play import Setting, play_match, some_settings
from whist.engine import GAMES
from whist.engine.game import BID, DEAL, OVER, PICK, PLAY, Game, Ranking, ScoredRound

each_setting = pytest.mark.parametrize("setting", some_settings(), ids=str)
each_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.slug)


@each_setting
def test_facts_are_true_of_matches(setting: Setting) -> None:
    game = setting.game
    states = play_match(setting, 61).states
    phases = {state.phase for state in states} - {DEAL, OVER}
    assert phases == set(game.action_kinds(setting.options))
    assert (BID in phases) == game.has_bids
    assert PLAY in phases
    assert PICK not in phases or game.has_stock
    for state in states:
        seen: Any = state.observe(None)
        assert (seen.rounds is not None) == game.has_schedule
        assert hasattr(seen, "prizes") == game.has_stock
        assert hasattr(seen, "wins") == game.counts_wins
        assert hasattr(seen, "bids") == game.has_bids
        if seen.turn_up and state.phase == PLAY and not seen.plays:
            in_hands = any(seen.turn_up in hand for hand in state.hands)
            assert (in_hands or seen.turn_up in getattr(seen, "prizes", ())) == game.plays_turn_up


@each_setting
def test_partners_have_the_same_points_and_place(setting: Setting) -> None:
    last = play_match(setting, 62).states[-1]
    ranking = last.ranking()
    assert ranking is not None
    for a in range(setting.seats):
        for b in range(setting.seats):
            is_same_side = setting.game.side_of(a) == setting.game.side_of(b)
            assert (ranking.places[a] == ranking.places[b]) == is_same_side
            assert last.scores[a] == last.scores[b] or not is_same_side
    assert sorted(set(ranking.places)) == list(range(1, max(ranking.places) + 1))


@each_setting
def test_the_sheet_of_finished_rounds_adds_up(setting: Setting) -> None:
    for state in play_match(setting, 63).states[::11]:
        finished: tuple[ScoredRound, ...] = state.observe(None).finished
        for number, played in enumerate(finished):
            before = finished[number - 1].total if number else (0,) * len(played.total)
            assert tuple(b + score for b, score in zip(before, played.score, strict=True)) == played.total
            assert played.dealer == (state.first_dealer + number) % setting.seats
        if finished:
            by_seat = [finished[-1].total[setting.game.side_of(seat)] for seat in range(setting.seats)]
            assert tuple(by_seat) == state.scores


@each_game
def test_sides_divide_the_seats(game: Game) -> None:
    if game.sides:
        assert game.seat_counts == (sum(map(len, game.sides)),)
        assert sorted(seat for side in game.sides for seat in side) == list(range(game.seat_counts[0]))
    else:
        assert [game.side_of(seat) for seat in range(6)] == list(range(6))


@each_game
def test_options_that_exclude_each_other_exist(game: Game) -> None:
    names = {option.name for option in game.options}
    assert all(set(pair) <= names for pair in game.exclusive)


@each_setting
def test_what_is_stored_of_a_round_is_short(setting: Setting) -> None:
    for finished in play_match(setting, 64).finished:
        assert len(finished.actions) <= 160
        assert len(finished.made) <= 8
        assert all(0 <= number < 36 for number in finished.made)


@each_setting
def test_an_observation_travels_between_processes(setting: Setting) -> None:
    for state in play_match(setting, 65).states[::29]:
        seen = state.observe(state.to_act)
        assert pickle.loads(pickle.dumps(seen)) == seen
        assert pickle.loads(pickle.dumps(seen)).game is setting.game


def test_places_are_counted_by_side() -> None:
    assert Ranking((2, 0, 1), ("points", "peak")).places == (2, 3, 1)
    assert Ranking((1, 3, 0, 2), ("side", "points", "side")).places == (2, 1, 2, 1)


@pytest.mark.parametrize(
    ("slug", "seats", "options", "cards"),
    [
        ("romanian", 6, {"schedule": "8-1-8"}, 936),
        ("romanian", 4, {}, 488),
        ("romanian", 6, {"schedule": "quick"}, 180),
        ("romanian52", 4, {}, 576),
        ("whist", 4, {"target": 5}, 182),
        ("german", 2, {}, 54),
        ("german", 2, {"race": 7, "best_of": 3}, 60),
        ("german", 2, {"to_points": 10}, 291),
    ],
)
def test_the_length_of_a_match_can_be_told_before(slug, seats, options, cards):
    assert GAMES[slug].typical_cards(seats, options) == cards
