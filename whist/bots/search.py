"""The best card over sampled deals: what makes the normal level normal."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from whist.bots.kernel import Bits, round_points
from whist.bots.policy import choose_card
from whist.bots.reading import Reading
from whist.bots.simulation import play_out
from whist.bots.worlds import sample_hands

#: Sampled deals for a decision by the most cards in hand: long hands take longer to play out.  Never a matter of
#: time: the same position always gets the same number.
WORLDS = ((10, 50), (13, 30), (17, 20))


def worlds_for(cards: int) -> int:
    return next(worlds for most, worlds in WORLDS if cards <= most)


def different_cards(reading: Reading, legal: Sequence[Bits]) -> list[Bits]:
    """The legal cards without those that are as good as a lower one, nothing foreign lying between."""
    board = reading.board
    kept: list[Bits] = []
    for suit in range(4):
        foreign = board.live[suit] & ~reading.hand[suit]
        if board.turn and suit == board.top_suit:
            foreign |= board.top
        lower = 0
        for bit in sorted(bit for of_suit, bit in legal if of_suit == suit):
            if not lower or foreign & (bit - 1) & -lower:
                kept.append((suit, bit))
            lower = bit
    return kept


def best_card(reading: Reading, legal: Sequence[Bits], rng: Random) -> Bits:
    """The card that brings the seat the most points of this round, every card over the same sampled deals."""
    cards = different_cards(reading, legal)
    if len(cards) == 1:
        return cards[0]
    seat, board = reading.seat, reading.board
    usual = choose_card(board)
    cards.sort(key=lambda card: card != usual)  # first of all that are equally good
    bid = reading.bids[seat] or 0
    points = [0] * len(cards)
    for hands in sample_hands(reading, rng, worlds_for(reading.counts[seat])):
        board.hands = hands
        for i, (suit, bit) in enumerate(cards):
            trial = board.copy()
            trial.play(suit, bit)
            points[i] += round_points(bid, play_out(trial)[seat])
    return cards[points.index(max(points))]
