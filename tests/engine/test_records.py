"""Match records and the replay command (docs/record-format.md)."""

import copy
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.play import Setting, all_settings, play_match
from whist.engine import GAMES, errors
from whist.engine.errors import IllegalAction
from whist.engine.game import Deal
from whist.engine.record import Fair, record_of
from whist.engine.replay import answers, exit_status, replay_record

Record = dict[str, Any]
Change = Callable[[Record], object]

ILLEGAL = {cls.__name__ for cls in vars(errors).values() if isinstance(cls, type) and issubclass(cls, IllegalAction)}


def a_match(seats: int = 3, seed: int = 1) -> Record:
    """A whole match of the short deck with all its optional parts."""
    return play_match(Setting(GAMES["romanian"], seats, {}), seed).record


MATCH = a_match()


def changed(change: Change, record: Record = MATCH) -> Record:
    record = copy.deepcopy(record)
    change(record)
    return record


def unsigned(record: Record) -> Record:
    """Without the optional parts, so that the rules alone are asked."""
    record = copy.deepcopy(record)
    del record["fair"]
    for played in record["rounds"]:
        del played["actors"]
    return record


# -- writing -------------------------------------------------------------------------------------------------


def test_a_record_is_written_as_the_rules_say() -> None:
    deal = Deal((("9H", "TC"), ("9C", "TH"), ("JS", "QS")), "AH", ("AS",))
    options = {"schedule": "8-8-8", "void": "must_trump", "streak": None, "one_card": "hidden"}
    fair = Fair(bytes(32), bytes(16), ("hop",), "ab" * 32)
    rounds = [(deal, "0109HTHJS", "ppbppb"), (deal, "0", "")]
    assert record_of(GAMES["romanian"], 3, options, 2, rounds, fair) == {
        "format": "whist-record/1",
        "game": "romanian",
        "seats": 3,
        "options": {"schedule": "8-8-8", "one_card": "hidden"},
        "first_dealer": 2,
        "rounds": [
            {
                "hands": ["9HTC", "9CTH", "JSQS"],
                "turn": "AH",
                "bids": [0, 1, 0],
                "plays": "9HTHJS",
                "actors": "ppbppb",
            },
            {"hands": ["9HTC", "9CTH", "JSQS"], "turn": "AH", "bids": [0], "plays": ""},
        ],
        "fair": {"secret": "00" * 32, "salt": "00" * 16, "cuts": ["hop"], "commitment": "ab" * 32},
    }


def test_options_of_a_record_may_come_in_any_order() -> None:
    streak = {"points": 10, "length": 5}
    record = play_match(Setting(GAMES["romanian"], 3, {"streak": streak}), 1).record
    assert replay_record(record)["ok"]


# -- what is no record ---------------------------------------------------------------------------------------


def set_in(*path: Any) -> Change:
    *way, last, value = path

    def change(record: Any) -> None:
        for step in way:
            record = record[step]
        record[last] = value

    return change


def drop(*path: Any) -> Change:
    *way, last = path

    def change(record: Any) -> None:
        for step in way:
            record = record[step]
        del record[last]

    return change


FIRST = ("rounds", 0)

