"""What one family of games shows and says otherwise than the others; everything else is the same for all.

A family is found by what its games let a viewer observe (`whist.tables.presenters.games.families`), never by a game's
name. In every method ``seen`` is what the viewer may know, and ``seat`` the seat that is spoken of.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from whist.engine.cards import Card
from whist.engine.game import Observation
from whist.tables.presenters.log import LogLine
from whist.tables.presenters.result import PlaceLine, RoundResult
from whist.tables.presenters.sheet import Row, Sheet
from whist.tables.texts import sentences
from whist.translations import said_once

if TYPE_CHECKING:
    from whist.tables.match.selectors import Player


@dataclass(frozen=True, slots=True)
class Plate:
    """What stands at a seat beside its name: ``count`` in a box, ``small`` under it, all of it in ``words``.

    ``standing`` is ok, missed or empty; ``team`` is us, them, or empty where all play for themselves.
    """

    count: str
    small: str
    words: tuple[str, ...]
    standing: str = ""
    team: str = ""


@dataclass(frozen=True, slots=True)
class Held:
    """Cards in another hand: ``large`` before their player, ``small`` beside the name, with so many ``backs``."""

    large: tuple[Card, ...] = ()
    small: tuple[Card, ...] = ()
    backs: int = 0


@dataclass(frozen=True, slots=True)
class Mark:
    """Something about a card of one's own hand: the class that shows it, and the words."""

    name: str
    words: str


@said_once
def plays(name: str) -> str:
    return _("%(name)s plays") % {"name": name}


def seats_around(seen: Observation) -> tuple[int, ...]:
    """All seats clockwise, the viewer's first; a spectator looks from seat 0."""
    first = seen.seat or 0
    return tuple((first + place) % seen.seats for place in range(seen.seats))


def deals_next(seen: Observation, players: Sequence[Player]) -> str:
    """The line that says who deals after the round just finished."""
    dealer = (seen.finished[-1].dealer + 1) % seen.seats
    return _("you deal") if dealer == seen.seat else _("%(name)s deals") % {"name": players[dealer].name}


RING, DUEL = "ring", "duel"
"""Where cards of the trick lie: each before its player, or side by side in the middle, with the stock."""


class Family[S: Observation](ABC):
    layout = RING

    is_seen_alike = True
    """Whether plates and log are the same for all who see no hand but their own."""

    # -- the bar and the seats -----------------------------------------------------------------------------------

    @abstractmethod
    def round_line(self, seen: S) -> str:
        """Where the match stands: "Round 9/30"."""

    @abstractmethod
    def size_line(self, seen: S) -> str:
        """The second, smaller line under it."""

    @abstractmethod
    def no_trump_line(self) -> str:
        """Why there is no trump."""

    @abstractmethod
    def plate(self, seen: S, seat: int) -> Plate: ...

    @abstractmethod
    def own_line(self, seen: S, seat: int) -> str:
        """The line under the words that say whose turn it is."""

    def turn_line(self, seen: S, name: str) -> str:
        """What another seat is about to do."""
        return plays(name)

    def held(self, seen: S, seat: int) -> Held:
        return Held(small=tuple(seen.foreign.get(seat, ())))

    # -- the table and the hand ----------------------------------------------------------------------------------

    def sum_line(self, seen: S, players: Sequence[Player]) -> str:
        """A line beside the trick."""
        return ""

    def features(self, seen: S, players: Sequence[Player]) -> dict[str, Any]:
        """Fields of `Felt` that this family fills and others leave empty."""
        return {}

    def reason(self, seen: S) -> str:
        """What the rules ask of the viewer now; empty when everything is allowed."""
        return sentences.reason_line(seen)

    def drawn(self, seen: S) -> tuple[Card, ...]:
        """The cards that came to the viewer's hand after the deal, in order."""
        return ()

    def marks(self, seen: S) -> Mapping[Card, Mark]:
        """What is special about cards of the viewer's own hand."""
        return {}

    # -- ends of rounds and matches ------------------------------------------------------------------------------

    @abstractmethod
    def round_title(self, seen: S) -> str:
        """How the round just finished went for the viewer."""

    @abstractmethod
    def round_result(self, seen: S, players: Sequence[Player]) -> RoundResult:
        """The result of the round just finished, the viewer first."""

    @abstractmethod
    def winner_line(self, seen: S, players: Sequence[Player]) -> str: ...

    @abstractmethod
    def places(self, seen: S, players: Sequence[Player]) -> tuple[PlaceLine, ...]:
        """The places from the first to the last, once the match is over."""

    @abstractmethod
    def sheet(self, seen: S, players: Sequence[Player]) -> Sheet: ...

    def current_row(self, seen: S, players: Sequence[Player]) -> Row | None:
        """The row of the round on the table."""
        return self.sheet(seen, players).current

    # -- the log, and what is said for the ear -------------------------------------------------------------------

    def log_head(self, seen: S, names: Sequence[str]) -> tuple[LogLine, ...]:
        """Lines before the first trick."""
        return ()

    def log_tail(self, seen: S, names: Sequence[str], number: int) -> str:
        """What followed trick ``number`` (from 1), after its winner."""
        return ""

    @abstractmethod
    def opening(self, seen: S, names: Sequence[str]) -> str:
        """What happened last while no card has been played in this round."""

    def after_trick(self, seen: S, names: Sequence[str]) -> str:
        """What followed the last finished trick of this round."""
        return ""

    @abstractmethod
    def round_over(self, seen: S, names: Sequence[str]) -> str: ...

    @abstractmethod
    def match_over(self, seen: S, names: Sequence[str]) -> str: ...
