"""The examples of docs/record-format.md are what the replay command really says."""

import json
import re
from copy import deepcopy
from pathlib import Path

import pytest

from whist.engine.replay import replay_record

DOCUMENT = Path(__file__).parents[2] / "docs" / "record-format.md"
EXAMPLES = [json.loads(text) for text in re.findall(r"```json\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)]
RECORD, ANSWER, REFUSAL, SIDES, SIDES_ANSWER, PICKS, PICKS_ANSWER = EXAMPLES


def test_example_is_answered_as_printed():
    assert replay_record(RECORD) == ANSWER


def test_deal_of_two_sides_is_answered_as_printed():
    assert replay_record(SIDES) == SIDES_ANSWER


def test_picks_from_an_open_stock_are_answered_as_printed():
    assert replay_record(PICKS) == PICKS_ANSWER


@pytest.mark.parametrize("picks", [[], [0, 1, 0]])
def test_pick_missing_or_superfluous_is_refused_as_told(picks):
    changed = deepcopy(PICKS)
    changed["rounds"][0]["picks"] = picks
    assert replay_record(changed)["error"] == "BadPick"


def test_forbidden_bid_in_the_example_is_refused_as_printed():
    changed = deepcopy(RECORD)
    changed["rounds"][0]["bids"][3] = 0
    assert replay_record(changed) == REFUSAL


def test_exchanged_card_in_the_example_is_not_fair():
    changed = deepcopy(RECORD)
    changed["rounds"][1]["hands"][2] = "8C"
    changed["rounds"][1]["plays"] = "KD8CJSAC"
    answer = replay_record(changed)
    assert answer["ok"]
    assert (answer["fair"], answer["unfair"]) == (False, "round:1")