NO_RECORDS: list[tuple[Change, str]] = [
    *((drop(name), name) for name in ("format", "game", "seats", "options", "first_dealer", "rounds")),
    *((drop(*FIRST, name), name) for name in ("hands", "turn", "bids", "plays")),
    *((drop("fair", name), name) for name in ("secret", "salt", "cuts", "commitment")),
    (set_in("colour", 1), "colour"),
    (set_in(*FIRST, "stock", "9H"), "stock"),
    (set_in(*FIRST, "picks", []), "picks"),
    (set_in("fair", "seed", 1), "seed"),
    (set_in("format", "whist-record/2"), "format"),
    (set_in("format", 1), "format"),
    (set_in("game", "bridge"), "game"),
    (set_in("game", ["romanian"]), "game"),
    (set_in("seats", 7), "seats"),
    (set_in("seats", True), "seats"),
    (set_in("seats", 3.0), "seats"),
    (set_in("seats", "3"), "seats"),
    (set_in("seats", 10**30), "seats"),
    (set_in("first_dealer", 3), "first_dealer"),
    (set_in("first_dealer", -1), "first_dealer"),
    (set_in("first_dealer", False), "first_dealer"),
    (set_in("first_dealer", None), "first_dealer"),
    (set_in("options", None), "options"),
    (set_in("options", ["void"]), "options"),
    (set_in("options", {"colour": 1}), "colour"),
    (set_in("options", {"void": "perhaps"}), "void"),
    (set_in("options", {"void": {}}), "void"),
    (set_in("options", {"schedule": "1-max-1"}), "schedule"),
    (set_in("options", {"schedule": "quick"}), "schedule"),
    (set_in("options", {"sizes": [8, 7, 6, 5, 4, 3]}), "sizes"),
    (set_in("options", {"streak": {"length": 5, "points": 10.0}}), "streak"),
    (set_in("options", {"streak": {"length": 5, "points": 7}}), "streak"),
    (set_in("options", {"streak": {"length": 5}}), "streak"),
    (set_in("rounds", {}), "rounds"),
    (set_in("rounds", 0, None), "rounds[0]"),
    (set_in("rounds", 0, []), "rounds[0]"),
    (set_in(*FIRST, "hands", "9H"), "hands"),
    (set_in(*FIRST, "hands", 0, None), "hands"),
    (set_in(*FIRST, "hands", 0, "10H"), "hands"),
    (set_in(*FIRST, "hands", 0, "9h"), "hands"),
    (set_in(*FIRST, "hands", 0, "9H "), "hands"),
    (set_in(*FIRST, "turn", ""), "turn"),
    (set_in(*FIRST, "turn", "9HTH"), "turn"),
    (set_in(*FIRST, "turn", 9), "turn"),
    (set_in(*FIRST, "bids", "012"), "bids"),
    (set_in(*FIRST, "bids", 0, True), "bids"),
    (set_in(*FIRST, "bids", 0, 1.0), "bids"),
    (set_in(*FIRST, "bids", 0, "1"), "bids"),
    (set_in(*FIRST, "bids", 0, None), "bids"),
    (set_in(*FIRST, "plays", ["9H"]), "plays"),
    (set_in(*FIRST, "plays", "9H9"), "plays"),
    (set_in(*FIRST, "plays", "XX"), "plays"),
    (set_in(*FIRST, "plays", "\ud800H"), "plays"),
    (set_in(*FIRST, "actors", ["p"]), "actors"),
    (set_in(*FIRST, "actors", "p"), "actors"),
    (set_in(*FIRST, "actors", "x" * 27), "actors"),
    (set_in("fair", None), "fair"),
    (set_in("fair", "secret", "00"), "secret"),
    (set_in("fair", "secret", "AB" * 32), "secret"),
    (set_in("fair", "secret", "ab" * 32 + "\n"), "secret"),
    (set_in("fair", "salt", "ab" * 32), "salt"),
    (set_in("fair", "salt", None), "salt"),
    (set_in("fair", "cuts", "hop"), "cuts"),
    (set_in("fair", "cuts", [1]), "cuts"),
    (set_in("fair", "cuts", ["\udcff"]), "cuts"),
    (set_in("fair", "commitment", 1), "commitment"),
]


@pytest.mark.parametrize(("change", "culprit"), NO_RECORDS)
def test_what_is_wrong_with_the_form_is_named(change: Change, culprit: str) -> None:
    answer = replay_record(changed(change))
    assert (answer["ok"], answer["error"]) == (False, "NotARecord")
    assert culprit in answer["detail"]
    assert len(answer["detail"]) < 200
    json.dumps(answer).encode()


