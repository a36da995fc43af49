"""Correspondence matches, to test with."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils import timezone

from accounts.models import User
from tests.support.friends import act, full_table
from tests.support.matches import reread
from whist.engine.game import DEAL, PLAY
from whist.tables.lobby import seating
from whist.tables.match import moves
from whist.tables.match.state_cache import state_of
from whist.tables.models import Match, Participant

LONG_AGO = timedelta(days=400)


def slow_match(users: list[User], clock: str = "day", seed: int = 0, **changes: object) -> Match:
    """A match of people only, its first round dealt, at which nobody has looked since long ago.

    The same ``seed`` gives the same cards.
    """
    table = full_table(users, len(users), clock=clock, **changes)
    match = seating.deal_match(table.pk, table.host, timezone.now())
    Match.objects.filter(pk=match.pk).update(secret=bytes([seed] * 32), salt=bytes(16))
    moves.play_action(table.pk, table.host, DEAL, match.version, timezone.now())
    nobody_looks(match)
    return reread(match)


def nobody_looks(match: Match) -> None:
    for at in Participant.objects.filter(table=match.table_id):
        Participant.objects.filter(pk=at.pk).update(seen_at=at.seen_at - LONG_AGO)


def until_turn_of(seat: int, match: Match, users: list[User], now: datetime | None = None) -> Match:
    while state_of(match).to_act != seat:
        match = act(match, users, now)
    return match


def until_play(match: Match, users: list[User], now: datetime) -> Match:
    """Take actions until everybody has bid."""
    while state_of(match).phase != PLAY:
        match = act(match, users, now)
    return match


def let_site_play(match: Match) -> Match:
    """Let the site do what is due at once."""
    match = reread(match)
    assert match.due_at is not None
    assert moves.advance_match(match.pk, match.due_at)
    return reread(match)
