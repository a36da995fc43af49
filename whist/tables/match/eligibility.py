"""Whether a match counts for somebody: how much of it they did themselves.

What counts are bids, or cards in a game without bids.  The holder of the seat at that action did them, unless the
letter of the actor names the clock or a bot.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import NamedTuple

from whist.engine import Game
from whist.engine.cards import Card, Suit
from whist.engine.game import split_actions
from whist.engine.tricks import winning_index

#: By hand, played by itself because it was the only card, a premove (docs/record-format.md).
OWN_LETTERS = frozenset("pfq")

LAST_ROUNDS = 3
SHORTEST = timedelta(seconds=60)

FEW, LATE, SHORT = "few", "late", "short"


class SeatSpan(NamedTuple):
    """The actions of the match between which somebody held a seat (the last not included; None: to the end)."""

    seat: int
    start: int
    end: int | None = None

    def covers(self, number: int) -> bool:
        return self.start <= number and (self.end is None or number < self.end)


@dataclass(frozen=True, slots=True)
class RoundCredits:
    """A finished round: the actors of its actions, and the places among them of what counts, by seat, and of the cards
    that won a trick (left out where bids count)."""

    actors: str
    counted: tuple[tuple[int, ...], ...]
    winning: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Participation:
    """How much of a match somebody did themselves, ``own``, and how much of it is ``needed`` of ``total``.

    ``left`` is how much can still be added; ``is_late`` says that some of it was done towards the end, as it must be.
    """

    own: int
    needed: int
    total: int
    left: int
    is_late: bool

    @property
    def is_enough(self) -> bool:
        return self.own >= self.needed and self.is_late

    def reason(self, duration: timedelta) -> str:
        """Why the finished match does not count; empty when it does."""
        if self.own < self.needed:
            return FEW
        if not self.is_late:
            return LATE
        return SHORT if duration < SHORTEST else ""


def credits_of(game: Game, actions: str, actors: str, leader: int, trump: Suit | None, seats: int) -> RoundCredits:
    """From the stored texts of a round; ``leader`` bids or plays first.  The trump matters where nobody bids."""
    codes = split_actions(actions)
    if game.has_bids:
        bidders = tuple(((seat - leader) % seats,) for seat in range(seats))
        return RoundCredits(actors, bidders)
    counted: list[list[int]] = [[] for _seat in range(seats)]
    winning: list[int] = []
    trick: list[tuple[int, Card]] = []
    for place, code in enumerate(codes):
        if len(code) == 1:
            continue  # the winner of the trick picks a card, and leads
        counted[(leader + len(trick)) % seats].append(place)
        trick.append((place, code))
        if len(trick) == seats:
            index = winning_index([card for _place, card in trick], trump)
            winning.append(trick[index][0])
            leader, trick = (leader + index) % seats, []
    return RoundCredits(actors, tuple(map(tuple, counted)), frozenset(winning))


def own_actions(spans: Sequence[SeatSpan], done: Iterable[RoundCredits]) -> list[list[tuple[int, int]]]:
    """What the holder of these spans did themselves of what counts, by finished round: seat, place in the round."""
    offset, rounds = 0, []
    for credit in done:
        rounds.append(
            [
                (seat, place)
                for seat in sorted({span.seat for span in spans})
                for place in credit.counted[seat]
                if credit.actors[place] in OWN_LETTERS
                and any(span.seat == seat and span.covers(offset + place) for span in spans)
            ]
        )
        offset += len(credit.actors)
    return rounds


def participation_of(
    spans: Sequence[SeatSpan],
    done: Sequence[RoundCredits],
    *,
    rounds: int | None,
    share: tuple[int, int],
    has_bids: bool,
) -> Participation:
    """The participation in a match of so many ``rounds``, None where nobody knows; then it is judged by those over.

    ``share`` of what counts, as numerator and denominator, is needed, rounded up.
    """
    own = own_actions(spans, done)
    if has_bids:
        total = len(done) if rounds is None else rounds
        late = own[max(total - LAST_ROUNDS, 0) :]
        left = total - len(done)
    else:
        total = sum(len(credit.counted[spans[-1].seat]) for credit in done)
        late, left = own[-1:], 0
    part, whole = share
    return Participation(
        own=sum(map(len, own)), needed=-(-total * part // whole), total=total, left=left, is_late=any(map(len, late))
    )
