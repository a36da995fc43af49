"""Partnership whist: four seats, two sides, thirteen tricks, a book of six (rules §3)."""

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


class PartnershipGame(Game):
    """A match is a series of deals up to ``target`` points of a side."""

    slug = "whist"
    seat_counts = (4,)
    sides = ((0, 2), (1, 3))
    plays_turn_up = True
    options = (Option("target", tuple(Choice(str(points), points) for points in (7, 5, 10))),)

    def pack(self, seats: int) -> tuple[Card, ...]:
        return PACK

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
