"""Romanian whist with the short deck (docs/rules.md §1) and with 52 cards (docs/rules.md §2)."""

from __future__ import annotations

import reprlib
from collections.abc import Iterable, Mapping
from typing import Any

from whist.engine.bids import forbidden_bid, legal_bids
from whist.engine.cards import Card, pack_from
from whist.engine.deck import FairDeck
from whist.engine.errors import BadOption
from whist.engine.game import Choice, FinishedRound, Game, Option, Options, split_actions
from whist.engine.romanian_state import (
    FOREHEAD,
    HIDDEN,
    NORMAL,
    RomanianObservation,
    RomanianSetup,
    RomanianState,
)
from whist.engine.schedules import QUICK, SCHEDULES, TYPICAL_QUICK, is_quick
from whist.engine.scores import RoundScore, Streak, score_round
from whist.engine.tricks import FREE, MUST_OVERTRUMP, MUST_TRUMP

__all__ = [
    "FOREHEAD",
    "HIDDEN",
    "NORMAL",
    "ROMANIAN",
    "ROMANIAN52",
    "RomanianGame",
    "RomanianObservation",
    "RomanianSetup",
    "RomanianState",
    "forbidden_bid",
    "legal_bids",
]


class RomanianGame(Game):
    """Both Romanian games: they differ in the pack, the schedules and what a void seat owes by default."""

    has_bids = True
    has_schedule = True
    seat_counts = (3, 4, 5, 6)

    def __init__(self, slug: str, lowest: Mapping[int, str], schedules: tuple[Choice, ...], void: str) -> None:
        self.slug = slug
        self._packs = {seats: pack_from(lowest[seats]) for seats in self.seat_counts}
        voids = sorted((FREE, MUST_TRUMP, MUST_OVERTRUMP), key=lambda rule: rule != void)
        self.options = (
            Option("schedule", schedules),
            Option("void", tuple(Choice(rule, rule) for rule in voids)),
            Option(
                "streak",
                (
                    Choice("none", None),
                    Choice("10", {"length": 5, "points": 10}),
                    Choice("5", {"length": 5, "points": 5}),
                ),
            ),
            Option("one_card", tuple(Choice(rule, rule) for rule in (NORMAL, FOREHEAD, HIDDEN))),
        )

    def pack(self, seats: int) -> tuple[Card, ...]:
        return self._packs[seats]

    def resume(
        self, seats: int, first_dealer: int, options: Options, finished: Iterable[FinishedRound]
    ) -> RomanianState:
        setup = self._setup(seats, first_dealer, options)
        rounds: list[RoundScore] = []
        runs: tuple[int, ...] = (0,) * seats
        for number, done in enumerate(finished):
            codes = split_actions(done.actions)[:seats]
            first = (first_dealer + number + 1) % seats
            bids = tuple(int(codes[(seat - first) % seats], 36) for seat in range(seats))
            dealer = (first_dealer + number) % seats
            score, runs = score_round(setup.sizes[number], dealer, bids, done.made, rounds, runs, setup.streak)
            rounds.append(score)
        return RomanianState(setup, tuple(rounds), runs)

    def _setup(self, seats: int, first_dealer: int, options: Options) -> RomanianSetup:
        values = self.checked_options(seats, options)
        sizes = values["sizes"] if values["schedule"] == QUICK else SCHEDULES[values["schedule"]](seats)
        return RomanianSetup(
            game=self,
            seats=seats,
            first_dealer=self.checked_dealer(seats, first_dealer),
            options=dict(options),
            void=values["void"],
            sizes=tuple(sizes),
            one_card=values["one_card"],
            streak=Streak(**values["streak"]) if values["streak"] else None,
        )

    def checked_options(self, seats: int, options: Options) -> dict[str, Any]:
        chosen = {name: value for name, value in options.items() if name != "sizes"}
        values = super().checked_options(seats, chosen)
        if (values["schedule"] == QUICK) != ("sizes" in options) or (
            "sizes" in options and not is_quick(options["sizes"])
        ):
            raise BadOption(f"'sizes': {reprlib.repr(options.get('sizes'))}")
        if "sizes" in options:
            values["sizes"] = list(options["sizes"])
        return values

    def typical_cards(self, seats: int, options: Options) -> int:
        """Exact, but for the sizes of a quick match, which are drawn later: those of the middle stand for them."""
        schedule = options.get("schedule", self.options[0].choices[0].value)
        return seats * sum(TYPICAL_QUICK if schedule == QUICK else SCHEDULES[schedule](seats))

    def drawn_options(self, options: Options, deck: FairDeck) -> dict[str, Any]:
        if options.get("schedule") != QUICK:
            return dict(options)
        return {**options, "sizes": list(deck.sizes())}


ROMANIAN = RomanianGame(
    "romanian",
    lowest={3: "9", 4: "7", 5: "5", 6: "3"},
    schedules=(
        Choice("8-1-8", "8-1-8"),
        Choice("8-8-8", "8-8-8"),
        Choice("1-8-1", "1-8-1"),
        Choice("quick", "quick", (6,)),
    ),
    void=MUST_TRUMP,
)

ROMANIAN52 = RomanianGame(
    "romanian52",
    lowest={3: "2", 4: "2", 5: "2", 6: "2"},
    schedules=(
        Choice("1-max-1", "1-max-1"),
        Choice("1xn-max-1xn", "1xn-max-1xn"),
        Choice("1-peak-1", "1-peak-1", (4,)),
    ),
    void=FREE,
)
