"""What a round brought, and who won the match and why."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from whist.engine.romanian import RomanianObservation
from whist.tables import sentences
from whist.tables.presenters.seen import seen_by
from whist.tables.sentences import plain, signed

if TYPE_CHECKING:
    from whist.tables.selectors import Player, TableView


@dataclass(frozen=True, slots=True)
class RoundLine:
    name: str
    is_me: bool
    bid: int
    made: int
    is_made: bool
    score: str
    total: str


@dataclass(frozen=True, slots=True)
class RoundResult:
    lines: tuple[RoundLine, ...]
    next_line: str


@dataclass(frozen=True, slots=True)
class PlaceLine:
    """``decided`` says what put this player before the next one; empty for the last."""

    place: int
    name: str
    is_me: bool
    is_bot: bool
    score: str
    made_bids: int
    rounds: int
    decided: str


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


def hex_text(value: bytes | memoryview | str) -> str:
    return value if isinstance(value, str) else bytes(value).hex()


def round_result(seen: RomanianObservation, players: Sequence[Player], viewpoint: int) -> RoundResult | None:
    """The round just finished, players clockwise from the viewer; None before the first deal."""
    if not seen.finished:
        return None
    done = seen.finished[-1]
    seats = [(viewpoint + place) % seen.seats for place in range(seen.seats)]
    lines = tuple(
        RoundLine(
            name=players[seat].name,
            is_me=seat == seen.seat,
            bid=done.bids[seat],
            made=done.made[seat],
            is_made=done.bids[seat] == done.made[seat],
            score=signed(done.score[seat]),
            total=plain(done.total[seat]),
        )
        for seat in seats
    )
    return RoundResult(lines, sentences.cards_count(seen.sizes[len(seen.finished)]))


def round_title(seen: RomanianObservation) -> str:
    """How the round went for the viewer."""
    done = seen.finished[-1]
    if seen.seat is None:
        return _("Round %(number)d is over") % {"number": len(seen.finished)}
    points = {"points": signed(done.score[seen.seat])}
    if done.bids[seen.seat] == done.made[seen.seat]:
        return _("Bid made: %(points)s") % points
    return _("Bid missed: %(points)s") % points


#: What breaks a tie in points, said of the player who stands above.
CRITERIA: dict[str, Callable[[], str]] = {
    "missed": lambda: pgettext("stands above because of", "fewer missed bids"),
    "peak": lambda: pgettext("stands above because of", "fewer missed bids in the largest rounds"),
    "diff": lambda: pgettext("stands above because of", "fewer tricks off the bids in all"),
    "worst": lambda: pgettext("stands above because of", "a smaller worst miss"),
    "last_unequal": lambda: pgettext("stands above because of", "ahead in the last round in which they differed"),
    "seat": lambda: pgettext("stands above because of", "the lower seat"),
}


def match_result(view: TableView) -> MatchResult | None:
    seen = seen_by(view)
    if seen.ranking is None:
        return None
    places = tuple(
        PlaceLine(
            place=number + 1,
            name=view.players[seat].name,
            is_me=seat == seen.seat,
            is_bot=view.players[seat].is_bot,
            score=plain(seen.scores[seat]),
            made_bids=sum(done.bids[seat] == done.made[seat] for done in seen.finished),
            rounds=len(seen.finished),
            decided=_decided(seen, number),
        )
        for number, seat in enumerate(seen.ranking.order)
    )
    table = [view.table.pk]
    return MatchResult(
        title=_match_title(seen, view.players),
        places=places,
        record_url=reverse("tables:record", args=table),
        sheet_url=reverse("tables:sheet", args=table),
        fairness_url=reverse("tables:rules", args=["fair"]),
        commitment=view.match.commitment,
        secret=hex_text(view.match.secret),
        salt=hex_text(view.match.salt),
    )


def _decided(seen: RomanianObservation, number: int) -> str:
    """Why this place is above the next: how far ahead in points, or the criterion that broke the tie."""
    assert seen.ranking is not None
    order, decided = seen.ranking
    if number == len(decided):
        return ""
    lead = seen.scores[order[number]] - seen.scores[order[number + 1]]
    return _("%(n)d ahead") % {"n": lead} if lead else CRITERIA[decided[number]]()


def _match_title(seen: RomanianObservation, players: Sequence[Player]) -> str:
    assert seen.ranking is not None
    winner = seen.ranking.order[0]
    if winner == seen.seat:
        return _("You win!")
    return _("%(name)s wins") % {"name": players[winner].name}
