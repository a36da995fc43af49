"""Positions and whole records whose outcome is known, kept as data in `cases/`.

Another folder of the same layout is taken as well when WHIST_CASES names one.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from whist.engine import GAMES
from whist.engine.cards import parse_cards
from whist.engine.game import Deal, FinishedRound
from whist.engine.german import GermanRules, hand_result
from whist.engine.partnership import leaderboard_result, score_deal
from whist.engine.replay import replay_record
from whist.engine.romanian import forbidden_bid, legal_bids
from whist.engine.schedules import SCHEDULES
from whist.engine.scores import RoundScore, bid_score, rank_seats
from whist.engine.tricks import legal_cards, winning_index

Case = dict[str, Any]

FOLDERS = [Path(__file__).parent / "cases", *map(Path, filter(None, [os.environ.get("WHIST_CASES")]))]

CRITERIA = {
    "points": "points",
    "missed_bids": "missed",
    "missed_bids_in_peak_rounds": "peak",
    "missed_tricks_total": "diff",
    "worst_miss": "worst",
    "last_unequal_round": "last_unequal",
    "seat": "seat",
}


def records() -> Iterator[Any]:
    for folder in FOLDERS:
        for path in sorted(folder.glob("records/*.jsonl")):
            for number, line in enumerate(path.read_text().splitlines()):
                case = json.loads(line)
                yield pytest.param(case, id=f"{path.stem}-{number}")


def cases(name: str, field: str) -> list[Case]:
    return [case for folder in FOLDERS for case in json.loads((folder / name).read_text())[field]]


def mistakes(kind: str) -> list[Case]:
    return [test for case in cases("mistakes.json", "cases") for test in case["tests"] if test["kind"] == kind]


def contains(answer: Any, expected: Any) -> bool:
    """Whether all that is expected stands in the answer, which may say more."""
    if isinstance(expected, dict):
        return isinstance(answer, dict) and all(
            key in answer and contains(answer[key], value) for key, value in expected.items()
        )
    if isinstance(expected, list):
        return (
            isinstance(answer, list)
            and len(answer) == len(expected)
            and all(contains(a, b) for a, b in zip(answer, expected, strict=True))
        )
    return type(answer) is type(expected) and answer == expected


@pytest.mark.parametrize("case", [*records()])
def test_record_replays_as_expected(case: Case) -> None:
    answer = replay_record(case["record"])
    assert contains(answer, case["expect"]), answer


@pytest.mark.parametrize("case", cases("bids.json", "cases"))
def test_bids(case: Case) -> None:
    seats, size, earlier = case["players"], case["k"], case["earlier"]
    assert forbidden_bid(earlier, size, seats) == case["forbidden"]
    assert list(legal_bids(earlier, size, seats)) == case["legal"]


@pytest.mark.parametrize("case", mistakes("bids"))
def test_bids_often_mistaken(case: Case) -> None:
    assert list(legal_bids(case["earlier"], case["k"], case["players"])) == case["expected"]


@pytest.mark.parametrize(
    "case",
    [*cases("legality.json", "positions"), *({**c, "legal": c["expected"]} for c in mistakes("legal"))],
)
def test_legal_cards(case: Case) -> None:
    legal = legal_cards(case["hand"], case["trick"], case["trump"], case["void_rule"])
    assert sorted(legal) == sorted(case["legal"])


@pytest.mark.parametrize(
    "case",
    [
        *cases("legality.json", "winners"),
        *({**c, "winner_index": c["expected"]} for c in mistakes("winner")),
    ],
)
def test_winning_card(case: Case) -> None:
    assert winning_index(case["trick"], case["trump"]) == case["winner_index"]


@pytest.mark.parametrize("case", cases("schedules.json", "cases"))
def test_schedule(case: Case) -> None:
    seats, options = case["players"], {"schedule": case["variant"]}
    game = next(g for g in GAMES.values() if g.slug.startswith("romanian") and offers(g, seats, options))
    state = game.new_match(seats, 0, options)
    assert len(game.pack(seats)) == case["deck_size"]
    sizes = state.observe(None).sizes
    assert (len(sizes), list(sizes)) == (case["rounds"], case["schedule"])
    assert [int(size * seats < case["deck_size"]) for size in sizes] == case["trump"]
    assert [number % seats for number in range(len(sizes))] == case["dealer_offset"]


def offers(game: Any, seats: int, options: dict[str, Any]) -> bool:
    schedules = next(option for option in game.options if option.name == "schedule")
    return schedules.accepts(options["schedule"], seats)


@pytest.mark.parametrize("case", mistakes("schedule"))
def test_schedule_often_mistaken(case: Case) -> None:
    assert list(SCHEDULES[case["variant"]](case["players"])) == case["expected"]


def rounds_of(case: Case) -> list[RoundScore]:
    """The rounds of a ranking case, scored from their bids and tricks."""
    total: list[int] = []
    rounds = []
    for number, played in enumerate(case["rounds"]):
        score = [bid_score(*pair) for pair in zip(played["bids"], played["made"], strict=True)]
        total = [a + b for a, b in zip(total or [0] * len(score), score, strict=True)]
        seats = (played["bids"], played["made"], score, total)
        rounds.append(RoundScore(played["k"], number % len(score), *map(tuple, seats)))
    return rounds


RANKINGS = [
    *cases("ranking.json", "cases"),
    *({**c, **c["expected"], "ranking": c["expected"]["order"]} for c in mistakes("ranking")),
]


@pytest.mark.parametrize("case", RANKINGS)
def test_ranking(case: Case) -> None:
    rounds = rounds_of(case)
    ranking = rank_seats(rounds, peak=max(played.size for played in rounds))
    assert list(rounds[-1].total) == case["totals"]
    assert list(ranking.order) == case["ranking"]
    assert list(ranking.decided_by) == [CRITERIA[name] for name in case["decided_by"]]


@pytest.mark.parametrize("case", [*cases("examples.json", "scores"), *mistakes("score")])
def test_score(case: Case) -> None:
    assert bid_score(case["bid"], case["made"]) == case.get("score", case.get("expected"))


def a_round(game: Any, options: dict[str, Any], case: Case) -> Any:
    """The first round of the right size and dealer, with the cards of the case dealt."""
    hands = tuple(parse_cards("".join(hand)) for hand in case["hands"])
    seats = len(hands)
    number = SCHEDULES[options["schedule"]](seats).index(len(hands[0]))
    skipped = [FinishedRound("0" * seats, (0,) * seats)] * number
    state = game.resume(seats, (case["dealer"] - number) % seats, options, skipped)
    return state.apply(Deal(hands, case["turn"]))


@pytest.mark.parametrize("case", cases("examples.json", "rounds"), ids=lambda case: case["id"])
def test_worked_round(case: Case) -> None:
    state = a_round(GAMES["romanian"], {"schedule": case["options"]["schedule"]}, case)
    before = state.scores
    for bid in case["bids"]:
        state = state.apply(f"bid:{bid}")
    assert state.forbidden_bid == case["forbidden"]
    for leader, cards, legal, winner in case["tricks"]:
        assert state.to_act == leader
        for card, choices in zip(parse_cards(cards), legal, strict=True):
            assert len(state.legal_actions()) == int(choices, 36)
            state = state.apply(f"play:{card}")
        assert state.last_trick.winner == winner
    assert list(state.made) == case["made"]
    assert [after - b for after, b in zip(state.scores, before, strict=True)] == case["score"]


@pytest.mark.parametrize("case", mistakes("round_play"))
def test_round_often_mistaken(case: Case) -> None:
    state = a_round(GAMES["romanian52"], {"schedule": "1-max-1", "void": case["void_rule"]}, case)
    assert state.to_act == case["expected"]["first_lead"]
    for _ in range(case["players"]):
        state = state.apply(state.legal_actions()[0])
    assert state.to_act == case["expected"]["first_lead"]
    winners = []
    for trick in case["plays"]:
        for card in trick:
            state = state.apply(f"play:{card}")
        winners.append(state.last_trick.winner)
    assert winners == case["expected"]["winners"]
    assert list(state.made) == case["expected"]["made"]


@pytest.mark.parametrize("case", cases("leaderboard.json", "cases"))
def test_leaderboard_result(case: Case) -> None:
    expected = (case["winner_points"], case["loser_points"])
    assert leaderboard_result(case["target"], case["loser_score"]) == expected


@pytest.mark.parametrize("case", cases("examples.json", "whist_points"))
def test_points_of_a_deal(case: Case) -> None:
    assert list(score_deal(0, case["team_tricks"], ()).score) == case["points"]


@pytest.mark.parametrize("case", mistakes("whist_teams"))
def test_partners_sit_opposite(case: Case) -> None:
    team_tricks = [0, 0]
    for seat, tricks in enumerate(case["seat_tricks"]):
        team_tricks[GAMES["whist"].side_of(seat)] += tricks
    assert team_tricks == case["expected"]["team_tricks"]
    assert list(score_deal(0, team_tricks, ()).score) == case["expected"]["points"]


@pytest.mark.parametrize("case", cases("examples.json", "german_points"))
def test_points_of_a_hand(case: Case) -> None:
    for in_phase_one in range(14):
        first = (in_phase_one, 13 - in_phase_one)
        second = (case["total"][0] - first[0], case["total"][1] - first[1])
        if min(second) >= 0:
            assert hand_result(first, second, GermanRules()) == (case["winner"], case["points"])
