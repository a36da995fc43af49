"""Everything that changes who is at a friends' table: opening it, table seats, bots, the host, dealing, leaving.

A table seat is a row with a unique key, so of two who sit down at once one finds it taken; and all that changes who is
there locks the table's row first, so that nobody deals to somebody who is just leaving.  While a match runs, sitting
down or standing up also takes or gives back the match seat, in the same transaction.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction

from accounts.models import User
from whist import bots
from whist.engine import Game
from whist.engine.errors import BadOption
from whist.tables.lobby.open_tables import counts_for
from whist.tables.match.locks import bump_seating, lock_table
from whist.tables.match.moves import check_options, new_match, restart_clock
from whist.tables.match.seats import change_holder, seat_everybody
from whist.tables.match.selectors import open_match_at, table_at
from whist.tables.match.state_cache import state_of
from whist.tables.match.time_controls import TIME_CONTROLS
from whist.tables.match.votes import heed_votes
from whist.tables.models import Match, Participant, Table, TableSeat
from whist.tables.texts import refusals

MOST_WAITING = 5
"""How many tables of one host may wait for people at the same time, so that nobody fills the list."""


@transaction.atomic
def open_table(
    user: User, game: Game, seats: int, options: Mapping[str, Any], *, choices: Mapping[str, Any], now: datetime
) -> Table:
    """Open a table to which friends may come, its opener in the first seat; raises BadOption, TooManyTables.

    ``choices`` is what the opener chose besides the game: ``clock``, ``level`` and ``pace`` of bots, ``is_public``,
    ``allows_undo``.
    """
    if (
        choices["clock"] not in TIME_CONTROLS
        or choices["level"] not in bots.LEVELS
        or choices["pace"] not in bots.PACES
    ):
        raise BadOption(str(dict(choices)))
    check_options(game, seats, options)
    chosen = {"game_slug": game.slug, "seats": seats, "options": dict(options), **choices}
    waiting = Table.objects.filter(host=user, is_waiting=True, closed_at=None, table_seats__user=user)
    untouched = waiting.filter(matches=None, **chosen)
    if (table := untouched.first()) and not table.table_seats.exclude(user=user).exists():
        return table  # a second click on the same button
    if waiting.count() >= MOST_WAITING:
        raise refusals.TooManyTables
    table = Table.objects.create(
        kind=Table.Kind.FRIENDS,
        host=user,
        is_waiting=True,
        invitation=secrets.token_urlsafe(12),
        created_at=now,
        **chosen,
    )
    TableSeat.objects.create(table=table, seat=0, user=user)
    add_participant(table, user, now)
    bump_seating(table.pk)
    return table


def add_participant(table: Table, user: User, now: datetime) -> None:
    """Make the user a participant of the table, seen there now."""
    Participant.objects.update_or_create(table=table, user=user, defaults={"seen_at": now})


@transaction.atomic
def sit_down(table_id: int, user: User, seat: int, now: datetime) -> None:
    """Take a free seat, or one of a bot; a user who has another one moves.

    Raises NotFound, TableClosed, NoSuchSeat, SeatTaken, MatchRuns for a change of seats in a match, or
    KnowsOtherCards.
    """
    table = _open_table(table_id)
    if not 0 <= seat < table.seats:
        raise refusals.NoSuchSeat
    match = open_match_at(table)
    own = table.table_seats.filter(user=user).first()
    if own is not None and own.seat == seat:
        return
    if own is not None and match is not None:
        raise refusals.MatchRuns
    table.table_seats.filter(user=user).delete()
    table.table_seats.filter(seat=seat, user=None).delete()
    try:
        with transaction.atomic():
            TableSeat.objects.create(table=table, seat=seat, user=user)
    except IntegrityError as error:
        raise refusals.SeatTaken from error
    add_participant(table, user, now)
    if match is not None:
        is_his_hand = _see_hand(match, seat, user)
        is_same_turn = change_holder(match, seat, user)
        restart_clock(match, now, seat=seat, has_new_holder=True, keeps_time=is_his_hand and is_same_turn)
    _find_host(table)
    bump_seating(table.pk)


@transaction.atomic
def give_seat_back(table_id: int, user: User, now: datetime) -> None:
    """As `stand_up` between matches; raises MatchRuns when the host has dealt meanwhile: leaving is asked about."""
    if open_match_at(_open_table(table_id)) is not None:
        raise refusals.MatchRuns
    stand_up(table_id, user, now)


@transaction.atomic
def stand_up(table_id: int, user: User, now: datetime) -> None:
    """Give the seat back; in a match a bot goes on in it.

    Behind the last person the table stays open to spectators and those who have the link: until bots have finished the
    match, and between matches until everybody has forgotten it (`whist.tables.presence.no_shows`).
    """
    table = _open_table(table_id)
    table_seat = table.table_seats.filter(user=user).first()
    if table_seat is None:
        raise refusals.NotSeated
    seat = table_seat.seat
    table_seat.delete()
    if (match := open_match_at(table)) is not None:
        TableSeat.objects.create(table=table, seat=seat, level=table.level)
        with suppress(refusals.KnowsOtherCards):  # a guest's seat may have become theirs; that keeps nobody at a table
            _see_hand(match, seat, user)
        change_holder(match, seat, None)
        restart_clock(match, now, seat=seat, has_new_holder=True)
        heed_votes(match, now)
    _find_host(table, seat)
    if match is None and not table.table_seats.exclude(user=None).exists():
        Table.objects.filter(pk=table.pk).update(is_waiting=True)  # else nobody could sit down beside the last result
    bump_seating(table.pk)


def _see_hand(match: Match, seat: int, user: User) -> bool:
    """Remember whose cards the user knows, and say whether they knew them; nobody sees two hands of one round by going
    from seat to seat."""
    if state_of(match).to_act is None:
        return False  # nothing is dealt, or the round is over
    mine = Participant.objects.at(match.table_id, user)
    this_round = {"hand_match": match, "hand_round": match.rounds_dealt}
    known = mine.filter(**this_round).values_list("hand_seat", flat=True).first()
    if known not in (None, seat):
        raise refusals.KnowsOtherCards
    mine.update(**this_round, hand_seat=seat)
    return known is not None


@transaction.atomic
def set_bot(table_id: int, user: User, seat: int, level: str) -> None:
    """Put a bot of ``level`` in a seat without a person, or with an empty level take it away; the host's right."""
    table = _table_of_host(table_id, user)
    if not 0 <= seat < table.seats:
        raise refusals.NoSuchSeat
    if level and level not in bots.LEVELS:
        raise BadOption(level)
    if open_match_at(table) is not None:
        raise refusals.MatchRuns
    table.table_seats.filter(seat=seat, user=None).delete()
    if level:
        _fill(table, seat, level)
    bump_seating(table.pk)


