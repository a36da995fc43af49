"""The examples of docs/record-format.md are what the replay command really says."""

import json
import re
from copy import deepcopy
from pathlib import Path

from whist.engine.replay import replay_record

DOCUMENT = Path(__file__).parents[2] / "docs" / "record-format.md"
RECORD, ANSWER, REFUSAL = map(json.loads, re.findall(r"```json\n(.*?)```", DOCUMENT.read_text(), re.DOTALL))


def test_example_is_answered_as_printed():
    assert replay_record(RECORD) == ANSWER


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
