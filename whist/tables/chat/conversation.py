"""What is said at a table, as one person hears it."""

from __future__ import annotations

from dataclasses import dataclass

from accounts.models import User
from whist.tables.models import Avoidance, Match, MatchSeat, Participant, Remark, Round, Table

InPlay = tuple[int, int]
"""A match and the number of its round."""


@dataclass(frozen=True, slots=True)
class Voice:
    """Whether somebody may say something at a table, and whether in words of their own."""

    may_speak: bool
    may_write: bool


def remarks_heard(table_id: int, viewer: object, most: int) -> list[Remark]:
    """The newest remarks, oldest first, without those of people the viewer does not want to hear, and without what
    spectators say about a round that the viewer plays."""
    remarks = Remark.objects.filter(table=table_id).select_related("user").order_by("-pk")
    if isinstance(viewer, User):
        remarks = remarks.exclude(user__in=Avoidance.objects.filter(user=viewer).values("other"))
    heard = list(reversed(remarks[:most]))
    if not isinstance(viewer, User) or all(remark.match_id is None for remark in heard):
        return heard
    playing = round_in_play(table_id)
    if playing is None or not plays_in(playing[0], viewer):
        return heard
    return [remark for remark in heard if remark.user_id == viewer.pk or playing != (remark.match_id, remark.round)]


def round_in_play(table_id: int) -> InPlay | None:
    """The round being bid or played at the table, if there is one."""
    match = Match.objects.filter(table=table_id).order_by("-number").first()
    if match is None or match.finished_at is not None or not match.rounds_dealt:
        return None
    number = match.rounds_dealt - 1
    is_over = Round.objects.filter(match=match.pk, number=number).exists()
    return None if is_over else (match.pk, number)


def plays_in(match_id: int, user: User) -> bool:
    return MatchSeat.objects.of(user).filter(match=match_id).exists()


def voice_of(table_id: int, viewer: object) -> Voice:
    if not isinstance(viewer, User):
        return Voice(may_speak=False, may_write=False)
    participants = Participant.objects.filter(table=table_id, user=viewer, table__closed_at=None)
    participant = participants.select_related("table").first()
    if participant is None:
        return Voice(may_speak=False, may_write=False)
    return Voice(may_speak=True, may_write=may_write(participant.table, viewer))


def may_write(table: Table, user: User) -> bool:
    """Whether the user may write words of their own; guests, and everybody in rooms, have phrases and emoji."""
    return table.terms.has_free_writing and not user.is_guest


def avoidance_of(user: User, other: User) -> str:
    """ "muted", "blocked", or nothing."""
    return Avoidance.objects.filter(user=user, other=other).values_list("kind", flat=True).first() or ""
