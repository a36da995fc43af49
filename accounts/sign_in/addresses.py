"""Changing one's e-mail address: codes at the old and at the new one, both typed in the browser that asked.

Nobody learns whether a new address belongs to an account already, before they have proved that they read its mail.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.sessions.backends.base import SessionBase
from django.db import IntegrityError, transaction

from accounts.limits import DAY, Limit, demand
from accounts.models import LoginCode, Mail, User
from accounts.outbox import put_mail
from accounts.sessions.store import end_other_sessions
from accounts.sign_in.codes import WrongCode, ask_code, redeem_code
from whist.refusals import Refusal

CHANGES_ASKED = Limit("changes of address asked for by a user", 10, DAY)
PENDING = "change_of_address"  # the name under which a session keeps it


class AddressTaken(Refusal):
    """Another account has the new address; said only to somebody who reads its mail."""


@dataclass(slots=True)
class Pending:
    """A change that was asked for, and which codes were right so far; ``code`` is the one sent to the new address."""

    code: LoginCode
    has_old: bool = False
    has_new: bool = False

    @property
    def new(self) -> str:
        return self.code.email

    @property
    def is_proved(self) -> bool:
        return self.has_old and self.has_new


def pending_change(session: SessionBase, now: datetime) -> Pending | None:
    """The change this browser asked for, while its codes may still be used."""
    stored: dict[str, Any] = session.get(PENDING, {})
    code = LoginCode.objects.filter(pk=stored.get("code", 0), expires_at__gt=now).first()
    return Pending(code, has_old=stored["has_old"], has_new=stored["has_new"]) if code else None


def keep(pending: Pending, session: SessionBase) -> None:
    """Store the change without the address itself, which must not outlive in this session the account that has it."""
    session[PENDING] = {"code": pending.code.pk, "has_old": pending.has_old, "has_new": pending.has_new}


def ask_to_change(user: User, new: str, session: SessionBase, now: datetime, language: str) -> None:
    """Send a code to the old and to the new address; an old one that was proved just now needs no second.

    Raises TooOften and OutboxFull.
    """
    demand(CHANGES_ASKED, str(user.pk), now)
    before = pending_change(session, now)
    has_old = before is not None and before.has_old
    with transaction.atomic():
        if not has_old:
            assert user.email is not None
            ask_code(user.email, LoginCode.Purpose.OLD_ADDRESS, session, now, user=user, language=language)
        code = ask_code(new, LoginCode.Purpose.NEW_ADDRESS, session, now, user=user, language=language)
    keep(Pending(code, has_old=has_old), session)


def try_codes(user: User, pending: Pending, old: str, new: str, session: SessionBase, now: datetime) -> list[str]:
    """Spend what was typed for each address not proved yet; return the fields (``old``, ``new``) that were wrong.

    A right code counts from now on, whatever becomes of the other.
    """
    if not pending.has_old:
        pending.has_old = _is_right(old, user.email or "", LoginCode.Purpose.OLD_ADDRESS, session, now)
    if not pending.has_new:
        pending.has_new = _is_right(new, pending.new, LoginCode.Purpose.NEW_ADDRESS, session, now)
    keep(pending, session)
    return [name for name, is_proved in (("old", pending.has_old), ("new", pending.has_new)) if not is_proved]


def _is_right(typed: str, email: str, purpose: LoginCode.Purpose, session: SessionBase, now: datetime) -> bool:
    try:
        redeem_code(typed, email, purpose, session, now)
    except WrongCode:
        return False
    return True


def change_address(user: User, pending: Pending, session: SessionBase, now: datetime, language: str) -> None:
    """Give the account its new address, tell the old one, and end every session but this.

    Raises AddressTaken and OutboxFull, and then nothing has changed.
    """
    assert pending.is_proved
    old = user.email
    assert old is not None
    with transaction.atomic():
        _write_address(user, old, pending.new)
        # What was sent to the old address opens this account no more.
        LoginCode.objects.filter(user=user, used_at=None).update(used_at=now)
        put_mail(Mail(to=old, kind="address_changed", language=language), now)
        end_other_sessions(user, session.session_key)
    user.email = pending.new
    del session[PENDING]
    session.cycle_key()


def _write_address(user: User, old: str, new: str) -> None:
    try:
        with transaction.atomic():
            is_written = User.objects.filter(pk=user.pk, email=old).update(email=new)
    except IntegrityError as error:
        raise AddressTaken from error
    if not is_written:
        raise AddressTaken  # another browser changed the account meanwhile
