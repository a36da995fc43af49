"""Bots for the games with bids, from an observation and a source of chance to an action."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from whist.bots.bidding import bid_tables, nearest_bid, sure_tricks, table_talk
from whist.bots.kernel import BITS, CARD, Bits, cards_in
from whist.bots.policy import choose_card
from whist.bots.reading import Reading
from whist.bots.search import best_card
from whist.engine.game import BID, Action
from whist.engine.romanian import RomanianObservation

Player = Callable[[RomanianObservation, Random], Action]

#: How far an easy bot's idea of its hand may be off, in tricks, and how often its play slips.
MISJUDGEMENT = 0.5
SLIPS = 0.1
#: One card: 6 points for a made 1, 5 for a made 0, so that 1 pays from a chance of 6/13 on.
EVEN_CHANCE = 6 / 13


def rule_player(seen: RomanianObservation, rng: Random) -> Action:
    """The rules alone: what the simulated players do, and the yardstick for everything else."""
    return _bid(seen) if seen.phase == BID else _play(choose_card(Reading(seen).board))


def easy_player(seen: RomanianObservation, rng: Random) -> Action:
    """The rules, with a misjudged hand and a slip now and then."""
    if seen.phase == BID:
        return _bid(seen, rng.gauss(0, MISJUDGEMENT))
    return rng.choice(seen.legal_actions) if rng.random() < SLIPS else rule_player(seen, rng)


def normal_player(seen: RomanianObservation, rng: Random) -> Action:
    """The table's bid, and the best card over sampled deals."""
    if seen.phase == BID:
        return _bid(seen)
    legal = [BITS[action.removeprefix("play:")] for action in seen.legal_actions]
    return _play(best_card(Reading(seen), legal, rng))


def random_player(seen: RomanianObservation, rng: Random) -> Action:
    return rng.choice(seen.legal_actions)


def greedy_player(seen: RomanianObservation, rng: Random) -> Action:
    """Bids its aces and high trumps; plays its highest card while it needs tricks, then its lowest."""
    if seen.phase == BID:
        high = [card for card in seen.hand if card and (card[0] == "A" or (card[1] == seen.trump and card[0] in "KQ"))]
        return f"bid:{nearest_bid(len(high), 0, _open_bids(seen))}"
    board = Reading(seen).board
    legal = sorted(cards_in(board.legal()), key=lambda card: (card[0] == board.trump, card[1]))
    return _play(legal[-1 if board.needs[board.to_act] > 0 else 0])


def _play(card: Bits) -> Action:
    return f"play:{CARD[card]}"


def _open_bids(seen: RomanianObservation) -> list[int]:
    return [int(action.removeprefix("bid:")) for action in seen.legal_actions]


def _bid(seen: RomanianObservation, error: float = 0.0) -> Action:
    reading = Reading(seen)
    if not any(reading.hand):
        return f"bid:{nearest_bid(_blind_estimate(reading) + error, 0, _open_bids(seen))}"
    table = bid_tables()[len(seen.game.pack(seen.seats)), seen.seats, seen.size]
    earlier = [bid for bid in seen.bids if bid is not None]
    talk = table_talk(earlier, seen.seats, seen.size)
    mean = table.estimate(reading.hand, reading.live, reading.trump, talk)
    least = sure_tricks(reading.hand, reading.live, reading.trump)
    return f"bid:{nearest_bid(mean + error, least, _open_bids(seen))}"


def _blind_estimate(reading: Reading) -> float:
    """Of a card one may not see: its chance to win, moved so that a half is where bidding 1 begins to pay."""
    return _chance_unseen(reading) + 0.5 - EVEN_CHANCE


def _chance_unseen(reading: Reading) -> float:
    """The share of unseen cards that would win against the others' cards, where those lie open (forehead)."""
    if not reading.foreign:
        return 1 / reading.seats
    wins = total = 0
    for card in cards_in(reading.unseen):
        board = reading.board.copy()
        board.left = 1
        while board.left:
            seat = board.to_act
            suit, bit = card if seat == reading.seat else cards_in(reading.foreign[seat])[0]
            board.play(suit, bit)
        wins += board.leader == reading.seat
        total += 1
    return wins / total
