"""Who holds which seat of a match, from which action to which."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db.models import F, Sum
from django.db.models.functions import Length

from accounts.models import User
from whist.tables.match.time_controls import EXPIRIES_BEFORE_BOT
from whist.tables.models import Match, MatchSeat, Participant, TableSeat

NOT_ASKED: dict[str, Any] = {"asked_at": None, "mail_at": None}
"""The columns of a seat whose holder is told of nobody's vote."""


def seat_everybody(match: Match) -> None:
    """Save the match with the holders of the table seats in its seats."""
    match.table_id = match.table.pk
    match.save()
    table_seats = TableSeat.objects.filter(table=match.table)
    MatchSeat.objects.bulk_create(
        MatchSeat(match=match, seat=table_seat.seat, user_id=table_seat.user_id, level=table_seat.level)
        for table_seat in table_seats
    )


def lock_match(match: Match) -> None:
    """Lock before a seat changes hands, or its player comes or goes, inside a transaction: a move at the same time
    waits until it ends, or is counted before the change; ``match`` is read again.

    After the table and before its seats, so that no two wait for each other.
    """
    Match.objects.filter(pk=match.pk).update(seating=F("seating") + 1)
    match.refresh_from_db()


def change_holder(match: Match, seat: int, user: User | None) -> bool:
    """Give the seat from the next action on to the user, or without one to a bot of the table's level.

    True when nobody has acted in the match since the seat changed hands before.  Inside a transaction, as `lock_match`.
    """
    lock_match(match)
    count = actions_before(match)
    match_seat = MatchSeat.objects.at(match.pk, seat).get()
    holder: dict[str, Any] = {"user": user, "level": "" if user else match.table.level}
    participants = Participant.objects.at(match.table_id, user)
    holder["has_rested"] = user is not None and participants.filter(rested_in=match).exists()
    holder["has_cut"] = user is not None and participants.filter(cut_in=match).exists()
    if match_seat.from_action >= count:  # above it after a bid was taken back
        holder |= {"is_away": False, "back_at": None, "vote": "", "prepared": {}, "expiries": 0, "timed_out_at": None}
        MatchSeat.objects.at(match.pk, seat).update(**holder, **NOT_ASKED)
        return True
    MatchSeat.objects.at(match.pk, seat).update(to_action=count, **NOT_ASKED)
    # What is the seat's, whoever holds it.
    holder |= {"bid_taken_back_in": match_seat.bid_taken_back_in, "bank": match_seat.bank}
    MatchSeat.objects.create(match=match, seat=seat, from_action=count, **holder)
    return False


def note_break(match: Match, user: User) -> None:
    """Note that the user has had their break, in whatever seat: one that changes hands before anybody has acted does
    not remember who held it."""
    Participant.objects.at(match.table_id, user).update(rested_in=match)


def note_cut(match: Match, seat: int, user: User) -> None:
    """Note that the user has cut the cards, in whatever seat, as with breaks."""
    MatchSeat.objects.at(match.pk, seat).update(has_cut=True)
    Participant.objects.at(match.table_id, user).update(cut_in=match)


def actions_before(match: Match) -> int:
    """How many actions of the match are stored."""
    finished = match.rounds.aggregate(count=Sum(Length("actors")))["count"] or 0
    is_stored = match.rounds.filter(number=match.rounds_dealt - 1).exists()
    return finished + (0 if is_stored else len(match.actors))


def is_timed_out(expiries: int) -> bool:
    """Whether the site acts at once for a player whose clock has run out so often in a row."""
    return expiries >= EXPIRIES_BEFORE_BOT


def is_played_for(match_seat: MatchSeat) -> bool:
    """Whether a bot plays at once for the player of the seat, who is away or timed out."""
    return match_seat.user_id is not None and (match_seat.is_away or is_timed_out(match_seat.expiries))


class SeatChanges:
    """What a move is about to change in the seats of a match: how often clocks ran out, and what is left in banks.

    Read from the seats as they were read with the match, and written after the match's own row in the same transaction,
    so that the guard of that write holds for these too.  A seat in which nothing is another costs no statement.
    """

    def __init__(self, match_seats: Mapping[int, MatchSeat]) -> None:
        self.match_seats = match_seats
        self._changes: dict[int, dict[str, Any]] = {seat: {} for seat in match_seats}

    def get(self, seat: int, column: str) -> Any:
        """The column as it will be."""
        return self._changes[seat].get(column, getattr(self.match_seats[seat], column))

    def set(self, seat: int, **columns: Any) -> None:
        self._changes[seat] |= columns

    def is_timed_out(self, seat: int) -> bool:
        return is_timed_out(self.get(seat, "expiries"))

    @property
    def times_out(self) -> bool:
        """Whether the site begins to act at once for one of the seats."""
        return any(
            self.is_timed_out(seat) and not is_timed_out(match_seat.expiries)
            for seat, match_seat in self.match_seats.items()
        )

    def are_changed(self, now: datetime) -> bool:
        """Whether `write` has anything to write."""
        return any(self._of(seat, match_seat, now) for seat, match_seat in self.match_seats.items())

    def see(self, match_seats: Mapping[int, MatchSeat]) -> None:
        """Heed the seats as they are now: where somebody came, left or returned, expiries are counted anew."""
        for seat, match_seat in match_seats.items():
            if match_seat.expiries != self.match_seats[seat].expiries:
                self._changes[seat].pop("expiries", None)
        self.match_seats = match_seats

    def write(self, match: Match, now: datetime) -> None:
        """Write the changes, seats that change alike in one statement."""
        alike: dict[tuple[tuple[str, Any], ...], list[int]] = defaultdict(list)
        for seat, match_seat in self.match_seats.items():
            if columns := self._of(seat, match_seat, now):
                alike[tuple(sorted(columns.items()))].append(seat)
                for name, value in columns.items():
                    setattr(match_seat, name, value)
        for items, seats in alike.items():
            MatchSeat.objects.open().filter(match=match.pk, seat__in=seats).update(**dict(items))

    def _of(self, seat: int, match_seat: MatchSeat, now: datetime) -> dict[str, Any]:
        columns = {name: value for name, value in self._changes[seat].items() if value != getattr(match_seat, name)}
        if self.is_timed_out(seat) != is_timed_out(match_seat.expiries):
            # Since when, for those who do not come back (`whist.tables.presence.no_shows`).
            columns["timed_out_at"] = now if self.is_timed_out(seat) else None
        return columns
