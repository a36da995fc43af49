"""The contract that every game keeps, and on which tables, bots and records are built.

A `Game` says what there is to choose and makes the first `State`.  A `State` never changes: `apply` gives
the next one.  What somebody may know of a state is an `Observation`, and nothing else.

Actions are text, the same in a form, in a record and here: ``bid:3``, ``play:9H``, ``pick:1``.  Dealing is an
action too, a `Deal` with the cards in it, so that tests and records can set up any position.
"""

from __future__ import annotations

import re
import reprlib
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, Self

from whist.engine.cards import SUITS, Card, Suit
from whist.engine.deck import FairDeck
from whist.engine.errors import BadOption, ExclusiveOptions, MalformedAction, RefusedCard
from whist.engine.tricks import Trick, refuse_card

Action = str
Options = Mapping[str, Any]

DEAL, BID, PLAY, PICK, OVER = "deal", "bid", "play", "pick", "over"

#: Plays one's only card without naming it, where one may not see it (docs/rules.md §1.10, forehead).
PLAY_HIDDEN = "play:hidden"

_ACTION = re.compile(r"bid:(0|[1-9]\d?)|play:([2-9TJQKA][CDHS]|hidden)|pick:\d")
_CODES = re.compile(f".[{SUITS}]?")
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards of one round: ``hands`` by seat in dealt order, the turned card, what is left (top first)."""

    hands: tuple[tuple[Card, ...], ...]
    turn_up: Card | None = None
    stock: tuple[Card, ...] = ()


def parse_action(text: str) -> Action:
    """Return the action; raise MalformedAction for text that is none.

    >>> parse_action("play:9H")
    'play:9H'
    """
    if not _ACTION.fullmatch(text):
        raise MalformedAction(text)
    return text


def encode_action(action: Action) -> str:
    """The short form in which actions are stored: a base-36 digit for a bid or pick, the card for a play.

    >>> encode_action("bid:12"), encode_action("play:9H")
    ('c', '9H')
    """
    kind, _, value = action.partition(":")
    return value if kind == PLAY else _DIGITS[int(value)]


def split_actions(text: str) -> list[str]:
    """Cut stored actions apart.  A card ends in a capital suit letter, which no number does.

    >>> split_actions("1027H9H")
    ['1', '0', '2', '7H', '9H']
    """
    return _CODES.findall(text)


def digits(numbers: Iterable[int]) -> str:
    """Numbers from 0 to 35 as one character each."""
    return "".join([_DIGITS[number] for number in numbers])


class Choice(NamedTuple):
    """One value of an option: ``code`` in forms, ``value`` in records; ``seats``: only there (empty: any)."""

    code: str
    value: Any
    seats: tuple[int, ...] = ()


class Option(NamedTuple):
    """Something to choose before a match; the first choice is the default."""

    name: str
    choices: tuple[Choice, ...]

    def offered(self, seats: int) -> tuple[Choice, ...]:
        return tuple(choice for choice in self.choices if not choice.seats or seats in choice.seats)

    def accepts(self, value: Any, seats: int) -> bool:
        """Whether ``value`` is offered; 10.0 and true are not 10 and 1, although Python finds them equal."""
        kinds = _kinds(value)
        return any(choice.value == value and _kinds(choice.value) == kinds for choice in self.offered(seats))


def _kinds(value: Any) -> Any:
    return {key: type(item) for key, item in value.items()} if isinstance(value, dict) else type(value)


#: Stands between two partners in `Ranking.decided_by`: nothing decided, they share a place.
SAME_SIDE = "side"


class Ranking(NamedTuple):
    """Seats from first to last, and the criterion that decided between each two neighbours.

    >>> Ranking((1, 3, 0, 2), (SAME_SIDE, "points", SAME_SIDE)).places
    (2, 1, 2, 1)
    """

    order: tuple[int, ...]
    decided_by: tuple[str, ...]

    @property
    def places(self) -> tuple[int, ...]:
        """By seat, from 1.  Partners share the place of their side, and the next side has the next place."""
        place, places = 1, {self.order[0]: 1}
        for seat, criterion in zip(self.order[1:], self.decided_by, strict=True):
            place += criterion != SAME_SIDE
            places[seat] = place
        return tuple(places[seat] for seat in sorted(places))


class FinishedRound(NamedTuple):
    """What is stored of a round that is over: its actions as text, and `State.round_made`."""

    actions: str
    made: tuple[int, ...]


class ScoredRound(Protocol):
    """What is public of a round that is over: points won in it and up to its end, by seat, or by side in a game
    with sides.  Each game knows more of it."""

    @property
    def dealer(self) -> int: ...

    @property
    def score(self) -> tuple[int, ...]: ...

    @property
    def total(self) -> tuple[int, ...]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """All that one viewer may know (docs/rules.md §5).  ``seat`` is None for a spectator.

    ``hand`` is the viewer's own, in dealt order, with None for a card they may not see; ``foreign`` are
    cards of others that they may see.  ``trick`` holds the cards on the table, from ``leader`` on; ``plays`` every
    card played in this round in order, which all have seen.  ``made`` and ``scores`` are by seat; ``rounds`` is
    None where nobody knows how many there will be.  ``legal_actions`` is empty unless the viewer is to act.
    """

    game: Game
    seats: int
    options: Options
    seat: int | None
    phase: str
    to_act: int | None
    legal_actions: tuple[Action, ...]
    round_number: int
    rounds: int | None
    dealer: int
    size: int
    hand: tuple[Card | None, ...]
    foreign: Mapping[int, tuple[Card, ...]]
    cards_left: tuple[int, ...]
    turn_up: Card | None
    trump: Suit | None
    void: str
    leader: int
    trick: tuple[Card, ...]
    last_trick: Trick | None
    plays: tuple[tuple[int, Card], ...]
    made: tuple[int, ...]
    scores: tuple[int, ...]
    ranking: Ranking | None
    finished: tuple[ScoredRound, ...]

    @property
    def is_own_turn(self) -> bool:
        """Whether the viewer is to act; never for a spectator."""
        return self.seat is not None and self.seat == self.to_act

    def refusal(self, card: Card) -> RefusedCard | None:
        """Why the rules would refuse this card of the viewer's hand now, or None."""
        own = tuple(held for held in self.hand if held is not None)
        return refuse_card(card, own, self.trick, self.trump, self.void)


