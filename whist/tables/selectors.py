"""What pages and jobs read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet

from accounts.models import User
from whist.engine.game import Observation
from whist.tables.models import Attendance, Match, Table, Tenure
from whist.tables.states import state_of
from whist.tables.turns import SLOW

BIGGEST_ID = 2**63 - 1
BOT_NAMES = ("Espresso", "Mocha", "Ristretto", "Lungo", "Macchiato", "Latte")


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits in a seat; ``level`` is that of a bot."""

    seat: int
    name: str
    is_bot: bool
    level: str
    user_id: int | None


@dataclass(frozen=True, slots=True)
class TableView:
    """A table as one viewer may see it; ``seat`` is None for a spectator.

    ``has_new_round`` says that a round ended or began with the move just made, so that the score sheet is another;
    ``prepared`` is what the viewer, and nobody else, has said to play at his next turn.
    """

    table: Table
    match: Match
    players: tuple[Player, ...]
    seat: int | None
    observation: Observation
    has_new_round: bool = False
    prepared: str = ""


def player_in(tenure: Tenure) -> Player:
    if tenure.user is None:
        return Player(tenure.seat, BOT_NAMES[tenure.seat % len(BOT_NAMES)], True, tenure.level, None)
    return Player(tenure.seat, tenure.user.name, False, "", tenure.user_id)


def open_tenures(match_id: int) -> dict[int, Tenure]:
    """Who holds which seat now."""
    tenures = Tenure.objects.filter(match=match_id, to_action=None).select_related("user")
    return {tenure.seat: tenure for tenure in tenures}


def seat_of(user: User, tenures: Mapping[int, Tenure]) -> int | None:
    return next((seat for seat, tenure in tenures.items() if tenure.user_id == user.pk), None)


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


def open_match_at(table: Table) -> Match | None:
    """The match being played at the table, if there is one."""
    match = table.matches.select_related("table").order_by("-number").first()
    return match if match is not None and match.finished_at is None else None


def view_of(match: Match, tenures: Mapping[int, Tenure], seat: int | None) -> TableView:
    players = tuple(player_in(tenures[number]) for number in sorted(tenures))
    prepared = "" if seat is None else tenures[seat].prepared
    return TableView(match.table, match, players, seat, state_of(match).observe(seat), prepared=prepared)


def table_view(table_id: int, user: User) -> TableView:
    """Raises Match.DoesNotExist for an unknown table and PermissionDenied for somebody who does not sit there."""
    match = latest_match(table_id)
    tenures = open_tenures(match.pk)
    seat = seat_of(user, tenures)
    if seat is None:
        raise PermissionDenied
    return view_of(match, tenures, seat)


def running_matches(user: User) -> QuerySet[Match]:
    return Match.objects.running().of_user(user.pk).select_related("table").order_by("-pk")


def due_matches(now: datetime, limit: int) -> list[int]:
    """The matches in which the site has something to do, longest waiting first."""
    return list(Match.objects.due(now).values_list("pk", flat=True)[:limit])


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
