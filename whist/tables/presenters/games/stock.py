"""The stock as it lies on the table: a pile, and beside it the open cards that are played for."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from whist.engine.game import PICK
from whist.engine.german import GermanObservation
from whist.tables.presenters.cards import CardFace, card_face

#: A pile looks thicker with every so many cards.
LAYER = 6


@dataclass(frozen=True, slots=True)
class Prize:
    """An open card; ``action`` is empty unless the viewer may take it now.  ``key`` is the digit that takes it."""

    key: int
    face: CardFace
    action: str
    label: str


@dataclass(frozen=True, slots=True)
class StockView:
    """``height`` counts all its cards, ``layers`` says how thick the hidden pile looks (0: none is left)."""

    height: int
    layers: int
    line: str
    prizes: tuple[Prize, ...]


def stock_view(seen: GermanObservation) -> StockView | None:
    """None where nothing is left to draw."""
    if not seen.stock_height:
        return None
    hidden = seen.stock_height - len(seen.prizes)
    line = ngettext("%(n)d card in the stock", "%(n)d cards in the stock", seen.stock_height)
    return StockView(
        height=seen.stock_height,
        layers=-(-hidden // LAYER),
        line=line % {"n": seen.stock_height},
        prizes=tuple(_prize(seen, index, card) for index, card in enumerate(seen.prizes)),
    )


def _prize(seen: GermanObservation, index: int, card: str) -> Prize:
    face, action = card_face(card), f"pick:{index}"
    is_offered = seen.phase == PICK and action in seen.legal_actions
    label = _("Take: %(card)s") if is_offered else _("Prize: %(card)s")
    return Prize(index + 1, face, action if is_offered else "", label % {"card": face.name})
