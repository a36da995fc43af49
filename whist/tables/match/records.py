"""The record of a stored match: what its players download and what anybody can check."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import attrgetter
from typing import Any

from whist.engine.game import Deal, FinishedRound
from whist.engine.record import Fair, record_of
from whist.tables.models import Match, made_numbers

Played = tuple[Deal, str, str]
"""A round: what was dealt, actions and actors."""


def record_of_match(match: Match, rounds: Iterable[Played] | None = None) -> dict[str, Any]:
    """A finished match as a record, with actors and the source of its chance (docs/record-format.md).

    A caller that has dealt its ``rounds`` again already may hand them in.
    Never call it for a match that still runs: it holds every hand and the secret.
    """
    assert match.finished_at is not None
    table, fair = (
        match.table,
        Fair(bytes(match.secret), bytes(match.salt), tuple(match.cuts), match.commitment),
    )
    first_dealer = match.deck.first_dealer(table.seats)
    played = played_rounds(match) if rounds is None else rounds
    return record_of(table.game, table.seats, match.options, first_dealer, played, fair)


def played_rounds(match: Match) -> Iterator[Played]:
    """Deal, actions and actors of every stored round.

    The deals follow from the secret and from what is stored, which nobody judges here: that is for the replay.
    """
    table, deck = match.table, match.deck
    pack, first_dealer = table.game.pack(table.seats), deck.first_dealer(table.seats)
    finished: list[FinishedRound] = []
    for played in sorted(match.rounds.all(), key=attrgetter("number")):
        state = table.game.resume(table.seats, first_dealer, match.options, finished)
        yield state.deal(deck.pack(played.number, pack)), played.actions, played.actors
        finished.append(FinishedRound(played.actions, made_numbers(played.made)))
