"""The viewer's hand: sorted, in one row or two, each card with its full name and why it may not be played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from whist.engine.cards import Card, Suit
from whist.engine.game import PLAY, PLAY_HIDDEN, Observation
from whist.tables.presenters.cards import CardFace, card_face, sort_hand
from whist.tables.presenters.games.family import Family, Mark
from whist.tables.texts import sentences
from whist.translations import REMEMBERED, said_once

if TYPE_CHECKING:
    from accounts.people.preferences import Preferences

ONE_ROW = 8


@dataclass(frozen=True, slots=True)
class HandCard:
    """``action`` is empty while no card can be played; ``is_refused`` only where the rules refuse this card now.

    ``key`` tells the cards of a round apart without naming them: an element's id ends up in places nobody looks at.
    ``mark`` is the class of what is special about it.
    """

    key: str
    face: CardFace | None
    action: str
    is_refused: bool
    label: str
    mark: str = ""


def hand_rows(seen: Observation, family: Family[Any], preferences: Preferences) -> tuple[tuple[HandCard, ...], ...]:
    """Up to eight cards in one row, more in two of which the upper is the longer."""
    cards = _hand(seen, family, preferences)
    if not cards:
        return ()
    if len(cards) <= ONE_ROW:
        return (cards,)
    half = (len(cards) + 1) // 2
    return cards[:half], cards[half:]


def _hand(seen: Observation, family: Family[Any], preferences: Preferences) -> tuple[HandCard, ...]:
    may_play = seen.phase == PLAY and seen.is_own_turn
    known = tuple(card for card in seen.hand if card is not None)
    unseen = len(seen.hand) - len(known)
    hidden = tuple(_hidden_card(number, may_play) for number in range(unseen))
    played, marks = tuple(card for seat, card in seen.plays if seat == seen.seat), family.marks(seen)
    keys = _keys(known, played, family.drawn(seen))
    in_order = _in_order(known, seen.trump, preferences.sort)
    if may_play:
        return hidden + tuple(_card(seen, card, keys[card], marks) for card in in_order)
    return hidden + tuple(_resting_card(card, keys[card], marks.get(card)) for card in in_order)


@lru_cache(REMEMBERED)
def _in_order(known: tuple[Card, ...], trump: Suit | None, sort: str) -> tuple[Card, ...]:
    return tuple(sort_hand(list(known), trump, sort))


@lru_cache(REMEMBERED)
def _keys(known: tuple[Card, ...], played: tuple[Card, ...], drawn: tuple[Card, ...]) -> Mapping[Card, str]:
    """A number for each card that stays the same through the round: sorted as dealt, then in the order drawn."""
    held = {*known, *played}
    return {card: str(number) for number, card in enumerate([*sorted(held.difference(drawn)), *drawn])}


@said_once
def _resting_card(card: Card, key: str, mark: Mark | None) -> HandCard:
    """A card that cannot be played now."""
    face = card_face(card)
    name, css = (f"{face.name}, {mark.words}", mark.name) if mark else (face.name, "")
    return HandCard(key, face, "", False, name, css)


def _card(seen: Observation, card: Card, key: str, marks: Mapping[Card, Mark]) -> HandCard:
    face, mark = card_face(card), marks.get(card)
    name = f"{face.name}, {mark.words}" if mark else face.name
    css = mark.name if mark else ""
    refusal = seen.refusal(card)
    label = (
        pgettext("a card in the hand", "%(card)s, not playable: %(duty)s")
        % {"card": name, "duty": sentences.duty(refusal)}
        if refusal
        else pgettext("a card in the hand", "%(card)s, playable") % {"card": name}
    )
    return HandCard(key, face, f"play:{card}", refusal is not None, label, css)


def _hidden_card(number: int, may_play: bool) -> HandCard:
    """A card whose button names none: the page must not know what its owner may not see."""
    label = _("Your card, face down, playable") if may_play else _("Your card, face down")
    return HandCard(f"x{number}", None, PLAY_HIDDEN if may_play else "", False, label)
