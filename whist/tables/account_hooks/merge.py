"""What becomes of a guest's tables when they turn out to have an account."""

from __future__ import annotations

from accounts.models import User
from whist.tables.match.seats import lock_match
from whist.tables.models import Match, MatchSeat, Participant, Table


def move_seats(guest: User, account: User) -> None:
    """Move the running match and the record of all others to the account.

    Of a match in which both sat, each keeps what they did: the account would have two seats in it.  Only a seat in
    which the guest still plays is the account's from now on, which has left its own there (`sit_together`).
    """
    for match in Match.objects.running().of_user(guest.pk).order_by("table"):
        lock_match(match)  # a move that was read before waits for the account, not for the guest
    held = MatchSeat.objects.filter(user=guest)
    shared = MatchSeat.objects.filter(user=account, match__in=held.values("match"))
    held.exclude(match__in=list(shared.values_list("match", flat=True))).update(user=account)
    held.open().filter(match__in=Match.objects.running()).update(user=account)
    Table.objects.filter(host=guest).update(host=account)
    _move_participations(guest, account)


def _move_participations(guest: User, account: User) -> None:
    """Move seats and participations at friends' tables; where the account has one already, that counts."""
    for visit in guest.participants.all():
        if known := account.participants.filter(table=visit.table_id).first():
            _be_one_person(visit, known)
    for rows in (guest.table_seats, guest.participants):
        there = rows.model.objects.filter(user=account).values("table")
        rows.filter(table__in=list(there.values_list("table", flat=True))).delete()
        rows.update(user=account)


def _be_one_person(guest: Participant, account: Participant) -> None:
    """Merge what one may do once, and the hand that one knows: what is newer counts for the account, in its seat too.

    An account that holds a seat itself may return to it, whatever hand the guest beside it has seen.
    """
    seats = MatchSeat.objects.of(account.user_id)
    if guest.newest_hand > account.newest_hand and not seats.filter(match=guest.hand_match_id).exists():
        account.hand_match_id, account.hand_round = guest.hand_match_id, guest.hand_round
        account.hand_seat = guest.hand_seat
    seats.filter(match__in=[match for match in (account.cut_in_id, guest.cut_in_id) if match]).update(has_cut=True)
    account.cut_in_id = max(filter(None, (account.cut_in_id, guest.cut_in_id)), default=None)
    account.rested_in_id = max(filter(None, (account.rested_in_id, guest.rested_in_id)), default=None)
    account.save(update_fields=["hand_match", "hand_round", "hand_seat", "cut_in", "rested_in"])
    seats.filter(match=account.rested_in_id).update(has_rested=True)


def sit_together(guest: User, account: User) -> bool:
    """Whether both hold seats in a running match, as nobody may: the guest waits until it is over."""
    seats_of_guest = MatchSeat.objects.filter(user=guest, match__in=Match.objects.running()).values("match")
    return Match.objects.running().of_user(account.pk).filter(pk__in=seats_of_guest).exists()
