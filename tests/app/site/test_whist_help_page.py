"""The page on partnership whist says what the engine counts, and its deal can be played."""

import re

import pytest

from tests.support.help_pages import body, every_language, pair
from whist.engine import GAMES
from whist.engine.cards import parse_cards
from whist.engine.game import Deal
from whist.engine.partnership import leaderboard_result, score_deal

pytestmark = [pytest.mark.django_db, pytest.mark.once]

TARGETS = (5, 7, 10)  # of the columns
SEATS = "ABCD"
D = 3


@every_language
def test_points_are_the_tricks_beyond_the_book(read, language):
    rows = [list(map(int, row)) for row in body(read("whist", language), "score-table")]
    assert len(rows) >= 5
    for ours, theirs, *points in rows:
        assert ours + theirs == 13
        assert points == list(score_deal(D, (ours, theirs), []).score)


@every_language
def test_every_leaderboard_result_is_in_the_table(read, language):
    rows = body(read("whist", language), "leaderboard-table")
    assert [int(row[0]) for row in rows] == list(range(max(TARGETS)))
    for lost, *results in rows:
        for target, result in zip(TARGETS, results, strict=True):
            expected = leaderboard_result(target, int(lost)) if int(lost) < target else None
            assert (None if result == "–" else pair(result)) == expected


@every_language
def test_match_of_the_example_ends_with_its_last_deal(read, language):
    page = read("whist", language)
    deals = []
    for _, tricks, points, score in body(page, "match-table"):
        deals.append(score_deal(D, pair(tricks), deals))
        assert (deals[-1].score, deals[-1].total) == (pair(points), pair(score))
    assert [max(deal.total) >= 7 for deal in deals] == [False] * (len(deals) - 1) + [True]
    told = page.source[page.source.index('<section id="leaderboard"') : page.source.index('id="leaderboard-table"')]
    lost = min(deals[-1].total)
    assert {lost, *leaderboard_result(7, lost)} <= set(map(int, re.findall(r"\d+", told)))


@every_language
def test_targets_named_are_those_offered(read, language):
    source = read("whist", language).source
    options = source[source.index('<section id="options"') : source.index('<section id="worked-deal"')]
    offered = [choice.value for choice in GAMES["whist"].options[0].choices]
    assert [int(item.split()[0]) for item in options.split("<strong>")[1:]] == offered


@every_language
def test_worked_deal_can_be_played_as_it_is_told(read, language):
    page = read("whist", language)
    hands = tuple(parse_cards(row[1]) for row in body(page, "worked-hands"))
    turned = hands[D][-1]
    state = GAMES["whist"].new_match(4, D).apply(Deal(hands, turned))
    for _, leads, *played, takes in body(page, "worked-tricks"):
        assert state.to_act == SEATS.index(leads)
        for _ in SEATS:
            state = state.apply(f"play:{played[state.to_act]}")
        assert state.last_trick.winner == SEATS.index(takes)
    assert state.made == (3, 3, 4, 3)
    assert (state.finished[0].made, state.finished[0].score) == ((7, 6), (1, 0))
