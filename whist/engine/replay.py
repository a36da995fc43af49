"""Play records again by the rules, without a database: ``python -m whist.engine.replay FILE…``.

For each record one line of JSON (docs/record-format.md); the exit status is the highest of all: 0 legal, 1 against
the rules or not dealt as promised, 2 no record.  ``-`` reads standard input.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NoReturn

from whist.engine import GAMES
from whist.engine.deck import FairDeck, commitment
from whist.engine.errors import IllegalAction, NotARecord
from whist.engine.game import OVER, Action, State, digits
from whist.engine.record import Fair, Record, RecordedRound, deal_fields, parse_record

LEGAL, ILLEGAL, UNREADABLE = 0, 1, 2

Answer = dict[str, Any]


class Refused(Exception):
    """The rules refuse an action of the record; ``action`` counts from 0 within the round."""

    def __init__(self, action: int, seat: int | None, name: str) -> None:
        super().__init__(action, seat, name)
        self.action, self.seat, self.name = action, seat, name


def replay_record(data: object) -> Answer:
    """What the command prints for one record, given as `json.loads` gives it."""
    try:
        record = parse_record(data, GAMES)
    except NotARecord as error:
        return _not_a_record(error)
    return _replay(record)


def _not_a_record(error: Exception) -> Answer:
    return {"ok": False, "error": NotARecord.__name__, "detail": str(error)}


def _replay(record: Record) -> Answer:
    state = record.game.new_match(record.seats, record.first_dealer, record.options)
    before_deals, rounds = [], []
    for number, recorded in enumerate(record.rounds):
        before_deals.append(state)
        try:
            state, legal = _replay_round(state, recorded)
        except Refused as refused:
            place = {"round": number, "action": refused.action, "seat": refused.seat}
            return {"ok": False, **place, "error": refused.name}
        rounds.append({**state.round_report(), "legal": legal})
    answer = {"ok": True, "finished": state.phase == OVER, "rounds": rounds, **state.match_report()}
    return {**answer, **_fairness(record, record.fair, before_deals)} if record.fair else answer


def _replay_round(state: State, recorded: RecordedRound) -> tuple[State, str]:
    """The state after the round, and how many actions were legal before each one, base 36."""
    try:
        state = state.apply(recorded.deal)
    except IllegalAction as error:
        raise Refused(0, None, error.name) from None
    waiting = {kind: list(reversed(actions)) for kind, actions in recorded.actions.items()}
    choices: list[int] = []
    try:
        while action := _next_action(state.phase, waiting):
            legal = len(state.legal_actions())
            state = state.apply(action)
            choices.append(legal)
    except IllegalAction as error:
        raise Refused(len(choices), state.to_act, error.name) from None
    return state, digits(choices)


def _next_action(phase: str, waiting: dict[str, list[Action]]) -> Action | None:
    """The next action of the kind whose turn it is; one of another kind where that is all there is left."""
    due = waiting.get(phase)
    if due:
        return due.pop()
    return next((actions.pop() for actions in waiting.values() if actions), None)


# -- fair deals ----------------------------------------------------------------------------------------------


def _fairness(record: Record, fair: Fair, before_deals: Sequence[State]) -> Answer:
    broken = next(_broken_promises(record, fair, before_deals), None)
    return {"fair": False, "unfair": broken} if broken else {"fair": True}


def _broken_promises(record: Record, fair: Fair, before_deals: Sequence[State]) -> Iterator[str]:
    """Names of what did not come from the secret, in the order in which it is drawn."""
    if commitment(fair.secret, fair.salt) != fair.commitment:
        yield "commitment"
    deck = FairDeck(fair.secret, fair.salt, fair.cuts)
    if deck.first_dealer(record.seats) != record.first_dealer:
        yield "first_dealer"
    for name, value in record.game.drawn_options(record.options, deck).items():
        if record.options.get(name) != value:
            yield name
    cards = record.game.pack(record.seats)
    for number, (state, recorded) in enumerate(zip(before_deals, record.rounds, strict=True)):
        dealt = state.deal(deck.pack(number, cards))
        if deal_fields(record.game, dealt) != deal_fields(record.game, recorded.deal):
            yield f"round:{number}"


# -- the command ---------------------------------------------------------------------------------------------


def read_json(text: str) -> object:
    """Decode one record more strictly than `json.loads`: each name once, and no NaN; raises NotARecord."""
    try:
        return json.loads(text, object_pairs_hook=_without_repetition, parse_constant=_refuse_constant)
    except RecursionError:
        raise NotARecord("nested too deeply") from None
    except NotARecord:
        raise
    except ValueError as error:
        raise NotARecord(str(error)) from None


def _without_repetition(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise NotARecord("a field stands twice in one object")
    return fields


def _refuse_constant(name: str) -> NoReturn:
    raise NotARecord(f"{name} is no number")


def split_records(lines: Iterable[str]) -> Iterator[str]:
    """The texts of the records in a file: one a line, or a single one over several lines."""
    remaining = filter(str.strip, lines)
    first = next(remaining, None)
    if first is None:
        return
    if _is_json(first):
        yield first
        yield from remaining
        return
    texts = [first, *remaining]
    whole = "".join(texts)
    yield from [whole] if first.strip() == "{" or _is_json(whole) else texts


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def answers(lines: Iterable[str]) -> Iterator[Answer]:
    """One answer for each record in a file."""
    for text in split_records(lines):
        try:
            yield replay_record(read_json(text))
        except NotARecord as error:
            yield _not_a_record(error)


def answers_to_file(name: str) -> Iterator[Answer]:
    """The same for a file by its name, "-" being standard input."""
    source = sys.stdin.fileno() if name == "-" else name
    try:
        # Bytes that are no UTF-8 become half characters, which no record may contain: they spoil one line.
        with open(source, encoding="utf-8-sig", errors="surrogateescape", closefd=name != "-") as file:
            yield from answers(file)
    except OSError as error:
        yield _not_a_record(error)


def exit_status(answer: Answer) -> int:
    if answer["ok"]:
        return LEGAL if answer.get("fair", True) else ILLEGAL
    return UNREADABLE if answer["error"] == NotARecord.__name__ else ILLEGAL


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m whist.engine.replay", description=__doc__)
    parser.add_argument("files", nargs="+", metavar="FILE", help="records as JSON; - for standard input")
    status = LEGAL
    for name in parser.parse_args(arguments).files:
        for answer in answers_to_file(name):
            sys.stdout.write(json.dumps(answer, separators=(",", ":")) + "\n")
            status = max(status, exit_status(answer))
    return status


if __name__ == "__main__":
    sys.exit(main())
