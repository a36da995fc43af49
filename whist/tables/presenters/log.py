"""The log of the round on the table: the bids, then a line for each trick, the newest first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from whist.engine.cards import Card
from whist.engine.game import PLAY
from whist.engine.romanian import RomanianObservation
from whist.engine.tricks import winning_index
from whist.tables import sentences
from whist.tables.presenters.cards import SYMBOLS


@dataclass(frozen=True, slots=True)
class LogLine:
    title: str
    text: str
    winner: str


def log_of(seen: RomanianObservation, names: Sequence[str]) -> tuple[LogLine, ...]:
    tricks = [seen.plays[i : i + seen.seats] for i in range(0, len(seen.plays), seen.seats)]
    lines = [_bids(seen, names), *(_trick(seen, names, number, plays) for number, plays in enumerate(tricks, 1))]
    return tuple(line for line in reversed(lines) if line.text)


def _bids(seen: RomanianObservation, names: Sequence[str]) -> LogLine:
    order = [(seen.dealer + 1 + i) % seen.seats for i in range(seen.seats)]
    text = ", ".join(f"{names[seat]} {seen.bids[seat]}" for seat in order if seen.bids[seat] is not None)
    return LogLine(_("Bids"), text, "")


def _trick(seen: RomanianObservation, names: Sequence[str], number: int, plays: Sequence[tuple[int, Card]]) -> LogLine:
    text = ", ".join(f"{names[seat]} {sentences.rank_letter(card)}{SYMBOLS[card[1]]}" for seat, card in plays)
    is_complete = len(plays) == seen.seats and (seen.phase != PLAY or number <= sum(seen.made))
    winner = plays[winning_index([card for _seat, card in plays], seen.trump)][0]
    return LogLine(_("Trick %(number)d") % {"number": number}, text, names[winner] if is_complete else "")
