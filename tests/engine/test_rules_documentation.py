"""What docs/rules.md says of the four games, in numbers and names, is what the engine does."""

from itertools import pairwise, product

import pytest

from tests.support.documents import codes, document, section, section_numbers, table
from whist.engine import GAMES
from whist.engine.cards import RANK
from whist.engine.deck import FairDeck
from whist.engine.game import Game, Option
from whist.engine.partnership import leaderboard_result
from whist.engine.schedules import QUICK, SCHEDULES, highest_size
from whist.engine.scores import CRITERIA, bid_score

RULES = document("docs/rules.md")
CHAPTERS = {"romanian": "1", "romanian52": "2", "whist": "3", "german": "4"}
SEATS = (3, 4, 5, 6)

each_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.slug)
each_romanian_game = pytest.mark.parametrize("slug", ["romanian", "romanian52"])


def schedules_of(slug: str) -> Option:
    return next(option for option in GAMES[slug].options if option.name == "schedule")


def sizes(schedule: str, seats: int) -> tuple[int, ...]:
    return FairDeck(bytes(32), bytes(16)).sizes() if schedule == QUICK else SCHEDULES[schedule](seats)


@each_game
def test_every_option_is_told_with_its_choices_the_default_first(game: Game) -> None:
    rows = table(section(RULES, CHAPTERS[game.slug]), "option")
    offered = {option.name: [choice.code for choice in option.choices] for option in game.options}
    assert {codes(row[0])[0]: codes(row[1]) for row in rows} == offered


@each_game
def test_options_that_exclude_each_other_are_told(game: Game) -> None:
    told = {codes(row[0])[0]: row[2] for row in table(section(RULES, CHAPTERS[game.slug]), "option")}
    for pair in game.exclusive:
        assert any(f"not together with `{other}`" in told[one] for one, other in (pair, pair[::-1]))


@each_game
def test_the_chapter_is_named_after_the_game(game: Game) -> None:
    assert f"(`{game.slug}`)" in section(RULES, CHAPTERS[game.slug]).splitlines()[0]


def test_the_short_deck_has_the_cards_that_are_told() -> None:
    rows = table(section(RULES, "1.1"), "seats")
    assert [int(row[0]) for row in rows] == list(SEATS)
    for seats, lowest, cards in rows:
        pack = GAMES["romanian"].pack(int(seats))
        assert (min(pack, key=RANK.__getitem__)[0], len(pack)) == (lowest, int(cards))


@each_romanian_game
def test_matches_have_as_many_rounds_as_are_told(slug: str) -> None:
    rows = table(section(RULES, f"{CHAPTERS[slug]}.2"), "rounds with")
    assert [codes(row[0])[0] for row in rows] == [choice.code for choice in schedules_of(slug).choices]
    for row in rows:
        schedule = codes(row[0])[0]
        for seats, told in zip(SEATS, row[1:], strict=True):
            is_offered = schedule in [choice.code for choice in schedules_of(slug).offered(seats)]
            assert told == (str(len(sizes(schedule, seats))) if is_offered else "–")


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("schedule", ["8-1-8", "1-8-1"])
def test_schedules_of_the_short_deck_are_told_round_by_round(schedule: str, seats: int) -> None:
    told = {codes(row[0])[0]: row[1] for row in table(section(RULES, "1.2"), "schedule")}[schedule]
    blocks = [block.removeprefix("then ") for block in told.split(", ")]
    rounds = [block[:2] * seats if block.endswith(" × n") else block for block in blocks]
    assert tuple(map(int, " ".join(rounds).split())) == SCHEDULES[schedule](seats)


def test_the_most_cards_of_the_long_deck_are_told() -> None:
    (row,) = table(section(RULES, "2.2"), "dealt to")
    assert [int(cell) for cell in row[1:]] == [highest_size(seats) for seats in SEATS]


@each_romanian_game
def test_rounds_without_trump_are_those_that_are_told(slug: str) -> None:
    for seats, schedule in product(SEATS, [choice.code for choice in schedules_of(slug).choices]):
        if schedule in [choice.code for choice in schedules_of(slug).offered(seats)]:
            whole = {size for size in sizes(schedule, seats) if size * seats == len(GAMES[slug].pack(seats))}
            assert whole == ({8} if slug == "romanian" else {13} if schedule == "1-peak-1" else set())


def test_scores_are_those_that_are_told() -> None:
    rows = table(section(RULES, "1.8"), "bid")
    assert len(rows) >= 6
    for bid, made, points in rows:
        assert bid_score(int(bid), int(made)) == int(points)


def test_places_are_decided_in_the_order_that_is_told() -> None:
    rows = table(section(RULES, "1.9"), "name in records")
    assert tuple(codes(row[0])[0] for row in rows) == CRITERIA


def test_leaderboard_points_of_partnership_whist_are_told() -> None:
    winners, losers = table(section(RULES, "3.4"), "target 7, points of the losers")
    told = [(int(won), int(lost)) for won, lost in zip(winners[1:], losers[1:], strict=True)]
    assert told == [leaderboard_result(7, points) for points in range(7)]


def test_sections_are_numbered_without_a_gap() -> None:
    pairs = [number.partition(".") for number in section_numbers(RULES)]
    numbers = [(int(chapter), int(part or 0)) for chapter, _dot, part in pairs]
    assert numbers[0] == (1, 0)
    for (chapter, part), after in pairwise(numbers):
        assert after in ((chapter, part + 1), (chapter + 1, 0))
