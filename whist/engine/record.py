"""Match records: a whole match as JSON, and back (docs/record-format.md).

`record_of` writes one, `parse_record` reads one.  Reading checks the form only: whether the deals and actions
keep to the rules is for `whist.engine.replay` to find out.
"""

from __future__ import annotations

import re
import reprlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, NoReturn

from whist.engine.cards import Card, parse_cards
from whist.engine.errors import BadOption, NotARecord
from whist.engine.game import BID, PICK, PLAY, Action, Deal, Game, Options, split_actions
from whist.engine.trick_state import PLAYS

FORMAT = "whist-record/1"

#: Who acted: player, clock, absent (a bot held the seat), bot, forced, queued beforehand.
ACTORS = frozenset("pcabfq")

#: The field of a round in which the actions of each kind stand.
FIELDS = {BID: "bids", PLAY: "plays", PICK: "picks"}

REQUIRED = ("format", "game", "seats", "options", "first_dealer", "rounds")
SECRET = re.compile(r"[0-9a-f]{64}")
SALT = re.compile(r"[0-9a-f]{32}")


class Fair(NamedTuple):
    """Where all chance of the match came from, and what was promised of it (docs/rules.md §6.2)."""

    secret: bytes
    salt: bytes
    cuts: tuple[str, ...]
    commitment: str


class RecordedRound(NamedTuple):
    """One deal with its actions, by kind and in order.  ``actors`` is "" where none are recorded."""

    deal: Deal
    actions: Mapping[str, tuple[Action, ...]]
    actors: str


@dataclass(frozen=True, slots=True)
class Record:
    """A record whose form is right; ``options`` exist, but nothing in ``rounds`` has been judged."""

    game: Game
    seats: int
    options: Options
    first_dealer: int
    rounds: tuple[RecordedRound, ...]
    fair: Fair | None


# -- writing -------------------------------------------------------------------------------------------------


def record_of(
    game: Game,
    seats: int,
    options: Options,
    first_dealer: int,
    rounds: Iterable[tuple[Deal, str, str]],
    fair: Fair | None = None,
) -> dict[str, Any]:
    """The record of a match, ready for `json.dumps`.

    Each of ``rounds`` is the deal, its actions as stored text (`split_actions`) and the actors, "" for none.
    """
    record: dict[str, Any] = {
        "format": FORMAT,
        "game": game.slug,
        "seats": seats,
        "options": differing_options(game, options),
        "first_dealer": first_dealer,
        "rounds": [_write_round(game, options, *played) for played in rounds],
    }
    if fair:
        record["fair"] = {
            "secret": fair.secret.hex(),
            "salt": fair.salt.hex(),
            "cuts": list(fair.cuts),
            "commitment": fair.commitment,
        }
    return record


def differing_options(game: Game, options: Options) -> dict[str, Any]:
    """The options without those that have their default value."""
    defaults = {option.name: option.choices[0].value for option in game.options}
    return {name: value for name, value in options.items() if name not in defaults or value != defaults[name]}


def deal_fields(game: Game, deal: Deal) -> dict[str, Any]:
    """A deal as it stands in a record."""
    fields: dict[str, Any] = {"hands": ["".join(hand) for hand in deal.hands], "turn": deal.turn_up}
    if game.has_stock:
        fields["stock"] = "".join(deal.stock)
    return fields


def _write_round(game: Game, options: Options, deal: Deal, actions: str, actors: str) -> dict[str, Any]:
    codes = split_actions(actions)
    fields = deal_fields(game, deal)
    for kind in game.action_kinds(options):
        if kind == PLAY:
            fields[FIELDS[kind]] = "".join(code for code in codes if len(code) == 2)
        else:
            fields[FIELDS[kind]] = [int(code, 36) for code in codes if len(code) == 1]
    if actors:
        fields["actors"] = actors
    return fields


# -- reading -------------------------------------------------------------------------------------------------


def parse_record(data: object, games: Mapping[str, Game]) -> Record:
    """Read a record, as `json.loads` gives it; raises NotARecord."""
    fields = _fields(data, "record", REQUIRED, ("fair",))
    if fields["format"] != FORMAT:
        _refuse("format", fields["format"])
    slug = fields["game"]
    if not isinstance(slug, str) or slug not in games:
        _refuse("game", slug)
    game = games[slug]
    seats = _integer(fields["seats"], "seats")
    options = fields["options"]
    if not isinstance(options, dict):
        _refuse("options", options)
    try:
        game.checked_options(seats, options)
    except BadOption as error:
        raise NotARecord(str(error)) from None
    first_dealer = _integer(fields["first_dealer"], "first_dealer")
    if not 0 <= first_dealer < seats:
        _refuse("first_dealer", first_dealer)
    kinds = game.action_kinds(options)
    rounds = tuple(
        _read_round(data, f"rounds[{number}]", game, kinds)
        for number, data in enumerate(_list(fields["rounds"], "rounds"))
    )
    fair = _read_fair(fields["fair"]) if "fair" in fields else None
    return Record(game, seats, options, first_dealer, rounds, fair)


