"""Giving a user experience points, and counting theirs."""

from accounts.models import User
from leagues.models import Experience
from leagues.results.experience import points_of


def give_xp(user: User, points: int) -> None:
    Experience.objects.update_or_create(user=user, defaults={"points": points})


def xp_of(user: User) -> int:
    return points_of(user)
