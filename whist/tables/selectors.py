"""What pages and jobs read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Self

from django.core.exceptions import PermissionDenied
from django.db.models import OuterRef, QuerySet, Subquery

from accounts.models import User
from whist.bots.names import bot_name
from whist.engine.game import Observation
from whist.tables.eligibility import Effort, Stint, effort_of
from whist.tables.models import Attendance, Match, Table, Tenure
from whist.tables.refusals import NotSeated
from whist.tables.seeing import may_look
from whist.tables.states import Memory, recall
from whist.tables.tenures import is_stood_in_for
from whist.tables.turns import SLOW
from whist.tables.visits import Visit

BIGGEST_ID = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits in a seat; ``level`` is that of a bot.  For who ``is_away`` a bot plays until he is back.

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


@dataclass(frozen=True, slots=True)
class TableView:
    """A table as one viewer may see it; ``seat`` is None for a spectator.

    ``has_new_round`` says that a round ended or began with the move just made, so that the score sheet is another.
    ``tenures`` say who holds which seat; ``effort`` finds how much of the match the viewer has done himself.
    ``prepared`` is what the viewer, and nobody else, has said to play at his next turn.  ``lost_seat`` is that of who
    has played and looks on now, while a bot holds it.
    """

    table: Table
    match: Match
    players: tuple[Player, ...]
    seat: int | None
    observation: Observation
    tenures: Mapping[int, Tenure] = field(default_factory=dict)
    has_new_round: bool = False
    effort: Callable[[], Effort | None] = lambda: None
    prepared: str = ""
    lost_seat: int | None = None
    viewer_id: int | None = None


def player_in(tenure: Tenure, match: Match) -> Player:
    if tenure.user is None:
        return bot_in(tenure.seat, tenure.level)
    return replace(person_in(tenure.seat, tenure.user), is_away=is_stood_in_for(match, tenure))


def person_in(seat: int, user: User) -> Player:
    return Player(seat, user.shown_name, False, "", user.pk, user.is_named, user.picture_url)


def bot_in(seat: int, level: str) -> Player:
    return Player(seat, bot_name(seat), True, level, None)


class Tenures(dict[int, Tenure]):
    """Who holds which seat now, by seat; ``every`` has those who have left too."""

    every: tuple[Tenure, ...]

    @classmethod
    def of(cls, match_id: int) -> Self:
        every = tuple(Tenure.objects.filter(match=match_id).select_related("user").order_by("from_action", "seat"))
        tenures = cls({tenure.seat: tenure for tenure in every if tenure.to_action is None})
        tenures.every = every
        return tenures

    def stints(self, user_id: int | None) -> list[Stint]:
        """Where somebody sat, and when, the latest seat last."""
        mine = [tenure for tenure in self.every if tenure.user_id == user_id]
        return [Stint(tenure.seat, tenure.from_action, tenure.to_action) for tenure in mine]

    def lost_seat(self, user_id: int | None) -> int | None:
        """Where somebody sat last, if a bot sits there now."""
        stints = self.stints(user_id) if user_id is not None else []
        return stints[-1].seat if stints and self[stints[-1].seat].user_id is None else None


def open_tenures(match_id: int) -> Tenures:
    return Tenures.of(match_id)


def seat_of(user: User, tenures: Mapping[int, Tenure]) -> int | None:
    return next((seat for seat, tenure in tenures.items() if tenure.user_id == user.pk), None)


def held_seat(user: User, match: Match, tenures: Mapping[int, Tenure]) -> int:
    """Where the user plays.

    Raises NotSeated for the others of the table's company, such as who has just lost his seat to a bot, and
    PermissionDenied for strangers.
    """
    seat = seat_of(user, tenures)
    if seat is None:
        raise NotSeated if may_look(match.table, user) else PermissionDenied
    return seat


def latest_match(table_id: int) -> Match:
    """The match on the table; raises Match.DoesNotExist."""
    if table_id > BIGGEST_ID:
        raise Match.DoesNotExist  # the database could not even be asked
    return Match.objects.filter(table=table_id).select_related("table").latest("number")


def friends_table(table_id: int) -> Table:
    """Raises Table.DoesNotExist, also for tables of other kinds."""
    if table_id > BIGGEST_ID:
        raise Table.DoesNotExist
    return Table.objects.get(pk=table_id, kind=Table.Kind.FRIENDS)


def visit_at(table_id: int, user: object) -> Visit:
    """A friends' table and what it has seen of the user, in one statement; raises as `friends_table`."""
    if table_id > BIGGEST_ID:
        raise Table.DoesNotExist
    user_id = user.pk if isinstance(user, User) else None
    seen_at = Attendance.objects.filter(table=OuterRef("pk"), user=user_id).values("seen_at")
    table = Table.objects.annotate(seen_at=Subquery(seen_at[:1])).get(pk=table_id, kind=Table.Kind.FRIENDS)
    return Visit(table, user_id, vars(table)["seen_at"])


