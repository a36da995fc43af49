"""What a round brought, and who won the match: the shape that all games share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.translation import gettext as _

if TYPE_CHECKING:
    from whist.tables.match.selectors import Player
    from whist.tables.models import Match


@dataclass(frozen=True, slots=True)
class RoundLine:
    """``mark`` is what was made; ``standing`` its colour, ok, missed or empty; ``is_named`` whether the name is the
    player's own."""

    name: str
    is_me: bool
    mark: str
    standing: str
    score: str
    total: str
    is_named: bool = False


@dataclass(frozen=True, slots=True)
class RoundResult:
    """``headings`` name the columns for the ear: player, made, round, total.  ``next_title`` is on the button."""

    headings: tuple[str, str, str, str]
    lines: tuple[RoundLine, ...]
    next_title: str
    next_line: str


@dataclass(frozen=True, slots=True)
class PlaceLine:
    """``detail`` says how it came to that, and what put this place before the next one."""

    place: int
    name: str
    is_me: bool
    is_bot: bool
    score: str
    detail: str
    is_named: bool = False


@dataclass(frozen=True, slots=True)
class MatchResult:
    title: str
    places: tuple[PlaceLine, ...]
    record_url: str
    sheet_url: str
    fairness_url: str
    commitment: str
    secret: str
    salt: str


@dataclass(frozen=True, slots=True)
class ClosedMatch:
    """Instead of a result: why there is none."""

    title: str
    sentence: str
    sheet_url: str


def closed_match(match: Match) -> ClosedMatch:
    return ClosedMatch(
        title=_("This match has ended without a result"),
        sentence=_("Nobody had played on for a week, so it was closed. It counts for nothing.")
        if match.was_left
        else _("You gave it up. It counts for nothing."),
        sheet_url=reverse("tables:sheet", args=[match.table_id]),
    )


def hex_text(value: bytes | memoryview | str) -> str:
    return value if isinstance(value, str) else bytes(value).hex()


def match_result(match: Match, title: str, places: tuple[PlaceLine, ...]) -> MatchResult:
    """Only for a match that is over: it gives away the secret."""
    table = [match.table_id]
    return MatchResult(
        title=title,
        places=places,
        record_url=reverse("tables:record", args=table),
        sheet_url=reverse("tables:sheet", args=table),
        fairness_url=reverse("site:rules", args=["fair"]),
        commitment=match.commitment,
        secret=hex_text(match.secret),
        salt=hex_text(match.salt),
    )


def winner_line(winner: int, seat: int | None, players: Sequence[Player]) -> str:
    if winner == seat:
        return _("You win!")
    return _("%(name)s wins") % {"name": players[winner].name}


def detail(*parts: str) -> str:
    return " · ".join(part for part in parts if part)


def ahead(lead: int) -> str:
    return _("%(n)d ahead") % {"n": lead}
