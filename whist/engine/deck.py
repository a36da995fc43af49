"""Deals that anybody can check (docs/record-format.md, "Where the cards come from").

Before the first card the site shows ``commitment`` = SHA-256(secret ‖ salt); after the last it shows secret
and salt.  Everything random in a match follows from them, each use from a stream of its own.
"""

from __future__ import annotations

import hashlib
import hmac
import struct
from collections.abc import Iterator, Sequence
from itertools import chain, count
from typing import TypeVar

from whist.engine.cards import Card

SEPARATOR = b"\x1f"
WORD = 1 << 32
#: A block of the stream: eight big-endian numbers of 32 bits.
WORDS = struct.Struct(">8I")

T = TypeVar("T")


class Stream:
    """Numbers drawn for one label; the same key and label always give the same numbers."""

    def __init__(self, key: bytes, label: str) -> None:
        self._words = _words(key, label)

    def draw(self, n: int) -> int:
        """A number from 0 to n-1, equally likely: words beyond the last whole multiple of n are skipped."""
        limit = WORD - WORD % n
        word = next(self._words)
        while word >= limit:
            word = next(self._words)
        return word % n

    def shuffle(self, items: Sequence[T]) -> tuple[T, ...]:
        """Fisher–Yates from the last index down to 1."""
        shuffled = list(items)
        for i in range(len(shuffled) - 1, 0, -1):
            j = self.draw(i + 1)
            shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
        return tuple(shuffled)


def _words(key: bytes, label: str) -> Iterator[int]:
    start = label.encode() + SEPARATOR
    blocks = (hmac.digest(key, start + str(number).encode(), "sha256") for number in count())
    return chain.from_iterable(map(WORDS.unpack, blocks))


def commitment(secret: bytes, salt: bytes) -> str:
    """What is shown before the first card: SHA-256(secret ‖ salt) in lower-case hex."""
    return hashlib.sha256(secret + salt).hexdigest()


class FairDeck:
    """All chance of one match: ``secret`` is 32 bytes, ``salt`` 16, ``cuts`` the players' words in order."""

    def __init__(self, secret: bytes, salt: bytes, cuts: Sequence[str] = ()) -> None:
        words = SEPARATOR.join(cut.encode() for cut in cuts)
        self._key = hmac.digest(secret, salt + SEPARATOR + words, "sha256")

    def stream(self, label: str) -> Stream:
        return Stream(self._key, label)

    def first_dealer(self, seats: int) -> int:
        return self.stream("first-dealer").draw(seats)

    def sizes(self) -> tuple[int, ...]:
        """The hand sizes of a quick match: 8, then 7 to 2 without the one left out."""
        left_out = 2 + self.stream("sizes").draw(6)
        return (8, *(size for size in range(7, 1, -1) if size != left_out))

    def pack(self, round_number: int, cards: Sequence[Card]) -> tuple[Card, ...]:
        """The shuffled pack of a round; index 0 is dealt first."""
        return self.stream(f"round:{round_number}").shuffle(cards)
