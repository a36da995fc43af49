"""The viewer's hand: sorted, in one row or two, each card with its full name and why it may not be played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from whist.engine.cards import Card
from whist.engine.game import PLAY, PLAY_HIDDEN
from whist.engine.romanian import RomanianObservation
from whist.tables import sentences
from whist.tables.presenters.cards import CardFace, card_face, sort_hand

if TYPE_CHECKING:
    from accounts.preferences import Preferences

ONE_ROW = 8


@dataclass(frozen=True, slots=True)
class HandCard:
    """``action`` is empty while no card can be played; ``is_refused`` only where the rules refuse this card now.

    ``key`` tells the cards of a round apart without naming them: an element's id ends up in places nobody looks at.
    """

    key: str
    face: CardFace | None
    action: str
    is_refused: bool
    label: str


def hand_rows(seen: RomanianObservation, preferences: Preferences) -> tuple[tuple[HandCard, ...], ...]:
    """Up to eight cards in one row, more in two of which the upper is the longer."""
    cards = _hand(seen, preferences)
    if not cards:
        return ()
    if len(cards) <= ONE_ROW:
        return (cards,)
    half = (len(cards) + 1) // 2
    return cards[:half], cards[half:]


def _hand(seen: RomanianObservation, preferences: Preferences) -> tuple[HandCard, ...]:
    may_play = seen.phase == PLAY and seen.seat is not None and seen.to_act == seen.seat
    known = [card for card in seen.hand if card is not None]
    unseen = len(seen.hand) - len(known)
    hidden = tuple(_hidden_card(number, may_play) for number in range(unseen))
    dealt = sorted([*known, *(card for seat, card in seen.plays if seat == seen.seat)])
    in_order = sort_hand(known, seen.trump, preferences.sort)
    return hidden + tuple(_card(seen, card, str(dealt.index(card)), may_play) for card in in_order)


def _card(seen: RomanianObservation, card: Card, key: str, may_play: bool) -> HandCard:
    face = card_face(card)
    if not may_play:
        return HandCard(key, face, "", False, face.name)
    refusal = seen.refusal(card)
    label = (
        pgettext("a card in the hand", "%(card)s, not playable: %(duty)s")
        % {"card": face.name, "duty": sentences.duty(refusal)}
        if refusal
        else pgettext("a card in the hand", "%(card)s, playable") % {"card": face.name}
    )
    return HandCard(key, face, f"play:{card}", refusal is not None, label)


def _hidden_card(number: int, may_play: bool) -> HandCard:
    """Its button names no card: the page must not know what its owner may not see."""
    label = _("Your card, face down, playable") if may_play else _("Your card, face down")
    return HandCard(f"x{number}", None, PLAY_HIDDEN if may_play else "", False, label)
