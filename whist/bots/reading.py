"""What an observation tells a bot, in bits."""

from __future__ import annotations

from typing import cast

from whist.bots.kernel import (
    BITS,
    FREE_RULE,
    FULL_SUIT,
    NO_TRUMP,
    OVERTRUMP_RULE,
    Board,
    Masks,
    masks_of,
    trump_index,
    void_rule,
)
from whist.engine.romanian import RomanianObservation


class Reading:
    """The round as one seat knows it.

    ``hand`` is empty where the seat may not see its card; ``live`` are the cards of the pack neither played
    nor turned, ``unseen`` those of them whose place the seat does not know; ``barred[s]`` what seat s
    cannot hold, as its plays have shown; ``counts`` the cards each seat holds.
    """

    def __init__(self, seen: RomanianObservation) -> None:
        self.seat: int = cast(int, seen.seat)
        self.seats = seen.seats
        self.bids = seen.bids
        self.counts = seen.cards_left
        self.trump = trump_index(seen.trump)
        self.void = void_rule(seen.void)
        self.hand = masks_of([card for card in seen.hand if card is not None])
        self.live = masks_of(seen.game.pack(seen.seats))
        if seen.turn_up:
            suit, bit = BITS[seen.turn_up]
            self.live[suit] ^= bit
        self.foreign = {seat: masks_of(cards) for seat, cards in seen.foreign.items()}
        self.barred: list[Masks] = [[0, 0, 0, 0] for _ in range(seen.seats)]
        self.board = Board(
            [[0, 0, 0, 0] for _ in range(seen.seats)],
            self.live,
            self._needs(),
            seen.leader,
            self.trump,
            self.void,
        )
        self._watch(seen)
        self.board.hands[self.seat] = self.hand
        self.board.left = max(self.counts)
        known = [self.hand, *self.foreign.values()]
        self.unseen = [self.live[suit] & ~sum(hand[suit] for hand in known) for suit in range(4)]

    def _needs(self) -> list[int]:
        return [0 if bid is None else bid for bid in self.bids]

    def _watch(self, seen: RomanianObservation) -> None:
        """Lay every card played so far, and note what it shows about its player."""
        board = self.board
        board.left = seen.size
        board.leader = board.to_act = (seen.dealer + 1) % self.seats
        for seat, card in seen.plays:
            suit, bit = BITS[card]
            if board.turn and suit != board.led:
                self._note_void(seat, suit, bit)
            board.play(suit, bit)

    def _note_void(self, seat: int, suit: int, bit: int) -> None:
        board, barred = self.board, self.barred[seat]
        barred[board.led] = FULL_SUIT
        if self.void == FREE_RULE or self.trump == NO_TRUMP or board.led == self.trump:
            return
        if suit != self.trump:
            barred[self.trump] = FULL_SUIT
        elif self.void == OVERTRUMP_RULE and board.top_suit == suit and bit < board.top:
            barred[suit] |= FULL_SUIT & -board.top
