"""Points of a round, streaks, and who stands before whom (docs/rules.md §1.8 to §1.10)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from whist.engine.game import Ranking

CRITERIA = ("points", "missed", "peak", "diff", "worst", "last_unequal", "seat")


class RoundScore(NamedTuple):
    """A finished round; the last four hold one number a seat."""

    size: int
    dealer: int
    bids: tuple[int, ...]
    made: tuple[int, ...]
    score: tuple[int, ...]
    total: tuple[int, ...]


class Streak(NamedTuple):
    """``points`` for every ``length`` made bids in a row, as many lost for missed ones."""

    length: int
    points: int


def bid_score(bid: int, made: int) -> int:
    """
    >>> bid_score(3, 3), bid_score(0, 2)
    (8, -2)
    """
    return 5 + bid if bid == made else -abs(bid - made)


def extend_run(run: int, is_made: bool, streak: Streak) -> tuple[int, int]:
    """A seat's run of made (above 0) or missed (below 0) bids after one more, and the bonus it pays.

    >>> extend_run(4, True, Streak(5, 10))
    (0, 10)
    >>> extend_run(4, False, Streak(5, 10))
    (-1, 0)
    """
    sign = 1 if is_made else -1
    run = run + sign if run * sign > 0 else sign
    return (0, sign * streak.points) if abs(run) == streak.length else (run, 0)


def score_round(
    size: int,
    dealer: int,
    bids: tuple[int, ...],
    made: tuple[int, ...],
    finished: Sequence[RoundScore],
    runs: tuple[int, ...],
    streak: Streak | None,
) -> tuple[RoundScore, tuple[int, ...]]:
    """The score of the round that follows ``finished``, and the seats' runs of made and missed bids after it.

    One-card rounds neither count for a run nor break it.
    """
    score = [bid_score(bid, tricks) for bid, tricks in zip(bids, made, strict=True)]
    if streak and size > 1:
        extended = [extend_run(run, bids[s] == made[s], streak) for s, run in enumerate(runs)]
        runs = tuple(run for run, _ in extended)
        score = [points + bonus for points, (_, bonus) in zip(score, extended, strict=True)]
    before = finished[-1].total if finished else (0,) * len(bids)
    total = tuple([a + b for a, b in zip(before, score, strict=True)])
    return RoundScore(size, dealer, bids, made, tuple(score), total), runs


def rank_seats(rounds: Sequence[RoundScore], peak: int) -> Ranking:
    """All seats from first to last; ``peak`` is the schedule's largest size.  No place is ever shared."""
    keys = {seat: _criteria(seat, rounds, peak) for seat in range(len(rounds[0].bids))}
    order = tuple(sorted(keys, key=keys.__getitem__))
    decided = tuple(_decided_by(keys[a], keys[b]) for a, b in pairwise(order))
    return Ranking(order, decided)


def _criteria(seat: int, rounds: Sequence[RoundScore], peak: int) -> tuple[object, ...]:
    misses = [abs(played.bids[seat] - played.made[seat]) for played in rounds]
    return (
        -rounds[-1].total[seat],
        sum(miss > 0 for miss in misses),
        sum(miss > 0 for miss, played in zip(misses, rounds, strict=True) if played.size == peak),
        sum(misses),
        max(misses),
        tuple(-played.total[seat] for played in reversed(rounds)),
        seat,
    )


def _decided_by(better: tuple[object, ...], worse: tuple[object, ...]) -> str:
    return next(name for name, a, b in zip(CRITERIA, better, worse, strict=True) if a != b)
