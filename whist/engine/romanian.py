"""Romanian whist with the short deck (rules §1) and with 52 cards (rules §2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

from whist.engine.cards import PACK, Card, pack_from
from whist.engine.deck import FairDeck
from whist.engine.errors import (
    BadDeal,
    BadOption,
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
    Choice,
    Deal,
    FinishedRound,
    Game,
    Observation,
    Option,
    Options,
    Ranking,
    State,
    split_actions,
)
from whist.engine.schedules import QUICK, SCHEDULES, is_quick
from whist.engine.scores import RoundScore, Streak, bid_score, extend_run, rank_seats
from whist.engine.tricks import (
    FREE,
    MUST_OVERTRUMP,
    MUST_TRUMP,
    Trick,
    legal_cards,
    refuse_card,
    winning_index,
)

NORMAL, FOREHEAD, HIDDEN = "normal", "forehead", "hidden"

BIDS: tuple[Action, ...] = tuple(f"bid:{n}" for n in range(18))
PLAYS: dict[Card, Action] = {card: f"play:{card}" for card in PACK}
CARDS: dict[Action, Card] = {action: card for card, action in PLAYS.items()}


def forbidden_bid(others: Sequence[int], size: int, seats: int) -> int | None:
    """The one bid the dealer may not make once all others have bid, or None (rules §1.6).

    >>> forbidden_bid([1, 0, 1], size=3, seats=4)
    1
    >>> forbidden_bid([3, 3, 3], size=8, seats=4) is None
    True
    """
    rest = size - sum(others[: seats - 1])
    return rest if len(others) >= seats - 1 and rest >= 0 else None


def legal_bids(earlier: Sequence[int], size: int, seats: int) -> tuple[int, ...]:
    """The bids open to the next bidder."""
    forbidden = forbidden_bid(earlier, size, seats)
    return tuple(bid for bid in range(size + 1) if bid != forbidden)


@dataclass(frozen=True, slots=True, kw_only=True)
class RomanianObservation(Observation):
    """`Observation` with bids.

    ``sizes`` is the whole schedule, ``bids`` one entry a seat (None before it has bid), ``forbidden_bid`` what the
    dealer may not bid, known to all once all others have bid; ``finished`` the rounds that are over.
    """

    sizes: tuple[int, ...]
    bids: tuple[int | None, ...]
    forbidden_bid: int | None
    finished: tuple[RoundScore, ...]


class Setup(NamedTuple):
    """What does not change during a match."""

    game: RomanianGame
    seats: int
    first_dealer: int
    options: Mapping[str, Any]
    sizes: tuple[int, ...]
    void: str
    one_card: str
    streak: Streak | None


class RomanianState(State):
    """Attributes by seat unless said otherwise: ``bids`` and ``trick`` are in the order made, ``made`` counts tricks."""

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

    def _next(self, **changes: Any) -> Self:
        # Half the time of dataclasses.replace, which matters: this runs for every action of every simulated match.
        new = object.__new__(type(self))
        attributes = new.__dict__
        attributes.update(self.__dict__)
        attributes["_legal"] = None
        attributes.update(changes)
        return new

    # -- facts about the current round ---------------------------------------------------------------------------

    @property
    def is_between_rounds(self) -> bool:
        return self.to_act is None

    @property
    def current(self) -> int:
        """The round on the table: the one being played, or the one just finished while the next is not dealt."""
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

    # -- dealing -------------------------------------------------------------------------------------------------

    def deal(self, pack: Sequence[Card]) -> Deal:
        if self.phase != DEAL:
            raise BadDeal
        size = self.setup.sizes[self.round_number]
        dealt = size * self.seats
        first = (self.first_dealer + self.round_number + 1) % self.seats
        hands = tuple(tuple(pack[(seat - first) % self.seats : dealt : self.seats]) for seat in range(self.seats))
        return Deal(hands, pack[dealt] if dealt < len(pack) else None, tuple(pack[dealt + 1 :]))

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

    # -- acting --------------------------------------------------------------------------------------------------

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
        if action == PLAY_HIDDEN and self._is_forehead and self.phase == PLAY:
            action = self.legal_actions()[0]
        if action not in self.legal_actions():
            raise self._refusal(action)
        if self.phase == BID:
            return self._bid(int(action[4:]))
        return self._play(CARDS[action])

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

    def _play(self, card: Card) -> Self:
        seat = self.to_act
        assert seat is not None
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
        if hands[winner]:
            return self._next(
                hands=hands, trick=(), tricks=tricks, made=made, last_trick=trick, leader=winner, to_act=winner
            )
        score, runs = score_round(self.setup, self.round_number, self.bids_by_seat(), made, self.finished, self.runs)
        finished = (*self.finished, score)
        return self._next(
            hands=hands,
            trick=(),
            tricks=tricks,
            made=made,
            last_trick=trick,
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

    # -- knowing -------------------------------------------------------------------------------------------------

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


def score_round(
    setup: Setup,
    number: int,
    bids: tuple[int, ...],
    made: tuple[int, ...],
    finished: Sequence[RoundScore],
    runs: tuple[int, ...],
) -> tuple[RoundScore, tuple[int, ...]]:
    """The score of a round, with the seats' runs of made and missed bids after it."""
    size = setup.sizes[number]
    score = [bid_score(bid, tricks) for bid, tricks in zip(bids, made, strict=True)]
    if setup.streak and size > 1:
        extended = [extend_run(run, bids[s] == made[s], setup.streak) for s, run in enumerate(runs)]
        runs = tuple(run for run, _ in extended)
        score = [points + bonus for points, (_, bonus) in zip(score, extended, strict=True)]
    before = finished[-1].total if finished else (0,) * setup.seats
    total = tuple(a + b for a, b in zip(before, score, strict=True))
    dealer = (setup.first_dealer + number) % setup.seats
    return RoundScore(size, dealer, bids, made, tuple(score), total), runs


