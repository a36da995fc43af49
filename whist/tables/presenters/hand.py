"""The viewer's hand: sorted, in one row or two, each card with its full name and why it may not be played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from whist.engine.cards import Card
from whist.engine.game import PLAY, PLAY_HIDDEN, Observation
from whist.tables.presenters.cards import CardFace, card_face, sort_hand
from whist.tables.presenters.games.family import Family, Mark
from whist.tables.texts import sentences

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
    known = [card for card in seen.hand if card is not None]
    unseen = len(seen.hand) - len(known)
    hidden = tuple(_hidden_card(number, may_play) for number in range(unseen))
    keys, marks = _keys(seen, known, family.drawn(seen)), family.marks(seen)
    in_order = sort_hand(known, seen.trump, preferences.sort)
    return hidden + tuple(_card(seen, card, keys[card], marks, may_play) for card in in_order)


def _keys(seen: Observation, known: list[Card], drawn: tuple[Card, ...]) -> Mapping[Card, str]:
    """A number for each card that stays the same through the round: sorted as dealt, then in the order drawn."""
    held = {*known, *(card for seat, card in seen.plays if seat == seen.seat)}
    return {card: str(number) for number, card in enumerate([*sorted(held.difference(drawn)), *drawn])}


def _card(seen: Observation, card: Card, key: str, marks: Mapping[Card, Mark], may_play: bool) -> HandCard:
    face, mark = card_face(card), marks.get(card)
    name = f"{face.name}, {mark.words}" if mark else face.name
    css = mark.name if mark else ""
    if not may_play:
        return HandCard(key, face, "", False, name, css)
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