@pytest.mark.parametrize("depth", [500, 900, 5_000, 9_000])
def test_deep_nesting_is_no_record_at_any_depth(depth: int) -> None:
    deep = "[" * depth + "]" * depth
    for field in ("format", "game", "seats", "options", "first_dealer", "rounds", "fair", "colour"):
        text = json.dumps(MATCH | {field: "DEEP"}).replace('"DEEP"', deep)
        [answer] = answers([text])
        assert answer["error"] == "NotARecord"
    for option in ("void", "streak", "sizes", "colour"):
        [answer] = answers([json.dumps(MATCH | {"options": {option: "DEEP"}}).replace('"DEEP"', deep)])
        assert answer["error"] == "NotARecord"


@pytest.mark.parametrize("data", [None, [], [MATCH], "text", 1, 1.5, True, {}])
def test_other_json_is_no_record(data: object) -> None:
    assert replay_record(data)["error"] == "NotARecord"


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "nonsense",
        "[" * 100_000,
        '{"a":' * 100_000,
        '{"format": NaN}',
        "Infinity",
        '{"seats": 3, "seats": 3}',
        '{"seats": ' + "9" * 5000 + "}",
        '{"seats": 1e999999}',
        "\ufeff{}",
        "\x00",
        "{'format': 1}",
    ],
    ids=lambda text: text[:12],
)
def test_text_that_hardly_is_json_is_no_record(text: str) -> None:
    [answer] = answers([text])
    assert answer["error"] == "NotARecord"
    assert answer["detail"]


# -- what the rules refuse -----------------------------------------------------------------------------------


def short_match(*rounds: Record, schedule: str = "1-8-1") -> Record:
    """Three seats; seat 0 deals first, so seat 1 bids and leads; the first three rounds have one card."""
    return {
        "format": "whist-record/1",
        "game": "romanian",
        "seats": 3,
        "options": {"schedule": schedule},
        "first_dealer": 0,
        "rounds": list(rounds),
    }


def one_card(**changes: Any) -> Record:
    return {"hands": ["9S", "TS", "AC"], "turn": "AH", "bids": [0, 0, 0], "plays": "TSAC9S"} | changes


def refused(round_number: int, action: int, seat: int | None, error: str) -> Record:
    return {"ok": False, "round": round_number, "action": action, "seat": seat, "error": error}


REFUSALS: list[tuple[str, list[Record], Record]] = [
    ("bid above the hand size", [one_card(bids=[2, 0, 0])], refused(0, 0, 1, "BidOutOfRange")),
    ("bid below zero", [one_card(bids=[0, -1, 0])], refused(0, 1, 2, "BidOutOfRange")),
    ("huge bid", [one_card(bids=[0, 0, 10**40])], refused(0, 2, 0, "BidOutOfRange")),
    ("dealer's bid adds up", [one_card(bids=[0, 0, 1])], refused(0, 2, 0, "ForbiddenBid")),
    ("card of another", [one_card(plays="9S")], refused(0, 3, 1, "CardNotInHand")),
    ("card outside the deck", [one_card(plays="2C")], refused(0, 3, 1, "CardNotInHand")),
    ("the turned card", [one_card(plays="TSAH")], refused(0, 4, 2, "CardNotInHand")),
    ("card played before", [one_card(plays="TSTS")], refused(0, 4, 2, "CardNotInHand")),
    ("play before all bids", [one_card(bids=[0, 0])], refused(0, 2, 0, "NotYourTurn")),
    ("play before any bid", [one_card(bids=[])], refused(0, 0, 1, "NotYourTurn")),
    ("play too many", [one_card(plays="TSAC9S9S")], refused(0, 6, None, "NotYourTurn")),
    ("bid too many", [one_card(bids=[0, 0, 0, 0])], refused(0, 6, None, "NotYourTurn")),
    ("bid instead of a play", [one_card(bids=[0, 0, 0, 0], plays="TS")], refused(0, 4, 2, "NotYourTurn")),
    ("hand missing", [one_card(hands=["9S", "TS"])], refused(0, 0, None, "BadDeal")),
    ("no hands", [one_card(hands=[])], refused(0, 0, None, "BadDeal")),
    ("hand too many", [one_card(hands=["9S", "TS", "AC", "AD"])], refused(0, 0, None, "BadDeal")),
    ("hand too long", [one_card(hands=["9STC", "TS", "AC"])], refused(0, 0, None, "BadDeal")),
    ("hand empty", [one_card(hands=["", "TS", "AC"])], refused(0, 0, None, "BadDeal")),
    ("card repeated", [one_card(hands=["9S", "9S", "AC"])], refused(0, 0, None, "BadDeal")),
    ("card of a longer deck", [one_card(hands=["2S", "TS", "AC"])], refused(0, 0, None, "BadDeal")),
    ("turned card dealt", [one_card(turn="AC")], refused(0, 0, None, "BadDeal")),
    ("turned card outside the deck", [one_card(turn="2C")], refused(0, 0, None, "BadDeal")),
    ("no card turned", [one_card(turn=None)], refused(0, 0, None, "BadDeal")),
    (
        "round after an unfinished one",
        [one_card(), one_card(bids=[0], plays=""), one_card()],
        refused(2, 0, None, "BadDeal"),
    ),
    (
        "bad deal before a bad action",
        [one_card(turn=None, bids=[7])],
        refused(0, 0, None, "BadDeal"),
    ),
    (
        "the first fault counts",
        [one_card(plays="9S", bids=[0, 0, 1])],
        refused(0, 2, 0, "ForbiddenBid"),
    ),
    ("a later round", [one_card(), one_card(bids=[0, 0, 1])], refused(1, 2, 1, "ForbiddenBid")),
]


