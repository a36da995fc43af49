"""What becomes of a guest's tables when he turns out to have an account."""

from __future__ import annotations

from accounts.models import User
from whist.tables.match.seats import lock_match, match_cut_in, round_of_hand
from whist.tables.models import Match, MatchSeat, Participant, Table


def move_seats(guest: User, account: User) -> None:
    """The running match and the record of all others go along.

    Of a match in which both sat, each keeps what he did: the account would have two seats in it.  Only a seat in which
    the guest still plays is the account's from now on, which has left its own there (`sit_together`).
    """
    for match in Match.objects.running().of_user(guest.pk).order_by("table"):
        lock_match(match)  # a move that was read before waits for the account, not for the guest
    his = MatchSeat.objects.filter(user=guest)
    shared = MatchSeat.objects.filter(user=account, match__in=his.values("match"))
    his.exclude(match__in=list(shared.values_list("match", flat=True))).update(user=account)
    his.filter(to_action=None, match__in=Match.objects.running()).update(user=account)
    Table.objects.filter(host=guest).update(host=account)
    _move_company(guest, account)


def _move_company(guest: User, account: User) -> None:
    """Friends' tables too; where the account has a chair, or is known, already, that counts."""
    for visit in guest.participants.all():
        if known := account.participants.filter(table=visit.table_id).first():
            _be_one_person(visit, known)
    for rows in (guest.table_seats, guest.participants):
        there = rows.model.objects.filter(user=account).values("table")
        rows.filter(table__in=list(there.values_list("table", flat=True))).delete()
        rows.update(user=account)


def _be_one_person(guest: Participant, account: Participant) -> None:
    """What one may do once, and the hand that one knows: whatever is newer counts for the account, in its seat too.

    Whoever holds a seat himself may return to it, whatever hand the guest beside him has seen.
    """
    seats = MatchSeat.objects.filter(user=account.user_id, to_action=None)
    match, number = round_of_hand(guest.hand)
    if not number or not seats.filter(match=match).exists():
        account.hand = max(account.hand, guest.hand, key=round_of_hand)
    account.rested_in_id = max(filter(None, (account.rested_in_id, guest.rested_in_id)), default=None)
    account.save(update_fields=["hand", "rested_in"])
    seats.filter(match=account.rested_in_id).update(has_rested=True)
    seats.filter(match__in=[match for match in map(match_cut_in, (account.hand, guest.hand)) if match]).update(
        has_cut=True
    )


def sit_together(guest: User, account: User) -> bool:
    """Nobody may hold two seats in one match; the guest waits until it is over."""
    seats_of_guest = MatchSeat.objects.filter(user=guest, match__in=Match.objects.running()).values("match")
    return Match.objects.running().of_user(account.pk).filter(pk__in=seats_of_guest).exists()
