"""Partnership whist: four seats, two sides, thirteen tricks, a book of six (docs/rules.md §3)."""

from __future__ import annotations

from collections.abc import Iterable

from whist.engine.cards import PACK, Card
from whist.engine.game import Choice, FinishedRound, Game, Option, Options
from whist.engine.partnership_state import (
    PartnershipObservation,
    PartnershipSetup,
    PartnershipState,
    SideScore,
    leaderboard_result,
    score_deal,
)

__all__ = [
    "PARTNERSHIP",
    "PartnershipGame",
    "PartnershipObservation",
    "PartnershipSetup",
    "PartnershipState",
    "SideScore",
    "leaderboard_result",
    "score_deal",
]


DECK_SIZE = 52

#: Deals of a match by its target: the mean of 40 matches of bots that play by the rules.
TYPICAL_DEALS = {5: 3.5, 7: 5.3, 10: 7.6}


class PartnershipGame(Game):
    """A match is a series of deals up to ``target`` points of a side."""

    slug = "whist"
    seat_counts = (4,)
    sides = ((0, 2), (1, 3))
    plays_turn_up = True
    options = (Option("target", tuple(Choice(str(points), points) for points in (7, 5, 10))),)

    def pack(self, seats: int) -> tuple[Card, ...]:
        return PACK

    def typical_cards(self, seats: int, options: Options) -> int:
        return round(DECK_SIZE * TYPICAL_DEALS[options.get("target", 7)])

    def resume(
        self, seats: int, first_dealer: int, options: Options, finished: Iterable[FinishedRound]
    ) -> PartnershipState:
        values = self.checked_options(seats, options)
        setup = PartnershipSetup(
            game=self,
            seats=seats,
            first_dealer=self.checked_dealer(seats, first_dealer),
            options=dict(options),
            target=values["target"],
        )
        deals: list[SideScore] = []
        for number, done in enumerate(finished):
            deals.append(score_deal((first_dealer + number) % seats, done.made, deals))
        return PartnershipState(setup, tuple(deals))


PARTNERSHIP = PartnershipGame()
