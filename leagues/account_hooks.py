"""Results, bids and experience of an account: their part in its export, deletion and merging."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet

from accounts.hooks import AccountHooks
from accounts.models import User
from leagues.models import BidTally, Experience, Result
from leagues.results import experience
from whist.tables.models import Match

RESULT_FIELDS = (
    "match",
    "game_slug",
    "kind",
    "seats",
    "seat",
    "place",
    "reason",
    "own",
    "needed",
    "bids",
    "exact",
    "tricks",
    "points",
    "xp",
    "seconds",
    "finished_at",
)
KEY = ("game_slug", "seats", "cards", "position")
SUMS = ("bids", "exact", "over", "bid", "made")


class LeaguesHooks(AccountHooks):
    def export(self, user: User) -> dict[str, Any]:
        return {
            "account": {"xp": experience.points_of(user)},
            "results": exported_results(user),
            "bids": exported_bids(user),
        }

    def delete(self, user: User) -> None:
        forget_bids_and_experience(user)

    def is_obstacle(self, guest: User, account: User) -> bool:
        return has_unsettled_matches(guest, account)

    def merge(self, guest: User, account: User) -> None:
        merge_results(guest, account)
        merge_bids(guest, account)


def exported_results(user: User) -> list[dict[str, Any]]:
    rows = Result.objects.filter(user=user).order_by("finished_at").values(*RESULT_FIELDS)
    return [{**row, "finished_at": row["finished_at"].isoformat()} for row in rows]


def exported_bids(user: User) -> list[dict[str, Any]]:
    return list(BidTally.objects.filter(user=user).order_by(*KEY).values(*KEY, *SUMS))


def forget_bids_and_experience(user: User) -> None:
    """Delete tallies and experience. Results stay, since their matches are those of others too; the account they point
    to has no name any more."""
    BidTally.objects.filter(user=user).delete()
    Experience.objects.filter(user=user).delete()


def merge_results(guest: User, account: User) -> None:
    """Move the guest's results and points to the account, except points that the account's hours have no room for; of a
    match in which both sat, each keeps their own result."""
    shared = Result.objects.filter(user=account).values("match")
    moving = Result.objects.filter(user=guest).exclude(match__in=shared)
    brought = experience.points_of(guest) - keep_to_the_hour(moving, account)
    Experience.objects.filter(user=guest).delete()
    if brought:
        experience.add_points(account.pk, brought)
    moving.update(user=account)


def merge_bids(guest: User, account: User) -> None:
    there = {tuple(getattr(tally, name) for name in KEY): tally for tally in BidTally.objects.filter(user=account)}
    for brought in BidTally.objects.filter(user=guest):
        key = tuple(getattr(brought, name) for name in KEY)
        tally = there.get(key) or BidTally(user=account, **dict(zip(KEY, key, strict=True)))
        for name in SUMS:
            setattr(tally, name, getattr(tally, name) + getattr(brought, name))
        tally.save(force_insert=key not in there)
    BidTally.objects.filter(user=guest).delete()


def keep_to_the_hour(moving: QuerySet[Result], account: User) -> int:
    """Take off the results what the account's hours have no room for, and return how much that is.

    So playing as several guests at once gains no more than playing as one person.
    """
    given = list(Result.objects.filter(user=account, xp__gt=0).values_list("finished_at", "xp"))
    surplus = 0
    for result in moving.filter(xp__gt=0).order_by("finished_at", "match"):
        moment = result.finished_at
        near = [(time, points) for time, points in given if abs(time - moment) < experience.HOUR]
        points = min(result.xp, experience.room_within_hour(moment, near)) if near else result.xp
        given.append((moment, points))
        if points < result.xp:
            Result.objects.filter(match=result.match_id, user=result.user_id).update(xp=points)
            surplus += result.xp - points
    return surplus


def has_unsettled_matches(guest: User, account: User) -> bool:
    """Whether a match of the guest has just finished: it is settled for the guest first, then moved with the others.

    One whose settlement failed holds nothing up: it is settled later for the user who holds its seat by then.
    """
    unsettled = Match.objects.filter(finished_at__isnull=False, settled_at=None, settlement=None)
    return unsettled.filter(match_seats__user=guest).exists()
