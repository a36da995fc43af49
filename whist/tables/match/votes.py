"""Votes for a pause, or to go on: it happens when all players who are there have voted for it."""

from __future__ import annotations

from datetime import datetime

from whist.tables.match.deadlines import is_correspondence, pause_time, resume_time
from whist.tables.match.seats import NOT_ASKED, is_played_for
from whist.tables.match.selectors import held_seats
from whist.tables.models import Match, MatchSeat, Participant

PAUSE, RESUME = "pause", "resume"


def vote_of_now(match: Match) -> str:
    """What can be voted for: to go on with a paused match, to pause another."""
    return RESUME if match.is_paused else PAUSE


def heed_votes(match: Match, now: datetime) -> bool:
    """Do what all players who are there have voted for, and say whether there was such a thing.

    Inside a transaction that has locked the table, after each change of votes or of who is there.
    """
    match_seats = held_seats(match.pk).values()
    people = [match_seat for match_seat in match_seats if match_seat.user_id and not is_played_for(match_seat)]
    if not people or any(match_seat.vote != vote_of_now(match) for match_seat in people):
        return False
    if not (_resume(match, now) if match.is_paused else _pause(match, now)):
        return False
    MatchSeat.objects.open().filter(match=match.pk).update(vote="", **NOT_ASKED)
    return True


def _pause(match: Match, now: datetime) -> bool:
    """Pause the match; a move at the same time wins, and the match goes on with it: nothing was paused in its middle,
    and everybody still wants it."""
    same = Match.objects.filter(pk=match.pk, version=match.version, finished_at=None, seconds_left=None)
    is_paused = bool(same.update(**pause_time(match, now)))
    if is_paused and is_correspondence(match):
        _count_pause_from(match, now)
    return is_paused


def _count_pause_from(match: Match, now: datetime) -> None:
    """Count from now on how long the others have not looked in: their turns were days away, so they have the whole time
    of the pause.  The player whose turn it is has had theirs, and is still told of it by mail."""
    others = MatchSeat.objects.open().of_people().filter(match=match.pk).exclude(user=match.waits_for_id)
    Participant.objects.filter(table=match.table_id, user__in=others.values("user")).update(seen_at=now)


def _resume(match: Match, now: datetime) -> bool:
    paused = Match.objects.filter(pk=match.pk, version=match.version).exclude(seconds_left=None)
    is_going_on = bool(paused.update(**resume_time(match, now)))
    if is_going_on:
        _wait_anew(match, now)
    return is_going_on


def _wait_anew(match: Match, now: datetime) -> None:
    """Give those who are timed out or away as long as ever to return: in the pause nobody waited for them."""
    seats = MatchSeat.objects.open().filter(match=match.pk)
    seats.exclude(timed_out_at=None).update(timed_out_at=now)
    away = Participant.objects.filter(table=match.table_id, user__in=seats.filter(is_away=True).values("user"))
    away.update(seen_at=now)
