"""Positions with given cards, seen from a seat, without a database."""

from __future__ import annotations

from typing import Any

from whist.engine import GAMES
from whist.engine.cards import parse_cards
from whist.engine.game import Deal, FinishedRound, State
from whist.tables.match.selectors import Player, TableView
from whist.tables.models import Match, Table
from whist.tables.models.kinds import Kind

NAMES = ("Dana", "Mihai", "Ioana", "Ana", "Radu", "Elena")


def dealt(*hands: str, turn: str | None, dealer: int = 0, game: str = "romanian52", **options: Any) -> State:
    """A round with these hands; the rounds before it were bid 0 and taken by seat 0.

    The default game deals one card more in each round, so any number of cards up to its highest can be dealt.
    """
    seats, size = len(hands), len(hands[0]) // 2
    before = [FinishedRound("0" * seats, (number, *[0] * (seats - 1))) for number in range(1, size)]
    first_dealer = (dealer - len(before)) % seats
    state = GAMES[game].resume(seats, first_dealer, options, before)
    return state.apply(Deal(tuple(map(parse_cards, hands)), turn))


def after(state: State, *actions: object) -> State:
    """Bids as numbers, plays as cards."""
    for action in actions:
        state = state.apply(f"bid:{action}" if isinstance(action, int) else f"play:{action}")
    return state


def seen(state: State, seat: int | None = 0, version: int = 33) -> TableView:
    slug = state.game.slug
    table = Table(pk=7, kind=Kind.SOLO, game_slug=slug, seats=state.seats, level="normal", pace="normal")
    match = Match(
        pk=12,
        table=table,
        options=dict(state.options),
        secret=bytes(32),
        salt=bytes(16),
        version=version,
        rounds_dealt=1,
    )
    players = tuple(Player(number, NAMES[number], number > 0, "normal", None) for number in range(state.seats))
    return TableView(table, match, players, seat, state.observe(seat))
