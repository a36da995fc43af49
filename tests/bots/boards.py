"""Deals of the games without bids, from one line a seat."""

import random
from collections.abc import Sequence

from whist.bots import choose
from whist.engine import GAMES
from whist.engine.cards import PACK, Card, Suit
from whist.engine.game import Deal, State
from whist.engine.tricks import legal_cards, winning_index


def cards_of(line: str) -> list[Card]:
    """
    >>> cards_of("AK.2..T")
    ['AC', 'KC', '2D', 'TS']
    """
    suits = line.split(".")
    return [rank + suit for suit, ranks in zip("CDHS", suits, strict=True) for rank in ranks]


def whist_deal(lines: Sequence[str], turn_up: Card, actions: str) -> State:
    """Seat 0 leads, seat 3 deals and holds the turned card; a line is a hand, C.D.H.S."""
    hands = [cards_of(line) for line in lines]
    hands[3].remove(turn_up)
    hands[3].append(turn_up)
    state = GAMES["whist"].new_match(4, 3)
    return state.apply(Deal(tuple(map(tuple, hands)), turn_up)).fold(actions)


def german_deal(lines: Sequence[str], stock: str, actions: str, options: dict[str, object] | None = None) -> State:
    """Seat 0 leads; the stock begins with the cards named and goes on with the others, in the order of the pack."""
    hands = [tuple(cards_of(line)) for line in lines]
    top = [stock[i : i + 2] for i in range(0, len(stock), 2)]
    placed = {*hands[0], *hands[1], *top}
    cards = (*top, *(card for card in PACK if card not in placed))
    state = GAMES["german"].new_match(2, 1, options or {})
    turned = None if (options or {}).get("trump") == "none" else cards[0]
    return state.apply(Deal(tuple(hands), turned, cards)).fold(actions)


def chosen(state: State, level: str, seeds: int = 12) -> set[str]:
    """What a bot does over several seeds."""
    seen = state.observe(state.to_act)
    return {choose(seen, level, seed).removeprefix("play:") for seed in range(seeds)}


Hand = frozenset[Card]


def random_ending(rng: random.Random, most: int) -> tuple[Hand, Hand]:
    """Two hands of up to ``most`` cards each; often out of few ranks, so that suits are long and cards close."""
    size = rng.randint(1, most)
    lowest = rng.choice([rank for rank in (0, 5, 8, 10) if (13 - rank) * 4 >= 2 * size])
    pack = [card for card in PACK if "23456789TJQKA".index(card[0]) >= lowest]
    cards = rng.sample(pack, 2 * size)
    return frozenset(cards[:size]), frozenset(cards[size:])


def tricks_by_force(leader: Hand, other: Hand, trump: Suit | None, known: dict[tuple[Hand, Hand], int]) -> int:
    """Tricks of the seat to lead when both play perfectly, by trying everything."""
    if not leader:
        return 0
    if (leader, other) not in known:
        known[leader, other] = max(
            min(
                outcome_by_force(leader, other, card, reply, trump, known)
                for reply in legal_cards(tuple(other), [card], trump, "free")
            )
            for card in leader
        )
    return known[leader, other]


def outcome_by_force(
    leader: Hand, other: Hand, card: Card, reply: Card, trump: Suit | None, known: dict[tuple[Hand, Hand], int]
) -> int:
    """Tricks of the leader once these cards have been played."""
    leader, other = leader - {card}, other - {reply}
    if winning_index([card, reply], trump) == 0:
        return 1 + tricks_by_force(leader, other, trump, known)
    return len(other) - tricks_by_force(other, leader, trump, known)


def points_by_force(leader: Hand, other: Hand, trump: Suit | None, own: int, others: int) -> int:
    """Points of the seat to lead in a race in which it needs ``own`` tricks and the other ``others``."""
    if not own or not others:
        return others or -own
    best = -own
    for card in leader:
        results = []
        for reply in legal_cards(tuple(other), [card], trump, "free"):
            rest = leader - {card}, other - {reply}
            if winning_index([card, reply], trump) == 0:
                results.append(points_by_force(*rest, trump, own - 1, others))
            else:
                results.append(-points_by_force(*rest[::-1], trump, others - 1, own))
        best = max(best, min(results))
    return best
