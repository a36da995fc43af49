"""Why something at a table cannot be done, each with its sentence and the status of the answer.

What the rules of a game refuse stands in `whist.engine.errors`; `AgainstTheRules` says it in words.
"""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from whist.engine.errors import BadOption, IllegalAction, NotYourTurn
from whist.refusals import Refusal
from whist.tables.texts.sentences import MALFORMED, sentence_of

WRITING_FAST = _("You are writing very fast. Please wait a few seconds.")


class AgainstTheRules(Refusal):
    """What the engine refuses; a turn that is not one's own may be a table that has moved on."""

    def __init__(self, error: IllegalAction | BadOption) -> None:
        super().__init__(sentence_of(error))
        self.status = 409 if isinstance(error, NotYourTurn) else 422


class Malformed(Refusal):
    """A form that no page of ours sends."""

    status = 400
    sentence = MALFORMED


class NoSuchPace(Refusal):
    """The form says why."""

    status = 400


class NoWordToCut(Refusal):
    """The form says why."""

    status = 422


class StaleVersion(Refusal):
    """The form was made for a table that has moved on."""

    sentence = _("The table has moved on in the meantime. This is how it stands now.")


class MatchClosed(Refusal):
    """The match was ended without a result."""

    sentence = _("This match has ended without a result. Nothing can be played in it any more.")


class TableClosed(Refusal):
    sentence = _("This table is closed.")


class TooManyTables(Refusal):
    sentence = _("You sit at five tables at which nobody plays yet. Leave one of them before you open another.")


class SeatTaken(Refusal):
    sentence = _("Somebody else sits on this chair.")


class KnowsOtherCards(Refusal):
    sentence = _("You know the cards of another seat. You can sit down here when this round is over.")


class NoSuchSeat(Refusal):
    sentence = _("This table has no such chair.")


class NotSeated(Refusal):
    sentence = _("You do not sit at this table.")


class NotTheHost(Refusal):
    sentence = _("Only the host of the table can do this.")


class SeatsEmpty(Refusal):
    sentence = _("Not enough chairs are taken. Wait for friends, or let bots play.")


class MatchRuns(Refusal):
    sentence = _("A match is being played. This can be changed when it is over.")


class NotBetweenMatches(Refusal):
    sentence = _("No match is being played now.")


class CutsClosed(Refusal):
    sentence = _("The cards are dealt already. They can be cut before the first deal only.")


class CutAlready(Refusal):
    sentence = _("You have cut the cards of this match already. Each player may cut them once.")


class NothingToUndo(Refusal):
    sentence = _("This bid cannot be taken back any more.")


class MatchPaused(Refusal):
    sentence = _("The match is paused. It goes on when everybody wants to.")


class RestedAlready(Refusal):
    sentence = _("You have already taken your break in this match.")


class NoBreakInDays(Refusal):
    sentence = _("Where a turn takes days nobody needs a break of three minutes.")


class VacationPast(Refusal):
    status = 422
    sentence = _("A vacation begins today at the earliest.")


class VacationBackwards(Refusal):
    status = 422
    sentence = _("The last day cannot be before the first.")


class VacationTooFar(Refusal):
    status = 422
    sentence = _("Vacations can be entered for this year and the next one.")


class VacationOverlaps(Refusal):
    status = 422
    sentence = _("You have a vacation on one of these days already.")


class VacationTooLong(Refusal):
    status = 422
    sentence = _("You do not have so many days of vacation left in that year.")


class VacationOver(Refusal):
    sentence = _("This vacation is over.")


class NotCorrespondence(Refusal):
    status = 422
    sentence = _("Cards can be prepared only in matches that take days.")


class NothingToPrepare(Refusal):
    status = 422
    sentence = _("There is no card to prepare now. Wait until you hold cards and somebody else is to act.")


class YourTurnAlready(Refusal):
    status = 422
    sentence = _("It is your turn already. Play your card at the table.")


class PlayedSince(Refusal):
    sentence = _("You have played since this page was opened. Look at the table and prepare again.")


class NotLeading(Refusal):
    status = 422
    sentence = _("You do not lead at your next turn. Choose among what is offered now.")


class NotPreparable(Refusal):
    status = 422
    sentence = _("This cannot be prepared. Choose among the cards of your hand.")


class NoSuchCards(NotPreparable):
    """Not even cards."""

    status = 400
