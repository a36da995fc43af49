"""Names that nobody may have: reserved for the site and its bots, or an insult (`NameRule`, edited in the admin)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from itertools import groupby

from accounts.confusables import TWINS, skeleton
from accounts.models import NameRule
from whist.bots.names import BOT_NAMES

NUMBER = re.compile(r"[0-9io]*")
SEPARATORS = re.compile(r"[-._' ]+")
LIKE_A_SMALL_L = re.compile(r"(?<=[a-z])[I|!]")

# Digits in place of letters, as in "4rsch".
ALSO_WRITTEN = {"a": "a4", "b": "b8", "e": "e3", "g": "g9", "i": "i1", "l": "l1", "o": "o0", "s": "s5", "t": "t7"}


def is_reserved(name: str) -> bool:
    key = skeleton(name)
    reserved = {skeleton(bot) for bot in BOT_NAMES}
    reserved |= set(NameRule.objects.filter(kind=NameRule.Kind.RESERVED).values_list("key", flat=True))
    # "Guest 1" and "Guest IO" both end like a number; Boti is a name.
    shortest = 1 if any(map(str.isdigit, name)) else 3
    return any(key == word or _is_numbered(key, word, shortest) for word in reserved)


def _is_numbered(key: str, word: str, shortest: int) -> bool:
    rest = key.removeprefix(word)
    return rest != key and len(rest) >= shortest and bool(NUMBER.fullmatch(rest))


def is_blocked(name: str) -> bool:
    """Whether the name contains an insult, in one of its words or letter by letter ("f u c k").

    Not across words: Hans Lutz and Toni Gavrilă have done nothing.
    """
    words = list(words_of(name))
    whole = "".join(words)
    for kind, word in NameRule.objects.exclude(kind=NameRule.Kind.RESERVED).values_list("kind", "word"):
        pattern = _pattern(word)
        if pattern.fullmatch(whole):
            return True
        matches = pattern.search if kind == NameRule.Kind.BLOCKED else pattern.fullmatch
        if any(map(matches, words)):
            return True
    return False


def words_of(name: str) -> Iterator[str]:
    """The words of a name in plain small letters, those with a number at the end once more without it; single letters
    together.

    >>> list(words_of("Ana-Maria 2 p u i"))
    ['ana', 'maria', '2pui', 'pui']
    """
    plain = _plain(name)
    words = [word for word in SEPARATORS.split(plain) if word]
    for is_single, group in groupby(words, key=lambda word: len(word) == 1):
        for word in ["".join(group)] if is_single else group:
            yield word
            if (bare := word.strip("0123456789")) not in (word, ""):
                yield bare


def _plain(text: str) -> str:
    """The text in small letters without marks; unlike in a skeleton, l and i stay apart: Puia is a family's name."""
    meant = LIKE_A_SMALL_L.sub("l", text)
    letters = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", meant).casefold())
    return "".join(letter for letter in letters.translate(TWINS) if not unicodedata.combining(letter))


def _pattern(word: str) -> re.Pattern[str]:
    """The word in its spellings: each letter any number of times, but not once where it is double."""
    letters = groupby(filter(str.isalnum, _plain(word)))
    return re.compile("".join(f"[{ALSO_WRITTEN.get(letter, letter)}]{{{len(list(run))},}}" for letter, run in letters))
