"""Pausing a match by votes, a short break, going away and coming back."""

from __future__ import annotations

from collections import defaultdict
from contextlib import suppress
from datetime import datetime, timedelta

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Exists, OuterRef

from accounts.models import User
from whist.refusals import Refusal
from whist.tables.correspondence.vote_mails import ask_no_longer, ask_others
from whist.tables.match.deadlines import CORRESPONDENCE, is_correspondence
from whist.tables.match.downtime import while_site_is_up
from whist.tables.match.locks import bump_revision
from whist.tables.match.moves import restart_clock
from whist.tables.match.seats import NOT_ASKED, is_played_for, lock_match, note_break
from whist.tables.match.selectors import held_seat, held_seats, latest_match
from whist.tables.match.votes import heed_votes, vote_of_now
from whist.tables.models import Match, MatchSeat, Participant, ParticipantQuerySet
from whist.tables.texts import refusals

BREAK = timedelta(minutes=3)
"""How long a bot plays for somebody who takes a break; once in a match."""

BATCH = 100


def _own_seat(table_id: int, user: User) -> tuple[Match, dict[int, MatchSeat], int]:
    match = latest_match(table_id)
    lock_match(match)
    match_seats = held_seats(match.pk)
    seat = held_seat(user, match, match_seats)
    if match.has_ended:
        raise refusals.NotBetweenMatches
    return match, match_seats, seat


@transaction.atomic
def cast_vote(table_id: int, user: User, vote: str, now: datetime) -> None:
    """Vote to pause or to go on, or with an empty vote take it back.

    It happens as soon as every player who is there has voted for it; in correspondence the others are told of it by
    mail if they do not look in.  A player who votes is there: no bot plays for them any more.

    Raises PermissionDenied, NotSeated, NotBetweenMatches.
    """
    bump_revision(table_id)  # first, so that the same vote of another at this time waits, and then counts this one
    match, match_seats, seat = _own_seat(table_id, user)
    if vote not in ("", vote_of_now(match)):
        return
    MatchSeat.objects.at(match.pk, seat).update(vote=vote, **NOT_ASKED)
    if vote and is_played_for(match_seats[seat]):
        _let_play(match, seat, user.pk, False, now)
    if not heed_votes(match, now) and is_correspondence(match) and vote != match_seats[seat].vote:
        _tell_others(match, vote, now)


def _tell_others(match: Match, vote: str, now: datetime) -> None:
    if vote:
        ask_others(match, now)
    else:
        ask_no_longer(match)


@transaction.atomic
def take_break(table_id: int, user: User, now: datetime) -> None:
    """Let a bot play for a few minutes, once in a match.

    Raises PermissionDenied, NotSeated, NotBetweenMatches, NoBreakInDays, RestedAlready.
    """
    bump_revision(table_id)
    match, match_seats, seat = _own_seat(table_id, user)
    if is_correspondence(match):
        raise refusals.NoBreakInDays
    if match_seats[seat].has_rested:
        raise refusals.RestedAlready
    mine = MatchSeat.objects.at(match.pk, seat).filter(has_rested=False)
    if not mine.update(has_rested=True, is_away=True, back_at=now + BREAK):
        raise refusals.RestedAlready
    note_break(match, user)
    restart_clock(match, now, seat=seat)
    heed_votes(match, now)


@transaction.atomic
def come_back(table_id: int, user: User, now: datetime) -> None:
    """Give the player their seat back from the bot that plays for them.

    Where no bot plays nothing happens: else players would have their time anew as often as they like.  Raises
    PermissionDenied, NotSeated, NotBetweenMatches.
    """
    bump_revision(table_id)
    match, match_seats, seat = _own_seat(table_id, user)
    if is_played_for(match_seats[seat]):
        _set_away(match, seat, user.pk, False, now)


def come_back_everywhere(user: User, now: datetime) -> None:
    """As `come_back`, in all correspondence matches, each in a transaction of its own: only where no bot plays for the
    user can their time be put off."""
    running = Match.objects.running().filter(table__clock__in=CORRESPONDENCE)
    seats = MatchSeat.objects.of(user).filter(match__in=running).select_related("match")
    for match_seat in seats:
        if is_played_for(match_seat):
            with suppress(Refusal, PermissionDenied):  # the seat is somebody else's by now, or the match over
                come_back(match_seat.match.table_id, user, now)


