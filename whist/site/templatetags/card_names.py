"""Cards inside running text: `{% cards "9H" %}`, `{% cards "AS 7C KD" %}`."""

from django import template

from whist.engine.cards import parse_cards
from whist.tables.texts import sentences

register = template.Library()

SYMBOLS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


@register.inclusion_tag("rules/cards.html")
def cards(codes: str) -> dict[str, list[dict[str, str]]]:
    """Cards in the notation of the record (`TS` is the ten of spades), separated by blanks."""
    return {
        "cards": [
            {
                "code": card,
                "suit": card[1],
                "shown": sentences.rank_letter(card) + SYMBOLS[card[1]],
                "spoken": sentences.card_name(card),
            }
            for card in parse_cards(codes.replace(" ", ""))
        ]
    }
