"""Partnership and German whist a second time, written slowly and straight from their text (docs/rules.md §3 and §4).

Like `naive.py` it shares no line with the engine.
"""

from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from tests.engine.naive import suits, winner_of

# -- partnership whist -----------------------------------------------------------------------------------------------


def deal_points(made: list[int]) -> list[int]:
    """Points of the sides 0+2 and 1+3 from the tricks by seat."""
    north, east = made[0] + made[2], made[1] + made[3]
    return [north - 6, 0] if north > east else [0, east - 6]


def leaderboard(target: int, totals: list[int]) -> list[int]:
    d, loser = Decimal(target - 1), min(totals)
    won = 60 + 40 * (d - loser) / d
    lost = 42 * loser / d
    whole = [int(points.quantize(Decimal(1), ROUND_HALF_UP)) for points in (won, lost)]
    return whole if totals[0] > totals[1] else whole[::-1]


# -- German whist ----------------------------------------------------------------------------------------------------


class NaiveHand:
    """One hand of German whist; everything is worked out anew from the deal and the actions so far.

    The stock is one pile of which the first ``most_open`` cards lie open: that is what closing up to the left comes
    to.
    """

    def __init__(self, hands: Any, stock: Any, dealer: int, *, most_open: int, race: int | None) -> None:
        self.dealt, self.stock = [list(hand) for hand in hands], list(stock)
        self.dealer, self.most_open, self.race = dealer, most_open, race
        self.trump = stock[0][1] if most_open else None
        self.actions: list[str] = []
        self.look()

    def look(self) -> None:
        """Go through all actions again."""
        self.held, self.pile = [list(hand) for hand in self.dealt], list(self.stock)
        self.seen = [set(hand) for hand in self.dealt]
        self.in_public: list[set[str]] = [set(), set()]
        self.winners: list[int] = []
        self.trick: list[tuple[int, str]] = []
        self.turn: int | None = 1 - self.dealer
        self.is_pick_due = False
        self.show()
        for action in self.actions:
            kind, value = action.split(":")
            if kind == "pick":
                self.is_pick_due = False
                self.draw(int(value))
            else:
                self.lay(value)

    def show(self) -> None:
        for seat in (0, 1):
            self.seen[seat] |= set(self.pile[: self.most_open])

    def lay(self, card: str) -> None:
        assert self.turn is not None
        self.held[self.turn].remove(card)
        self.in_public[self.turn].discard(card)
        for seat in (0, 1):
            self.seen[seat].add(card)
        self.trick.append((self.turn, card))
        self.turn = 1 - self.turn
        if len(self.trick) == 2:
            self.finish_trick()

    def finish_trick(self) -> None:
        winner = winner_of(self.trick, self.trump)
        self.winners.append(winner)
        self.trick, self.turn = [], winner
        if self.winners.count(winner) == self.race or len(self.winners) == 26:
            self.turn = None
        elif self.pile and self.most_open > 1:
            self.is_pick_due = True
        elif self.pile:
            self.draw(0)

    def draw(self, i: int) -> None:
        winner = self.winners[-1]
        self.take(winner, i, is_open=self.most_open > 0)
        is_open = len(self.pile) < self.most_open
        self.take(1 - winner, 0 if is_open else max(0, self.most_open - 1), is_open=is_open)
        self.show()

    def take(self, seat: int, i: int, *, is_open: bool) -> None:
        card = self.pile.pop(i)
        self.held[seat].append(card)
        self.seen[seat].add(card)
        if is_open:
            self.in_public[seat].add(card)

    def act(self, action: str) -> None:
        self.actions.append(action)
        self.look()

    def undo(self) -> None:
        self.actions.pop()
        self.look()

    def allowed(self) -> set[str]:
        if self.turn is None:
            return set()
        if self.is_pick_due:
            return {f"pick:{i}" for i in range(min(self.most_open, len(self.pile)))}
        return {f"play:{card}" for card in self.allowed_cards()}

    def allowed_cards(self) -> list[str]:
        assert self.turn is not None
        hand = self.held[self.turn]
        if self.trick and self.trick[0][1][1] in suits(hand):
            return [card for card in hand if card[1] == self.trick[0][1][1]]
        return hand

    def verdict(self, action: str) -> str | None:
        """The name of the error the action meets, or None; the hand is not over."""
        assert self.turn is not None
        kind, value = action.split(":")
        if kind == "pick" or self.is_pick_due:
            return None if action in self.allowed() else "BadPick"
        if kind == "bid":
            return "NotYourTurn"
        if value not in self.held[self.turn]:
            return "CardNotInHand"
        return None if value in self.allowed_cards() else "MustFollowSuit"

    def made(self) -> list[list[int]]:
        halves = self.winners[:13], self.winners[13:]
        return [[half.count(0), half.count(1)] for half in halves]

    def count_sequences(self) -> int:
        """How many ways there are to play on to the end of the hand."""
        total = 0 if self.allowed() else 1
        for action in self.allowed():
            self.act(action)
            total += self.count_sequences()
            self.undo()
        return total


def hand_value(made: list[list[int]], options: dict[str, Any]) -> tuple[int | None, int]:
    """The winner of a hand, or None, and its points."""
    (a, b), (c, d) = made
    if options.get("race"):
        goal = options["race"]
        return (0, goal - b - d) if a + c == goal else (1, goal - a - c)
    if options.get("count") == "phase2":
        return (0, c - d) if c > d else (1, d - c)
    if a + c == 13:
        return (None if options.get("tie", "replay") == "replay" else int(d > c)), 0
    return (0, a + c - 13) if a + c > 13 else (1, b + d - 13)


def series(values: list[tuple[int | None, int]], options: dict[str, Any]) -> tuple[list[int], list[int], int | None]:
    """Wins and points by seat after these hands, and the winner of the match as soon as there is one."""
    wins, points = [0, 0], [0, 0]
    for winner, worth in values:
        if winner is not None:
            wins[winner] += 1
            points[winner] += worth
        if options.get("to_points"):
            decided = max(points) >= options["to_points"] and points[0] != points[1]
            leading = int(points[1] > points[0])
        else:
            decided = max(wins) == (options.get("best_of", 1) + 1) // 2
            leading = int(wins[1] > wins[0])
        if decided:
            return wins, points, leading
    return wins, points, None
