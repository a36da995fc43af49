"""How somebody likes the table: what is stored in ``User.preferences``, read with its defaults."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Self

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

CHOICES: dict[str, dict[str, str | Promise]] = {
    "deck": {
        "two": _("Red and black"),
        "four": _("Four colours, one for each suit"),
    },
    "cards": {
        "normal": _("Normal"),
        "large": _("Large figures"),
    },
    "sort": {
        "trump": _("Trump first, then alternating colours"),
        "suits": _("Always spades, hearts, clubs, diamonds"),
    },
    "tap": {
        "auto": _("Twice on a touch screen, once with a mouse"),
        "once": _("Always once"),
        "twice": _("Always twice"),
    },
}


@dataclass(frozen=True, slots=True)
class Preferences:
    """``deck`` two or four colours; ``cards`` size of their figures; ``sort`` of the hand; ``tap`` how often one taps a
    card to play it; ``autoplay`` whether a card that is the only one allowed is played by itself."""

    deck: str = "two"
    cards: str = "normal"
    sort: str = "trump"
    tap: str = "auto"
    autoplay: bool = False

    @classmethod
    def of(cls, user: Any) -> Self:
        """Those of a user, also of an anonymous one; anything stored that is not offered counts as default."""
        stored = getattr(user, "preferences", None)
        if not isinstance(stored, dict):
            stored = {}
        chosen = {name: stored[name] for name, choices in CHOICES.items() if stored.get(name) in choices}
        return cls(**chosen, autoplay=stored.get("autoplay") is True)

    def as_json(self) -> dict[str, Any]:
        return asdict(self)
