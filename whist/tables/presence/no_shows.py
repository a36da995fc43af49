"""What becomes of seats, the host's role and tables when people go without saying so.

While a match runs a bot plays for those who are away (``breaks``); here are the longer times, after which others may
count on the seat.  In correspondence nobody is expected to keep the page open, so only forgetting the table counts:
in a pause, in which no clock runs for anybody, and without any match.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet

from whist.refusals import Refusal
from whist.tables.correspondence.vote_mails import TIME_TO_LOOK
from whist.tables.lobby.seating import pass_host, stand_up
from whist.tables.match.deadlines import CORRESPONDENCE
from whist.tables.match.downtime import while_site_is_up
from whist.tables.match.locks import bump_seating, lock_table
from whist.tables.models import Match, MatchSeat, Participant, Table, TableSeat, Vacation, day_of
from whist.tables.models.tables import GONE_FOR

GONE_FOR_GOOD = timedelta(minutes=10)
"""How long a connection is gone until the seat is free."""

PAUSED_FOR_GOOD = timedelta(days=7)
"""Somebody who has not been seen, or is timed out, for so long does not come back to a paused match either; until then
the seat is kept.  In correspondence a pause may be one of holidays: there it is `TIME_TO_LOOK`, once others ask."""

FORGOTTEN = timedelta(days=60)
"""Nor does somebody who has not been seen for so long in a pause of holidays, in which nobody asks them anything."""

TIMED_OUT_FOR_GOOD = timedelta(minutes=3)
"""Somebody who is timed out, and for so long does not take the seat back, has left too, whatever their socket does."""

HOST_GONE, HOST_GONE_CORRESPONDENCE = timedelta(minutes=3), timedelta(days=3)
"""Between matches nobody waits longer than this for an absent host: long enough to send the invitation to friends; the
second in correspondence."""

DESERTED, DESERTED_CORRESPONDENCE = timedelta(hours=2), timedelta(days=7)
"""A table without a match at which nobody was seen for so long is closed; the second in correspondence."""

BATCH = 50


@while_site_is_up
def free_seats_of_absent(now: datetime) -> None:
    """Give the match seats of no-shows to bots, and their table seats to whoever wants them."""
    running = Match.objects.running().on_terms(seats_people=True)
    seats = MatchSeat.objects.open().of_people().filter(match__in=running).select_related("user", "match")
    paused = seats.exclude(match__seconds_left=None)
    _free_seats_of_forgetful(paused.filter(match__table__clock__in=CORRESPONDENCE), now)
    quick = paused.exclude(match__table__clock__in=CORRESPONDENCE)
    _free_seats_of(quick.filter(_unseen(now - PAUSED_FOR_GOOD)), now)
    _free_seats_of(quick.filter(timed_out_at__lte=now - PAUSED_FOR_GOOD), now)
    played = seats.filter(match__seconds_left=None).exclude(match__table__clock__in=CORRESPONDENCE)
    gone = Participant.objects.gone(now, GONE_FOR_GOOD).of_holders()
    _free_seats_of(played.filter(Exists(gone), is_away=True, back_at=None), now)
    _free_seats_of(played.filter(timed_out_at__lte=now - TIMED_OUT_FOR_GOOD), now)


def _free_seats_of_forgetful(paused: QuerySet[MatchSeat], now: datetime) -> None:
    """A pause that all agreed upon is no reason to look in: only those asked to go on are expected to, and a mail has
    told them so, unless they saw it when they sat down or took their own vote back.  Days of vacation do not count."""
    wanting = MatchSeat.objects.wanting().filter(match=OuterRef("match"))
    since = now - TIME_TO_LOOK
    asked = paused.filter(Q(asked_at=None) | Q(asked_at__lte=since), Exists(wanting), vote="")
    _free_seats_of(asked.filter(_unseen(since), ~_rested(since, now)), now)
    _free_seats_of(paused.filter(_unseen(now - FORGOTTEN), ~_rested(now - FORGOTTEN, now)), now)


def _unseen(since: datetime) -> Exists:
    """Whether the holder of a seat has not been at the table: if they ever had a socket, were away or had a turn does
    not matter."""
    return Exists(Participant.objects.of_holders().filter(seen_at__lte=since))


def _rested(since: datetime, now: datetime) -> Exists:
    """Whether the holder of a seat has had a day of vacation."""
    days = Vacation.objects.filter(user=OuterRef("user"))
    return Exists(days.filter(from_day__lte=day_of(now), to_day__gte=day_of(since)))


@while_site_is_up
def free_table_seats(now: datetime) -> None:
    """Free seats between matches, which are kept for ten minutes; the last person may be inviting others, and stays."""
    seating = TableSeat.objects.exclude(user=None).filter(table=OuterRef("table")).exclude(user=OuterRef("user"))
    waiting = _waiting().exclude(clock__in=CORRESPONDENCE)
    _free_seats_of(
        TableSeat.objects.filter(_gone_from_seat(now, GONE_FOR_GOOD), Exists(seating), table__in=waiting), now
    )


@while_site_is_up
def pass_hosts(now: datetime) -> None:
    """Between matches pass an absent host's role to the next person clockwise who is there, or in correspondence has
    been there since."""
    quick, correspondence = _waiting().exclude(clock__in=CORRESPONDENCE), _waiting().filter(clock__in=CORRESPONDENCE)
    _pass_hosts(quick, _gone_from_seat(now, HOST_GONE), _gone_from_seat(now))
    forgetful = _at_seat(Participant.objects.filter(seen_at__lte=now - HOST_GONE_CORRESPONDENCE))
    _pass_hosts(correspondence, forgetful, forgetful)


def _pass_hosts(tables: QuerySet[Table], is_absent: Exists, is_no_heir: Exists) -> None:
    hosts = TableSeat.objects.filter(is_absent, table__in=tables, user=F("table__host"))
    there = TableSeat.objects.exclude(is_no_heir).exclude(user=None)
    for table_seat in hosts.filter(Exists(there.filter(table=OuterRef("table")))).select_related("table")[:BATCH]:
        with transaction.atomic():
            if candidates := list(there.filter(table=table_seat.table)):
                pass_host(table_seat.table, table_seat.seat, candidates)
                bump_seating(table_seat.table_id)


@while_site_is_up
def close_deserted(now: datetime) -> None:
    """Close tables without a match that everybody has forgotten."""
    _close_unseen(_waiting().exclude(clock__in=CORRESPONDENCE), now - DESERTED, now)
    _close_unseen(_waiting().filter(clock__in=CORRESPONDENCE), now - DESERTED_CORRESPONDENCE, now)


def _close_unseen(tables: QuerySet[Table], since: datetime, now: datetime) -> None:
    seen = Participant.objects.filter(table=OuterRef("pk"), seen_at__gt=since)
    forgotten = tables.filter(~Exists(seen), created_at__lte=since)
    for table in forgotten[:BATCH]:
        with transaction.atomic():
            lock_table(table.pk)
            if forgotten.filter(pk=table.pk).update(closed_at=now):  # unless somebody has come by meanwhile
                bump_seating(table.pk)


def _has_running_match() -> Exists:
    return Exists(Match.objects.running().filter(table=OuterRef("pk")))


def _waiting() -> QuerySet[Table]:
    """Friends' tables between matches."""
    return Table.objects.on_terms(seats_people=True).filter(closed_at=None).exclude(_has_running_match())


def _gone_from_seat(now: datetime, patience: timedelta = GONE_FOR) -> Exists:
    """Whether somebody has gone from a table seat: without a socket people ask for the page now and then, and have gone
    when they have not for as long as seats are kept, since the host's page does not ask by itself."""
    unseen = Participant.objects.filter(has_socket=False, seen_at__lte=now - GONE_FOR_GOOD)
    return _at_seat(Participant.objects.gone(now, patience) | unseen)


def _at_seat(participants: QuerySet[Participant]) -> Exists:
    """Whether one of them sits in the table seat."""
    return Exists(participants.filter(table=OuterRef("table"), user=OuterRef("user")))


def _free_seats_of(seated: QuerySet[MatchSeat] | QuerySet[TableSeat], now: datetime) -> None:
    """Let everybody there stand up who is not back, or has left, before it is their turn to."""
    for place in seated.select_related("user")[:BATCH]:
        table_id = place.table_id if isinstance(place, TableSeat) else place.match.table_id
        with transaction.atomic(), suppress(Refusal):
            lock_table(table_id)
            if place.user is not None and seated.filter(pk=place.pk).exists():
                stand_up(table_id, place.user, now)
