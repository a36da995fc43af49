"""The viewer's hand: sorted, each card with its full name, and which of them may be played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from whist.engine.cards import Card, Suit
from whist.engine.errors import MustOvertrump
from whist.engine.game import PLAY, PLAY_HIDDEN, Observation
from whist.tables.presenters.cards import CardFace, card_face, sort_hand
from whist.tables.presenters.games.family import Family, Mark
from whist.tables.texts import sentences
from whist.translations import REMEMBERED, said_once

if TYPE_CHECKING:
    from accounts.people.preferences import Preferences


@dataclass(frozen=True, slots=True)
class HandCard:
    """What a card is as long as it is held; what may be done with it just now is said by the `Hand`.

    ``key`` tells the cards of a round apart without naming them: an element's id ends up in places nobody looks at.
    ``mark`` is the class of what is special about it.
    """

    key: str
    face: CardFace | None
    action: str
    label: str
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Hand:
    """The cards in their order; ``is_open`` when the viewer is to play one of them.

    Then the cards with the keys ``refused`` may not be played, and ``duty`` says why.
    """

    cards: tuple[HandCard, ...] = ()
    is_open: bool = False
    refused: frozenset[str] = frozenset()
    duty: str = ""


def hand_of(seen: Observation, family: Family[Any], preferences: Preferences) -> Hand:
    cards = _cards(seen, family, preferences)
    if not (seen.phase == PLAY and seen.is_own_turn):
        return Hand(cards)
    refusals = {card.key: refusal for card in cards if card.face and (refusal := seen.refusal(card.face.code))}
    if not refusals:
        return Hand(cards, is_open=True)
    # Where a trump must be higher than another, that is owed instead of the other suits too.
    owed = next((each for each in refusals.values() if isinstance(each, MustOvertrump)), next(iter(refusals.values())))
    duty = pgettext("a card in the hand", "not playable: %(duty)s") % {"duty": sentences.duty(owed)}
    return Hand(cards, True, frozenset(refusals), duty)


def _cards(seen: Observation, family: Family[Any], preferences: Preferences) -> tuple[HandCard, ...]:
    known = tuple(card for card in seen.hand if card is not None)
    hidden = tuple(map(_hidden_card, range(len(seen.hand) - len(known))))
    played, marks = tuple(card for seat, card in seen.plays if seat == seen.seat), family.marks(seen)
    keys = _keys(known, played, family.drawn(seen))
    in_order = _in_order(known, seen.trump, preferences.sort)
    return hidden + tuple(_card(card, keys[card], marks.get(card)) for card in in_order)


@lru_cache(REMEMBERED)
def _in_order(known: tuple[Card, ...], trump: Suit | None, sort: str) -> tuple[Card, ...]:
    return tuple(sort_hand(list(known), trump, sort))


@lru_cache(REMEMBERED)
def _keys(known: tuple[Card, ...], played: tuple[Card, ...], drawn: tuple[Card, ...]) -> Mapping[Card, str]:
    """A number for each card that stays the same through the round: sorted as dealt, then in the order drawn."""
    held = {*known, *played}
    return {card: str(number) for number, card in enumerate([*sorted(held.difference(drawn)), *drawn])}


@said_once
def _card(card: Card, key: str, mark: Mark | None) -> HandCard:
    face = card_face(card)
    name, css = (f"{face.name}, {mark.words}", mark.name) if mark else (face.name, "")
    return HandCard(key, face, f"play:{card}", name, css)


def _hidden_card(number: int) -> HandCard:
    """A card whose button names none: the page must not know what its owner may not see."""
    return HandCard(f"x{number}", None, PLAY_HIDDEN, _("Your card, face down"))
