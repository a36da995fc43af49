"""Bots for German whist, from an observation and a source of chance to an action."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from whist.bots.german_duel import Duel
from whist.bots.german_ending import best_cards
from whist.bots.german_policy import cheapest, choose_card, play_out
from whist.bots.german_reading import GermanReading
from whist.bots.kernel import CARD, Bits, cards_in
from whist.bots.weighing import Stage, best_choice, different_cards
from whist.engine.game import PICK, Action
from whist.engine.german import GermanObservation

#: How often an easy bot plays just any card.
SLIPS = 0.1
#: Sampled deals: all choices over the first, then the better ones over more. With a high stock a hand takes long to
#: play out, so that there are fewer. Never a matter of time: the same position always gets the same number.
STAGES = (Stage(13, 20), Stage(4, 30), Stage(2, 50))
STAGES_OF_HIGH_STOCK = (Stage(13, 14), Stage(4, 20), Stage(2, 30))
HIGH_STOCK = 14
#: What another choice must bring more than the one by the rules, in hundredths of a trick.
HEAD_START = 10


def random_player(seen: GermanObservation, rng: Random) -> Action:
    return rng.choice(seen.legal_actions)


def greedy_player(seen: GermanObservation, rng: Random) -> Action:
    """Takes every trick it can, as cheaply as it can, and the highest card; plays phase two exactly."""
    duel = GermanReading(seen).duel
    if seen.phase == PICK:
        return f"pick:{duel.best_pick()}"
    if not seen.stock_height:
        return _play_exactly(seen)
    return _play(_greedy_card(duel))


def rule_player(seen: GermanObservation, rng: Random) -> Action:
    """The rules alone in phase one: what the simulated seats do. Phase two exactly."""
    return _play_exactly(seen) if not seen.stock_height else _by_the_rules(seen)


def easy_player(seen: GermanObservation, rng: Random) -> Action:
    """The rules in both phases, with a slip now and then."""
    return rng.choice(seen.legal_actions) if rng.random() < SLIPS else _by_the_rules(seen)


def normal_player(seen: GermanObservation, rng: Random) -> Action:
    """The best choice over sampled deals, and in phase two, where nothing is hidden, the best there is."""
    if not seen.stock_height:
        return _play_exactly(seen)
    reading = GermanReading(seen)
    stages = STAGES_OF_HIGH_STOCK if seen.stock_height > HIGH_STOCK else STAGES
    deals = reading.deals(rng)
    if seen.phase == PICK:
        usual = reading.duel.best_pick()
        picks = sorted(range(len(seen.prizes)), key=lambda pick: pick != usual)
        return f"pick:{best_choice(picks, deals, _worth_of_pick, stages, HEAD_START)}"
    return _play(best_choice(_candidates(reading.duel), deals, _worth_of_card, stages, HEAD_START))


def _candidates(duel: Duel) -> Sequence[Bits]:
    """Cards worth weighing, what the rules say first."""
    foreign = [duel.live[suit] & ~duel.hands[0][suit] for suit in range(4)]
    return different_cards(duel.legal(), foreign, choose_card(duel))


def _worth_of_card(duel: Duel, card: Bits) -> int:
    trial = duel.copy()
    if trial.play(*card) is not None and not trial.is_over:
        trial.draw(trial.best_pick())
    return play_out(trial)


def _worth_of_pick(duel: Duel, pick: int) -> int:
    trial = duel.copy()
    trial.draw(pick)
    return play_out(trial)


def _by_the_rules(seen: GermanObservation) -> Action:
    duel = GermanReading(seen).duel
    return f"pick:{duel.best_pick()}" if seen.phase == PICK else _play(choose_card(duel))


def _play_exactly(seen: GermanObservation) -> Action:
    """Of the cards that lose nothing the one the rules would play, else the one worth least."""
    reading = GermanReading(seen)
    duel = next(reading.deals(Random(0)))  # noqa: S311 - there is only one such deal
    best = best_cards(duel)
    usual = choose_card(duel)
    return _play(usual if usual in best else min(best, key=lambda card: duel.worth(*card)))


def _play(card: Bits) -> Action:
    return f"play:{CARD[card]}"


def _greedy_card(duel: Duel) -> Bits:
    hand = duel.hands[0]
    if duel.led is None:
        return max(cards_in(hand), key=lambda card: (card[1], card[0] != duel.trump))
    suit, bit = duel.led
    held = hand[suit]
    over = held & -bit if held else hand[duel.trump] if duel.trump >= 0 else 0
    if over:
        return suit if held else duel.trump, over & -over
    return (suit, held & -held) if held else cheapest(duel, hand)


PLAYERS: dict[str, Callable[[Any, Random], Action]] = {
    "random": random_player,
    "greedy": greedy_player,
    "rule": rule_player,
    "easy": easy_player,
    "normal": normal_player,
}
