"""What the states of all trick games share: hands, tricks, dealing, and that they never change."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

from whist.engine.cards import PACK, Card, Suit
from whist.engine.errors import BadDeal, BadPick, IllegalAction, MatchOver, NotYourTurn
from whist.engine.game import (
    DEAL,
    OVER,
    PICK,
    PLAY,
    Action,
    Deal,
    Game,
    Options,
    ScoredRound,
    State,
)
from whist.engine.tricks import FREE, Trick, legal_cards, refuse_card, winning_index

Hands = tuple[tuple[Card, ...], ...]

PLAYS: dict[Card, Action] = {card: f"play:{card}" for card in PACK}
CARDS: dict[Action, Card] = {action: card for card, action in PLAYS.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """What does not change during a match; ``void`` is what a seat owes that cannot follow suit."""

    game: Game
    seats: int
    first_dealer: int
    options: Options
    void: str = FREE


class TrickState(State):
    """By seat, but for ``trick``, which is in the order played; ``made`` counts the tricks of the round.

    A game adds how many cards a round deals (`_size_of`), what lies beside the hands (`_laid_out`,
    `_beside_hands`, `_is_turned_right`, `_opening`), actions other than plays (`_act`), and what a round that is
    over is worth (`_complete_round`).
    """

    setup: Setup
    finished: tuple[ScoredRound, ...]
    dealt: Hands
    hands: Hands
    turn_up: Card | None
    leader: int
    trick: tuple[Card, ...]
    tricks: tuple[Trick, ...]
    made: tuple[int, ...]
    last_trick: Trick | None
    _legal: tuple[Action, ...] | None

    def __init__(
        self,
        setup: Setup,
        finished: tuple[ScoredRound, ...],
        scores: tuple[int, ...],
        is_over: bool,
        **own: Any,
    ) -> None:
        self.__dict__.update(
            setup=setup,
            game=setup.game,
            seats=setup.seats,
            first_dealer=setup.first_dealer,
            options=setup.options,
            finished=finished,
            scores=scores,
            phase=OVER if is_over else DEAL,
            to_act=None,
            round_number=len(finished),
            dealt=((),) * setup.seats,
            hands=((),) * setup.seats,
            turn_up=None,
            leader=0,
            trick=(),
            tricks=(),
            made=(0,) * setup.seats,
            last_trick=None,
            _legal=None,
            **own,
        )

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a state never changes; apply() gives the next one")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a state never changes")

    def _next(self, changes: dict[str, Any]) -> Self:
        # Half the time of dataclasses.replace, which matters: this runs for every action of every match.
        new = object.__new__(self.__class__)
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
        return self.round_number if self.to_act is not None else max(0, self.round_number - 1)

    @property
    def size(self) -> int:
        return self._size_of(self.current)

    @property
    def dealer(self) -> int:
        return (self.first_dealer + self.current) % self.seats

    @property
    def trump(self) -> Suit | None:
        return self.turn_up[1] if self.turn_up else None

    @property
    def round_made(self) -> tuple[int, ...]:
        return self.made

    @property
    def has_finished_trick(self) -> bool:
        return bool(self.tricks) and not self.trick

    @abstractmethod
    def _size_of(self, number: int) -> int:
        """How many cards round ``number`` deals to each seat."""

    # -- reporting -------------------------------------------------------------------------------------------

    def round_report(self) -> dict[str, Any]:
        report = {
            "k": self.size,
            "dealer": self.dealer,
            "trump": self.trump,
            "forbidden": None,
            "made": list(self.round_made),
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
        dealt = self._size_of(self.round_number) * self.seats
        left = (self._coming_dealer + 1) % self.seats
        hands = [tuple(pack[(seat - left) % self.seats : dealt : self.seats]) for seat in range(self.seats)]
        return self._laid_out(tuple(hands), tuple(pack[dealt:]))

    @property
    def _coming_dealer(self) -> int:
        return (self.first_dealer + self.round_number) % self.seats

    @abstractmethod
    def _laid_out(self, hands: Hands, rest: tuple[Card, ...]) -> Deal:
        """The deal of these hands, ``rest`` being the cards of the pack that follow them."""

    def _deal(self, deal: Deal) -> Self:
        if self.phase == OVER:
            raise MatchOver
        if self.phase != DEAL or not self._is_proper(deal):
            raise BadDeal
        left = (self._coming_dealer + 1) % self.seats
        opening = {
            "phase": PLAY,
            "to_act": left,
            "leader": left,
            "dealt": deal.hands,
            "hands": deal.hands,
            "turn_up": deal.turn_up,
            "trick": (),
            "tricks": (),
            "made": (0,) * self.seats,
        }
        return self._next(opening | self._opening(deal))

    def _opening(self, deal: Deal) -> dict[str, Any]:
        """What a game sets beside, or instead of, what every round begins with."""
        return {}

    def _is_proper(self, deal: Deal) -> bool:
        size = self._size_of(self.round_number)
        cards = [card for hand in deal.hands for card in hand]
        cards += self._beside_hands(deal)
        different = set(cards)
        return (
            len(deal.hands) == self.seats
            and all(len(hand) == size for hand in deal.hands)
            and len(different) == len(cards)
            and different.issubset(self.game.pack(self.seats))
            and self._is_turned_right(deal)
        )

    @abstractmethod
    def _beside_hands(self, deal: Deal) -> Sequence[Card]:
        """Cards of the deal that are in nobody's hand."""

    @abstractmethod
    def _is_turned_right(self, deal: Deal) -> bool:
        """Whether the right card is turned; hands and cards are proper."""

    # -- acting ----------------------------------------------------------------------------------------------

    def legal_actions(self) -> tuple[Action, ...]:
        legal = self._legal
        if legal is None:
            legal = self.__dict__["_legal"] = self._find_legal_actions()
        return legal

    def _find_legal_actions(self) -> tuple[Action, ...]:
        if self.to_act is None:
            return ()
        if self.phase != PLAY:
            return self._choices()
        cards = legal_cards(self.hands[self.to_act], self.trick, self.trump, self.setup.void)
        return tuple([PLAYS[card] for card in cards])

    def _choices(self) -> tuple[Action, ...]:
        """What is legal in another phase than `PLAY`."""
        return ()

    def apply(self, action: Action | Deal) -> Self:
        if isinstance(action, Deal):
            return self._deal(action)
        seat, legal = self.to_act, self.legal_actions()
        if action not in legal:
            action = self.resolve(action)  # a card that is played without being named
        if seat is None or action not in legal:
            raise self._refusal(action)
        if self.phase != PLAY:
            return self._act(seat, action)
        return self._play(seat, CARDS[action])

    def _act(self, seat: int, action: Action) -> Self:
        """A legal action of another phase than `PLAY`."""
        raise NotYourTurn

    def _refusal(self, action: Action) -> IllegalAction:
        kind, _, value = action.partition(":")
        if self.phase == OVER:
            return MatchOver()
        if PICK in (kind, self.phase):
            return BadPick()
        if self.to_act is None or kind != self.phase or value == "hidden":
            return NotYourTurn()
        if kind != PLAY:
            return self._refused_value(value)
        refusal = refuse_card(value, self.hands[self.to_act], self.trick, self.trump, self.setup.void)
        return refusal or NotYourTurn()

    def _refused_value(self, value: str) -> IllegalAction:
        """Why an action of the right phase, but no play, is refused."""
        return NotYourTurn()

    def _play(self, seat: int, card: Card) -> Self:
        hands = list(self.hands)
        hand = list(hands[seat])
        hand.remove(card)
        hands[seat] = tuple(hand)
        trick = (*self.trick, card)
        if len(trick) < self.seats:
            return self._next({"hands": tuple(hands), "trick": trick, "to_act": (seat + 1) % self.seats})
        return self._complete_trick(tuple(hands), trick)

    def _complete_trick(self, hands: Hands, cards: tuple[Card, ...]) -> Self:
        winner = (self.leader + winning_index(cards, self.trump)) % self.seats
        trick = Trick(self.leader, cards, winner)
        made = list(self.made)
        made[winner] += 1
        after = {
            "hands": hands,
            "trick": (),
            "tricks": (*self.tricks, trick),
            "made": tuple(made),
            "last_trick": trick,
            "leader": winner,
            "to_act": winner,
        }
        return self._after_trick(winner, after)

    def _after_trick(self, winner: int, after: dict[str, Any]) -> Self:
        """The state that follows a trick; ``after`` is what it changed, the lead of its winner included."""
        state = self._next(after)
        return state if state.hands[winner] else state._complete_round()

    @abstractmethod
    def _complete_round(self) -> Self:
        """The state after the last trick of a round."""

    def _end_round(self, finished: tuple[ScoredRound, ...], scores: tuple[int, ...], is_over: bool, **own: Any) -> Self:
        ended = {
            "finished": finished,
            "scores": scores,
            "round_number": len(finished),
            "phase": OVER if is_over else DEAL,
            "to_act": None,
        }
        return self._next(ended | own)

    # -- knowing ---------------------------------------------------------------------------------------------

    def _seen_by(self, seat: int | None) -> dict[str, Any]:
        """The fields of an `Observation` for a viewer from whom only other hands are hidden."""
        ranking = self.ranking()
        return {
            "game": self.game,
            "seats": self.seats,
            "options": self.options,
            "seat": seat,
            "phase": self.phase,
            "to_act": self.to_act,
            "legal_actions": self.legal_actions() if seat is not None and seat == self.to_act else (),
            "round_number": self.current,
            "rounds": None,
            "dealer": self.dealer,
            "size": self.size,
            "hand": self.hands[seat] if seat is not None else (),
            "foreign": {},
            "cards_left": tuple(map(len, self.hands)),
            "turn_up": self.turn_up,
            "trump": self.trump,
            "void": self.setup.void,
            "leader": self.leader,
            "trick": self.trick,
            "last_trick": self.last_trick,
            "plays": self._plays(),
            "made": self.made,
            "scores": self.scores,
            "ranking": ranking,
            "finished": self.finished,
        }

    def _plays(self) -> tuple[tuple[int, Card], ...]:
        done = [(trick.leader, trick.cards) for trick in self.tricks]
        return tuple(
            ((leader + i) % self.seats, card)
            for leader, cards in [*done, (self.leader, self.trick)]
            for i, card in enumerate(cards)
        )