class State(ABC):
    """A match at one moment; immutable.  ``to_act`` is None while nobody can act (deal, over)."""

    game: Game
    seats: int
    first_dealer: int
    options: Options
    phase: str
    to_act: int | None
    round_number: int
    scores: tuple[int, ...]

    @abstractmethod
    def legal_actions(self) -> tuple[Action, ...]:
        """What the seat ``to_act`` may do, in the order of its hand; empty when nobody is to act."""

    @abstractmethod
    def apply(self, action: Action | Deal) -> Self:
        """The state after ``action``; raises the subclass of IllegalAction that says why not."""

    @abstractmethod
    def observe(self, seat: int | None) -> Observation:
        """What the seat, or a spectator, may know."""

    @abstractmethod
    def deal(self, pack: Sequence[Card]) -> Deal:
        """The deal of the coming round from a shuffled pack, card by card from the left of the dealer."""

    @abstractmethod
    def ranking(self) -> Ranking | None:
        """The places, once the match is over."""

    @property
    @abstractmethod
    def round_made(self) -> tuple[int, ...]:
        """Tricks made so far in the current, or just finished, round, as they are stored.

        Numbers from 0 to 35: one a seat; in a game with sides one a side; in German whist those of both seats
        in phase one, then in phase two.
        """

    @property
    @abstractmethod
    def has_finished_trick(self) -> bool:
        """Whether the table shows a finished trick that nobody has led to again."""

    @abstractmethod
    def round_report(self) -> dict[str, Any]:
        """What the replay command says of the current, or just finished, round, as JSON (docs/record-format.md)."""

    @abstractmethod
    def match_report(self) -> dict[str, Any]:
        """What the replay command says of the match; every value is None until it is over."""

    def resolve(self, action: Action) -> Action:
        """The action by its full name, with the card in `PLAY_HIDDEN` where that may be played now."""
        return action

    def fold(self, actions: str) -> Self:
        """Apply stored actions of one round."""
        state = self
        for code in split_actions(actions):
            kind = PLAY if len(code) == 2 else state.phase
            state = state.apply(f"{kind}:{code}" if kind == PLAY else f"{kind}:{_DIGITS.index(code)}")
        return state


