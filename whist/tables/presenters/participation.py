"""Whether the match will count for experience, as far as can be said now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from whist.engine.game import OVER, Observation

if TYPE_CHECKING:
    from whist.tables.match.eligibility import Participation


def participation_line(participation: Participation | None, seen: Observation) -> str:
    """How much of what is needed the viewer did themselves; nothing for a spectator."""
    if participation is None:
        return ""
    numbers = {"own": min(participation.own, participation.needed), "needed": participation.needed}
    if not seen.game.has_bids:
        return _cards_line(numbers, is_over=seen.phase == OVER)
    if participation.own + participation.left < participation.needed:
        return _("Does not count for experience any more: own bids %(own)d of %(needed)d needed") % numbers
    if participation.own >= participation.needed and not participation.is_late:
        line = _("Counts for experience with a bid in the last three rounds: own bids %(own)d of %(needed)d needed")
        return line % numbers
    return _("Counts for experience: own bids %(own)d of %(needed)d needed") % numbers


def _cards_line(numbers: dict[str, int], *, is_over: bool) -> str:
    if is_over:
        return _("Counts for experience: own cards %(own)d of %(needed)d needed") % numbers
    return _("Counts for experience: own cards so far %(own)d of %(needed)d needed") % numbers