class RomanianGame(Game):
    """Both Romanian games: they differ in the pack, the schedules and what a void seat owes by default."""

    has_bids = True
    seat_counts = (3, 4, 5, 6)

    def __init__(self, slug: str, lowest: Mapping[int, str], schedules: tuple[Choice, ...], void: str) -> None:
        self.slug = slug
        self._packs = {seats: pack_from(lowest[seats]) for seats in self.seat_counts}
        voids = sorted((FREE, MUST_TRUMP, MUST_OVERTRUMP), key=lambda rule: rule != void)
        self.options = (
            Option("schedule", schedules),
            Option("void", tuple(Choice(rule, rule) for rule in voids)),
            Option(
                "streak",
                (
                    Choice("none", None),
                    Choice("10", {"length": 5, "points": 10}),
                    Choice("5", {"length": 5, "points": 5}),
                ),
            ),
            Option("one_card", tuple(Choice(rule, rule) for rule in (NORMAL, FOREHEAD, HIDDEN))),
        )

    def pack(self, seats: int) -> tuple[Card, ...]:
        return self._packs[seats]

    def new_match(self, seats: int, first_dealer: int, options: Options | None = None) -> RomanianState:
        return self._begin(seats, first_dealer, options or {}, ())

    def resume(
        self, seats: int, first_dealer: int, options: Options, finished: Iterable[FinishedRound]
    ) -> RomanianState:
        return self._begin(seats, first_dealer, options, finished)

    def _begin(
        self, seats: int, first_dealer: int, options: Options, finished: Iterable[FinishedRound]
    ) -> RomanianState:
        setup = self._setup(seats, first_dealer, options)
        rounds: list[RoundScore] = []
        runs: tuple[int, ...] = (0,) * seats
        for number, done in enumerate(finished):
            codes = split_actions(done.actions)[:seats]
            first = (first_dealer + number + 1) % seats
            bids = tuple(int(codes[(seat - first) % seats], 36) for seat in range(seats))
            score, runs = score_round(setup, number, bids, done.made, rounds, runs)
            rounds.append(score)
        return RomanianState(setup, tuple(rounds), runs)

    def _setup(self, seats: int, first_dealer: int, options: Options) -> Setup:
        values = self.checked_options(seats, options)
        if not 0 <= first_dealer < seats:
            raise BadOption(f"first dealer {first_dealer}")
        sizes = values["sizes"] if values["schedule"] == QUICK else SCHEDULES[values["schedule"]](seats)
        streak = Streak(**values["streak"]) if values["streak"] else None
        return Setup(
            self, seats, first_dealer, dict(options), tuple(sizes), values["void"], values["one_card"], streak
        )

    def checked_options(self, seats: int, options: Options) -> dict[str, Any]:
        chosen = {name: value for name, value in options.items() if name != "sizes"}
        values = super().checked_options(seats, chosen)
        if (values["schedule"] == QUICK) != ("sizes" in options) or (
            "sizes" in options and not is_quick(options["sizes"])
        ):
            raise BadOption(f"sizes: {options.get('sizes')!r}")
        if "sizes" in options:
            values["sizes"] = list(options["sizes"])
        return values

    def drawn_options(self, options: Options, deck: FairDeck) -> dict[str, Any]:
        if options.get("schedule") != QUICK:
            return dict(options)
        return {**options, "sizes": list(deck.sizes())}


ROMANIAN = RomanianGame(
    "romanian",
    lowest={3: "9", 4: "7", 5: "5", 6: "3"},
    schedules=(
        Choice("8-1-8", "8-1-8"),
        Choice("8-8-8", "8-8-8"),
        Choice("1-8-1", "1-8-1"),
        Choice("quick", "quick", (6,)),
    ),
    void=MUST_TRUMP,
)

ROMANIAN52 = RomanianGame(
    "romanian52",
    lowest={3: "2", 4: "2", 5: "2", 6: "2"},
    schedules=(
        Choice("1-max-1", "1-max-1"),
        Choice("1xn-max-1xn", "1xn-max-1xn"),
        Choice("1-peak-1", "1-peak-1", (4,)),
    ),
    void=FREE,
)
