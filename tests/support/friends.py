"""Friends' tables to test with."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from threading import Barrier
from typing import Any

from django.db import connection
from django.utils import timezone

from accounts.models import User
from tests.support.matches import reread
from whist.engine import GAMES
from whist.engine.game import DEAL
from whist.tables.lobby import seating
from whist.tables.match import moves
from whist.tables.match.state_cache import state_of
from whist.tables.models import Match, MatchSeat, Table

NAMES = ("Ana", "Bogdan", "Carmen", "Dan", "Elena", "Florin")


def people(count: int) -> list[User]:
    return [User.objects.create_user(f"{name.lower()}@example.org", name=name) for name in NAMES[:count]]


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


def at_once(*jobs: Any) -> list[Any]:
    """Run the jobs at the same moment, each in a thread with its own connection; what each returned or raised."""
    barrier = Barrier(len(jobs))

    def run(job: Any) -> Any:
        try:
            barrier.wait()
            return job()
        except Exception as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(jobs)) as pool:
        return list(pool.map(run, jobs))
