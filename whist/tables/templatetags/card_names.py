"""Cards inside running text: `{% cards "9H" %}`, `{% cards "AS 7C KD" %}`.

The names stand here and not in the message files because the rules pages are whole templates per
language: a page and the cards in it change together.
"""

from django import template
from django.utils.translation import get_language

register = template.Library()

SYMBOLS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
LETTERS = {"de": {"J": "B", "Q": "D"}}
RANKS = {
    "en": {"J": "jack", "Q": "queen", "K": "king", "A": "ace"},
    "de": {"J": "Bube", "Q": "Dame", "K": "König", "A": "Ass"},
    "ro": {"J": "valet", "Q": "damă", "K": "popă", "A": "as"},
}
SUITS = {
    "en": {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"},
    "de": {"C": "Kreuz", "D": "Karo", "H": "Herz", "S": "Pik"},
    "ro": {"C": "treflă", "D": "caro", "H": "cupă", "S": "pică"},
}
SPOKEN = {"en": "{rank} of {suit}", "de": "{suit} {rank}", "ro": "{rank} de {suit}"}


@register.inclusion_tag("rules/cards.html")
def cards(codes: str) -> dict[str, list[dict[str, str]]]:
    """Cards in the notation of the record (`TS` is the ten of spades), separated by blanks."""
    language = (get_language() or "en")[:2]
    if language not in SPOKEN:
        language = "en"
    return {"cards": [card_in_words(code, language) for code in codes.split()]}


def card_in_words(code: str, language: str) -> dict[str, str]:
    rank, suit = code
    pip = "10" if rank == "T" else rank
    name = RANKS[language].get(rank, pip)
    return {
        "code": code,
        "suit": suit,
        "shown": LETTERS.get(language, {}).get(rank, pip) + SYMBOLS[suit],
        "spoken": SPOKEN[language].format(rank=name, suit=SUITS[language][suit]),
    }
