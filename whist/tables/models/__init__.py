"""What is stored of a table: the record of its matches, never a blob of objects; who sits there, and who watches."""

from whist.tables.models.chat import Avoidance, Remark, Report, Silence
from whist.tables.models.correspondence import CorrespondenceSettings, Vacation, day_of, midnight
from whist.tables.models.heartbeat import Heartbeat
from whist.tables.models.matches import (
    LEFT_AFTER,
    Match,
    MatchQuerySet,
    MatchSeat,
    MatchSeatQuerySet,
    Round,
    made_numbers,
)
from whist.tables.models.tables import Participant, ParticipantQuerySet, Table, TableSeat

__all__ = [
    "LEFT_AFTER",
    "Avoidance",
    "CorrespondenceSettings",
    "Heartbeat",
    "Match",
    "MatchQuerySet",
    "MatchSeat",
    "MatchSeatQuerySet",
    "Participant",
    "ParticipantQuerySet",
    "Remark",
    "Report",
    "Round",
    "Silence",
    "Table",
    "TableSeat",
    "Vacation",
    "day_of",
    "made_numbers",
    "midnight",
]
