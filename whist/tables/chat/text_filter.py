"""What may be written in a chat: one line of readable text that leads nowhere else."""

from __future__ import annotations

import re
import unicodedata
from itertools import groupby

from django.utils.translation import gettext_lazy as _

from whist.refusals import Refusal
from whist.tables.models.chat import LONGEST_REMARK

MARKS_ON_A_LETTER = 2
"""More accents than this on one letter belong to no language we speak, and would cover other lines."""


class Unspeakable(Refusal):
    """The words themselves cannot be said; the subclasses tell why."""

    status = 422


class NothingSaid(Unspeakable):
    sentence = _("There is nothing to send. Please write something first.")


class TooLong(Unspeakable):
    sentence = _("That is too long: at most 200 characters, please.")


class NoAddresses(Unspeakable):
    sentence = _(
        "Addresses of web pages and mailboxes cannot be sent. If there is none, put a blank after each full stop."
    )


#: Of names on the net: the usual ones, and those that tempt most; without words that often follow a full stop.
ENDINGS = (
    "academy app at bet bg bid biz blog bot buzz ca casino cc chat click club cn co com cz de dev digital email es eu "
    "expert finance fm fr fun gg global gold hk host hu info ink io jp kr kz link live lol ltd lv ly md media mobi mx "
    "network news nl onion online org net page pl poker porn pro pub pw ro rs ru sale sex sh shop site social store "
    "stream studio su tech tips tk tr tube tv ua uk video vip vegas watch webcam website win wiki wtf xxx xyz zip zone"
)

#: A scheme; a mailbox; a web host; a path behind a dotted name; the numbers of a computer; a name with its ending.
ADDRESS = re.compile(
    rf"""
      [a-z][a-z0-9+.-]+://
    | \b(?:mailto|javascript|magnet):\S
    | [\w.+-]+\s?@\s?[\w-]+(?:\.[\w-]+)+
    | \bwww\d*\.\S
    | [\w-]+\.[^\W\d_]{{2,}}(?::\d+)?/\S
    | \b\d{{1,3}}(?:\.\d{{1,3}}){{3}}\b
    | [\w-]\s?\.(?:{"|".join(ENDINGS.split())})\b
    | \bxn--
    """,
    re.VERBOSE | re.IGNORECASE,
)

#: Letters by their category, and yet nothing to be seen.
BLANKS = frozenset("\u2800\u3164\u115f\u1160\uffa0")
INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co"})


def words_to_say(text: str) -> str:
    """The text as it is kept and shown; raises NothingSaid, TooLong, NoAddresses."""
    words = readable(text)
    if not any(unicodedata.category(letter)[0] in "LNPS" for letter in words):
        raise NothingSaid
    if len(words) > LONGEST_REMARK:
        raise TooLong
    if is_address(words):
        raise NoAddresses
    return words


def readable(text: str) -> str:
    """One line without what cannot be seen: controls, turned writing directions, zero widths, piles of accents.

    >>> readable("  well\\n\\u202eplayed ")
    'well played'
    """
    spaced = (" " if letter.isspace() or letter in BLANKS else letter for letter in unicodedata.normalize("NFC", text))
    shown = "".join(letter for letter in spaced if unicodedata.category(letter) not in INVISIBLE)
    return " ".join(_without_piles(shown).split())


def _without_piles(text: str) -> str:
    runs = groupby(text, key=lambda letter: unicodedata.category(letter) in {"Mn", "Me"})
    return "".join("".join(run)[: MARKS_ON_A_LETTER if are_marks else None] for are_marks, run in runs)


def is_address(words: str) -> bool:
    """Whether it contains what looks like a way to another site or to a mailbox, also in wide or circled letters."""
    plain = unicodedata.normalize("NFKC", words).replace("。", ".").replace("∕", "/").replace("⁄", "/")
    return ADDRESS.search(plain) is not None
