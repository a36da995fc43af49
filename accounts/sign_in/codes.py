"""Codes sent by e-mail: asked for by a browser, typed into the same one, good once.

The letters of a code follow from its row's nonce and the server's secret; they are stored nowhere and logged nowhere.
"""

from __future__ import annotations

import hmac
import secrets
from datetime import datetime, timedelta

from django.contrib.sessions.backends.base import SessionBase
from django.db import transaction
from django.db.models import F
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from accounts.limits import DAY, MINUTE, Limit, is_allowed
from accounts.models import LoginCode, Mail, User
from accounts.outbox import put_mail
from whist.refusals import Refusal

#: Without letters and digits that look like others: 0 O, 1 I L, U V.
ALPHABET = "23456789ABCDEFGHJKMNPQRSTWXYZ"
LENGTH = 8
VALID_FOR = timedelta(minutes=10)

CODES_PER_ADDRESS = Limit("codes for an address", 10, DAY, pause=MINUTE)
GUESSES_PER_ADDRESS = Limit("guesses for an address", 50, DAY)

TOKEN = "code_token"  # noqa: S105 - the name under which a session keeps it


class WrongCode(Refusal):
    """No code that this browser may use now: mistyped, too old, used, tried too often, or another browser's."""

    status = 422
    sentence = _("This code is not the right one, or it is too old. Type it again or ask for another.")


def letters_of(code: LoginCode) -> str:
    """The code as it stands in the mail: ``ABCD-EFGH``."""
    words = "\x1f".join((code.purpose, code.email, code.token, bytes(code.nonce).hex()))
    number = int.from_bytes(salted_hmac("accounts.sign_in.codes", words, algorithm="sha256").digest())
    letters = ""
    for _place in range(LENGTH):
        number, letter = divmod(number, len(ALPHABET))
        letters += ALPHABET[letter]
    return f"{letters[:4]}-{letters[4:]}"


def as_typed(text: str) -> str:
    """What counts of a typed text: letters and digits, in capitals."""
    return "".join(filter(str.isalnum, text)).upper()


def token_of(session: SessionBase) -> str:
    """The secret that binds codes to the browser of this session; made when it is first needed."""
    if TOKEN not in session:
        session[TOKEN] = secrets.token_urlsafe(18)
    token: str = session[TOKEN]
    return token


@transaction.atomic
def ask_code(
    email: str, purpose: LoginCode.Purpose, session: SessionBase, now: datetime, *, user: User | None, language: str
) -> LoginCode:
    """Make a code and put its mail into the outbox, with the same statements for everybody.

    An address that must not get one (too many lately, or ``user`` may not play) gets a code that is spent already and
    a mail that is thrown away.  Raises OutboxFull.
    """
    is_void = not is_allowed(CODES_PER_ADDRESS, email, now) or (user is not None and not user.is_active)
    code = LoginCode.objects.create(
        email=email,
        purpose=purpose,
        token=token_of(session),
        nonce=secrets.token_bytes(16),
        user=user,
        created_at=now,
        expires_at=now + VALID_FOR,
        used_at=now if is_void else None,
    )
    put_mail(Mail(to=email, kind="code", code=code, language=language, is_void=is_void), now)
    return code


def redeem_code(typed: str, email: str, purpose: LoginCode.Purpose, session: SessionBase, now: datetime) -> LoginCode:
    """Spend the code that was typed and all others this browser asked for with that address; raises WrongCode.

    Each comparison counts against its code and against the address, whatever comes of it.  Codes that are spent, or
    were never sent, are compared like the others, so that the work does not tell them apart.  Must not be called inside
    a transaction, which would forget the counting when it fails.
    """
    mine = LoginCode.objects.filter(email=email, purpose=purpose, token=session.get(TOKEN, ""))
    candidates = list(mine.comparable(now))
    if not candidates or not is_allowed(GUESSES_PER_ADDRESS, email, now, len(candidates)):
        raise WrongCode
    guess = as_typed(typed)
    # Every candidate is looked at, also after one fits.
    fitting = [code for code in candidates if _is_tried(code, now) and is_same(guess, letters_of(code))]
    if not fitting or not LoginCode.objects.filter(pk=fitting[0].pk, used_at=None).update(used_at=now):
        raise WrongCode  # or somebody sent the same code a moment earlier
    mine.filter(used_at=None).update(used_at=now)
    return fitting[0]


def _is_tried(code: LoginCode, now: datetime) -> bool:
    """Take one of the code's tries; before the look, so that guesses at the same moment cannot share one."""
    return bool(LoginCode.objects.comparable(now).filter(pk=code.pk).update(tries=F("tries") + 1))


def is_same(guess: str, letters: str) -> bool:
    return hmac.compare_digest(guess.encode(), as_typed(letters).encode())
