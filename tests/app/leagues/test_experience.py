"""What an eligible match is worth, the limit of the hour, and levels."""

from datetime import datetime, timedelta
from itertools import pairwise

import pytest
from django.utils import timezone

from leagues.models import Result
from leagues.results.experience import MOST_IN_AN_HOUR, earned, room_within_hour
from leagues.results.levels import level_of, progress_of, xp_for

NOON = datetime(2027, 3, 28, 12, tzinfo=timezone.get_default_timezone())


def result(**fields) -> Result:
    return Result(**{"game_slug": "romanian", "kind": "friends", "place": 1, "bids": 0, "exact": 0, **fields})


@pytest.mark.parametrize(("place", "points"), [(1, 10), (2, 7), (3, 5), (4, 3), (5, 2), (6, 1)])
def test_places_bring_ten_to_one(place, points):
    assert earned(result(place=place)) == points


def test_own_bids_bring_two_and_exact_ones_three_more():
    assert earned(result(place=2, bids=24, exact=13)) == 2 * 24 + 3 * 13 + 7


def test_games_without_bids_bring_tricks_and_the_win():
    assert earned(result(game_slug="whist", tricks=30)) == 55
    assert earned(result(game_slug="whist", tricks=30, place=2)) == 38
    assert earned(result(game_slug="german", tricks=14)) == 39


def test_solo_counts_half_rounded_down():
    assert earned(result(kind="solo", place=1, bids=6, exact=1)) == 12  # of 25


def test_what_is_not_eligible_brings_nothing():
    assert earned(result(place=1, bids=24, exact=24, reason="short")) == 0


def test_an_hour_holds_at_most_four_hundred():
    minutes = [(NOON - timedelta(minutes=before), 150) for before in (50, 20)]
    assert room_within_hour(NOON, minutes) == MOST_IN_AN_HOUR - 300
    assert room_within_hour(NOON, [*minutes, (NOON, 150)]) == 0
    assert room_within_hour(NOON, []) == MOST_IN_AN_HOUR


def test_an_hour_around_a_late_settlement_holds_no_more_either():
    """Settled after the next match: both hours that contain it are looked at."""
    around = [(NOON - timedelta(minutes=40), 300), (NOON + timedelta(minutes=40), 350)]
    assert room_within_hour(NOON, around) == 50


def test_levels_need_twenty_five_times_l_times_l_minus_one():
    assert [xp_for(level) for level in (1, 2, 3, 4, 10, 40)] == [0, 50, 150, 300, 2250, 39_000]
    for below, above in pairwise(range(1, 400)):
        assert level_of(xp_for(above)) == above
        assert level_of(xp_for(above) - 1) == below


def test_progress_counts_from_the_level_to_the_next():
    assert progress_of(0) == (1, 0, 50)
    assert progress_of(200) == (3, 50, 150)
