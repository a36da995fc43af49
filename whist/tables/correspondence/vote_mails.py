"""Votes in correspondence: players who are asked by others to pause or to go on, and have not looked in since.

Nobody keeps such a table open, and while it is paused no clock calls anybody: without a mail they would not learn that
others wait for them.  It is the one about their turns (`whist.tables.correspondence.turn_mails`).  A player who has
been told is told again only after they have looked or after `TIME_TO_LOOK`, however often a vote is taken back and
cast anew.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from whist.tables.match.deadlines import CORRESPONDENCE, mail_time, rests_of
from whist.tables.match.seats import NOT_ASKED, is_played_for
from whist.tables.models import Match, MatchSeat, Participant
from whist.tables.texts.sentences import votes_line

TIME_TO_LOOK = timedelta(days=7)
"""A player who is asked to go on with a paused match and does not look in for so long loses the seat to a bot
(`whist.tables.presence.no_shows`); the mail says so."""


@dataclass(frozen=True, slots=True)
class Question:
    """What so many others have voted for in a match, of the ``people`` who are there.

    ``mail_at`` is when the player whom they ask may be told, None when they have been; ``has_looked`` says whether they
    have since then.
    """

    match: Match
    wanting: int
    people: int
    mail_at: datetime | None
    has_looked: bool

    def is_due(self, now: datetime) -> bool:
        return not self.has_looked and self.mail_at is not None and self.mail_at <= now

    @property
    def is_told(self) -> bool:
        """Whether the player has been told by a mail, which may still be on its way."""
        return not self.has_looked and self.mail_at is None

    @property
    def sentence(self) -> str:
        return votes_line(self.wanting, self.people, is_paused=self.match.is_paused)


def ask_others(match: Match, now: datetime) -> None:
    """A vote has been cast: those who have not cast it are told by mail unless they look in.

    Inside a transaction that has locked the table.
    """
    unsaid = MatchSeat.objects.open().of_people().filter(match=match.pk, vote="")
    unaware = unsaid.filter(Q(asked_at=None) | Q(asked_at__lte=now - TIME_TO_LOOK) | Q(_has_looked()))
    for seat, user_id in list(unaware.values_list("seat", "user")):
        mail_at = mail_time(now, rests_of(user_id, now))
        unsaid.filter(seat=seat).update(asked_at=now, mail_at=mail_at)


def ask_no_longer(match: Match) -> None:
    """A vote has been taken back: with the last one nothing is left to tell.  Those who have been told stay so."""
    seats = MatchSeat.objects.open().filter(match=match.pk)
    if not seats.exclude(vote="").exists():
        seats.exclude(mail_at=None).update(**NOT_ASKED)


def leave_untold(seats: QuerySet[MatchSeat]) -> None:
    """Write no mail to the holders: they want none, have looked, or nobody wants anything of them any more.  As long as
    somebody does they are asked all the same."""
    wanting = MatchSeat.objects.wanting().filter(match=OuterRef("match"))
    seats.filter(~Exists(wanting)).update(**NOT_ASKED)
    seats.update(mail_at=None)


def questions_to(user: User) -> list[Question]:
    """What others have voted for in the user's matches and they have not, where they want mails; the oldest first."""
    asked = _asked_in(user)
    people = defaultdict(list)
    for match_seat in MatchSeat.objects.open().of_people().filter(match__in=[seat.match_id for seat in asked]):
        people[match_seat.match_id].append(match_seat)
    questions = [_question(seat, people[seat.match_id]) for seat in asked]
    return [question for question in questions if question.wanting]


def _asked_in(user: User) -> list[MatchSeat]:
    """The user's seats in whose matches somebody has cast a vote that they have not."""
    wanting = MatchSeat.objects.wanting().filter(match=OuterRef("match"))
    unwanted = Participant.objects.of_holders().filter(wants_mail=False)
    seats = MatchSeat.objects.of(user).filter(vote="", match__table__clock__in=CORRESPONDENCE)
    seats = seats.filter(Exists(wanting), ~Exists(unwanted), match__in=Match.objects.running())
    return list(seats.annotate(has_looked=_has_looked()).select_related("match__table").order_by("asked_at", "match"))


def _question(seat: MatchSeat, people: list[MatchSeat]) -> Question:
    """The question as the table counts: players for whom a bot plays need not agree."""
    there = [match_seat for match_seat in people if not is_played_for(match_seat)]
    wanting = sum(bool(match_seat.vote) for match_seat in there)
    return Question(seat.match, wanting, len(there), seat.mail_at, vars(seat)["has_looked"])


def _has_looked() -> Exists:
    """Whether the holder of a seat has been at the table since they were asked."""
    return Exists(Participant.objects.of_holders().filter(seen_at__gte=OuterRef("asked_at")))


def move_mails(user: User) -> None:
    """Put off what the user is still to be told until after their vacations, which have changed."""
    unwritten = MatchSeat.objects.of(user).exclude(mail_at=None)
    for match_id, asked_at in list(unwritten.values_list("match", "asked_at")):
        if asked_at is not None:
            mail_at = mail_time(asked_at, rests_of(user.pk, asked_at))
            unwritten.filter(match=match_id, asked_at=asked_at).update(mail_at=mail_at)
