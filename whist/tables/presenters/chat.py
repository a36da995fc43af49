"""The chat of a table in words: lines, phrases, what the viewer may do there.  Own words stay as they are, and are
escaped by the templates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache
from typing import Any

from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.models import User
from whist.tables.chat.conversation import avoidance_of, remarks_heard, voice_of
from whist.tables.chat.presets import EMOJI, GROUPS, PRESETS
from whist.tables.models import Avoidance, Remark

SHOWN = 50
"""How many of the newest remarks are on a page."""


@dataclass(frozen=True, slots=True)
class Line:
    """One remark.  ``day`` is set on the first one of each day, ``goes_on`` where the same person has just spoken;
    ``sign_name`` says what a single emoji is."""

    id: int
    name: str
    user_id: int
    is_own: bool
    words: str
    sign_name: str
    time: str
    day: str
    goes_on: bool

    @property
    def is_sign(self) -> bool:
        return bool(self.sign_name)

    @property
    def kind(self) -> str:
        return " ".join(["mine"] * self.is_own + ["sign"] * self.is_sign)


@dataclass(frozen=True, slots=True)
class PresetGroup:
    title: str
    presets: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Talk:
    """What ``tables/chat_lines.html`` shows.  ``newest`` is the number of the last line."""

    table_id: int
    lines: tuple[Line, ...]

    @property
    def newest(self) -> int:
        return self.lines[-1].id if self.lines else 0

    @property
    def spoken(self) -> str:
        """The newest remark of somebody else, for the live region."""
        line = next((line for line in reversed(self.lines) if not line.is_own), None)
        return (
            _("%(name)s says: %(words)s") % {"name": line.name, "words": line.sign_name or line.words} if line else ""
        )


@dataclass(frozen=True, slots=True)
class ChatView(Talk):
    """What ``tables/chat.html`` shows: what was said, and what the viewer may say."""

    may_speak: bool
    may_write: bool
    groups: tuple[PresetGroup, ...]
    emoji: tuple[tuple[str, str, str], ...]


def talk_at(table_id: int, viewer: object) -> Talk:
    """What was said, as ``viewer``, a user or an anonymous one, may read it, in the language that is active."""
    return Talk(table_id, tuple(_lines(remarks_heard(table_id, viewer, SHOWN), getattr(viewer, "pk", None))))


def chat_of(table_id: int, viewer: object) -> ChatView:
    """The chat as ``viewer`` may read and use it."""
    voice = voice_of(table_id, viewer)
    groups, emoji = _presets(translation.get_language())
    lines = talk_at(table_id, viewer).lines
    return ChatView(table_id, lines, voice.may_speak, voice.may_write, groups, emoji)


def _lines(remarks: Iterable[Remark], viewer_id: int | None) -> Iterator[Line]:
    day, speaker = date.min, 0
    for remark in remarks:
        at = timezone.localtime(remark.at)
        is_new_day = at.date() != day
        yield Line(
            id=remark.pk,
            name=remark.user.shown_name,
            user_id=remark.user_id,
            is_own=remark.user_id == viewer_id,
            words=words_of(remark.text, remark.preset),
            sign_name=str(EMOJI[remark.preset][1]) if remark.preset in EMOJI else "",
            time=date_format(at, "H:i"),
            day=date_format(at, "MONTH_DAY_FORMAT") if is_new_day else "",
            goes_on=remark.user_id == speaker and not is_new_day,
        )
        day, speaker = at.date(), remark.user_id


def words_of(text: str, preset: str) -> str:
    """A remark in the reader's language; of a preset we no longer know, its code."""
    if preset in EMOJI:
        return EMOJI[preset][0]
    return str(PRESETS.get(preset, preset)) if preset else text


@lru_cache(maxsize=8)
def _presets(language: str | None) -> tuple[tuple[PresetGroup, ...], tuple[tuple[str, str, str], ...]]:
    """What can be said with one press, in the language that is active, which is ``language``."""
    groups = tuple(
        PresetGroup(str(title), tuple((code, str(words)) for code, words in presets.items()))
        for title, presets in GROUPS
    )
    return groups, tuple((code, sign, str(name)) for code, (sign, name) in EMOJI.items())


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody at the table, and what the viewer thinks of them: ``avoidance`` is "muted", "blocked" or empty."""

    user_id: int
    name: str
    is_oneself: bool
    avoidance: str

    @property
    def state(self) -> str:
        if self.avoidance == Avoidance.Kind.BLOCKED:
            return _("You have blocked %(name)s: you do not read what they say, and we never seat you together.") % {
                "name": self.name
            }
        if self.avoidance == Avoidance.Kind.MUTED:
            return _("You have muted %(name)s: you do not read what they say.") % {"name": self.name}
        return _("You read what %(name)s says.") % {"name": self.name}


def person_of(viewer: User, other: User) -> Person:
    return Person(other.pk, other.shown_name, other.pk == viewer.pk, avoidance_of(viewer, other))


def reported_lines(remarks: list[dict[str, Any]], names: dict[int, str]) -> list[str]:
    """What was said before a report, a line each, for the staff."""
    return [
        f"{timezone.localtime(datetime.fromisoformat(said['at'])):%Y-%m-%d %H:%M:%S}  "
        f"{names.get(said['user'], said['user'])}: {words_of(said['text'], said['preset'])}"
        for said in remarks
    ]