class Game(ABC):
    """One game of `GAMES`: facts about it, its options, and the beginning of a match.

    - ``has_bids``: seats bid before they play; so the score of a round knows a bid for each.
    - ``has_schedule``: the number of rounds and their sizes are known from the start.
    - ``has_stock``: the cards left over are drawn during the round, and stand in the record.
    - ``plays_turn_up``: the turned card is played like any other; elsewhere it only shows the trump.
    - ``counts_wins``: the rounds won are counted, beside their points.
    - ``sides``: the seats that win and lose together, side by side; empty where everybody plays alone.
    - ``exclusive``: pairs of options of which only one may differ from its default.
    """

    slug: str
    seat_counts: tuple[int, ...]
    options: tuple[Option, ...]
    exclusive: tuple[tuple[str, str], ...] = ()
    has_bids: bool = False
    has_schedule: bool = False
    has_stock: bool = False
    plays_turn_up: bool = False
    counts_wins: bool = False
    sides: tuple[tuple[int, ...], ...] = ()

    @abstractmethod
    def pack(self, seats: int) -> tuple[Card, ...]:
        """The cards this game is played with, in dealing order."""

    def new_match(self, seats: int, first_dealer: int, options: Options | None = None) -> State:
        """The state before the first deal; raises BadOption.  ``options``: what differs from the default."""
        return self.resume(seats, first_dealer, options or {}, ())

    @abstractmethod
    def resume(self, seats: int, first_dealer: int, options: Options, finished: Iterable[FinishedRound]) -> State:
        """The state before the deal that follows the finished rounds, from what is stored of them; raises BadOption.

        From that deal on it is the state that would have come about by playing them, but for the last trick of the
        round before, whose cards nobody stored.
        """

    @abstractmethod
    def typical_cards(self, seats: int, options: Options) -> int:
        """About how many cards are played in a match with these options, so that its length can be told before."""

    def action_kinds(self, options: Options) -> tuple[str, ...]:
        """The kinds of action in a match with these options: of `BID`, `PLAY` and `PICK`, in this order."""
        return (BID, PLAY) if self.has_bids else (PLAY,)

    def side_of(self, seat: int) -> int:
        """The side of a seat; the seat itself where there are none."""
        return next((number for number, side in enumerate(self.sides) if seat in side), seat)

    def __reduce__(self) -> tuple[Any, ...]:
        # Pickled by name, so that an observation stays small on its way to another process.
        return _game_of, (self.slug,)

    def drawn_options(self, options: Options, deck: FairDeck) -> dict[str, Any]:
        """The options with whatever of them is drawn by lot when a match starts."""
        return dict(options)

    def checked_options(self, seats: int, options: Options) -> dict[str, Any]:
        """Every option with its value; raises BadOption for one that does not exist or is not offered."""
        if seats not in self.seat_counts:
            raise BadOption(f"{self.slug} is not played with {seats} seats")
        values = {option.name: option.choices[0].value for option in self.options}
        for name, value in options.items():
            option = next((option for option in self.options if option.name == name), None)
            if option is None or not option.accepts(value, seats):
                raise BadOption(f"{reprlib.repr(name)}: {reprlib.repr(value)}")
            values[name] = value
        self.refuse_exclusive(values)
        return values

    def refuse_exclusive(self, options: Options) -> None:
        """Raises ExclusiveOptions where both options of a pair of ``exclusive`` differ from their defaults."""
        defaults = {option.name: option.choices[0].value for option in self.options}
        for pair in self.exclusive:
            if all(options.get(name, defaults[name]) != defaults[name] for name in pair):
                raise ExclusiveOptions(pair)

    def checked_dealer(self, seats: int, first_dealer: int) -> int:
        """The first dealer; raises BadOption where there is no such seat."""
        if not 0 <= first_dealer < seats:
            raise BadOption(f"first dealer {first_dealer}")
        return first_dealer


def _game_of(slug: str) -> Game:
    from whist.engine import GAMES

    return GAMES[slug]
