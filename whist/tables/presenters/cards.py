"""Cards as templates print them, and the order of a hand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from whist.engine.cards import RANK, Card, Suit
from whist.tables.texts import sentences
from whist.translations import said_once

SYMBOLS: dict[Suit, str] = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
COLOURS: dict[Suit, str] = {"C": "club", "D": "diamond", "H": "heart", "S": "spade"}

#: Neighbours differ in colour; a hand without one of the suits is put together so that this stays true.
ALTERNATING = "SHCD"
RED, BLACK = "HD", "SC"


@dataclass(frozen=True, slots=True)
class CardFace:
    """``suit`` is the class that colours the card, ``drawing`` the symbol that draws it: "h", "Kh"."""

    code: Card
    rank: str
    suit: str
    drawing: str
    symbol: str
    name: str


@said_once
def card_face(card: Card) -> CardFace:
    letter = card[1].lower()
    return CardFace(
        code=card,
        rank=sentences.rank_letter(card),
        suit=COLOURS[card[1]],
        drawing=card[0] + letter if card[0] in "JQK" else letter,
        symbol=SYMBOLS[card[1]],
        name=sentences.card_label(card),
    )


def suit_order(suits: Iterable[Suit], trump: Suit | None, sort: str) -> str:
    """The suits of a hand from left to right: trump first (unless ``sort`` is "suits"), then alternating colours.

    >>> suit_order("CDHS", "H", "trump"), suit_order("HDS", None, "trump")
    ('HSDC', 'HSD')
    """
    present = set(suits)
    held = [suit for suit in ALTERNATING if suit in present]
    if sort == "suits":
        return "".join(held)
    order = [trump] if trump in held else []
    rest = [suit for suit in held if suit != trump]
    while rest:
        order.append(_next_suit(order, rest))
        rest.remove(order[-1])
    return "".join(order)


def _next_suit(order: list[Suit], rest: list[Suit]) -> Suit:
    """A suit of the other colour; at the beginning one of the colour that has more suits left."""
    if order:
        wanted = BLACK if order[-1] in RED else RED
    else:
        wanted = max((BLACK, RED), key=lambda colour: sum(suit in colour for suit in rest))
    return next((suit for suit in rest if suit in wanted), rest[0])


def sort_hand(cards: Iterable[Card], trump: Suit | None, sort: str) -> tuple[Card, ...]:
    held = tuple(cards)
    order = suit_order((card[1] for card in held), trump, sort)
    return tuple(sorted(held, key=lambda card: (order.index(card[1]), -RANK[card])))
