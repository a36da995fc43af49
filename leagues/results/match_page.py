"""What the public page of a finished match shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User
from leagues.models import Result
from leagues.results import experience
from leagues.results.levels import level_of
from whist.engine import GAMES
from whist.tables.match.selectors import MatchSeats, held_seats, seat_of, view_of
from whist.tables.match.state_cache import rebuild
from whist.tables.models import Match, MatchSeat
from whist.tables.presenters import match_page

SOON = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Gain:
    """What a match brought its player: experience, or why there is none; no ``result`` while it is not settled.

    ``is_awaited`` says that it will be settled soon.
    """

    result: Result | None
    level: int
    why: str
    is_awaited: bool

    @property
    def is_limited(self) -> bool:
        """Whether it was worth more than the hour still had room for."""
        return self.result is not None and experience.earned(self.result) > self.result.xp


def gain_of(match: Match, user: User, now: datetime) -> Gain:
    result = Result.objects.filter(match=match, user=user).first()
    assert match.finished_at is not None
    return Gain(
        result=result,
        level=level_of(experience.points_of(user)),
        why=reason_of(result) if result and result.reason else "",
        is_awaited=result is None and now - match.finished_at < SOON,
    )


def reason_of(result: Result) -> str:
    """Why a match does not count, in a sentence."""
    has_bids = GAMES[result.game_slug].has_bids
    numbers = {"own": result.own, "needed": result.needed}
    if result.reason == Result.Reason.SHORT:
        return _("No experience: the match was shorter than a minute.")
    if result.reason == Result.Reason.LATE:
        if has_bids:
            return _("No experience: none of your own bids was in the last three rounds.")
        return _("No experience: none of the cards in the last deal was your own.")
    if has_bids:
        return _("No experience: %(own)d own bids, %(needed)d needed.") % numbers
    return _("No experience: %(own)d own cards, %(needed)d needed.") % numbers


def page_of(match: Match, viewer: object, now: datetime) -> dict[str, Any]:
    """The context of ``leagues/match.html``.  The state is built for this page alone: the cache is for running
    matches."""
    match_seats = held_seats(match.pk)
    seat = seat_of(viewer, match_seats) if isinstance(viewer, User) else None
    context = match_page(view_of(match, match_seats, seat, rebuild(match)))
    is_player = isinstance(viewer, User) and bool(match_seats.spans(viewer.pk))
    return context | {
        "match": match,
        "players": players_of(match_seats, [player.name for player in context["seated"]]),
        "gain": gain_of(match, viewer, now) if is_player and isinstance(viewer, User) else None,
        "sits": seat is not None,
    }


@dataclass(frozen=True, slots=True)
class SeatedPlayer:
    """The player in a seat at the end; ``user`` is None for a bot, ``has_page`` says whether the profile is public."""

    name: str
    user: User | None
    has_page: bool


def players_of(match_seats: MatchSeats, names: Sequence[str]) -> list[SeatedPlayer]:
    held = [match_seats[seat] for seat in sorted(match_seats)]
    return [_player(match_seat, name) for match_seat, name in zip(held, names, strict=True)]


def _player(match_seat: MatchSeat, name: str) -> SeatedPlayer:
    user = match_seat.user
    has_page = user is not None and not user.is_guest and user.is_active and user.deleted_at is None
    return SeatedPlayer(name, user, has_page)
