"""Cards, suits and packs.

A card is a string of two characters, rank then suit: ``"9H"``, ``"TS"``, ``"AC"``.  A plain string needs no
parsing on its way between a form, a record and the rules, and it sorts and prints as itself.
"""

from __future__ import annotations

Card = str
Suit = str

RANKS = "23456789TJQKA"
SUITS = "CDHS"

#: The whole pack in the order that shuffling starts from: C D H S, each from its lowest to its highest card.
PACK: tuple[Card, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)

#: How high a card stands within its suit, 0 (the two) to 12 (the ace).
RANK: dict[Card, int] = {card: RANKS.index(card[0]) for card in PACK}


def pack_from(lowest: str) -> tuple[Card, ...]:
    """The pack without the cards below the rank ``lowest``, in dealing order.

    >>> len(pack_from("7"))
    32
    """
    floor = RANKS.index(lowest)
    return tuple(card for card in PACK if RANK[card] >= floor)


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards written without a separator; raise ValueError for text that is no row of cards.

    >>> parse_cards("9HTS")
    ('9H', 'TS')
    """
    cards = [text[i : i + 2] for i in range(0, len(text), 2)]
    for card in cards:
        if card not in RANK:
            raise ValueError(f"{card!r} is no card")
    return tuple(cards)
