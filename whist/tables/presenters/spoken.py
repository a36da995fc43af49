"""The live region: what just happened, and what the viewer may do now.  Round, trick and card make each line unique."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from whist.engine.game import BID, DEAL, OVER, PICK, Observation
from whist.tables.presenters.games.families import family_of
from whist.tables.presenters.games.family import Family
from whist.tables.texts import sentences


def announcement(seen: Observation, names: Sequence[str]) -> str:
    happened = _happened(family_of(seen), seen, names)
    turn = _turn(seen)
    return _("%(happened)s; %(turn)s") % {"happened": happened, "turn": turn} if turn else happened


def _happened(family: Family[Any], seen: Observation, names: Sequence[str]) -> str:
    if seen.phase == OVER:
        return family.match_over(seen, names)
    if seen.phase == DEAL:
        return family.round_over(seen, names) if seen.finished else _("the first round is about to be dealt")
    if seen.trick:
        return _joined(_drawn_before(family, seen, names), _played(seen, names))
    if sum(seen.made):
        return _joined(_taken(seen, names), family.after_trick(seen, names))
    return family.opening(seen, names)


def _joined(*sentences: str) -> str:
    return "; ".join(sentence for sentence in sentences if sentence)


def _turn(seen: Observation) -> str:
    if not seen.is_own_turn:
        return ""
    if seen.phase == BID:
        return _("your turn to bid")
    if seen.phase == PICK:
        return _("your turn, take one of the open cards")
    refusal = sentences.first_refusal(seen)
    return _("your turn, %(duty)s") % {"duty": sentences.duty(refusal)} if refusal else _("your turn")


def _drawn_before(family: Family[Any], seen: Observation, names: Sequence[str]) -> str:
    """What the trick before brought, for a player who is to answer the first card and may not have heard of it yet."""
    is_news = len(seen.trick) == 1 and seen.is_own_turn and sum(seen.made) > 0
    return family.after_trick(seen, names) if is_news else ""


def _played(seen: Observation, names: Sequence[str]) -> str:
    plays = seen.plays[-len(seen.trick) :]
    # The player to act hears the whole trick: with fast bots several cards come at once.
    shown = plays if seen.is_own_turn else plays[-1:]
    said = ", ".join(
        _("%(name)s plays the %(card)s") % {"name": names[seat], "card": sentences.card_name(card)}
        for seat, card in shown
    )
    return _("trick %(number)d: %(said)s") % {"number": sum(seen.made) + 1, "said": said}


def _taken(seen: Observation, names: Sequence[str]) -> str:
    trick = seen.last_trick
    assert trick is not None
    return _("trick %(number)d goes to %(name)s with the %(card)s") % {
        "number": sum(seen.made),
        "name": names[trick.winner],
        "card": sentences.card_name(trick.card_of(trick.winner)),
    }
