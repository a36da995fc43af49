"""Queries and views of tables and matches for pages and jobs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Self

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet, Subquery
from django.utils.translation import get_language

from accounts.models import User
from whist.bots.names import bot_name
from whist.compiled_queries import CompiledQuery
from whist.engine.game import Observation
from whist.refusals import NotFound, found
from whist.tables.match.access import may_watch
from whist.tables.match.deadlines import CORRESPONDENCE
from whist.tables.match.eligibility import Participation, SeatSpan, participation_of
from whist.tables.match.premoves import Stored
from whist.tables.match.seats import is_played_for
from whist.tables.match.state_cache import CachedState, load_state
from whist.tables.models import Match, MatchQuerySet, MatchSeat, Participant, Table
from whist.tables.texts.refusals import NotSeated


@dataclass(frozen=True, slots=True)
class Player:
    """The person or bot in a seat; ``level`` is that of a bot.  For a person who ``is_away`` a bot plays meanwhile.

    ``name`` is in the language that was switched on when the view was made; ``is_named`` says that it was chosen and
    belongs to nobody else.  ``picture`` is an address, or empty.
    """

    seat: int
    name: str
    is_bot: bool
    level: str
    user_id: int | None
    is_named: bool = False
    picture: str = ""
    is_away: bool = False


Found = dict[object, Any]
Shared = dict[str, Found]
"""What has been found for all who look at a moment, by language."""


@dataclass(frozen=True, slots=True)
class TableView:
    """A table as one viewer may see it; ``seat`` is None for a spectator.

    ``has_new_round`` says that a round ended or began with the move just made, so that the score sheet is another.
    ``match_seats`` say who holds which seat; ``participation`` finds how much of the match the viewer has done
    themselves.  ``prepared`` are premoves of the viewer and nobody else.  ``lost_seat`` is that of a spectator who has
    played, while a bot holds it.  ``found`` keeps what is the same for all who look at this moment (`once`).
    """

    table: Table
    match: Match
    players: tuple[Player, ...]
    seat: int | None
    observation: Observation
    match_seats: Mapping[int, MatchSeat] = field(default_factory=dict)
    has_new_round: bool = False
    participation: Callable[[], Participation | None] = lambda: None
    prepared: Stored = field(default_factory=dict)
    lost_seat: int | None = None
    viewer_id: int | None = None
    found: Found = field(default_factory=dict)

    def once[T](self, what: object, find: Callable[[], T]) -> T:
        """Find what is the same for all viewers of this moment only once in each language."""
        return found_once(self.found, what, find)


def found_once[T](found: Found, what: object, find: Callable[[], T]) -> T:
    if what not in found:
        found[what] = find()
    what_was_found: T = found[what]
    return what_was_found


def player_in(match_seat: MatchSeat) -> Player:
    if match_seat.user is None:
        return bot_in(match_seat.seat, match_seat.level)
    return person_in(match_seat.seat, match_seat.user, is_away=is_played_for(match_seat))


def person_in(seat: int, user: User, *, is_away: bool = False) -> Player:
    return Player(seat, user.shown_name, False, "", user.pk, user.is_named, user.picture_url, is_away)


def bot_in(seat: int, level: str) -> Player:
    return Player(seat, bot_name(seat), True, level, None)


class MatchSeats(dict[int, MatchSeat]):
    """The match seats held now, by seat; ``every`` has those of players who have left too."""

    every: tuple[MatchSeat, ...]

    @classmethod
    def among(cls, every: Iterable[MatchSeat]) -> Self:
        """All match seats of a match, in the order in which their holders came."""
        every = tuple(every)
        match_seats = cls({match_seat.seat: match_seat for match_seat in every if match_seat.is_open})
        match_seats.every = every
        return match_seats

    @property
    def in_order(self) -> list[MatchSeat]:
        return [self[seat] for seat in sorted(self)]

    def spans(self, user_id: int | None) -> list[SeatSpan]:
        """The seat spans of a user, the latest seat last."""
        mine = [match_seat for match_seat in self.every if match_seat.user_id == user_id]
        return [SeatSpan(match_seat.seat, match_seat.from_action, match_seat.to_action) for match_seat in mine]

    def lost_seat(self, user_id: int | None) -> int | None:
        """The seat that a user held last, if a bot holds it now."""
        spans = self.spans(user_id) if user_id is not None else []
        return spans[-1].seat if spans and self[spans[-1].seat].user_id is None else None


IN_THEIR_ORDER = "from_action", "seat"

_seats_of_match = CompiledQuery(
    lambda match_id: MatchSeat.objects.filter(match=match_id).select_related("user").order_by(*IN_THEIR_ORDER), int
)


def held_seats(match_id: int) -> MatchSeats:
    return MatchSeats.among(_seats_of_match(match_id))


def seat_of(user: User, match_seats: Mapping[int, MatchSeat]) -> int | None:
    return next((seat for seat, match_seat in match_seats.items() if match_seat.user_id == user.pk), None)


def held_seat(user: User, match: Match, match_seats: Mapping[int, MatchSeat]) -> int:
    """The seat that the user holds.

    Raises NotSeated for other participants, such as one who has just lost the seat to a bot, and PermissionDenied for
    strangers.
    """
    seat = seat_of(user, match_seats)
    if seat is None:
        raise NotSeated if may_watch(match.table, user) else PermissionDenied
    return seat


def _latest(table_id: int) -> QuerySet[Match]:
    return Match.objects.filter(table=table_id).order_by("-number")[:1]


_latest_match = CompiledQuery(lambda table_id: _latest(table_id).select_related("table"), int)


def match_on(table_id: int) -> Match | None:
    """The latest match of a table, if it had any."""
    return _latest_match.first(table_id)


def latest_match(table_id: int) -> Match:
    """The match on the table; raises NotFound."""
    match = match_on(table_id)
    if match is None:
        raise NotFound
    return match


def table_at(table_id: int, **terms: object) -> Table:
    """A table of a kind with these terms; raises NotFound."""
    return found(Table.objects.on_terms(**terms), pk=table_id)


def _seats_of_latest(table_id: int) -> QuerySet[MatchSeat]:
    latest = MatchSeat.objects.filter(match=Subquery(_latest(table_id).values("pk")))
    return latest.select_related("match__table", "user").order_by(*IN_THEIR_ORDER)


_seats_of_latest_match = CompiledQuery(_seats_of_latest, int)


def latest_match_and_seats(table_id: int) -> tuple[Match, MatchSeats]:
    """As `latest_match`, and who holds its seats, in one statement."""
    match_seats = MatchSeats.among(_seats_of_latest_match(table_id))
    if not match_seats:
        raise NotFound
    return match_seats[0].match, match_seats


def open_match_at(table: Table) -> Match | None:
    """The match being played at the table, if there is one."""
    match = table.matches.select_related("table").order_by("-number").first()
    return match if match is not None and not match.has_ended else None


def finished_match(match_id: int) -> Match:
    """A match that has a result, which everybody may see; raises NotFound.

    Running matches, closed ones and those that never were look the same from outside.
    """
    return found(Match.objects.filter(finished_at__isnull=False).select_related("table"), pk=match_id)


def view_of(
    match: Match,
    match_seats: MatchSeats,
    seat: int | None,
    cached: CachedState | None = None,
    *,
    viewer_id: int | None = None,
    shared: Shared | None = None,
) -> TableView:
    """The match as the holder of a seat sees it, or where there is no seat the spectator ``viewer_id``; ``shared`` by
    all views of this moment."""
    cached = cached or load_state(match)
    found = {} if shared is None else shared.setdefault(get_language(), {})
    players = found_once(found, "players", lambda: tuple(map(player_in, match_seats.in_order)))
    seen = cached.state.observe(seat)
    prepared = {} if seat is None else match_seats[seat].prepared
    participation = partial(participation_in, match.table, cached, match_seats, seat)
    lost_seat = match_seats.lost_seat(viewer_id) if seat is None else None
    viewer_id = viewer_id if seat is None else match_seats[seat].user_id
    return TableView(
        match.table,
        match,
        players,
        seat,
        seen,
        match_seats,
        participation=participation,
        prepared=prepared,
        lost_seat=lost_seat,
        viewer_id=viewer_id,
        found=found,
    )


def participation_in(
    table: Table, cached: CachedState, match_seats: MatchSeats, seat: int | None
) -> Participation | None:
    """The participation of the holder of a seat; None for a bot or a spectator."""
    holder = match_seats[seat].user_id if seat is not None else None
    if holder is None:
        return None
    return participation_of(
        match_seats.spans(holder),
        cached.done,
        rounds=cached.state.observe(None).rounds,
        share=table.terms.share_needed,
        has_bids=table.game.has_bids,
    )


def table_view(table_id: int, user: User) -> TableView:
    """The table as the user may see it; raises NotFound where there is none, PermissionDenied for a stranger to it."""
    match = latest_match(table_id)
    match_seats = held_seats(match.pk)
    seat = seat_of(user, match_seats)
    if seat is None and not may_watch(match.table, user):
        raise PermissionDenied
    return view_of(match, match_seats, seat, viewer_id=user.pk)


def running_matches(user: User) -> MatchQuerySet:
    return Match.objects.running().of_user(user.pk).select_related("table").order_by("-pk")


def versions_of(match_ids: Iterable[int]) -> dict[int, int]:
    return dict(Match.objects.filter(pk__in=list(match_ids)).values_list("pk", "version"))


def waiting_matches(user: User) -> QuerySet[Match]:
    """The correspondence matches that wait for the user, the most urgent first."""
    waiting = Match.objects.running().filter(waits_for=user, seconds_left=None)
    return waiting.select_related("table").order_by("due_at")


def correspondence_tables(user: User) -> QuerySet[Participant]:
    """The user as a participant of correspondence tables."""
    running = Match.objects.running().of_user(user.pk).filter(table__clock__in=CORRESPONDENCE)
    tables = Participant.objects.filter(user=user, table__in=running.values("table"))
    return tables.select_related("table").order_by("-table")
