"""Bots for partnership whist, from an observation and a source of chance to an action."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from whist.bots.kernel import CARD, HIGHEST, Bits, cards_in
from whist.bots.partnership_policy import Table, choose_card, play_out
from whist.bots.partnership_reading import PartnershipReading
from whist.bots.weighing import Stage, best_choice, different_cards
from whist.engine.game import Action
from whist.engine.partnership import PartnershipObservation

#: How often an easy bot plays just any card.
SLIPS = 0.1
#: Sampled deals by cards in hand: all choices over the first, then the better ones over more. Never a matter of
#: time: the same position always gets the same number.
STAGES = (Stage(13, 18), Stage(4, 26), Stage(2, 40))
STAGES_OF_LONG_HAND = (Stage(13, 12), Stage(4, 16), Stage(2, 28))
LONG_HAND = 8
#: What another card must bring more than the one by the rules, in hundredths of a trick.
TRICK, HEAD_START = 100, 4


def random_player(seen: PartnershipObservation, rng: Random) -> Action:
    return rng.choice(seen.legal_actions)


def greedy_player(seen: PartnershipObservation, rng: Random) -> Action:
    """Its highest card while that can win the trick, else its lowest; it has no partner."""
    table = PartnershipReading(seen).table
    cards = sorted(cards_in(table.legal()), key=lambda card: (card[1], card[0] == table.trump))
    winners = [card for card in cards if _would_win(table, card)]
    return _play(winners[-1] if winners else cards[0])


def _would_win(table: Table, card: Bits) -> bool:
    trial = table.copy()
    trial.play(*card)
    return (trial.winner if trial.turn else trial.leader) == table.to_act


def rule_player(seen: PartnershipObservation, rng: Random) -> Action:
    """The rules alone: what the simulated seats do, and the yardstick for everything else."""
    return _play(choose_card(PartnershipReading(seen).table))


def easy_player(seen: PartnershipObservation, rng: Random) -> Action:
    """The rules, with a slip now and then."""
    return rng.choice(seen.legal_actions) if rng.random() < SLIPS else rule_player(seen, rng)


def normal_player(seen: PartnershipObservation, rng: Random) -> Action:
    """The card that brings the side the most tricks over sampled deals, played on by the rules."""
    reading = PartnershipReading(seen)
    table, seat = reading.table, reading.seat
    hand = table.hands[seat]
    foreign = [_foreign(table, suit, hand[suit]) for suit in range(4)]
    usual = choose_card(table)
    cards = [
        card
        for card in different_cards(table.legal(), foreign, usual)
        if card == usual or _is_worth_trying(table, card)
    ]
    sign = -1 if seat & 1 else 1

    def worth(deal: Table, card: Bits) -> int:
        trial = deal.copy()
        trial.play(*card)
        return sign * TRICK * play_out(trial)

    stages = STAGES_OF_LONG_HAND if table.left > LONG_HAND else STAGES
    return _play(best_choice(cards, reading.deals(rng), worth, stages, HEAD_START))


def _is_worth_trying(table: Table, card: Bits) -> bool:
    """Whether a card is one of those among which a sensible player chooses.

    That is the lowest and the highest of a suit to lead, each that takes the lead of the trick and otherwise the
    lowest; a card is the highest too if those above it are as good.
    """
    suit, bit = card
    held = table.hands[table.to_act][suit]
    if bit == held & -held:
        return True
    if not table.turn:
        return not table.live[suit] & ~held & -bit & (HIGHEST[held] - 1)
    if suit == table.top_suit:
        return bit > table.top and (suit == table.led or not held & -table.top & (bit - 1))
    return False


def _foreign(table: Table, suit: int, held: int) -> int:
    """Cards of a suit that make a difference between two of the hand: those of others, and the one on the table."""
    on_table = table.top if table.turn and suit == table.top_suit else 0
    return table.live[suit] & ~held | on_table


def _play(card: Bits) -> Action:
    return f"play:{CARD[card]}"


PLAYERS: dict[str, Callable[[Any, Random], Action]] = {
    "random": random_player,
    "greedy": greedy_player,
    "rule": rule_player,
    "easy": easy_player,
    "normal": normal_player,
}
