"""The rules of Romanian whist a second time, written slowly and straight from their text (docs/rules.md §1 and §2).

It shares no line with the engine, so that both are unlikely to be wrong in the same way.
"""

from functools import cmp_to_key
from itertools import pairwise, product
from typing import Any

ORDER = {rank: i for i, rank in enumerate(["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"])}


def suits(cards: Any) -> list[str]:
    return [card[1] for card in cards]


def winner_of(trick: list[tuple[int, str]], trump: str | None) -> int:
    """The seat that takes the trick; each of its cards stands with the seat that played it."""
    trumps = [(ORDER[card[0]], seat) for seat, card in trick if card[1] == trump]
    led = [(ORDER[card[0]], seat) for seat, card in trick if card[1] == trick[0][1][1]]
    return max(trumps or led)[1]


def owed(hand: list[str], trick: list[str], trump: str | None, void: str) -> tuple[str | None, set[str]]:
    """What the seat owes the trick, as the error that names it, and the cards that are allowed."""
    if not trick:
        return None, set(hand)
    led = trick[0][1]
    if led in suits(hand):
        return "MustFollowSuit", {card for card in hand if card[1] == led}
    if void == "free" or trump is None or trump not in suits(hand):
        return None, set(hand)
    trumps = {card for card in hand if card[1] == trump}
    if void == "must_overtrump":
        in_trick = [ORDER[card[0]] for card in trick if card[1] == trump]
        higher = {card for card in trumps if all(ORDER[card[0]] > rank for rank in in_trick)}
        return "MustTrump", higher or trumps
    return "MustTrump", trumps


class NaiveRound:
    """One round; everything is worked out anew from the deal, the bids and the cards played so far."""

    def __init__(self, hands: Any, turn: str | None, dealer: int, void: str) -> None:
        self.hands = [list(hand) for hand in hands]
        self.seats, self.size = len(hands), len(hands[0])
        self.trump = turn[1] if turn else None
        self.dealer, self.void = dealer, void
        self.bids: list[int] = []
        self.plays: list[str] = []

    def tricks(self) -> list[list[tuple[int, str]]]:
        tricks: list[list[tuple[int, str]]] = []
        leader = (self.dealer + 1) % self.seats
        for start in range(0, len(self.plays), self.seats):
            cards = self.plays[start : start + self.seats]
            tricks.append([((leader + i) % self.seats, card) for i, card in enumerate(cards)])
            if len(cards) == self.seats:
                leader = winner_of(tricks[-1], self.trump)
        return tricks

    def made(self) -> list[int]:
        winners = [winner_of(trick, self.trump) for trick in self.tricks() if len(trick) == self.seats]
        return [winners.count(seat) for seat in range(self.seats)]

    def trick(self) -> list[tuple[int, str]]:
        tricks = self.tricks()
        return tricks[-1] if tricks and len(tricks[-1]) < self.seats else []

    def is_over(self) -> bool:
        return len(self.plays) == self.seats * self.size

    def turn(self) -> int | None:
        if self.is_over():
            return None
        if len(self.bids) < self.seats:
            return (self.dealer + 1 + len(self.bids)) % self.seats
        if self.trick():
            return (self.trick()[-1][0] + 1) % self.seats
        return winner_of(self.tricks()[-1], self.trump) if self.plays else (self.dealer + 1) % self.seats

    def allowed_bids(self) -> set[int]:
        bids = set(range(self.size + 1))
        if len(self.bids) == self.seats - 1:
            bids = {bid for bid in bids if sum(self.bids) + bid != self.size}
        return bids

    def held(self, seat: int) -> list[str]:
        return [card for card in self.hands[seat] if card not in self.plays]

    def allowed(self) -> set[str]:
        seat = self.turn()
        if seat is None:
            return set()
        if len(self.bids) < self.seats:
            return {f"bid:{bid}" for bid in self.allowed_bids()}
        _, cards = owed(self.held(seat), [card for _, card in self.trick()], self.trump, self.void)
        return {f"play:{card}" for card in cards}

    def verdict(self, action: str) -> str | None:
        """The name of the error the action meets, or None."""
        kind, value = action.split(":")
        seat = self.turn()
        if seat is None or kind != ("bid" if len(self.bids) < self.seats else "play"):
            return "NotYourTurn"
        if kind == "bid":
            if not 0 <= int(value) <= self.size:
                return "BidOutOfRange"
            return None if int(value) in self.allowed_bids() else "ForbiddenBid"
        hand, trick = self.held(seat), [card for _, card in self.trick()]
        if value not in hand:
            return "CardNotInHand"
        duty, cards = owed(hand, trick, self.trump, self.void)
        if value in cards:
            return None
        return "MustOvertrump" if duty == "MustTrump" and value[1] == self.trump else duty

    def act(self, action: str) -> None:
        kind, value = action.split(":")
        if kind == "bid":
            self.bids.append(int(value))
        else:
            self.plays.append(value)

    def undo(self, action: str) -> None:
        (self.bids if action.startswith("bid") else self.plays).pop()

    def bids_by_seat(self) -> list[int]:
        return [self.bids[(seat - self.dealer - 1) % self.seats] for seat in range(self.seats)]

    def count_sequences(self) -> int:
        """How many ways there are to play on to the end of the round."""
        if self.is_over():
            return 1
        total = 0
        for action in self.allowed():
            self.act(action)
            total += self.count_sequences()
            self.undo(action)
        return total


def scores(rounds: Any, streak: int | None) -> list[list[int]]:
    """Points by round and seat; each round is (size, bids, made), ``streak`` what five in a row are worth."""
    seats = range(len(rounds[0][1]))
    points = [
        [5 + bids[s] if bids[s] == made[s] else -abs(bids[s] - made[s]) for s in seats] for _, bids, made in rounds
    ]
    if streak:
        for seat, is_made in product(seats, (True, False)):
            run = 0
            for number, (size, bids, made) in enumerate(rounds):
                if size == 1:
                    continue
                run = run + 1 if (bids[seat] == made[seat]) == is_made else 0
                if run == 5:
                    points[number][seat] += streak if is_made else -streak
                    run = 0
    return points


def places(rounds: Any, points: list[list[int]]) -> tuple[list[int], list[str]]:
    """Seats from first to last, and what decided between neighbours."""
    peak = max(size for size, _, _ in rounds)

    def facts(seat: int) -> dict[str, Any]:
        misses = [(size, abs(bids[seat] - made[seat])) for size, bids, made in rounds]
        running = [sum(row[seat] for row in points[: n + 1]) for n in range(len(points))]
        return {
            "points": -running[-1],
            "missed": len([m for _, m in misses if m]),
            "peak": len([m for size, m in misses if m and size == peak]),
            "diff": sum(m for _, m in misses),
            "worst": max(m for _, m in misses),
            "last_unequal": [-total for total in running[::-1]],
            "seat": seat,
        }

    def criterion(a: int, b: int) -> str:
        one, other = facts(a), facts(b)
        return next(name for name in one if one[name] != other[name])

    def compare(a: int, b: int) -> int:
        name = criterion(a, b)
        return -1 if facts(a)[name] < facts(b)[name] else 1

    order = sorted(range(len(points[0])), key=cmp_to_key(compare))
    return order, [criterion(a, b) for a, b in pairwise(order)]
