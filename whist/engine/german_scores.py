"""What a hand of German whist is worth, and when a match is won (docs/rules.md §4.3 to §4.6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

ALL, PHASE_TWO = "all", "phase2"
REPLAY = "replay"

#: Tricks in each phase, and the cards of a hand.
HAND_SIZE = 13


@dataclass(frozen=True, slots=True, kw_only=True)
class GermanRules:
    """The options of a match; None where one is not chosen.

    ``most_open`` cards of the stock lie face up: 1, or 2 and 3 with an open stock, 0 where there is no trump.
    """

    count: str = ALL
    tie: str = REPLAY
    best_of: int = 1
    to_points: int | None = None
    race: int | None = None
    most_open: int = 1

    @property
    def has_trump(self) -> bool:
        return self.most_open > 0

    @property
    def has_picks(self) -> bool:
        return self.most_open > 1


class GermanHand(NamedTuple):
    """A hand that is over.  ``made`` are the tricks of both seats in phase one, then in phase two.

    ``winner`` is None where nobody won; ``total`` are the points and ``wins`` the hands won so far, by seat.
    """

    dealer: int
    made: tuple[tuple[int, int], tuple[int, int]]
    winner: int | None
    points: int
    total: tuple[int, int]
    wins: tuple[int, int]

    @property
    def score(self) -> tuple[int, int]:
        return _given_to(self.winner, self.points)


def hand_result(first: Sequence[int], second: Sequence[int], rules: GermanRules) -> tuple[int | None, int]:
    """Who wins a hand and its points; ``first`` and ``second`` are the tricks by seat in each phase.

    >>> hand_result((7, 6), (6, 7), GermanRules())
    (None, 0)
    >>> hand_result((7, 6), (6, 7), GermanRules(tie="phase2"))
    (1, 0)
    """
    tricks = (first[0] + second[0], first[1] + second[1])
    if rules.race:
        return _ahead(tricks), rules.race - min(tricks)
    if rules.count == PHASE_TWO:
        return _ahead(second), max(second) - min(second)
    if tricks[0] == tricks[1]:
        return (_ahead(second) if rules.tie == PHASE_TWO else None), 0
    return _ahead(tricks), max(tricks) - HAND_SIZE


def _ahead(numbers: Sequence[int]) -> int | None:
    """The seat with the higher number, or None."""
    if numbers[0] == numbers[1]:
        return None
    return 0 if numbers[0] > numbers[1] else 1


def _given_to(seat: int | None, number: int) -> tuple[int, int]:
    return (number if seat == 0 else 0, number if seat == 1 else 0)


def score_hand(dealer: int, made: Sequence[int], before: Sequence[GermanHand], rules: GermanRules) -> GermanHand:
    """The score of the hand that follows those ``before``; ``made`` as it is stored (`State.round_made`)."""
    first, second = (made[0], made[1]), (made[2], made[3])
    winner, points = hand_result(first, second, rules)
    total, wins = (before[-1].total, before[-1].wins) if before else ((0, 0), (0, 0))
    return GermanHand(
        dealer,
        (first, second),
        winner,
        points,
        _sum(total, _given_to(winner, points)),
        _sum(wins, _given_to(winner, 1)),
    )


def _sum(a: tuple[int, int], b: tuple[int, int]) -> tuple[int, int]:
    return (a[0] + b[0], a[1] + b[1])


def match_winner(hands: Sequence[GermanHand], rules: GermanRules) -> int | None:
    """The seat that has won the match, or None while it goes on."""
    if not hands:
        return None
    last = hands[-1]
    if rules.to_points:
        return _ahead(last.total) if max(last.total) >= rules.to_points else None
    return _ahead(last.wins) if 2 * max(last.wins) > rules.best_of else None
