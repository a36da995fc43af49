"""A match of Romanian whist at one moment: both games, all house rules (docs/rules.md §1 and §2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

from whist.engine.bids import forbidden_bid, legal_bids
from whist.engine.cards import Card
from whist.engine.errors import BidOutOfRange, ForbiddenBid, IllegalAction
from whist.engine.game import (
    BID,
    OVER,
    PLAY,
    PLAY_HIDDEN,
    Action,
    Deal,
    Observation,
    Ranking,
)
from whist.engine.scores import RoundScore, Streak, rank_seats, score_round
from whist.engine.trick_state import Hands, Setup, TrickState

NORMAL, FOREHEAD, HIDDEN = "normal", "forehead", "hidden"

BIDS: tuple[Action, ...] = tuple(f"bid:{n}" for n in range(18))


@dataclass(frozen=True, slots=True, kw_only=True)
class RomanianObservation(Observation):
    """`Observation` with bids.

    ``sizes`` is the whole schedule, ``bids`` one entry a seat (None before it has bid), ``forbidden_bid``
    what the dealer may not bid, known to all once all others have bid; ``finished`` the rounds that are over.
    """

    sizes: tuple[int, ...]
    bids: tuple[int | None, ...]
    forbidden_bid: int | None
    finished: tuple[RoundScore, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RomanianSetup(Setup):
    """`Setup` with the schedule and the house rules."""

    sizes: tuple[int, ...]
    one_card: str
    streak: Streak | None


class RomanianState(TrickState):
    """``bids`` are in the order made.

    ``runs`` counts each seat's bids made (above 0) or missed (below 0) in a row, for the house rule "streak".
    """

    setup: RomanianSetup
    finished: tuple[RoundScore, ...]
    runs: tuple[int, ...]
    bids: tuple[int, ...]

    def __init__(self, setup: RomanianSetup, finished: tuple[RoundScore, ...], runs: tuple[int, ...]) -> None:
        scores = finished[-1].total if finished else (0,) * setup.seats
        super().__init__(setup, finished, scores, len(finished) == len(setup.sizes), runs=runs, bids=())

    # -- facts about the current round -----------------------------------------------------------------------

    def _size_of(self, number: int) -> int:
        return self.setup.sizes[number]

    @property
    def forbidden_bid(self) -> int | None:
        return forbidden_bid(self.bids, self.size, self.seats)

    def bids_by_seat(self) -> tuple[int | None, ...]:
        """None for a seat that has not bid yet."""
        in_order = self.bids + (None,) * (self.seats - len(self.bids))
        first = (self.dealer + 1) % self.seats
        return in_order[self.seats - first :] + in_order[: self.seats - first]

    def round_report(self) -> dict[str, Any]:
        return super().round_report() | {"forbidden": self.forbidden_bid}

    # -- dealing ---------------------------------------------------------------------------------------------

    def _laid_out(self, hands: Hands, rest: tuple[Card, ...]) -> Deal:
        return Deal(hands, rest[0] if rest else None, rest[1:])

    def _opening(self, deal: Deal) -> dict[str, Any]:
        return {"phase": BID, "bids": ()}

    def _beside_hands(self, deal: Deal) -> Sequence[Card]:
        return [deal.turn_up] if deal.turn_up else []

    def _is_turned_right(self, deal: Deal) -> bool:
        is_all_dealt = len(deal.hands[0]) * self.seats == len(self.game.pack(self.seats))
        return (deal.turn_up is None) == is_all_dealt

    # -- acting ----------------------------------------------------------------------------------------------

    def _choices(self) -> tuple[Action, ...]:
        return tuple([BIDS[bid] for bid in legal_bids(self.bids, self.size, self.seats)])

    def resolve(self, action: Action) -> Action:
        is_blind_play = action == PLAY_HIDDEN and self.phase == PLAY and self._is_forehead
        return self.legal_actions()[0] if is_blind_play else action

    def _refused_value(self, value: str) -> IllegalAction:
        bid = int(value)
        if not 0 <= bid <= self.size:
            return BidOutOfRange(self.size)
        return ForbiddenBid(bid, sum(self.bids), self.size)

    def _act(self, seat: int, action: Action) -> Self:
        bids = (*self.bids, int(action[4:]))
        if len(bids) == self.seats:
            return self._next({"bids": bids, "phase": PLAY, "to_act": self.leader})
        return self._next({"bids": bids, "to_act": (seat + 1) % self.seats})

    def _complete_round(self) -> Self:
        bids = tuple([bid or 0 for bid in self.bids_by_seat()])
        score, runs = score_round(self.size, self.dealer, bids, self.made, self.finished, self.runs, self.setup.streak)
        finished = (*self.finished, score)
        return self._end_round(finished, score.total, len(finished) == len(self.setup.sizes), runs=runs)

    def ranking(self) -> Ranking | None:
        return rank_seats(self.finished, max(self.setup.sizes)) if self.phase == OVER else None

    # -- knowing ---------------------------------------------------------------------------------------------

    @property
    def _is_forehead(self) -> bool:
        return self.setup.one_card == FOREHEAD and self.size == 1

    def observe(self, seat: int | None) -> RomanianObservation:
        fields = self._seen_by(seat) | {
            "rounds": len(self.setup.sizes),
            "sizes": self.setup.sizes,
            "bids": self.bids_by_seat(),
            "forbidden_bid": self.forbidden_bid,
        }
        if self.size == 1:
            fields |= self._seen_of_one_card(seat)
        return RomanianObservation(**fields)

    def _seen_of_one_card(self, seat: int | None) -> dict[str, Any]:
        """What the house rule for rounds of one card shows or hides."""
        if seat is None or self.setup.one_card == NORMAL:
            return {}
        blind_hand = (None,) * len(self.hands[seat])
        if self.setup.one_card == HIDDEN:
            return {"hand": blind_hand} if self.phase == BID else {}
        fields: dict[str, Any] = {
            "hand": blind_hand,
            "foreign": {other: hand for other, hand in enumerate(self.hands) if other != seat and hand},
        }
        if self.phase == PLAY and seat == self.to_act:
            fields["legal_actions"] = (PLAY_HIDDEN,)
        return fields
