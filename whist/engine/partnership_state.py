"""A match of partnership whist at one moment (docs/rules.md §3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

from whist.engine.cards import Card
from whist.engine.game import OVER, SAME_SIDE, Deal, Observation, Ranking
from whist.engine.trick_state import Hands, Setup, TrickState

HAND_SIZE = 13
#: Tricks that a side must take before the next ones count.
BOOK = 6


class SideScore(NamedTuple):
    """A deal that is over; the last three hold one number a side."""

    dealer: int
    made: tuple[int, ...]
    score: tuple[int, ...]
    total: tuple[int, ...]


def deal_points(tricks: int) -> int:
    """What a side scores for its tricks.

    >>> deal_points(9), deal_points(4)
    (3, 0)
    """
    return max(0, tricks - BOOK)


def score_deal(dealer: int, made: Sequence[int], before: Sequence[SideScore]) -> SideScore:
    """The score of the deal that follows those ``before``; ``made`` is by side."""
    score = tuple(map(deal_points, made))
    total = before[-1].total if before else (0, 0)
    return SideScore(dealer, tuple(made), score, tuple(a + b for a, b in zip(total, score, strict=True)))


def leaderboard_result(target: int, loser_points: int) -> tuple[int, int]:
    """What a match counts for on a leaderboard, for the winners and for the losers (docs/rules.md §3.4).

    >>> leaderboard_result(target=7, loser_points=2)
    (87, 14)
    """
    best = target - 1
    return 60 + _rounded(40 * (best - loser_points), best), _rounded(42 * loser_points, best)


def _rounded(numerator: int, denominator: int) -> int:
    """The quotient of two numbers not below 0, halves rounded up."""
    return (2 * numerator + denominator) // (2 * denominator)


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnershipObservation(Observation):
    """`Observation` with sides: seats 0 and 2 are side 0, seats 1 and 3 side 1 (``game.sides``).

    ``side_made`` are the tricks of each side in the deal on the table, ``side_points`` what each has of the
    ``target``; ``finished`` are the deals that are over; ``leaderboard`` is the result by side once the match is over.
    The turned card is in the dealer's hand, and in ``foreign`` for all others until it is played.
    """

    finished: tuple[SideScore, ...]
    target: int
    side_made: tuple[int, ...]
    side_points: tuple[int, ...]
    leaderboard: tuple[int, ...] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnershipSetup(Setup):
    target: int


class PartnershipState(TrickState):
    setup: PartnershipSetup
    finished: tuple[SideScore, ...]

    def __init__(self, setup: PartnershipSetup, finished: tuple[SideScore, ...]) -> None:
        points = finished[-1].total if finished else (0, 0)
        super().__init__(setup, finished, _by_seat(setup, points), max(points) >= setup.target)

    # -- facts -----------------------------------------------------------------------------------------------

    def _size_of(self, number: int) -> int:
        return HAND_SIZE

    @property
    def round_made(self) -> tuple[int, ...]:
        return tuple(sum(self.made[seat] for seat in side) for side in self.game.sides)

    @property
    def side_points(self) -> tuple[int, ...]:
        return self.finished[-1].total if self.finished else (0, 0)

    @property
    def winner(self) -> int | None:
        """The side that has won the match."""
        return self.side_points.index(max(self.side_points)) if self.phase == OVER else None

    @property
    def leaderboard(self) -> tuple[int, ...] | None:
        """By side, once the match is over (docs/rules.md §3.4)."""
        if self.winner is None:
            return None
        winners, losers = leaderboard_result(self.setup.target, min(self.side_points))
        return (winners, losers) if self.winner == 0 else (losers, winners)

    def ranking(self) -> Ranking | None:
        if self.winner is None:
            return None
        winners, losers = self.game.sides[self.winner], self.game.sides[1 - self.winner]
        return Ranking(winners + losers, (SAME_SIDE, "points", SAME_SIDE))

    def match_report(self) -> dict[str, Any]:
        leaderboard = self.leaderboard and list(self.leaderboard)
        return super().match_report() | {"winner": self.winner, "leaderboard": leaderboard}

    # -- dealing and playing ---------------------------------------------------------------------------------

    def _laid_out(self, hands: Hands, rest: tuple[Card, ...]) -> Deal:
        return Deal(hands, hands[self._coming_dealer][-1], rest)

    def _beside_hands(self, deal: Deal) -> Sequence[Card]:
        return deal.stock

    def _is_turned_right(self, deal: Deal) -> bool:
        return deal.turn_up == deal.hands[self._coming_dealer][-1]

    def _complete_round(self) -> Self:
        finished = (*self.finished, score_deal(self.dealer, self.round_made, self.finished))
        points = finished[-1].total
        return self._end_round(finished, _by_seat(self.setup, points), max(points) >= self.setup.target)

    # -- knowing ---------------------------------------------------------------------------------------------

    def observe(self, seat: int | None) -> PartnershipObservation:
        return PartnershipObservation(
            **self._seen_by(seat) | {"foreign": self._turned_in_hand(seat)},
            target=self.setup.target,
            side_made=self.round_made,
            side_points=self.side_points,
            leaderboard=self.leaderboard,
        )

    def _turned_in_hand(self, seat: int | None) -> dict[int, tuple[Card, ...]]:
        """The turned card with its holder, for all others, until it is played."""
        if self.turn_up is None or seat == self.dealer or self.turn_up not in self.hands[self.dealer]:
            return {}
        return {self.dealer: (self.turn_up,)}


def _by_seat(setup: Setup, points: Sequence[int]) -> tuple[int, ...]:
    return tuple(points[setup.game.side_of(seat)] for seat in range(setup.seats))
