"""The log of the round on the table, the newest line first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from whist.engine.cards import Card
from whist.tables.presenters.cards import SYMBOLS
from whist.tables.texts import sentences
from whist.translations import said_once


@dataclass(frozen=True, slots=True)
class LogLine:
    """``winner`` of a finished trick, and in ``tail`` what followed it."""

    title: str
    text: str
    winner: str = ""
    tail: str = ""


@said_once
def short_card(card: Card) -> str:
    """The card as it is written in a line: "10♥"."""
    return sentences.rank_letter(card) + SYMBOLS[card[1]]


def plays_text(plays: Sequence[tuple[int, Card]], names: Sequence[str]) -> str:
    return ", ".join(f"{names[seat]} {short_card(card)}" for seat, card in plays)
