"""Finished matches for tests of what they bring."""

from datetime import timedelta

from django.utils import timezone

from accounts.models import User
from tests.support.matches import open_match, play_out
from whist.tables.models import Match

QUICK = {"game": "romanian", "seats": 6, "schedule": "quick", "pace": "instant"}
MATCH_TIME = timedelta(minutes=5)


def opened(user: User, **options: object) -> Match:
    """A match that began a while ago, so that it is long enough to count."""
    match = open_match(user, **{**QUICK, **options})
    Match.objects.filter(pk=match.pk).update(started_at=timezone.now() - MATCH_TIME)
    return match


def finish(user: User, *, seed: int = 1, **options: object) -> Match:
    """A match played to its end, everything done by its player, and settled as usual."""
    return play_out(opened(user, **options), user, seed)
