"""German whist: two seats, and a stock to be played for (docs/rules.md §4)."""

from __future__ import annotations

from collections.abc import Iterable

from whist.engine.cards import PACK, Card
from whist.engine.game import PICK, PLAY, Choice, FinishedRound, Game, Option, Options
from whist.engine.german_scores import (
    ALL,
    PHASE_TWO,
    REPLAY,
    GermanHand,
    GermanRules,
    hand_result,
    score_hand,
)
from whist.engine.german_state import GermanObservation, GermanSetup, GermanState
from whist.engine.german_stock import Draw, SeenDraw, Stock

__all__ = [
    "GERMAN",
    "Draw",
    "GermanGame",
    "GermanHand",
    "GermanObservation",
    "GermanRules",
    "GermanSetup",
    "GermanState",
    "SeenDraw",
    "Stock",
    "hand_result",
]

TURNED, NO_TRUMP = "turned", "none"


def _numbers(*numbers: int) -> tuple[Choice, ...]:
    return tuple(Choice(str(number), number) for number in numbers)


_NONE = Choice("none", None)


#: Hands of a match, and cards of a hand that is a race: the means of 30 matches of bots.
TYPICAL_HANDS = {1: 1.04, 3: 2.6, 5: 4.3}
TYPICAL_HANDS_TO_POINTS = {5: 2.8, 10: 5.6, 25: 16.5}
TYPICAL_CARDS_OF_RACE = {7: 23.0, 9: 29.5}


class GermanGame(Game):
    """A match is a series of hands: best of 1, 3 or 5, or up to a number of points."""

    slug = "german"
    seat_counts = (2,)
    has_stock = True
    plays_turn_up = True
    counts_wins = True
    options = (
        Option("best_of", _numbers(1, 3, 5)),
        Option("to_points", (_NONE, *_numbers(5, 10, 25))),
        Option("count", tuple(Choice(value, value) for value in (ALL, PHASE_TWO))),
        Option("tie", tuple(Choice(value, value) for value in (REPLAY, PHASE_TWO))),
        Option("open_stock", (_NONE, *_numbers(2, 3))),
        Option("race", (_NONE, *_numbers(7, 9))),
        Option("trump", tuple(Choice(value, value) for value in (TURNED, NO_TRUMP))),
    )
    exclusive = (("best_of", "to_points"), ("open_stock", "trump"))

    def pack(self, seats: int) -> tuple[Card, ...]:
        return PACK

    def typical_cards(self, seats: int, options: Options) -> int:
        hands = TYPICAL_HANDS_TO_POINTS.get(options.get("to_points") or 0) or TYPICAL_HANDS[options.get("best_of", 1)]
        return round(hands * TYPICAL_CARDS_OF_RACE.get(options.get("race") or 0, 52))

    def action_kinds(self, options: Options) -> tuple[str, ...]:
        return (PLAY, PICK) if options.get("open_stock") else (PLAY,)

    def resume(self, seats: int, first_dealer: int, options: Options, finished: Iterable[FinishedRound]) -> GermanState:
        setup = GermanSetup(
            game=self,
            seats=seats,
            first_dealer=self.checked_dealer(seats, first_dealer),
            options=dict(options),
            rules=self.rules(seats, options),
        )
        hands: list[GermanHand] = []
        for number, done in enumerate(finished):
            hands.append(score_hand((first_dealer + number) % seats, done.made, hands, setup.rules))
        return GermanState(setup, tuple(hands))

    def rules(self, seats: int, options: Options) -> GermanRules:
        values = self.checked_options(seats, options)
        open_stock, trump = values.pop("open_stock"), values.pop("trump")
        return GermanRules(**values, most_open=0 if trump == NO_TRUMP else open_stock or 1)


GERMAN = GermanGame()