@transaction.atomic
def fill_with_bots(table_id: int, user: User) -> None:
    """Put a bot of the table's level in every free seat."""
    table = _table_of_host(table_id, user)
    taken = set(table.table_seats.values_list("seat", flat=True))
    for seat in set(range(table.seats)) - taken:
        _fill(table, seat, table.level)
    bump_seating(table.pk)


def _fill(table: Table, seat: int, level: str) -> None:
    try:
        with transaction.atomic():
            TableSeat.objects.create(table=table, seat=seat, level=level)
    except IntegrityError as error:
        raise refusals.SeatTaken from error


@transaction.atomic
def deal_match(table_id: int, user: User, now: datetime) -> Match:
    """Begin the next match with everybody in the seats; a second click finds the match of the first.

    Raises NotTheHost, SeatsEmpty.
    """
    table = _table_of_host(table_id, user)
    before = table.matches.order_by("-number").first()
    if before is not None and not before.has_ended:
        return before
    _leave_out_empty_seats(table)
    match = new_match(table, before.number + 1 if before else 1, now)
    seat_everybody(match)
    Table.objects.filter(pk=table.pk).update(is_waiting=False)
    bump_seating(table.pk)
    return match


def _leave_out_empty_seats(table: Table) -> None:
    """Shrink a table to those who came, as it may before the first match (`open_tables.counts_for`)."""
    table_seats = list(table.table_seats.order_by("seat"))
    if len(table_seats) == table.seats:
        return
    if len(table_seats) not in counts_for(table, is_first=not table.matches.exists()):
        raise refusals.SeatsEmpty
    table.seats = len(table_seats)
    table.save(update_fields=["seats"])
    for seat, table_seat in enumerate(table_seats):  # downwards into free places, so no two meet
        TableSeat.objects.filter(table=table, seat=table_seat.seat).update(seat=seat)


@transaction.atomic
def gather(table_id: int, user: User) -> None:
    """Let the table wait after a match, so that people can come, go and change; raises MatchRuns, NotSeated."""
    table = _open_table(table_id)
    if not table.table_seats.filter(user=user).exists():
        raise refusals.NotSeated
    if open_match_at(table) is not None:
        raise refusals.MatchRuns
    Table.objects.filter(pk=table.pk).update(is_waiting=True)
    bump_seating(table.pk)


def _open_table(table_id: int) -> Table:
    """Lock an open table: dealing, sitting down or standing up at the same time waits until this transaction ends."""
    lock_table(table_id)
    table = table_at(table_id, seats_people=True)
    if table.closed_at is not None:
        raise refusals.TableClosed
    return table


def _table_of_host(table_id: int, user: User) -> Table:
    """Lock a table of which the user is the host, and in a seat: after standing up nobody deals to others."""
    table = _open_table(table_id)
    if table.host_id != user.pk or not table.table_seats.filter(user=user).exists():
        raise refusals.NotTheHost
    return table


def _find_host(table: Table, seat: int = 0) -> None:
    """Pass the role of a host who has no seat any more to the next person clockwise from this seat."""
    seated = list(table.table_seats.exclude(user=None))
    if seated and table.host_id not in {table_seat.user_id for table_seat in seated}:
        pass_host(table, seat, seated)


def pass_host(table: Table, seat: int, candidates: Iterable[TableSeat]) -> None:
    """Make the first of the candidates clockwise from this seat the host, unless the role has just gone to somebody."""
    heir = min(candidates, key=lambda table_seat: (table_seat.seat - seat) % table.seats)
    Table.objects.filter(pk=table.pk, host=table.host_id).update(host=heir.user_id)
