"""How long a bot seems to think, and the seed it thinks with.  Neither knows anything of the cards."""

from __future__ import annotations

import hmac
from random import Random

#: Shortest and longest pause in seconds.
PACES: dict[str, tuple[float, float]] = {
    "slow": (1.2, 2.4),
    "normal": (0.6, 1.2),
    "fast": (0.2, 0.4),
    "instant": (0.0, 0.0),
}


def delay(seed: int, pace: str) -> float:
    """Seconds a bot waits before it acts: varied, mostly in the middle, from the seed alone."""
    shortest, longest = PACES[pace]
    return Random(~seed).triangular(shortest, longest)  # noqa: S311 - a pause is no secret


def seed_for(secret: bytes, match: int, round: int, seat: int, move: int) -> int:  # noqa: A002 - the field's word
    """The seed of one decision: keyed with the server's secret, so that nobody can foretell it, apart from
    dealing.
    """
    text = f"bot\x1f{match}\x1f{round}\x1f{seat}\x1f{move}"
    return int.from_bytes(hmac.digest(secret, text.encode(), "sha256")[:8], "big")
