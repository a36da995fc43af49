"""Preferences of a user at the table: what is stored in ``User.preferences``, read with its defaults."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Self

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

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
    "pace": {
        "slow": pgettext_lazy("speed of the bots", "Slow"),
        "normal": pgettext_lazy("speed of the bots", "Normal"),
        "fast": pgettext_lazy("speed of the bots", "Fast"),
        "instant": pgettext_lazy("speed of the bots", "At once"),
    },
    # In per cent of the loudest.
    "volume": {
        "25": pgettext_lazy("volume", "Quiet"),
        "50": pgettext_lazy("volume", "Medium"),
        "75": pgettext_lazy("volume", "Loud"),
        "100": pgettext_lazy("volume", "Very loud"),
    },
}
SWITCHES = ("autoplay", "sound_turn", "sound_table")


@dataclass(frozen=True, slots=True)
class Preferences:
    """``deck`` two or four colours; ``cards`` size of their figures; ``sort`` of the hand; ``tap`` how many taps
    play a card; ``pace`` of the bots at new tables; ``autoplay`` whether a card that is the only one allowed is
    played by itself; ``sound_turn`` and ``sound_table`` whether one's turn and the table are heard, and how loud."""

    deck: str = "two"
    cards: str = "normal"
    sort: str = "trump"
    tap: str = "auto"
    pace: str = "normal"
    volume: str = "50"
    autoplay: bool = False
    sound_turn: bool = True
    sound_table: bool = False

    @classmethod
    def of(cls, user: Any) -> Self:
        """The preferences of a user, also an anonymous one; anything stored that is not offered counts as default."""
        stored = getattr(user, "preferences", None)
        if not isinstance(stored, dict):
            stored = {}
        chosen = {name: stored[name] for name, choices in CHOICES.items() if stored.get(name) in choices}
        switched = {name: stored[name] for name in SWITCHES if isinstance(stored.get(name), bool)}
        return cls(**chosen, **switched)

    @property
    def sounds(self) -> str:
        """What is to be heard and how loud, as scripts read it: ``turn-table-50``; empty for nothing."""
        heard = ["turn"] * self.sound_turn + ["table"] * self.sound_table
        return "-".join([*heard, self.volume]) if heard else ""

    def as_json(self) -> dict[str, Any]:
        return asdict(self)