def open_match_at(table: Table) -> Match | None:
    """The match being played at the table, if there is one."""
    match = table.matches.select_related("table").order_by("-number").first()
    return match if match is not None and not match.has_ended else None


def finished_match(match_id: int) -> Match:
    """A match that has a result, which everybody may see; raises Match.DoesNotExist."""
    if match_id > BIGGEST_ID:
        raise Match.DoesNotExist
    return Match.objects.filter(finished_at__isnull=False).select_related("table").get(pk=match_id)


def view_of(
    match: Match, tenures: Tenures, seat: int | None, memory: Memory | None = None, *, viewer_id: int | None = None
) -> TableView:
    """``viewer_id`` says who looks on where there is no seat."""
    memory = memory or recall(match)
    players = tuple(player_in(tenures[number], match) for number in sorted(tenures))
    seen = memory.state.observe(seat)
    prepared = "" if seat is None else tenures[seat].prepared
    effort = partial(effort_in, match.table, memory, tenures, seat)
    lost_seat = tenures.lost_seat(viewer_id) if seat is None else None
    viewer_id = viewer_id if seat is None else tenures[seat].user_id
    return TableView(
        match.table,
        match,
        players,
        seat,
        seen,
        tenures,
        effort=effort,
        prepared=prepared,
        lost_seat=lost_seat,
        viewer_id=viewer_id,
    )


def effort_in(table: Table, memory: Memory, tenures: Tenures, seat: int | None) -> Effort | None:
    """How much of the match the holder of a seat has done himself; None for a bot or a spectator."""
    holder = tenures[seat].user_id if seat is not None else None
    if holder is None:
        return None
    return effort_of(
        tenures.stints(holder),
        memory.done,
        rounds=memory.state.observe(None).rounds,
        is_room=table.kind == Table.Kind.ROOM,
        has_bids=table.game.has_bids,
    )


def table_view(table_id: int, user: User) -> TableView:
    """Raises Match.DoesNotExist for an unknown table and PermissionDenied for somebody who neither sits there nor
    belongs to its company."""
    match = latest_match(table_id)
    tenures = open_tenures(match.pk)
    seat = seat_of(user, tenures)
    if seat is None and not may_look(match.table, user):
        raise PermissionDenied
    return view_of(match, tenures, seat, viewer_id=user.pk)


def running_matches(user: User) -> QuerySet[Match]:
    return Match.objects.running().of_user(user.pk).select_related("table").order_by("-pk")


def versions_of(match_ids: Iterable[int]) -> dict[int, int]:
    return dict(Match.objects.filter(pk__in=list(match_ids)).values_list("pk", "version"))


def waiting_matches(user: User) -> QuerySet[Match]:
    """The matches that take days and wait for the user, the most urgent first."""
    waiting = Match.objects.running().filter(waits_for=user, seconds_left=None)
    return waiting.select_related("table").order_by("due_at")


def slow_tables(user: User) -> QuerySet[Attendance]:
    """The user's places at tables where a match takes days."""
    running = Match.objects.running().of_user(user.pk).filter(table__clock__in=SLOW)
    tables = Attendance.objects.filter(user=user, table__in=running.values("table"))
    return tables.select_related("table").order_by("-table")
