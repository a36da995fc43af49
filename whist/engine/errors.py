"""What can be wrong: text that cannot be read (`MalformedAction`, `BadOption`, `NotARecord`) against actions
that can be read but are not allowed (`IllegalAction`).

The class names are part of the record format: the replay command prints them.
"""

from __future__ import annotations

from whist.engine.cards import Card, Suit


class MalformedAction(ValueError):
    """The text is no action at all."""


class BadOption(ValueError):
    """A game, number of seats or option that does not exist."""


class ExclusiveOptions(BadOption):
    """Two options that are both offered, but not together."""

    def __init__(self, pair: tuple[str, str]) -> None:
        super().__init__(f"{' and '.join(pair)} exclude each other")
        self.pair = pair


class NotARecord(ValueError):
    """Not a match record; the message says what is wrong with it."""


class IllegalAction(Exception):
    """The rules refuse the action.  Subclasses carry what a sentence about it needs."""

    @property
    def name(self) -> str:
        return type(self).__name__


class NotYourTurn(IllegalAction):
    """An action of the wrong phase, or of a seat that is not to act."""


class BidOutOfRange(IllegalAction):
    def __init__(self, highest: int) -> None:
        super().__init__(highest)
        self.highest = highest


class ForbiddenBid(IllegalAction):
    """The dealer's bid would make the bids add up to the number of cards."""

    def __init__(self, bid: int, others: int, size: int) -> None:
        super().__init__(bid, others, size)
        self.bid, self.others, self.size = bid, others, size


class RefusedCard(IllegalAction):
    """The rules refuse this card; ``suit`` is the suit that is owed, where one is."""

    def __init__(self, card: Card, suit: Suit | None = None) -> None:
        super().__init__(card, suit)
        self.card, self.suit = card, suit


class CardNotInHand(RefusedCard):
    pass


class MustFollowSuit(RefusedCard):
    pass


class MustTrump(RefusedCard):
    pass


class MustOvertrump(RefusedCard):
    pass


class BadPick(IllegalAction):
    """No open card lies at that index, or no card is to be picked now."""


class BadDeal(IllegalAction):
    """The dealt cards are not what this round deals, or a round begins before the last one ended."""


class MatchOver(IllegalAction):
    """Nothing can be done any more."""