@pytest.mark.parametrize(("rounds", "expected"), [case[1:] for case in REFUSALS], ids=[c[0] for c in REFUSALS])
def test_the_first_illegal_action_is_named(rounds: list[Record], expected: Record) -> None:
    assert replay_record(short_match(*rounds)) == expected


def two_cards(second: str, third: str, plays: str, void: str) -> Record:
    """Seat 0 leads the ace of spades in a round of two cards; hearts are trump."""
    hands = ["ASKS", second, third, "2C3C"]
    no_bids = [0, 0, 0, 0]
    return {
        "format": "whist-record/1",
        "game": "romanian52",
        "seats": 4,
        "options": {"void": void},
        "first_dealer": 2,
        "rounds": [
            {"hands": ["9S", "TS", "AC", "2D"], "turn": "AH", "bids": no_bids, "plays": "2D9STSAC"},
            {"hands": hands, "turn": "4H", "bids": no_bids, "plays": plays},
        ],
    }


@pytest.mark.parametrize(
    ("second", "third", "plays", "void", "expected"),
    [
        ("2S9H", "QHKH", "AS9H", "free", refused(1, 5, 1, "MustFollowSuit")),
        ("2S9H", "QHKH", "AS9H", "must_overtrump", refused(1, 5, 1, "MustFollowSuit")),
        ("9H2D", "3HTH", "AS2D", "free", None),
        ("9H2D", "3HTH", "AS2D", "must_trump", refused(1, 5, 1, "MustTrump")),
        ("9H2D", "3HTH", "AS2D", "must_overtrump", refused(1, 5, 1, "MustTrump")),
        ("9H2D", "3HTH", "AS9H3H", "must_trump", None),
        ("9H2D", "3HTH", "AS9H3H", "must_overtrump", refused(1, 6, 2, "MustOvertrump")),
        ("9H2D", "3HTH", "AS9HTH", "must_overtrump", None),
        ("9H2D", "3H3D", "AS9H3H", "must_overtrump", None),
        ("9H2D", "3H3D", "AS9H3D", "must_overtrump", refused(1, 6, 2, "MustTrump")),
        ("9H2D", "3DTD", "AS9HTD", "must_overtrump", None),
    ],
)
def test_duties_of_a_card(second: str, third: str, plays: str, void: str, expected: Record | None) -> None:
    answer = replay_record(two_cards(second, third, plays, void))
    assert answer == expected or (expected is None and answer["ok"])


