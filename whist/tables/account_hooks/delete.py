"""What becomes of the tables of somebody who deletes their account, or sits at one twice (`accounts.hooks`)."""

from __future__ import annotations

from contextlib import suppress

from django.utils import timezone

from accounts.models import User
from whist.refusals import Refusal
from whist.tables.lobby.seating import stand_up
from whist.tables.match.resignation import close_match
from whist.tables.match.selectors import running_matches
from whist.tables.models import Table, TableSeat


def leave_tables(user: User) -> None:
    """End the user's solo matches without a result; friends play on with a bot in the seat."""
    now = user.deleted_at or timezone.now()
    for match in running_matches(user).on_terms(can_be_given_up=True):
        close_match(match, now)
    for table_id in list(user.table_seats.order_by("table").values_list("table", flat=True)):
        with suppress(Refusal):
            stand_up(table_id, user, now)
    user.table_seats.all().delete()
    user.participants.all().delete()


def leave_second_seats(guest: User, account: User) -> None:
    """Where a guest sits beside the account that they turn out to be, let the account's seat count.

    The guest stands up, as anybody may: a bot goes on there, and what they did stays theirs (`move_seats`).
    """
    beside = TableSeat.objects.filter(user=guest, table__in=account.table_seats.values("table"))
    for table_id in list(beside.values_list("table", flat=True)):
        Table.objects.filter(pk=table_id, host=guest).update(host=account)
        with suppress(Refusal):
            stand_up(table_id, guest, timezone.now())
