"""What pages read of friends' tables: the list of them, and the table seats of one."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet

from accounts.models import User
from whist.tables.match.selectors import Player, bot_in, open_match_at, person_in
from whist.tables.models import Avoidance, Match, Table, TableSeat

__all__ = [
    "ListedTable",
    "WaitingTable",
    "blocked_at",
    "counts_for",
    "has_seat",
    "listed_tables",
    "open_match_at",
    "players_at",
    "tables_of",
    "waiting_table_at",
    "waiting_table_of",
]

LISTED = 50


@dataclass(frozen=True, slots=True)
class ListedTable:
    """A table with its seats; ``match`` is the one being played, without its state."""

    table: Table
    table_seats: tuple[TableSeat, ...]
    match: Match | None

    @property
    def players(self) -> tuple[Player, ...]:
        """The players in the seats, named in the language that is switched on now."""
        return tuple(map(sitting, self.table_seats))

    @property
    def user_ids(self) -> set[int]:
        return {table_seat.user_id for table_seat in self.table_seats if table_seat.user_id is not None}

    @property
    def free_table_seats(self) -> int:
        """How many seats a person may take: empty ones, and those of bots."""
        return self.table.seats - len(self.user_ids)


@dataclass(frozen=True, slots=True)
class WaitingTable:
    """A friends' table between matches, as one viewer sees it: the player in each seat, None for an empty one."""

    table: Table
    table_seats: tuple[Player | None, ...]
    viewer_id: int | None
    last_match: Match | None

    @property
    def seat(self) -> int | None:
        """The viewer's own seat."""
        seats = (
            number for number, player in enumerate(self.table_seats) if player and player.user_id == self.viewer_id
        )
        return next(seats, None) if self.viewer_id is not None else None

    @property
    def is_host(self) -> bool:
        return self.seat is not None and self.table.host_id == self.viewer_id

    @property
    def counts(self) -> tuple[int, ...]:
        """With how many in the seats the host can deal; the number of all seats is among them."""
        return counts_for(self.table, is_first=self.last_match is None)


def sitting(table_seat: TableSeat) -> Player:
    return (
        person_in(table_seat.seat, table_seat.user)
        if table_seat.user is not None
        else bot_in(table_seat.seat, table_seat.level)
    )


def players_at(table: Table) -> tuple[Player | None, ...]:
    """The player in each seat, None for an empty one."""
    taken = {table_seat.seat: sitting(table_seat) for table_seat in table.table_seats.select_related("user")}
    return tuple(taken.get(seat) for seat in range(table.seats))


def counts_for(table: Table, *, is_first: bool) -> tuple[int, ...]:
    """With how many in the seats the next match can begin: before the first one a table may shrink to those who came,
    unless what was chosen is not offered to so few; later everybody must be there, or a bot."""
    if not is_first:
        return (table.seats,)
    return tuple(count for count in table.game.seat_counts if count <= table.seats and _is_offered(table, count))


def _is_offered(table: Table, seats: int) -> bool:
    return all(
        option.accepts(table.options[option.name], seats)
        for option in table.game.options
        if option.name in table.options
    )


def waiting_table_at(table: Table, user: object) -> WaitingTable:
    return waiting_table_of(table, user.pk if isinstance(user, User) else None)


def waiting_table_of(table: Table, viewer_id: int | None) -> WaitingTable:
    last = table.matches.order_by("-number").first()
    return WaitingTable(table, players_at(table), viewer_id, last)


def has_seat(table: Table, user: object) -> bool:
    return isinstance(user, User) and table.table_seats.filter(user=user).exists()


def blocked_at(table: Table, user: User) -> list[User]:
    """Those in the table's seats whom the user has blocked, to be told so before they sit down with them."""
    blocked = Avoidance.objects.filter(user=user, kind=Avoidance.Kind.BLOCKED).values("other")
    table_seats = TableSeat.objects.filter(table=table, user__in=blocked).select_related("user").order_by("seat")
    return [table_seat.user for table_seat in table_seats if table_seat.user is not None]


def listed_tables(limit: int = LISTED) -> list[ListedTable]:
    """The public tables, those that wait for players first: however many are being played, they hide none of those.

    At a table that everybody has left nobody waits; it is there for its participants and those who have the link.
    """
    running = Exists(Match.objects.running().filter(table=OuterRef("pk")))
    people = Exists(TableSeat.objects.filter(table=OuterRef("pk")).exclude(user=None))
    tables = Table.objects.listed().annotate(is_played=running).filter(people | Q(is_played=True))
    return _listed(tables.order_by("is_played", "-created_at")[:limit])


def tables_of(user_ids: Collection[int]) -> dict[int, list[ListedTable]]:
    """Open friends' tables at which each of these users sits."""
    if not user_ids:
        return {}
    own = Table.objects.on_terms(seats_people=True).filter(closed_at=None, table_seats__user__in=user_ids)
    found = _listed(own.distinct().order_by("-created_at"))
    return {user_id: [each for each in found if user_id in each.user_ids][:LISTED] for user_id in user_ids}


def _listed(tables: QuerySet[Table]) -> list[ListedTable]:
    """List the tables in three statements, however many there are."""
    table_seats = Prefetch("table_seats", TableSeat.objects.select_related("user").order_by("seat"))
    running = Prefetch("matches", Match.objects.running().defer("secret", "salt"), to_attr="running")
    found = tables.select_related("host").prefetch_related(table_seats, running)
    return [ListedTable(table, tuple(table.table_seats.all()), _first(table.running)) for table in found]


def _first(matches: Iterable[Match]) -> Match | None:
    return next(iter(matches), None)
