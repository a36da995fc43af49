"""Choosing a name: what it may look like, whose it is, and how often it may change."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils import formats, timezone
from django.utils.translation import gettext as _

from accounts.confusables import skeleton
from accounts.hashes import keyed_hash
from accounts.models import HeldName, User
from accounts.models.users import numbered_name
from accounts.names.rules import is_blocked, is_reserved
from whist.refusals import Refusal

SHORTEST, LONGEST = 2, 20
BETWEEN_CHANGES = timedelta(days=30)
HELD_FOR = timedelta(days=90)
PROPOSALS = 3

SEPARATORS = "-._' "
# Latin-1, Latin Extended-A and Additional, and the Romanian letters with a comma; not ŀ ŉ ſ ẚ ẛ ẜ ẝ ẟ, which belong to
# no alphabet in use.
LETTER = re.compile("[A-Za-zÀ-ÖØ-öø-ľŁ-ňŊ-žȘ-țḀ-ẙẞẠ-ỹ]")


class NameRefused(Refusal):
    """The name may not be had."""

    status = 422


class NameTaken(NameRefused):
    """Somebody else has this name, or one that looks like it, or had it lately."""

    def __init__(self) -> None:
        super().__init__(_("Somebody has this name already, or one that looks almost the same."))


class TooEarly(NameRefused):
    """The name was changed not long ago."""

    def __init__(self, until: datetime | None) -> None:
        day = formats.date_format(timezone.localtime(until), "DATE_FORMAT") if until else ""
        super().__init__(
            _("You can change your name again on %(day)s.") % {"day": day}
            if day
            else _("Your name was changed a moment ago.")
        )


def tidied(name: str) -> str:
    """The name as it is stored: composed letters, single blanks, the straight apostrophe of the keyboard."""
    return " ".join(unicodedata.normalize("NFC", name).replace("’", "'").split())


def check_name(name: str, user: User, now: datetime) -> None:
    """Raise NameRefused if ``user`` may not have this ``name``, which is as `tidied` leaves it."""
    for sentence in _faults(name):
        raise NameRefused(sentence)
    if is_reserved(name):
        raise NameRefused(_("This name is reserved. Please choose another one."))
    if is_blocked(name):
        raise NameRefused(_("This name cannot be used here. Please choose another one."))
    if not is_free(name, user, now):
        raise NameTaken


def _faults(name: str) -> Iterator[str]:
    """What is wrong with the letters, the worst first."""
    if strange := next((character for character in name if not _is_allowed(character)), ""):
        if strange.isprintable() and not unicodedata.combining(strange):
            yield _("“%(character)s” cannot be part of a name: use Latin letters, digits, blanks and - . ' _") % {
                "character": strange
            }
        yield _("There is a character in this name that nobody can see.")
    if len(name) < SHORTEST:
        yield _("A name has at least %(n)d characters.") % {"n": SHORTEST}
    if len(name) > LONGEST:
        yield _("A name has at most %(n)d characters.") % {"n": LONGEST}
    if len(LETTER.findall(name)) < 2:
        yield _("A name has at least two letters.")
    if name[:1] in SEPARATORS or name[-1:] in "-_'" or re.search(r"[-_' ][-._' ]|\.[-._']", name):
        yield _("Characters like - . ' _ stand between letters, and only one at a time.")


def _is_allowed(character: str) -> bool:
    return character in SEPARATORS or character in "0123456789" or bool(LETTER.fullmatch(character))


def is_free(name: str, user: User, now: datetime) -> bool:
    """Whether nobody else has it, or had it lately.  Only `choose_name` can tell for sure."""
    return name in free_names([name], user, now)


def free_names(names: list[str], user: User, now: datetime) -> list[str]:
    keys = {name: skeleton(name) for name in names}
    taken = set(User.objects.filter(name_key__in=keys.values()).exclude(pk=user.pk).values_list("name_key", flat=True))
    held = _held_from(user, now).filter(pk__in=map(hash_of, keys.values()))
    held_hashes = set(held.values_list("pk", flat=True))
    return [name for name, key in keys.items() if key not in taken and hash_of(key) not in held_hashes]


def hash_of(key: str) -> str:
    return keyed_hash("name", key)


def next_change(user: User) -> datetime | None:
    """When the name may change again; None for one that was never chosen."""
    return user.named_at and user.named_at + BETWEEN_CHANGES


# -- choosing ----------------------------------------------------------------------------------------------------------


def choose_name(user: User, name: str, now: datetime) -> None:
    """Give the member this name and hold the former one for them; raises NameRefused.

    Of many requests at once for one name, or of one member, one succeeds: the unique key and the
    condition on ``named_at`` decide, not what was looked up before.
    """
    name = tidied(name)
    if user.named_at and name == user.name:
        return
    if (until := next_change(user)) and until > now:
        raise TooEarly(until)
    check_name(name, user, now)
    with transaction.atomic():
        _write(user, name, now)
        # Looked up after the write: by now a name given up meanwhile is held.
        if _held_from(user, now).filter(pk=hash_of(skeleton(name))).exists():
            raise NameTaken
        HeldName.objects.filter(pk=hash_of(skeleton(name))).delete()
        if user.named_at and user.name_key != skeleton(name):
            hold_name(user, now)
    user.name, user.name_key, user.named_at = name, skeleton(name), now


def _write(user: User, name: str, now: datetime) -> None:
    may_change = Q(named_at=None) | Q(named_at__lte=now - BETWEEN_CHANGES)
    same = User.objects.filter(may_change, pk=user.pk, name=user.name, is_guest=False)
    try:
        with transaction.atomic():
            changed = same.update(name=name, name_key=skeleton(name), named_at=now)
    except IntegrityError:
        raise NameTaken from None
    if not changed:
        raise TooEarly(None)


def hold_name(user: User, now: datetime) -> None:
    """Keep the name that the user gives up from all others for a while."""
    HeldName.objects.update_or_create(key_hash=hash_of(user.name_key), defaults={"user": user, "until": now + HELD_FOR})


def _held_from(user: User, now: datetime) -> QuerySet[HeldName]:
    return HeldName.objects.filter(until__gt=now).exclude(user=user)


def take_name_away(user: User) -> None:
    """Replace the name by a number, with the right to choose anew: what the admin does to a name that must not be."""
    user.name, user.named_at = numbered_name(7), None
    user.name_key = skeleton(user.name)
    user.save(update_fields=["name", "name_key", "named_at"])


# -- proposals ---------------------------------------------------------------------------------------------------------


def proposals(name: str, user: User, now: datetime) -> list[str]:
    """Up to three free names like the one that was taken."""
    name = tidied(name)
    wanted = [each for each in _variants(name) if not any(_faults(each)) and not is_reserved(each)]
    return free_names(wanted, user, now)[:PROPOSALS]


def _variants(name: str) -> Iterator[str]:
    yield _("%(name)s of Hearts") % {"name": name}
    yield _("%(name)s of Spades") % {"name": name}
    yield _("%(name)s of Clubs") % {"name": name}
    yield _("%(name)s of Diamonds") % {"name": name}
    yield from (f"{name[:17].rstrip(SEPARATORS)} {number}" for number in (2, 7, 13, 32, 52, 77, 99))
