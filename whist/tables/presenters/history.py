"""The log of the round on the table: how it began, then a line for each trick, the newest first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from whist.engine.cards import Card
from whist.engine.game import Observation
from whist.engine.tricks import winning_index
from whist.tables.presenters.games.families import family_of
from whist.tables.presenters.games.family import Family
from whist.tables.presenters.log import LogLine, plays_text


def log_of(seen: Observation, names: Sequence[str]) -> tuple[LogLine, ...]:
    family = family_of(seen)
    tricks = [seen.plays[i : i + seen.seats] for i in range(0, len(seen.plays), seen.seats)]
    lines = [
        *family.log_head(seen, names),
        *(_trick(family, seen, names, number, plays) for number, plays in enumerate(tricks, 1)),
    ]
    return tuple(line for line in reversed(lines) if line.text)


def _trick(
    family: Family[Any], seen: Observation, names: Sequence[str], number: int, plays: Sequence[tuple[int, Card]]
) -> LogLine:
    title, text = _("Trick %(number)d") % {"number": number}, plays_text(plays, names)
    if len(plays) < seen.seats:
        return LogLine(title, text)
    winner = plays[winning_index([card for _seat, card in plays], seen.trump)][0]
    return LogLine(title, text, names[winner], family.log_tail(seen, names, number))
