"""What pages say about correspondence: premoves, turns that wait, vacations."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from whist.engine.game import Observation
from whist.tables.match.deadlines import can_prepare
from whist.tables.match.premoves import ANY, LEADING, Prepared, Stored, cards_for, conditions, decode
from whist.tables.presenters.cards import CardFace, card_face, sort_hand
from whist.tables.texts import sentences
from whist.tables.texts.labels import Label, game_label

if TYPE_CHECKING:
    from accounts.people.preferences import Preferences
    from whist.tables.match.selectors import TableView
    from whist.tables.models import Match, Participant


@dataclass(frozen=True, slots=True)
class ConditionField:
    """A condition with the cards to choose from; ``chosen`` is a card's code, or empty."""

    name: str
    label: str
    cards: tuple[CardFace, ...]
    chosen: str


@dataclass(frozen=True, slots=True)
class WaitingTurn:
    table_id: int
    game: Label
    since: datetime | None
    until: datetime | None


@dataclass(frozen=True, slots=True)
class CorrespondenceTable:
    """A correspondence table of the viewer's, and whether they want mails about it."""

    table_id: int
    game: Label
    wants_mail: bool


def condition_words(condition: str) -> str:
    """The condition inside a sentence: "if diamonds are led"."""
    if condition == LEADING:
        return _("if you lead")
    if condition == ANY:
        return _("whatever else is led")
    return _("if %(suit)s are led") % {"suit": sentences.suit_name(condition)}


def condition_fields(seen: Observation, prepared: Stored, preferences: Preferences) -> tuple[ConditionField, ...]:
    chosen = decode(prepared, seen)
    return tuple(
        ConditionField(
            name=condition,
            label=capfirst(condition_words(condition)),
            cards=tuple(map(card_face, sort_hand(cards_for(condition, seen), seen.trump, preferences.sort))),
            chosen=chosen.get(condition, ""),
        )
        for condition in conditions(seen)
    )


def prepared_words(prepared: Prepared) -> list[str]:
    """One line for each: "9 of diamonds if diamonds are led"."""
    return [
        _("%(card)s %(condition)s") % {"card": sentences.card_label(card), "condition": condition_words(condition)}
        for condition, card in prepared.items()
    ]


def prepared_line(view: TableView) -> str:
    """The link above the hand by which cards are prepared; empty where none can be."""
    if not can_prepare(view.match, view.observation):
        return ""
    words = prepared_words(decode(view.prepared, view.observation))
    if not words:
        return _("Prepare a card for your next turn")
    if len(words) == 1:
        return _("Prepared: %(card)s") % {"card": words[0]}
    return ngettext("%(n)d card prepared", "%(n)d cards prepared", len(words)) % {"n": len(words)}


def waiting_turns(matches: Iterable[Match]) -> list[WaitingTurn]:
    return [
        WaitingTurn(match.table_id, game_label(match.table.game_slug), match.turn_at, match.due_at) for match in matches
    ]


def correspondence_tables(participants: Iterable[Participant]) -> list[CorrespondenceTable]:
    return [CorrespondenceTable(at.table_id, game_label(at.table.game_slug), at.wants_mail) for at in participants]
