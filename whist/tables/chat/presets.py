"""Phrases and emoji to say at a table with one press; each reader reads them in their own language.

A code is stored for years: it may be retired from the groups, never given another meaning.
"""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

GREETINGS: dict[str, Promise] = {
    "hello": _("Hello everybody"),
    "good_luck": _("Good luck"),
    "ready": _("I am ready"),
    "welcome": _("Welcome to the table"),
    "have_to_go": _("I have to go soon"),
    "one_more": _("One more match?"),
    "thanks_game": _("Thanks for the game"),
    "bye": _("Goodbye, until next time"),
}

PRAISE: dict[str, Promise] = {
    "well_played": _("Well played"),
    "nice_bid": _("Nice bid"),
    "congratulations": _("Congratulations"),
    "what_a_hand": _("What a hand"),
    "so_close": _("So close"),
    "bad_luck": _("Bad luck"),
    "next_round": _("Next round will be better"),
    "sorry": pgettext_lazy("said at the table", "Sorry"),
}

TABLE_TALK: dict[str, Promise] = {
    "yes": pgettext_lazy("said at the table", "Yes"),
    "no": pgettext_lazy("said at the table", "No"),
    "thanks": pgettext_lazy("said at the table", "Thanks"),
    "one_moment": _("One moment, please"),
    "back": _("I am back"),
    "your_turn": _("It is your turn"),
    "thinking": _("Let me think"),
    "somebody_fails": _("Somebody has to fail"),
}

GROUPS: tuple[tuple[Promise, dict[str, Promise]], ...] = (
    (_("Greetings"), GREETINGS),
    (_("Praise and comfort"), PRAISE),
    (_("Table talk"), TABLE_TALK),
)

PRESETS: dict[str, Promise] = GREETINGS | PRAISE | TABLE_TALK

#: By code: the sign, and what it is called for people who hear it instead of seeing it.
EMOJI: dict[str, tuple[str, Promise]] = {
    "smile": ("😀", _("smile")),
    "laugh": ("😂", _("laughing with tears")),
    "wink": ("😉", _("wink")),
    "cool": ("😎", _("sunglasses")),
    "thinks": ("🤔", _("thinking face")),
    "surprised": ("😮", _("surprised")),
    "sad": ("😢", _("sad")),
    "sweat": ("😅", _("that was close")),
    "thumb": ("👍", _("thumbs up")),
    "applause": ("👏", _("applause")),
    "party": ("🎉", _("party")),
    "coffee": ("☕", _("coffee")),
}

CODES = frozenset(PRESETS) | frozenset(EMOJI)
