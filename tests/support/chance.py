"""What all chance of a match follows from, in whatever shape it could be written where nobody may read it yet."""

from __future__ import annotations

import json
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Iterator
from html import escape
from urllib.parse import quote

from whist.tables.models import Match

PIECE = 6
"""So many bytes at either end give it away, so that a shortened secret is found too.  By chance no page has them."""


def shapes_of(secret: bytes) -> Iterator[bytes]:
    """The bytes themselves, and as text writes them: hexadecimal, base64, Python, JSON, HTML."""
    encoded = b64encode(secret).rstrip(b"="), urlsafe_b64encode(secret).rstrip(b"=")
    for text in encoded:
        yield from (text[: PIECE * 4 // 3], text[-PIECE * 4 // 3 :])
    yield from (str(int.from_bytes(secret, order)).encode() for order in ("big", "little"))
    for piece in (secret[:PIECE], secret[-PIECE:]):
        yield piece
        for digits in (piece.hex(), piece.hex(":"), piece.hex(" "), piece.hex("-"), "%" + piece.hex("%")):
            yield from (digits.encode(), digits.upper().encode())
        letters = piece.decode("latin-1")
        numbers = [str(byte) for byte in piece]
        for text in (
            letters,
            repr(piece)[2:-1].replace("\\'", "'"),
            repr(piece + b"'\"")[2:-4],
            quote(piece),
            json.dumps(letters)[1:-1],
            ", ".join(numbers),
            ",".join(numbers),
        ):
            yield from (text.encode(), escape(text).encode())


class Chance:
    """Looks for the secret and the salt of a match in what is sent while it is played."""

    def __init__(self, match: Match) -> None:
        self.shapes = {
            name: set(shapes_of(bytes(value))) for name, value in (("secret", match.secret), ("salt", match.salt))
        }

    def found_in(self, sent: bytes | str) -> set[str]:
        """``secret``, ``salt``, both or nothing."""
        plain = sent.encode() if isinstance(sent, str) else sent
        return {name for name, shapes in self.shapes.items() if any(shape in plain for shape in shapes)}
