"""What the table says in words whatever is played: names of cards, reasons and refusals.

Cards are named by one pattern and thirteen rank and four suit names, so that each language keeps its own order
("queen of hearts", "Herz-Dame", "dama de cupă").  Names are written as inside a sentence; labels begin with `capfirst`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from whist.engine import errors
from whist.engine.cards import Card, Suit
from whist.engine.game import PLAY, Observation
from whist.translations import said_once

MALFORMED = gettext_lazy("That was no move. Please use the buttons on the table.")

# -- cards ---------------------------------------------------------------------------------------------------------


@said_once
def suit_name(suit: Suit) -> str:
    """The suit inside a sentence: "diamonds"."""
    names: dict[Suit, Callable[[], str]] = {
        "C": lambda: pgettext("suit", "clubs"),
        "D": lambda: pgettext("suit", "diamonds"),
        "H": lambda: pgettext("suit", "hearts"),
        "S": lambda: pgettext("suit", "spades"),
    }
    return names[suit]()


@said_once
def rank_letter(card: Card) -> str:
    """What is printed on the card: a number, or the letter of this language."""
    letters: dict[str, Callable[[], str]] = {
        "J": lambda: pgettext("letter on the card", "J"),
        "Q": lambda: pgettext("letter on the card", "Q"),
        "K": lambda: pgettext("letter on the card", "K"),
        "A": lambda: pgettext("letter on the card", "A"),
        "T": lambda: "10",
    }
    return letters[card[0]]() if card[0] in letters else card[0]


@said_once
def rank_name(card: Card) -> str:
    names: dict[str, Callable[[], str]] = {
        "J": lambda: pgettext("rank", "jack"),
        "Q": lambda: pgettext("rank", "queen"),
        "K": lambda: pgettext("rank", "king"),
        "A": lambda: pgettext("rank", "ace"),
    }
    return names[card[0]]() if card[0] in names else rank_letter(card)


@said_once
def card_name(card: Card) -> str:
    """The whole name inside a sentence: "queen of hearts"."""
    return pgettext("name of a card", "%(rank)s of %(suit)s") % {
        "rank": rank_name(card),
        "suit": suit_name(card[1]),
    }


@said_once
def card_label(card: Card) -> str:
    return capfirst(card_name(card))


# -- refusals ------------------------------------------------------------------------------------------------------


@said_once
def forbidden_bid(bid: int, others: int, size: int) -> str:
    """The reason with its sum, as short as it is said at a table: "2 is forbidden: 5 + 2 = 7"."""
    return _("%(bid)d is forbidden: %(others)d + %(bid)d = %(size)d") % {"bid": bid, "others": others, "size": size}


def duty(refusal: errors.RefusedCard) -> str:
    """What is owed instead of a refused card, in two or three words: "follow diamonds"."""
    if refusal.suit is None:
        return _("not in your hand")
    suit = {"suit": suit_name(refusal.suit)}
    if isinstance(refusal, errors.MustFollowSuit):
        return _("follow %(suit)s") % suit
    if isinstance(refusal, errors.MustTrump):
        return _("play a trump, %(suit)s") % suit
    return _("play a higher trump, %(suit)s") % suit


def sentence_of(error: Exception) -> str:
    """The sentence for a refused action; every error of the engine has one."""
    for kind, sentence in REFUSALS.items():
        if isinstance(error, kind):
            return sentence(error)
    return _("That is not possible now.")


def _explain_forbidden_bid(error: errors.ForbiddenBid) -> str:
    reason = forbidden_bid(error.bid, error.others, error.size)
    return _("%(reason)s, as many as there are cards – somebody has to fail.") % {"reason": reason}


def _explain_card(error: errors.RefusedCard) -> str:
    return _("%(card)s may not be played: %(duty)s.") % {"card": card_label(error.card), "duty": duty(error)}


def _explain_range(error: errors.BidOutOfRange) -> str:
    return _("A bid is a number from 0 to %(highest)d.") % {"highest": error.highest}


#: Why two options exclude each other (`Game.exclusive`).
EXCLUSIONS: dict[tuple[str, str], Callable[[], str]] = {
    ("best_of", "to_points"): lambda: _("Either a number of hands or a match to points: please choose one of them."),
    ("open_stock", "trump"): lambda: _("Without trump the stock stays hidden, so none of its cards can lie open."),
}


REFUSALS: dict[type[Exception], Callable[..., str]] = {
    errors.ForbiddenBid: _explain_forbidden_bid,
    errors.BidOutOfRange: _explain_range,
    errors.CardNotInHand: lambda error: _("%(card)s is not in your hand.") % {"card": card_label(error.card)},
    errors.RefusedCard: _explain_card,
    errors.NotYourTurn: lambda error: _("It is not your turn."),
    errors.MatchOver: lambda error: _("The match is over."),
    errors.BadPick: lambda error: _("There is no open card to take at that place."),
    errors.BadDeal: lambda error: _("The next round cannot be dealt now."),
    errors.MalformedAction: lambda error: str(MALFORMED),
    errors.ExclusiveOptions: lambda error: EXCLUSIONS[error.pair](),
    errors.BadOption: lambda error: _("This game is not offered with these options."),
}


# -- lines on the table --------------------------------------------------------------------------------------------


@said_once
def bids_line(bids: Sequence[int | None], size: int) -> str:
    """The sum of the bids against the cards; over or under once all have bid: "bids 5 of 7, under by 2"."""
    total = sum(bid for bid in bids if bid is not None)
    line = _("bids %(total)d of %(size)d") % {"total": total, "size": size}
    if None in bids or total == size:
        return line
    if total > size:
        return _("%(line)s, over by %(n)d") % {"line": line, "n": total - size}
    return _("%(line)s, under by %(n)d") % {"line": line, "n": size - total}


def votes_line(wanting: int, people: int, *, is_paused: bool) -> str:
    """How many have voted to go on with a match, or to pause it."""
    if is_paused:
        line = ngettext("%(n)d of %(all)d wants to go on", "%(n)d of %(all)d want to go on", wanting)
    else:
        line = ngettext("%(n)d of %(all)d wants to pause", "%(n)d of %(all)d want to pause", wanting)
    return line % {"n": wanting, "all": people}


@said_once
def cards_count(size: int) -> str:
    return ngettext("%(n)d card", "%(n)d cards", size) % {"n": size}


def progress(seats: int, rounds_dealt: int) -> str:
    """How far a match has come: "4 players, round 9"."""
    players = ngettext("%(n)d player", "%(n)d players", seats) % {"n": seats}
    return f"{players}, " + _("round %(number)d") % {"number": max(rounds_dealt, 1)}


@said_once
def points(number: int) -> str:
    """Points, also below zero; the plural goes by the size, since rules of languages are made for counts."""
    return ngettext("%(n)s point", "%(n)s points", abs(number)) % {"n": plain(number)}


def plain(number: int) -> str:
    """The number with a minus as wide as a digit."""
    return f"−{-number}" if number < 0 else str(number)


def signed(number: int) -> str:
    return f"+{number}" if number > 0 else plain(number)


def reason_line(observation: Observation) -> str:
    """What the rules ask of the viewer now, in one line; empty when everything is allowed."""
    refusal = first_refusal(observation)
    if refusal is None or refusal.suit is None:
        return ""
    count = len(observation.legal_actions)
    return _("%(duty)s – you have %(count)d") % {"duty": capfirst(duty(refusal)), "count": count}


def first_refusal(observation: Observation) -> errors.RefusedCard | None:
    if observation.phase != PLAY or not observation.is_own_turn:
        return None
    refusals = [observation.refusal(card) for card in observation.hand if card is not None]
    found = [refusal for refusal in refusals if refusal]
    higher = [refusal for refusal in found if isinstance(refusal, errors.MustOvertrump)]
    return next(iter(higher or found), None)


@said_once
def trump_phrase(trump: Suit | None) -> str:
    return _("trump is %(suit)s") % {"suit": suit_name(trump)} if trump else _("no trump")
