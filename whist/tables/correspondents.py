"""What becomes of vacations and waiting turns when an account is exported, deleted, or takes in a guest."""

from __future__ import annotations

from typing import Any

from accounts.models import User
from accounts.registries import DELETIONS, EXPORTS, MERGES
from whist.tables.models import Correspondent, Match, Vacation


def register() -> None:
    EXPORTS["correspondence"] = export_correspondence
    DELETIONS.append(forget_correspondence)
    MERGES.append(move_turns)


def export_correspondence(user: User) -> dict[str, Any]:
    correspondent = Correspondent.objects.filter(user=user).first()
    vacations = Vacation.objects.filter(user=user).order_by("from_day")
    return {
        "mails_about_turns": correspondent.wants_mails if correspondent else True,
        "vacations": [{"from": day.from_day.isoformat(), "to": day.to_day.isoformat()} for day in vacations],
    }


def forget_correspondence(user: User) -> None:
    Vacation.objects.filter(user=user).delete()
    Correspondent.objects.filter(user=user).delete()


def move_turns(guest: User, account: User) -> None:
    """Guests have no vacations and get no mail: only their turns go along."""
    Match.objects.filter(waits_for=guest).update(waits_for=account)
