"""What others ask of a player in a correspondence match, and the mails about it, to test with."""

from __future__ import annotations

from datetime import datetime

from accounts.models import Mail, User
from tests.support.friends import want_all
from tests.support.matches import reread
from tests.support.slow import nobody_looks, slow_match
from whist.tables.models import Match, Participant


def paused_match(users: list[User], now: datetime) -> Match:
    """Everybody has agreed to pause, and nobody has looked since long ago."""
    match = want_all(slow_match(users), users, "pause", now)
    nobody_looks(match)
    match = reread(match)
    assert match.is_paused
    return match


def look(match: Match, user: User, now: datetime) -> None:
    Participant.objects.filter(table=match.table_id, user=user).update(seen_at=now)


def receivers() -> list[str]:
    return sorted(Mail.objects.values_list("to", flat=True))


def addresses(*users: User) -> list[str]:
    return sorted(user.email or "" for user in users)


def votes_told_to(user: User) -> list[str]:
    """The votes in the only mail that the user has got."""
    return [vote["sentence"] for vote in Mail.objects.get(to=user.email).context["votes"]]
