"""A match of German whist at one moment: both phases, all variants (docs/rules.md §4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

from whist.engine.cards import Card
from whist.engine.game import PICK, PLAY, Action, Deal, Observation, Ranking
from whist.engine.german_scores import HAND_SIZE, GermanHand, GermanRules, match_winner, score_hand
from whist.engine.german_stock import Draw, SeenDraw, Stock, draw_for_trick
from whist.engine.trick_state import Hands, Setup, TrickState
from whist.engine.tricks import Trick

PICKS: tuple[Action, ...] = tuple(f"pick:{i}" for i in range(3))


@dataclass(frozen=True, slots=True, kw_only=True)
class GermanObservation(Observation):
    """`Observation` with the stock; ``made`` are the tricks of the whole hand.

    ``prizes`` are the open cards of the stock, from the left, ``stock_height`` all its cards, these included: 0 in
    phase two.  ``draws`` are all cards taken so far, two after each trick, the winner's first; the card is None for
    a viewer who may not know it.  ``known`` are, by seat, the cards in hand that were taken face up; those of others
    are ``foreign`` too.  ``tricks`` are the tricks of the hand in order, the first 13 of phase one; ``phase_made``
    counts them by phase and seat.  ``wins`` are the hands won.
    """

    finished: tuple[GermanHand, ...]
    rules: GermanRules
    prizes: tuple[Card, ...]
    stock_height: int
    draws: tuple[SeenDraw, ...]
    known: Hands
    tricks: tuple[Trick, ...]
    phase_made: tuple[tuple[int, ...], tuple[int, ...]]
    wins: tuple[int, int]
    match_winner: int | None

    @property
    def taken(self) -> tuple[SeenDraw, ...]:
        """What was taken face up, by whom, in order."""
        return tuple(draw for draw in self.draws if draw.is_open)

    @property
    def own_blind_draws(self) -> tuple[Card, ...]:
        """What the viewer drew unseen by the other, in order."""
        return tuple(draw.card for draw in self.draws if draw.card is not None and not draw.is_open)


@dataclass(frozen=True, slots=True, kw_only=True)
class GermanSetup(Setup):
    rules: GermanRules


class GermanState(TrickState):
    """``stock`` is what is left to draw, ``draws`` what was drawn, in order."""

    setup: GermanSetup
    finished: tuple[GermanHand, ...]
    stock: Stock
    draws: tuple[Draw, ...]

    def __init__(self, setup: GermanSetup, finished: tuple[GermanHand, ...]) -> None:
        scores = finished[-1].total if finished else (0, 0)
        is_over = match_winner(finished, setup.rules) is not None
        super().__init__(setup, finished, scores, is_over, stock=Stock(), draws=())

    # -- facts -----------------------------------------------------------------------------------------------

    def _size_of(self, number: int) -> int:
        return HAND_SIZE

    @property
    def phase_made(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Tricks by seat, in phase one and in phase two."""
        winners = [trick.winner for trick in self.tricks[:HAND_SIZE]]
        first = (winners.count(0), winners.count(1))
        return first, (self.made[0] - first[0], self.made[1] - first[1])

    @property
    def round_made(self) -> tuple[int, ...]:
        first, second = self.phase_made
        return first + second

    @property
    def wins(self) -> tuple[int, int]:
        return self.finished[-1].wins if self.finished else (0, 0)

    @property
    def winner(self) -> int | None:
        """The seat that has won the match."""
        return match_winner(self.finished, self.setup.rules)

    def ranking(self) -> Ranking | None:
        if self.winner is None:
            return None
        return Ranking((self.winner, 1 - self.winner), ("points" if self.setup.rules.to_points else "wins",))

    def round_report(self) -> dict[str, Any]:
        report = super().round_report() | {"made": [list(made) for made in self.phase_made]}
        if self.is_between_rounds and self.finished:
            report |= {"winner": self.finished[-1].winner, "points": self.finished[-1].points}
        return report

    def match_report(self) -> dict[str, Any]:
        return super().match_report() | {"wins": list(self.wins), "winner": self.winner}

    # -- dealing ---------------------------------------------------------------------------------------------

    def _laid_out(self, hands: Hands, rest: tuple[Card, ...]) -> Deal:
        return Deal(hands, rest[0] if self.setup.rules.has_trump else None, rest)

    def _beside_hands(self, deal: Deal) -> Sequence[Card]:
        return deal.stock

    def _is_turned_right(self, deal: Deal) -> bool:
        turned = deal.stock[0] if self.setup.rules.has_trump and deal.stock else None
        return len(deal.stock) == 2 * HAND_SIZE and deal.turn_up == turned

    def _opening(self, deal: Deal) -> dict[str, Any]:
        most_open = self.setup.rules.most_open
        return {"stock": Stock(deal.stock[:most_open], deal.stock[most_open:]), "draws": ()}

    # -- acting ----------------------------------------------------------------------------------------------

    def _choices(self) -> tuple[Action, ...]:
        return PICKS[: len(self.stock.opened)]

    def _act(self, seat: int, action: Action) -> Self:
        return self._next({"phase": PLAY} | self._drawn(seat, int(action[5:]), self.hands))

    def _after_trick(self, winner: int, after: dict[str, Any]) -> Self:
        rules = self.setup.rules
        if after["made"][winner] == rules.race:
            return self._next(after)._complete_round()
        if not self.stock.height:
            return super()._after_trick(winner, after)
        if rules.has_picks:
            return self._next(after | {"phase": PICK})
        return self._next(after | self._drawn(winner, 0, after["hands"]))

    def _drawn(self, winner: int, pick: int, hands: Hands) -> dict[str, Any]:
        """What changes when both seats draw."""
        stock, *draws = draw_for_trick(self.stock, winner, pick, self.setup.rules.most_open)
        grown = list(hands)
        for draw in draws:
            grown[draw.seat] += (draw.card,)
        return {"hands": tuple(grown), "stock": stock, "draws": (*self.draws, *draws)}

    def _complete_round(self) -> Self:
        hand = score_hand(self.dealer, self.round_made, self.finished, self.setup.rules)
        finished = (*self.finished, hand)
        return self._end_round(finished, hand.total, match_winner(finished, self.setup.rules) is not None)

    # -- knowing ---------------------------------------------------------------------------------------------

    def observe(self, seat: int | None) -> GermanObservation:
        known = tuple(self._known(holder) for holder in range(self.seats))
        foreign = {holder: cards for holder, cards in enumerate(known) if holder != seat and cards}
        return GermanObservation(
            **self._seen_by(seat) | {"foreign": foreign},
            rules=self.setup.rules,
            prizes=self.stock.opened,
            stock_height=self.stock.height,
            draws=tuple(draw.seen_by(seat) for draw in self.draws),
            known=known,
            tricks=self.tricks,
            phase_made=self.phase_made,
            wins=self.wins,
            match_winner=self.winner,
        )

    def _known(self, holder: int) -> tuple[Card, ...]:
        """The cards of a hand that all have seen on the stock, in the order of the hand."""
        taken = {draw.card for draw in self.draws if draw.is_open}
        return tuple(card for card in self.hands[holder] if card in taken)
