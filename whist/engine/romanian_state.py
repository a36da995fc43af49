"""A match of Romanian whist at one moment: both games, all house rules (rules §1 and §2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

from whist.engine.bids import forbidden_bid, legal_bids
from whist.engine.cards import PACK, Card
from whist.engine.errors import (
    BadDeal,
    BidOutOfRange,
    ForbiddenBid,
    IllegalAction,
    MatchOver,
    NotYourTurn,
)
from whist.engine.game import (
    BID,
    DEAL,
    OVER,
    PLAY,
    PLAY_HIDDEN,
    Action,
    Deal,
    Game,
    Observation,
    Ranking,
    State,
)
from whist.engine.scores import RoundScore, Streak, rank_seats, score_round
from whist.engine.tricks import Trick, legal_cards, refuse_card, winning_index

NORMAL, FOREHEAD, HIDDEN = "normal", "forehead", "hidden"

BIDS: tuple[Action, ...] = tuple(f"bid:{n}" for n in range(18))
PLAYS: dict[Card, Action] = {card: f"play:{card}" for card in PACK}
CARDS: dict[Action, Card] = {action: card for card, action in PLAYS.items()}


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


class Setup(NamedTuple):
    """What does not change during a match."""

    game: Game
    seats: int
    first_dealer: int
    options: Mapping[str, Any]
    sizes: tuple[int, ...]
    void: str
    one_card: str
    streak: Streak | None


class RomanianState(State):
    """By seat, but for ``bids`` and ``trick``, which are in the order made; ``made`` counts tricks.

    ``runs`` counts each seat's bids made (above 0) or missed (below 0) in a row, for the house rule "streak".
    """

    setup: Setup
    finished: tuple[RoundScore, ...]
    runs: tuple[int, ...]
    dealt: tuple[tuple[Card, ...], ...]
    hands: tuple[tuple[Card, ...], ...]
    turn_up: Card | None
    bids: tuple[int, ...]
    leader: int
    trick: tuple[Card, ...]
    tricks: tuple[Trick, ...]
    made: tuple[int, ...]
    last_trick: Trick | None
    _legal: tuple[Action, ...] | None

    def __init__(self, setup: Setup, finished: tuple[RoundScore, ...], runs: tuple[int, ...]) -> None:
        self.__dict__.update(
            setup=setup,
            game=setup.game,
            seats=setup.seats,
            first_dealer=setup.first_dealer,
            options=setup.options,
            finished=finished,
            runs=runs,
            scores=finished[-1].total if finished else (0,) * setup.seats,
            phase=DEAL if len(finished) < len(setup.sizes) else OVER,
            to_act=None,
            round_number=len(finished),
            dealt=((),) * setup.seats,
            hands=((),) * setup.seats,
            turn_up=None,
            bids=(),
            leader=0,
            trick=(),
            tricks=(),
            made=(0,) * setup.seats,
            last_trick=None,
            _legal=None,
        )

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a state never changes; apply() gives the next one")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a state never changes")

    def _next(self, **changes: Any) -> Self:
        # Half the time of dataclasses.replace, which matters: this runs for every action of every match.
        new = object.__new__(type(self))
        attributes = new.__dict__
        attributes.update(self.__dict__)
        attributes["_legal"] = None
        attributes.update(changes)
        return new

    # -- facts about the current round -----------------------------------------------------------------------

    @property
    def is_between_rounds(self) -> bool:
        return self.to_act is None

    @property
    def current(self) -> int:
        """The round on the table: the one in play, or the one just finished while the next is not dealt."""
        return self.round_number - 1 if self.is_between_rounds and self.round_number else self.round_number

    @property
    def size(self) -> int:
        return self.setup.sizes[self.current]

    @property
    def dealer(self) -> int:
        return (self.first_dealer + self.current) % self.seats

    @property
    def trump(self) -> str | None:
        return self.turn_up[1] if self.turn_up else None

    @property
    def forbidden_bid(self) -> int | None:
        return forbidden_bid(self.bids, self.size, self.seats)

    @property
    def round_made(self) -> tuple[int, ...]:
        return self.made

    @property
    def has_finished_trick(self) -> bool:
        return bool(self.tricks) and not self.trick

    def round_report(self) -> dict[str, Any]:
        report = {
            "k": self.size,
            "dealer": self.dealer,
            "trump": self.trump,
            "forbidden": self.forbidden_bid,
            "made": list(self.made),
        }
        if self.is_between_rounds and self.finished:
            last = self.finished[-1]
            report |= {"score": list(last.score), "total": list(last.total)}
        return report

    def match_report(self) -> dict[str, Any]:
        ranking = self.ranking()
        return {
            "ranking": list(ranking.order) if ranking else None,
            "decided_by": list(ranking.decided_by) if ranking else None,
        }

    # -- dealing ---------------------------------------------------------------------------------------------

    def deal(self, pack: Sequence[Card]) -> Deal:
        if self.phase != DEAL:
            raise BadDeal
        size = self.setup.sizes[self.round_number]
        dealt = size * self.seats
        first = (self.first_dealer + self.round_number + 1) % self.seats
        hands = [tuple(pack[(seat - first) % self.seats : dealt : self.seats]) for seat in range(self.seats)]
        return Deal(tuple(hands), pack[dealt] if dealt < len(pack) else None, tuple(pack[dealt + 1 :]))

    def _deal(self, deal: Deal) -> Self:
        if self.phase == OVER:
            raise MatchOver
        size = self.setup.sizes[self.round_number]
        if self.phase != DEAL or not self._is_proper(deal, size):
            raise BadDeal
        left = (self.first_dealer + self.round_number + 1) % self.seats
        return self._next(
            phase=BID,
            to_act=left,
            leader=left,
            dealt=deal.hands,
            hands=deal.hands,
            turn_up=deal.turn_up,
            bids=(),
            trick=(),
            tricks=(),
            made=(0,) * self.seats,
        )

    def _is_proper(self, deal: Deal, size: int) -> bool:
        deck = self.game.pack(self.seats)
        cards = [card for hand in deal.hands for card in hand]
        is_all_dealt = size * self.seats == len(deck)
        if (deal.turn_up is None) != is_all_dealt:
            return False
        cards += [deal.turn_up] if deal.turn_up else []
        return (
            len(deal.hands) == self.seats
            and all(len(hand) == size for hand in deal.hands)
            and max(Counter(cards).values()) == 1
            and set(cards) <= set(deck)
        )

    # -- acting ----------------------------------------------------------------------------------------------

    def legal_actions(self) -> tuple[Action, ...]:
        if self._legal is None:
            self.__dict__["_legal"] = self._find_legal_actions()
        return self._legal or ()

    def _find_legal_actions(self) -> tuple[Action, ...]:
        if self.to_act is None:
            return ()
        if self.phase == BID:
            return tuple(BIDS[bid] for bid in legal_bids(self.bids, self.size, self.seats))
        cards = legal_cards(self.hands[self.to_act], self.trick, self.trump, self.setup.void)
        return tuple([PLAYS[card] for card in cards])

    def apply(self, action: Action | Deal) -> Self:
        if isinstance(action, Deal):
            return self._deal(action)
        action = self.resolve(action)
        if self.to_act is None or action not in self.legal_actions():
            raise self._refusal(action)
        if self.phase == BID:
            return self._bid(int(action[4:]))
        return self._play(self.to_act, CARDS[action])

    def resolve(self, action: Action) -> Action:
        is_blind_play = action == PLAY_HIDDEN and self.phase == PLAY and self._is_forehead
        return self.legal_actions()[0] if is_blind_play else action

    def _refusal(self, action: Action) -> IllegalAction:
        kind, _, value = action.partition(":")
        if self.phase == OVER:
            return MatchOver()
        if self.to_act is None or kind != self.phase or value == "hidden":
            return NotYourTurn()
        if kind == BID:
            bid = int(value)
            if not 0 <= bid <= self.size:
                return BidOutOfRange(self.size)
            return ForbiddenBid(bid, sum(self.bids), self.size)
        refusal = refuse_card(value, self.hands[self.to_act], self.trick, self.trump, self.setup.void)
        return refusal or NotYourTurn()

    def _bid(self, bid: int) -> Self:
        bids = (*self.bids, bid)
        if len(bids) == self.seats:
            return self._next(bids=bids, phase=PLAY, to_act=self.leader)
        return self._next(bids=bids, to_act=(self.leader + len(bids)) % self.seats)

    def _play(self, seat: int, card: Card) -> Self:
        hand = self.hands[seat]
        i = hand.index(card)
        hands = (*self.hands[:seat], hand[:i] + hand[i + 1 :], *self.hands[seat + 1 :])
        trick = (*self.trick, card)
        if len(trick) < self.seats:
            return self._next(hands=hands, trick=trick, to_act=(seat + 1) % self.seats)
        return self._complete_trick(hands, trick)

    def _complete_trick(self, hands: tuple[tuple[Card, ...], ...], cards: tuple[Card, ...]) -> Self:
        winner = (self.leader + winning_index(cards, self.trump)) % self.seats
        trick = Trick(self.leader, cards, winner)
        made = (*self.made[:winner], self.made[winner] + 1, *self.made[winner + 1 :])
        tricks = (*self.tricks, trick)
        after = {"hands": hands, "trick": (), "tricks": tricks, "made": made, "last_trick": trick}
        if hands[winner]:
            return self._next(**after, leader=winner, to_act=winner)
        return self._complete_round(after, made)

    def _complete_round(self, after: dict[str, Any], made: tuple[int, ...]) -> Self:
        score, runs = score_round(
            self.size, self.dealer, self.bids_by_seat(), made, self.finished, self.runs, self.setup.streak
        )
        finished = (*self.finished, score)
        return self._next(
            **after,
            finished=finished,
            runs=runs,
            scores=score.total,
            round_number=len(finished),
            phase=DEAL if len(finished) < len(self.setup.sizes) else OVER,
            to_act=None,
        )

    def bids_by_seat(self) -> tuple[int, ...]:
        """Only when all have bid."""
        first = (self.dealer + 1) % self.seats
        return tuple(self.bids[(seat - first) % self.seats] for seat in range(self.seats))

    # -- knowing ---------------------------------------------------------------------------------------------

    @property
    def _is_forehead(self) -> bool:
        return self.setup.one_card == FOREHEAD and self.size == 1

    def observe(self, seat: int | None) -> RomanianObservation:
        is_forehead = self._is_forehead
        is_blind = is_forehead or (self.setup.one_card == HIDDEN and self.size == 1 and self.phase == BID)
        hand = self.hands[seat] if seat is not None else ()
        legal = self.legal_actions() if seat is not None and seat == self.to_act else ()
        foreign = {
            other: self.hands[other]
            for other in range(self.seats)
            if is_forehead and seat is not None and other != seat and self.hands[other]
        }
        first = (self.dealer + 1) % self.seats
        bids = tuple(
            self.bids[i] if (i := (other - first) % self.seats) < len(self.bids) else None
            for other in range(self.seats)
        )
        return RomanianObservation(
            game=self.game,
            seats=self.seats,
            options=self.options,
            seat=seat,
            phase=self.phase,
            to_act=self.to_act,
            legal_actions=(PLAY_HIDDEN,) if is_forehead and self.phase == PLAY and legal else legal,
            round_number=self.current,
            rounds=len(self.setup.sizes),
            dealer=self.dealer,
            size=self.size,
            hand=(None,) * len(hand) if is_blind else hand,
            foreign=foreign,
            cards_left=tuple(map(len, self.hands)),
            turn_up=self.turn_up,
            trump=self.trump,
            void=self.setup.void,
            leader=self.leader,
            trick=self.trick,
            last_trick=self.last_trick,
            plays=self._plays(),
            made=self.made,
            scores=self.scores,
            ranking=self.ranking(),
            sizes=self.setup.sizes,
            bids=bids,
            forbidden_bid=self.forbidden_bid,
            finished=self.finished,
        )

    def _plays(self) -> tuple[tuple[int, Card], ...]:
        done = [(trick.leader, trick.cards) for trick in self.tricks]
        return tuple(
            ((leader + i) % self.seats, card)
            for leader, cards in [*done, (self.leader, self.trick)]
            for i, card in enumerate(cards)
        )

    def ranking(self) -> Ranking | None:
        return rank_seats(self.finished, max(self.setup.sizes)) if self.phase == OVER else None
