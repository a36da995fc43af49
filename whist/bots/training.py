"""Learns the table of `bidding`: ``python -m whist.bots.training > whist/bots/weights.txt``.

For every pack, number of seats and hand size: deal at random, let all bid by the table so far, try every
bid near it for one seat over several deals of the others' cards, and fit the weights to the bids that
brought most points.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from multiprocessing import Pool
from random import Random

from whist.bots.bidding import (
    CONSTANT,
    FEATURES,
    LENGTH,
    SCALE,
    TRUMP,
    BidTable,
    Weights,
    features,
    nearest_bid,
    sure_tricks,
    table_talk,
)
from whist.bots.kernel import Board, Masks, masks_of, round_points, trump_index, void_rule
from whist.bots.simulation import play_out
from whist.engine import GAMES, Game

#: Passes over fresh deals, each beginning with the table of the one before.
PASSES = 3
DEALS, WORLDS = 1200, 8
#: Keeps features that hardly occur near nothing.
RIDGE = 3.0

Sample = list[tuple[int, float]]


class Lesson:
    """One line of the table being learned."""

    def __init__(self, game: Game, seats: int, size: int) -> None:
        self.cards = game.pack(seats)
        self.seats, self.size = seats, size
        self.void = void_rule(game.checked_options(seats, {})["void"])
        self.table = BidTable(_first_guess())

    def run(self, rng: Random) -> Weights:
        for _ in range(PASSES):
            samples = [self._sample(rng) for _ in range(DEALS)]
            self.table = BidTable(fit(samples))
        return self.table.weights

    def _sample(self, rng: Random) -> tuple[Sample, float]:
        """The features of one hand, and the bid that was best with it."""
        deck = list(self.cards)
        rng.shuffle(deck)
        turned = deck.pop() if len(deck) > self.seats * self.size else None
        live = masks_of(deck)
        trump = trump_index(turned[1] if turned else None)
        seat = rng.randrange(self.seats)
        own, rest = deck[: self.size], deck[self.size :]
        hand = masks_of(own)
        points = [0.0] * (self.size + 1)
        tried: Sequence[int] = ()
        talk = [0.0] * FEATURES
        for _ in range(WORLDS):
            rng.shuffle(rest)
            hands = self._hands(seat, hand, rest)
            bids = self._bids(hands, live, trump)
            for feature, amount in table_talk(bids[:seat], self.seats, self.size):
                talk[feature] += amount / WORLDS
            tried = tried or range(max(0, bids[seat] - 2), min(self.size, bids[seat] + 2) + 1)
            for bid in tried:
                bids[seat] = bid
                board = Board([h[:] for h in hands], live[:], bids[:], 0, trump, self.void)
                points[bid] += round_points(bid, play_out(board)[seat])
        sample = [(feature, 1.0) for feature in features(hand, live, trump)]
        sample += [(feature, amount) for feature, amount in enumerate(talk) if amount]
        return sample, _peak(points, tried)

    def _hands(self, seat: int, hand: Masks, rest: list[str]) -> list[Masks]:
        hands = [masks_of(rest[i * self.size : (i + 1) * self.size]) for i in range(self.seats - 1)]
        hands.insert(seat, hand)
        return hands

    def _bids(self, hands: list[Masks], live: Masks, trump: int) -> list[int]:
        bids: list[int] = []
        for hand in hands:
            talk = table_talk(bids, self.seats, self.size)
            mean = self.table.estimate(hand, live, trump, talk)
            forbidden = self.size - sum(bids) if len(bids) == self.seats - 1 else -1
            allowed = [bid for bid in range(self.size + 1) if bid != forbidden]
            bids.append(nearest_bid(mean, sure_tricks(hand, live, trump), allowed))
        return bids


def _first_guess() -> Weights:
    """Honours at about what they are worth; the passes do the rest."""
    weights = [0] * FEATURES
    for i in range(TRUMP):
        weights[i] = (700, 400, 200, 50, 0)[i // 4]
    for i in range(TRUMP, LENGTH):
        weights[i] = max(100, 900 - 150 * (i - TRUMP))
    return tuple(weights)


def _peak(points: Sequence[float], tried: Sequence[int]) -> float:
    """Where the points are highest, between whole bids by a parabola through the best and its neighbours."""
    best = max(tried, key=lambda bid: points[bid])
    if best - 1 not in tried or best + 1 not in tried:
        return float(best)
    left, middle, right = points[best - 1], points[best], points[best + 1]
    bend = left - 2 * middle + right
    return best + (left - right) / (2 * bend) if bend else float(best)


def fit(samples: Sequence[tuple[Sample, float]]) -> Weights:
    """Least squares with a small penalty, by elimination."""
    matrix = [[0.0] * (FEATURES + 1) for _ in range(FEATURES)]
    for i, row in enumerate(matrix):
        row[i] = 1e-6 if i == CONSTANT else RIDGE
    for sample, value in samples:
        for i, x in sample:
            row = matrix[i]
            for j, y in sample:
                row[j] += x * y
            row[FEATURES] += x * value
    return tuple(round(SCALE * weight) for weight in _solve(matrix))


def _solve(matrix: list[list[float]]) -> list[float]:
    size = len(matrix)
    for i in range(size):
        pivot = matrix[i][i]
        for row in matrix[i + 1 :]:
            if row[i]:
                ratio = row[i] / pivot
                for j in range(i, size + 1):
                    row[j] -= ratio * matrix[i][j]
    solution = [0.0] * size
    for i in reversed(range(size)):
        known = sum(matrix[i][j] * solution[j] for j in range(i + 1, size))
        solution[i] = (matrix[i][size] - known) / matrix[i][i]
    return solution


def lessons() -> Iterator[tuple[Game, int, int]]:
    for game in filter(lambda game: game.has_bids, GAMES.values()):
        for seats in game.seat_counts:
            for size in range(1, len(game.pack(seats)) // seats + 1):
                yield game, seats, size


def learn(lesson: tuple[Game, int, int]) -> str:
    game, seats, size = lesson
    key = f"{len(game.pack(seats))} {seats} {size}"
    weights = Lesson(game, seats, size).run(Random(key))  # noqa: S311 - fixed, so that anybody gets the same table
    return f"{key}: {' '.join(map(str, weights))}\n"


def main() -> None:
    with Pool(2) as pool:
        for line in pool.imap(learn, lessons()):
            sys.stdout.write(line)
            sys.stdout.flush()


if __name__ == "__main__":
    main()
