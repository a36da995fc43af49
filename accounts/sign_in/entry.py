"""From a mailbox to its account: found, made of the browser's guest, or made anew."""

from __future__ import annotations

from datetime import datetime

from django.contrib.auth import login
from django.db import IntegrityError, transaction
from django.http import HttpRequest

from accounts.models import User
from accounts.privacy.merging import begin_merge
from accounts.sign_in.codes import TOKEN, WrongCode

#: Under which name a session keeps the code that was asked for last, by its key, and where to go afterwards.
WAITING = "sign_in"


def account_of(email: str, guest: User | None, now: datetime) -> tuple[User, bool]:
    """The account of an address whose owner uses the browser, and whether it is new.

    A new one is made of the guest, with everything they have.  If there is one already, the guest moves into it.
    Raises WrongCode for an account that may not play, so that it looks like any other mistake.
    """
    account = User.objects.filter(email=email).first()
    if account is None:
        try:
            return _found_account(email, guest), True
        except IntegrityError:  # another browser was faster with the same address
            account = User.objects.get(email=email)
    if not account.is_active:
        raise WrongCode
    if guest is not None:
        begin_merge(guest, account, now)
    return account, False


@transaction.atomic
def _found_account(email: str, guest: User | None) -> User:
    member = guest or User.objects.create_guest()
    still_guest = User.objects.filter(pk=member.pk, is_guest=True, merging_into=None)
    if not still_guest.update(email=email, is_guest=False):
        return _found_account(email, None)  # another window of this browser has just taken the guest along
    member.email, member.is_guest = email, False
    return member


def enter(request: HttpRequest, user: User) -> None:
    """Sign the browser in, with a new session key; what its session held beside the user stays."""
    dropped = {TOKEN, WAITING, "_session_expiry"}
    kept = {name: value for name, value in request.session.items() if name not in dropped and name[:5] != "_auth"}
    request.session.flush()
    login(request, user)
    request.session.update(kept)