def _set_away(match: Match, seat: int, user_id: int, is_away: bool, now: datetime) -> None:
    """Note that a player comes or goes, who may be the one that the votes of the others waited for."""
    bump_revision(match.table_id)
    lock_match(match)
    if _let_play(match, seat, user_id, is_away, now):
        heed_votes(match, now)


def _let_play(match: Match, seat: int, user_id: int | None, is_away: bool, now: datetime) -> bool:
    """Let a bot play for a player who goes away, or no longer for one who is back; False when the seat is somebody
    else's by now."""
    holder = MatchSeat.objects.at(match.pk, seat).filter(user=user_id)
    if not holder.update(is_away=is_away, back_at=None):
        return False
    restart_clock(match, now, seat=seat)
    return True


# -- presence --------------------------------------------------------------------------------------------------------


def note_socket(table_id: int, user_id: int, now: datetime) -> None:
    """Note that a socket of the user has opened at the table: one who was away is back."""
    _note_open(table_id, [user_id], now, has_socket=True)
    seats = MatchSeat.objects.of(user_id).filter(match__table=table_id, match__finished_at=None)
    for match_seat in seats.filter(is_away=True, back_at=None).select_related("match__table"):
        with transaction.atomic():
            _set_away(match_seat.match, match_seat.seat, user_id, False, now)


def note_no_socket(table_id: int, user_id: int, now: datetime) -> None:
    """Note that the user's last socket at the table, as far as this process knows, has closed."""
    Participant.objects.at(table_id, user_id).filter(has_socket=True).update(gone_at=now)


def note_sockets(participants: list[tuple[int, int]], now: datetime) -> None:
    """Note that these users still have sockets at these tables."""
    by_table: defaultdict[int, list[int]] = defaultdict(list)
    for table_id, user_id in participants:
        by_table[table_id].append(user_id)
    for table_id, user_ids in by_table.items():
        _note_open(table_id, user_ids, now)


def _note_open(table_id: int, user_ids: list[int], now: datetime, **changes: bool) -> None:
    """Note open sockets at a table.  In correspondence a tab left open is no look: people are seen when they ask for a
    page (`whist.tables.presence.last_seen`), which a tab does that comes to the front."""
    there = Participant.objects.filter(table=table_id, user__in=user_ids)
    if not there.exclude(table__clock__in=CORRESPONDENCE).update(seen_at=now, gone_at=None, **changes):
        there.update(gone_at=None, **changes)


@while_site_is_up
def notice_absence(now: datetime) -> None:
    """Let bots take over from everybody whose connection has been gone long enough; the end of breaks."""
    there = MatchSeat.objects.open().filter(
        match__table=OuterRef("table"), user=OuterRef("user"), match__finished_at=None
    )
    for participant in _gone(now).filter(Exists(there.filter(is_away=False)))[:BATCH]:
        _change_presence(participant.table_id, participant.user_id, True, now)
    rested = MatchSeat.objects.open().filter(back_at__lte=now, is_away=True, match__finished_at=None)
    for match_seat in rested.select_related("match")[:BATCH]:
        is_gone = _gone(now).at(match_seat.match.table_id, match_seat.user_id).exists()
        _change_presence(match_seat.match.table_id, match_seat.user_id, is_gone, now)


def _gone(now: datetime) -> ParticipantQuerySet:
    """Participants whose connection is gone; in correspondence nobody is expected to keep the table open."""
    return Participant.objects.gone(now).exclude(table__clock__in=CORRESPONDENCE)


def _change_presence(table_id: int, user_id: int | None, is_away: bool, now: datetime) -> None:
    match = latest_match(table_id)
    seat = next((seat for seat, match_seat in held_seats(match.pk).items() if match_seat.user_id == user_id), None)
    if seat is not None and user_id is not None and not match.has_ended:
        with transaction.atomic():
            _set_away(match, seat, user_id, is_away, now)
