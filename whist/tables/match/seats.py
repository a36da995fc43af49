"""Who holds which seat of a match, from which action to which."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db.models import F, Sum
from django.db.models.functions import Length

from accounts.models import User
from whist.tables.match.time_controls import EXPIRIES_BEFORE_BOT
from whist.tables.models import Match, MatchSeat, Participant, TableSeat

NOT_ASKED: dict[str, Any] = {"asked_at": None, "mail_at": None}
"""The columns of who is to be told of nobody's wish."""


def seat_everybody(match: Match) -> None:
    """Save the match with those in its seats who sit on the table's chairs."""
    match.table_id = match.table.pk
    match.save()
    table_seats = TableSeat.objects.filter(table=match.table)
    MatchSeat.objects.bulk_create(
        MatchSeat(match=match, seat=table_seat.seat, user_id=table_seat.user_id, level=table_seat.level)
        for table_seat in table_seats
    )


def lock_match(match: Match) -> None:
    """Before a seat changes hands, or its player comes or goes, inside a transaction: a move of the same moment waits
    until it ends, or is counted before the change; ``match`` is read again.

    After the table and before its seats, so that no two wait for each other.
    """
    Match.objects.filter(pk=match.pk).update(seating=F("seating") + 1)
    match.refresh_from_db()


def change_holder(match: Match, seat: int, user: User | None) -> bool:
    """From the next action on the seat is the user's, or without one a bot's of the table's level.

    True when nobody has acted in the match since the seat changed hands before.  Inside a transaction, as `lock_match`.
    """
    lock_match(match)
    count = actions_before(match)
    match_seat = MatchSeat.objects.get(match=match, seat=seat, to_action=None)
    holder: dict[str, Any] = {"user": user, "level": "" if user else match.table.level}
    visits = Participant.objects.filter(table=match.table_id, user=user)
    holder["has_rested"] = user is not None and visits.filter(rested_in=match).exists()
    holder["has_cut"] = user is not None and visits.filter(hand=_cut_of(match)).exists()
    if match_seat.from_action >= count:  # above it after a bid was taken back
        holder |= {"is_away": False, "back_at": None, "vote": "", "prepared": "", "timed_out_at": None, **NOT_ASKED}
        MatchSeat.objects.filter(match=match, seat=seat, from_action=match_seat.from_action).update(**holder)
        return True
    MatchSeat.objects.filter(match=match, seat=seat, from_action=match_seat.from_action).update(
        to_action=count, **NOT_ASKED
    )
    MatchSeat.objects.create(match=match, seat=seat, from_action=count, **holder)
    return False


def note_break(match: Match, user: User) -> None:
    """He has had his break, in whatever seat: one that changes hands before anybody has acted does not remember who
    held it."""
    Participant.objects.filter(table=match.table_id, user=user).update(rested_in=match)


def note_cut(match: Match, seat: int, user: User) -> None:
    """He has cut the cards, in whatever seat, as with breaks."""
    MatchSeat.objects.filter(match=match.pk, seat=seat, to_action=None).update(has_cut=True)
    Participant.objects.filter(table=match.table_id, user=user).update(hand=_cut_of(match))


CUT = ".cut"


def _cut_of(match: Match) -> str:
    """As long as a match can be cut nobody holds a hand of it."""
    return f"{match.pk}{CUT}"


def match_cut_in(hand: str) -> int | None:
    """The match whose cards are cut according to an `Participant.hand`."""
    return int(hand.removesuffix(CUT)) if hand.endswith(CUT) else None


def round_of_hand(hand: str) -> tuple[int, int]:
    """Match and round from 1 of an `Participant.hand`, the later the greater: 0 for a cut before the first."""
    if not hand:
        return 0, 0
    match, number, *_seat = hand.split(".")
    return int(match), 0 if number == CUT[1:] else int(number)


def actions_before(match: Match) -> int:
    """How many actions of the match are stored."""
    finished = match.rounds.aggregate(count=Sum(Length("actors")))["count"] or 0
    is_stored = match.rounds.filter(number=match.rounds_dealt - 1).exists()
    return finished + (0 if is_stored else len(match.actors))


def expiries_of(match: Match, seat: int) -> int:
    """How often in a row the site has acted for the seat because its player did not."""
    return int(match.idle[seat]) if match.idle else 0


def timed_out_seats(match: Match, idle: Sequence[int]) -> dict[int, bool]:
    """For which seats the site begins to act at once, or ends it, when ``idle`` is written: how often in a row each
    let the clock run out."""
    timed_out = {seat: count >= EXPIRIES_BEFORE_BOT for seat, count in enumerate(idle)}
    return {
        seat: is_asleep
        for seat, is_asleep in timed_out.items()
        if is_asleep != (expiries_of(match, seat) >= EXPIRIES_BEFORE_BOT)
    }


def note_time_outs(match: Match, timed_out: Mapping[int, bool], now: datetime) -> None:
    """Since when they do not act, for those who do not come back (`whist.tables.presence.no_shows`)."""
    for seat, is_asleep in timed_out.items():
        holder = MatchSeat.objects.filter(match=match.pk, seat=seat, to_action=None)
        holder.update(timed_out_at=now if is_asleep else None)


def is_played_for(match: Match, match_seat: MatchSeat) -> bool:
    """Whether a bot plays at once for the player of the seat: he is away, or let the clock run out again and again."""
    if match_seat.user_id is None:
        return False
    return match_seat.is_away or expiries_of(match, match_seat.seat) >= EXPIRIES_BEFORE_BOT
