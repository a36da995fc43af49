"""Settling a finished match once: what it brings is written in one transaction with the mark that it was.

`match_finished` settles at once; what was missed, or failed, is found by a sweep over ``settled_at IS NULL``.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from leagues.models import BidTally, Result, Settlement
from leagues.results import experience, ranking
from leagues.results.outcomes import Outcome, OwnBid, outcome_of
from whist.log_filters import describe
from whist.tables.models import Match, MatchSeat

log = logging.getLogger(__name__)

BATCH = 50
FIRST_PAUSE, LONGEST_PAUSE = timedelta(seconds=15), timedelta(hours=1)


def settle_match(match_id: int, now: datetime) -> bool:
    """Write everything a finished match brings, exactly once; False when it was done before, or has not finished."""
    with transaction.atomic():
        unsettled = Match.objects.filter(pk=match_id, finished_at__isnull=False, settled_at=None)
        if not unsettled.update(settled_at=now):
            return False
        hold_players(match_id)
        outcome = outcome_of(Match.objects.select_related("table").get(pk=match_id))
        for step in STEPS:
            step(outcome)
        Settlement.objects.filter(match=match_id).delete()
    return True


# -- the steps, inside that transaction --------------------------------------------------------------------------------


def hold_players(match_id: int) -> None:
    """Hold the players' rows, so that two matches of one player are settled one after the other on every database.

    First of all, before it is read who played, since a guest's seats may just be moving to an account; and always in
    the same order, so that no two settlements wait for each other.
    """
    held: set[int] = set()
    while waiting := set(players_of_match(match_id)) - held:
        for user_id in sorted(waiting):
            User.objects.hold(user_id)
        held |= waiting


def players_of_match(match_id: int) -> list[int]:
    seats = MatchSeat.objects.filter(match=match_id, user__isnull=False)
    return list(seats.values_list("user", flat=True).distinct())


def write_results(outcome: Outcome) -> None:
    Result.objects.bulk_create(outcome.results.values())


def tally_bids(outcome: Outcome) -> None:
    for user_id, bids in outcome.bids.items():
        if bids:
            add_to_tallies(user_id, outcome.match, bids)


def add_to_tallies(user_id: int, match: Match, bids: list[OwnBid]) -> None:
    """Add the bids to the tallies, while the player's row is held."""
    table = match.table
    mine = BidTally.objects.filter(user=user_id, game_slug=table.game_slug, seats=table.seats)
    tallies = {(tally.cards, tally.position): tally for tally in mine}
    for own in bids:
        key = own.cards, own.position
        if key not in tallies:
            tallies[key] = BidTally(
                user_id=user_id, game_slug=table.game_slug, seats=table.seats, cards=own.cards, position=own.position
            )
        tally = tallies[key]
        tally.bids += 1
        tally.exact += own.made == own.bid
        tally.over += own.made > own.bid
        tally.bid += own.bid
        tally.made += own.made
    touched = {(own.cards, own.position) for own in bids}
    BidTally.objects.bulk_create(
        [tallies[key] for key in sorted(touched)],
        update_conflicts=True,
        unique_fields=["user", "game_slug", "seats", "cards", "position"],
        update_fields=["bids", "exact", "over", "bid", "made"],
    )


def give_experience(outcome: Outcome) -> None:
    for user_id, result in sorted(outcome.results.items()):
        points = min(experience.earned(result), experience.room_within_hour(result.finished_at, near(result)))
        if points:
            Result.objects.filter(match=result.match_id, user=user_id).update(xp=points)
            experience.add_points(user_id, points)


def near(result: Result) -> list[tuple[datetime, int]]:
    """Time and experience of the player's other matches that ended less than an hour before or after this one."""
    end = result.finished_at
    others = Result.objects.filter(
        user=result.user_id, finished_at__gt=end - experience.HOUR, finished_at__lt=end + experience.HOUR, xp__gt=0
    )
    return list(others.values_list("finished_at", "xp"))


def rank_friends(outcome: Outcome) -> None:
    counted = [user_id for user_id, result in outcome.results.items() if ranking.points_for(result) is not None]
    for user in User.objects.filter(pk__in=counted):
        result = outcome.results[user.pk]
        points = ranking.points_of(result, user)
        if points is not None:
            mine = Result.objects.filter(match=result.match_id, user=user)
            mine.update(ranking_points=points, week=ranking.monday_of(result.finished_at))


STEPS: list[Callable[[Outcome], None]] = [write_results, tally_bids, give_experience, rank_friends]


# -- when --------------------------------------------------------------------------------------------------------------


def settle_or_postpone(match_id: int, now: datetime) -> bool:
    """Settle a match; one that fails is put off, longer each time, and listed in the admin until it works."""
    try:
        return settle_match(match_id, now)
    except Exception as error:
        log.error("match %s could not be settled: %s", match_id, describe(error))
        postpone(match_id, describe(error), now)
        return False


def postpone(match_id: int, error: str, now: datetime) -> None:
    with transaction.atomic():
        failed, _is_new = Settlement.objects.get_or_create(match_id=match_id, defaults={"next_at": now})
        pause = min(FIRST_PAUSE * 2 ** min(failed.attempts, 10), LONGEST_PAUSE)
        failed.attempts += 1
        failed.next_at, failed.error = now + pause, error[:200]
        failed.save()


def settle_due(now: datetime) -> None:
    """Settle finished matches that nobody has, the longest waiting first, except those that are put off."""
    unsettled = Match.objects.filter(finished_at__isnull=False, settled_at=None)
    due = unsettled.exclude(settlement__in=Settlement.objects.waiting(now)).order_by("finished_at")
    for match_id in list(due.values_list("pk", flat=True)[:BATCH]):
        settle_or_postpone(match_id, now)


def on_match_finished(match_id: int, **kwargs: Any) -> None:
    """Receiver of `match_finished`: called right after the commit of the last move."""
    settle_or_postpone(match_id, timezone.now())
