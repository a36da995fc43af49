"""The levels a bot can play at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import cast

from whist.bots.bidding import bid_values, expected_tricks
from whist.bots.kernel import BITS, CARD, Bits, round_points
from whist.bots.policy import choose_card
from whist.bots.reading import Reading
from whist.bots.simulation import play_out
from whist.bots.worlds import sample_hands
from whist.engine.game import BID, Action, Observation
from whist.engine.romanian import RomanianObservation

Player = Callable[[RomanianObservation, Random], Action]

WORLDS = 50


def rule(seen: RomanianObservation, rng: Random) -> Action:
    """The rules of `policy` and `bidding` alone."""
    reading = Reading(seen)
    if seen.phase == BID:
        return _best_bid(seen, expected_tricks(reading))
    suit, bit = choose_card(reading.board)
    return f"play:{CARD[suit, bit]}"


def easy(seen: RomanianObservation, rng: Random) -> Action:
    """The rules, with a misjudged bid now and then and a slip in the play."""
    if seen.phase == BID:
        return _best_bid(seen, expected_tricks(Reading(seen)) + rng.gauss(0, 0.5))
    if rng.random() < 0.1:
        return rng.choice(seen.legal_actions)
    return rule(seen, rng)


def normal(seen: RomanianObservation, rng: Random) -> Action:
    """The best card over sampled deals."""
    if seen.phase == BID:
        return rule(seen, rng)
    reading = Reading(seen)
    choices = different_cards(reading, [BITS[action[5:]] for action in seen.legal_actions])
    if len(choices) == 1:
        return f"play:{CARD[choices[0]]}"
    suit, bit = search(reading, choices, rng)
    return f"play:{CARD[suit, bit]}"


def _best_bid(seen: RomanianObservation, mean: float) -> Action:
    values = bid_values(mean, 0.55 + 0.05 * seen.size, seen.size)
    return max(seen.legal_actions, key=lambda action: values[int(action[4:])])


def different_cards(reading: Reading, legal: Sequence[Bits]) -> list[Bits]:
    """The legal cards without those that are as good as a lower one, nothing foreign lying between."""
    board = reading.board
    kept: list[Bits] = []
    for suit in range(4):
        foreign = board.live[suit] & ~reading.hand[suit]
        if board.turn and suit == board.top_suit:
            foreign |= board.top
        last = 0
        for bit in sorted(bit for s, bit in legal if s == suit):
            if not last or foreign & (bit - 1) & -last:
                kept.append((suit, bit))
            last = bit
    return kept


def search(reading: Reading, choices: Sequence[Bits], rng: Random) -> Bits:
    """The card with the most points over the same sampled deals."""
    seat = reading.seat
    bid = reading.bids[seat] or 0
    totals = [0] * len(choices)
    for hands in sample_hands(reading, rng, WORLDS):
        reading.board.hands = hands
        for i, (suit, bit) in enumerate(choices):
            board = reading.board.copy()
            board.play(suit, bit)
            totals[i] += round_points(bid, play_out(board)[seat])
    return choices[totals.index(max(totals))]


#: What a table may offer, from the weakest to the strongest.
LEVELS = ("easy", "normal")

#: Who plays a game with bids at each level; ``rule`` is a yardstick, no level of its own.
BIDDING: dict[str, Player] = {"easy": easy, "normal": normal, "rule": rule}


def choose(observation: Observation, level: str, seed: int) -> Action:
    """The action a bot of ``level`` takes for the seat that observes and is to act.

    A pure function: the same arguments give the same action.  Raises ValueError when the seat is not to
    act, KeyError for a level that does not exist.
    """
    player = BIDDING[level]
    legal = observation.legal_actions
    if not legal:
        raise ValueError("the observing seat is not to act")
    if len(legal) == 1:
        return legal[0]
    return player(cast(RomanianObservation, observation), Random(seed))  # noqa: S311 - the seed is keyed, the sampling need not be