def _read_round(data: object, where: str, game: Game, kinds: Sequence[str]) -> RecordedRound:
    stock = ("stock",) if game.has_stock else ()
    fields = _fields(data, where, ("hands", "turn", *stock, *(FIELDS[kind] for kind in kinds)), ("actors",))
    hands = tuple(_cards(hand, f"{where}.hands") for hand in _list(fields["hands"], f"{where}.hands"))
    turn = fields["turn"]
    if turn is not None and len(_cards(turn, f"{where}.turn")) != 1:
        _refuse(f"{where}.turn", turn)
    deal = Deal(hands, turn, _cards(fields["stock"], f"{where}.stock") if game.has_stock else ())
    actions = {kind: _READERS[kind](fields[FIELDS[kind]], f"{where}.{FIELDS[kind]}") for kind in kinds}
    actors = _read_actors(fields["actors"], where, sum(map(len, actions.values()))) if "actors" in fields else ""
    return RecordedRound(deal, actions, actors)


def _read_actors(actors: object, where: str, actions: int) -> str:
    if not isinstance(actors, str) or not ACTORS.issuperset(actors):
        _refuse(f"{where}.actors", actors)
    if len(actors) != actions:
        raise NotARecord(f"{where}.actors: {len(actors)} letters for {actions} actions")
    return actors


def _read_fair(data: object) -> Fair:
    fields = _fields(data, "fair", ("secret", "salt", "cuts", "commitment"))
    for name, pattern in (("secret", SECRET), ("salt", SALT)):
        if not isinstance(fields[name], str) or not pattern.fullmatch(fields[name]):
            _refuse(f"fair.{name}", fields[name])
    if not isinstance(fields["commitment"], str):
        _refuse("fair.commitment", fields["commitment"])
    cuts = _list(fields["cuts"], "fair.cuts")
    for cut in cuts:
        if not isinstance(cut, str) or not _is_encodable(cut):
            _refuse("fair.cuts", cut)
    secret, salt = bytes.fromhex(fields["secret"]), bytes.fromhex(fields["salt"])
    return Fair(secret, salt, tuple(cuts), fields["commitment"])


def _is_encodable(text: str) -> bool:
    """JSON can spell half a character, which no encoding knows."""
    return not any("\ud800" <= char <= "\udfff" for char in text)


def _fields(data: object, where: str, required: Sequence[str], optional: Sequence[str] = ()) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise NotARecord(f"{where}: no JSON object")
    for name in required:
        if name not in data:
            raise NotARecord(f"{where}: {name} is missing")
    for name in data:
        if name not in required and name not in optional:
            raise NotARecord(f"{where}: {reprlib.repr(name)} does not belong here")
    return data


def _list(value: object, where: str) -> list[Any]:
    if not isinstance(value, list):
        _refuse(where, value)
    return value


def _integer(value: object, where: str) -> int:
    # bool is a subclass of int, but true is no number in JSON.
    if type(value) is not int:
        _refuse(where, value)
    return value


def _cards(value: object, where: str) -> tuple[Card, ...]:
    if not isinstance(value, str):
        _refuse(where, value)
    try:
        return parse_cards(value)
    except ValueError as error:
        raise NotARecord(f"{where}: {error}") from None


def _read_plays(value: object, where: str) -> tuple[Action, ...]:
    return tuple([PLAYS[card] for card in _cards(value, where)])


def _reader_of_numbers(kind: str) -> Callable[[object, str], tuple[Action, ...]]:
    def read(value: object, where: str) -> tuple[Action, ...]:
        return tuple([f"{kind}:{_integer(number, where)}" for number in _list(value, where)])

    return read


_READERS = {BID: _reader_of_numbers(BID), PLAY: _read_plays, PICK: _reader_of_numbers(PICK)}


def _refuse(where: str, value: object) -> NoReturn:
    # A hostile record is quoted neither at length nor in depth.
    raise NotARecord(f"{where}: {reprlib.repr(value)}")
