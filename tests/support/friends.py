"""Friends' tables to test with."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils import timezone

from accounts.models import User
from tests.support.matches import reread
from whist.engine import GAMES
from whist.engine.game import DEAL
from whist.tables.lobby import seating
from whist.tables.match import moves
from whist.tables.match.state_cache import state_of
from whist.tables.models import Match, MatchSeat, Table
from whist.tables.presence import breaks

NAMES = ("Ana", "Bogdan", "Carmen", "Dan", "Elena", "Florin")


def member(name: str) -> User:
    return User.objects.create_user(f"{name.lower()}@example.org", name=name)


def people(count: int) -> list[User]:
    return [member(name) for name in NAMES[:count]]


def open_table(host: User, *, game: str = "romanian", seats: int = 4, **changes: Any) -> Table:
    options = changes.pop("options", {})
    choices = {"clock": "normal", "level": "easy", "pace": "normal", "is_public": True, "allows_undo": False, **changes}
    return seating.open_table(host, GAMES[game], seats, options, choices=choices, now=timezone.now())


def full_table(users: list[User], seats: int | None = None, **changes: Any) -> Table:
    """A table with everybody seated, bots in the other seats."""
    table = open_table(users[0], seats=seats or len(users), **changes)
    for seat, user in enumerate(users[1:], start=1):
        seating.sit_down(table.pk, user, seat, timezone.now())
    seating.fill_with_bots(table.pk, users[0])
    return Table.objects.get(pk=table.pk)


def dealt(table: Table) -> Match:
    """A match with its first round on the table."""
    match = seating.deal_match(table.pk, table.host, timezone.now())
    moves.play_action(table.pk, table.host, DEAL, match.version, timezone.now())
    return reread(match)


def to_act(match: Match) -> int:
    seat = state_of(match).to_act
    assert seat is not None
    return seat


def on_turn(match: Match, users: list[User]) -> User:
    """Whoever is to act, of the users by seat."""
    return users[to_act(match)]


def act(match: Match, users: list[User], now: datetime | None = None, action: str = "") -> Match:
    """The action, or the first legal one, of whoever is to act."""
    state = state_of(match)
    chosen = action or state.legal_actions()[0]
    moves.play_action(match.table_id, on_turn(match, users), chosen, match.version, now or timezone.now())
    return reread(match)


def host_of(table: Table) -> User:
    return Table.objects.get(pk=table.pk).host


def holder(match: Match, seat: int) -> User | None:
    """Who holds the seat now, None for a bot."""
    return MatchSeat.objects.at(match.pk, seat).get().user


def want(match: Match, user: User, wish: str, now: datetime | None = None) -> None:
    breaks.cast_vote(match.table_id, user, wish, now or timezone.now())


def want_all(match: Match, users: list[User], wish: str, now: datetime | None = None) -> Match:
    for user in users:
        want(match, user, wish, now)
    return reread(match)


def pause(match: Match, users: list[User], now: datetime | None = None) -> None:
    assert want_all(match, users, "pause", now).is_paused


def expire(match: Match) -> Match:
    """Let the time of the player to act run out."""
    match = reread(match)
    assert match.due_at is not None
    assert moves.advance_match(match.pk, match.due_at)
    return reread(match)


def expiries(match: Match) -> dict[int, int]:
    """How often in a row the clock ran out, by seat, where it did."""
    seats = MatchSeat.objects.open().filter(match=match.pk)
    return {seat.seat: seat.expiries for seat in seats if seat.expiries}


def let_expire(match: Match, seat: int, times: int = 2) -> None:
    """Let the clock of the seat run out so often; after twice the player is timed out."""
    MatchSeat.objects.at(match.pk, seat).update(expiries=times)


def seconds_left(match: Match, now: datetime) -> float:
    assert match.due_at is not None
    return (match.due_at - now).total_seconds()