def test_after_the_match_nothing_is_legal() -> None:
    record = unsigned(MATCH)
    last = len(record["rounds"]) - 1
    surplus = changed(lambda r: r["rounds"].append(r["rounds"][-1]), record)
    assert replay_record(surplus) == refused(last + 1, 0, None, "MatchOver")
    nonsense = changed(lambda r: r["rounds"].append({"hands": [], "turn": None, "bids": [], "plays": ""}), record)
    assert replay_record(nonsense) == refused(last + 1, 0, None, "MatchOver")
    bid = changed(lambda r: r["rounds"][-1]["bids"].append(0), record)
    assert replay_record(bid) == refused(last, 27, None, "MatchOver")
    play = changed(set_in("rounds", last, "plays", record["rounds"][last]["plays"] + "9S"), record)
    assert replay_record(play) == refused(last, 27, None, "MatchOver")


def test_a_round_in_play_reports_what_is_known() -> None:
    empty = replay_record(short_match())
    assert empty == {"ok": True, "finished": False, "rounds": [], "ranking": None, "decided_by": None}
    [bidding] = replay_record(short_match(one_card(bids=[0], plays="")))["rounds"]
    assert bidding == {"k": 1, "dealer": 0, "trump": "H", "forbidden": None, "made": [0, 0, 0], "legal": "2"}
    [dealer_next] = replay_record(short_match(one_card(bids=[0, 0], plays="")))["rounds"]
    assert dealer_next["forbidden"] == 1
    [playing] = replay_record(short_match(one_card(plays="TSAC")))["rounds"]
    assert (playing["legal"], playing["made"], "score" in playing) == ("22111", [0, 0, 0], False)
    [finished] = replay_record(short_match(one_card()))["rounds"]
    assert (finished["made"], finished["score"], finished["total"]) == ([0, 1, 0], [5, -1, 5], [5, -1, 5])


# -- fair deals ----------------------------------------------------------------------------------------------


def swap_first_cards(record: Record) -> None:
    """Still a legal deal, and nothing is played yet, but another one than the secret gives."""
    record["rounds"] = record["rounds"][:1]
    played = record["rounds"][0]
    one, other = played["hands"][0], played["hands"][1]
    played["hands"][0], played["hands"][1] = other[:2] + one[2:], one[:2] + other[2:]
    played.update(bids=[], plays="", actors="")


@pytest.mark.parametrize(
    ("change", "unfair"),
    [
        (set_in("fair", "commitment", "0" * 64), "commitment"),
        (set_in("fair", "secret", "0" * 64), "commitment"),
        (set_in("fair", "cuts", ["another"]), "first_dealer"),
        (swap_first_cards, "round:0"),
    ],
)
def test_a_broken_promise_is_named(change: Change, unfair: str) -> None:
    answer = replay_record(changed(change))
    assert (answer["ok"], answer["fair"], answer["unfair"]) == (True, False, unfair)
    assert exit_status(answer) == 1


def test_a_wrong_first_dealer_is_named() -> None:
    record = changed(lambda r: r.update(rounds=[]))
    assert replay_record(record)["fair"]
    record["first_dealer"] = (record["first_dealer"] + 1) % 3
    assert replay_record(record)["unfair"] == "first_dealer"


def test_wrong_sizes_of_a_quick_match_are_named() -> None:
    game = GAMES["romanian"]
    quick = next(s for s in all_settings(game, 6) if s.options["schedule"] == "quick")
    record = play_match(quick, 1, most_actions=0).record
    assert replay_record(record)["fair"]
    sizes = record["options"]["sizes"]
    record["options"]["sizes"] = [8, 7, 6, 5, 4, 3] if sizes[-1] == 2 else [8, 7, 6, 5, 4, 2]
    assert replay_record(record)["unfair"] == "sizes"


# -- hostile records -----------------------------------------------------------------------------------------

SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4)
JSON = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner))


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, item in inside for place in places(item, (*path, key)))]


PLACES = places(MATCH)[1:]


@given(st.sampled_from(PLACES), JSON)
def test_any_value_anywhere_is_answered(path: tuple[Any, ...], value: object) -> None:
    answer = replay_record(changed(set_in(*path, value)))
    assert answer["ok"] or answer["error"] in ILLEGAL | {"NotARecord"}
    json.dumps(answer)


