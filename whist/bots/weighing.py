"""The best of several choices over sampled deals, with most of the work spent on those that may be best."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from whist.bots.kernel import Bits, Mask, Masks


class Stage(NamedTuple):
    """How many of the choices, the best so far, are tried over how many more deals."""

    choices: int
    deals: int


def best_choice[Choice, Deal](
    choices: Sequence[Choice],
    deals: Iterator[Deal],
    value: Callable[[Deal, Choice], int],
    stages: Sequence[Stage],
    head_start: int,
) -> Choice:
    """The choice of most value.

    Every stage drops choices, but never the first one, and all that are left see the same deals. The first also has
    a head start in each of them, so that chance alone seldom beats it.
    """
    totals = [0] * len(choices)
    left = list(range(len(choices)))
    for stage in stages:
        left = sorted(left, key=lambda i: (i > 0, -totals[i]))[: stage.choices]
        if len(left) == 1:
            break
        for deal in islice(deals, stage.deals):
            totals[0] += head_start
            for i in left:
                totals[i] += value(deal, choices[i])
    return choices[max(left, key=lambda i: totals[i])]


def one_of_each_run(held: Mask, foreign: Mask) -> Iterator[Mask]:
    """Low to high, the cards of a suit without those as good as a lower one, no foreign card lying between."""
    lower = 0
    while held:
        bit = held & -held
        held ^= bit
        if not lower or foreign & (bit - 1) & -lower:
            yield bit
        lower = bit


def different_cards(legal: Masks, foreign: Masks, first: Bits) -> list[Bits]:
    """One of each run of the legal cards, that of the card ``first`` before all others.

    ``foreign`` are the cards in play that the seat does not hold.
    """
    cards = [(suit, bit) for suit in range(4) for bit in one_of_each_run(legal[suit], foreign[suit])]
    run = max(card for card in cards if card[0] == first[0] and card[1] <= first[1])
    cards.remove(run)
    return [first, *cards]