@given(st.text() | st.binary().map(lambda data: data.decode(errors="surrogateescape")))
def test_any_text_is_answered(text: str) -> None:
    assert {answer["ok"] for answer in answers(text.splitlines(keepends=True))} <= {False}


@given(st.data())
def test_a_changed_card_or_bid_is_legal_or_named(data: st.DataObject) -> None:
    record = unsigned(MATCH)
    played = record["rounds"][data.draw(st.integers(0, 20))]
    if data.draw(st.booleans()):
        played["bids"][data.draw(st.integers(0, 2))] = data.draw(st.integers(-1, 9))
    else:
        i = data.draw(st.integers(0, len(played["plays"]) // 2 - 1)) * 2
        card = data.draw(st.sampled_from(GAMES["romanian"].pack(3)))
        played["plays"] = played["plays"][:i] + card + played["plays"][i + 2 :]
    answer = replay_record(record)
    assert answer["ok"] or answer["error"] in ILLEGAL


# -- the command ---------------------------------------------------------------------------------------------


def command(*arguments: str, text: str | bytes = "") -> tuple[int, list[Record]]:
    run = subprocess.run(
        [sys.executable, "-m", "whist.engine.replay", *arguments],
        input=text if isinstance(text, bytes) else text.encode(),
        capture_output=True,
        check=False,
    )
    assert run.stderr == b""
    return run.returncode, [json.loads(line) for line in run.stdout.splitlines()]


ILLEGAL_RECORD = short_match(one_card(turn=None))


@pytest.mark.parametrize(
    ("text", "status", "oks"),
    [
        (json.dumps(MATCH), 0, [True]),
        (json.dumps(MATCH, indent=2), 0, [True]),
        (json.dumps(MATCH, indent=1).replace("{\n", "{", 1), 0, [True]),
        ("\n\n" + json.dumps(MATCH, indent=2) + "\n\n", 0, [True]),
        (json.dumps(MATCH).replace(", ", ",\r\n"), 0, [True]),
        (f"{json.dumps(MATCH)}\n\n  \n{json.dumps(MATCH)}", 0, [True, True]),
        (f"{json.dumps(MATCH)}\n{json.dumps(ILLEGAL_RECORD)}\n{json.dumps(MATCH)}\n", 1, [True, False, True]),
        (f"nonsense\n{json.dumps(ILLEGAL_RECORD)}\n", 2, [False, False]),
        (f"{json.dumps(MATCH)}\n{{\n", 2, [True, False]),
        (json.dumps(MATCH, indent=2)[:-10], 2, [False]),
        ("[" * 100_000 + "\n" + json.dumps(MATCH), 2, [False, True]),
        ("", 0, []),
        (b"\xef\xbb\xbf" + json.dumps(MATCH).encode(), 0, [True]),
        (b"\xff\xfe\n" + json.dumps(MATCH).encode(), 2, [False, True]),
        (json.dumps(changed(set_in("fair", "commitment", "0" * 64))), 1, [True]),
    ],
)
def test_command_reads_standard_input(text: str | bytes, status: int, oks: list[bool]) -> None:
    code, printed = command("-", text=text)
    assert (code, [answer["ok"] for answer in printed]) == (status, oks)


def test_command_reads_files_and_the_worst_counts(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.jsonl"
    good.write_text(json.dumps(MATCH, indent=2))
    bad.write_text(json.dumps(ILLEGAL_RECORD) + "\n" + json.dumps(MATCH))
    assert command(str(good))[0] == 0
    assert command(str(good), str(bad))[0] == 1
    code, printed = command(str(good), str(tmp_path / "missing"), str(tmp_path), str(bad))
    assert (code, [answer["ok"] for answer in printed]) == (2, [True, False, False, False, True])
    assert {printed[1]["error"], printed[2]["error"]} == {"NotARecord"}


def test_command_prints_what_replaying_says() -> None:
    assert command("-", text=json.dumps(MATCH))[1] == [replay_record(MATCH)]
