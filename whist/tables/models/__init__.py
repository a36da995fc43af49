"""What is stored of a table: the record of its matches, never a blob of objects; who sits there, who looks on."""

from whist.tables.models.chat import Avoidance, Remark, Report, Silence
from whist.tables.models.company import Participant, TableSeat
from whist.tables.models.correspondence import CorrespondenceSettings, Vacation, day_of, midnight
from whist.tables.models.records import (
    LEFT_AFTER,
    Heartbeat,
    Match,
    MatchQuerySet,
    MatchSeat,
    Round,
    Table,
    TenureQuerySet,
    made_numbers,
)

__all__ = [
    "LEFT_AFTER",
    "Avoidance",
    "CorrespondenceSettings",
    "Heartbeat",
    "Match",
    "MatchQuerySet",
    "MatchSeat",
    "Participant",
    "Remark",
    "Report",
    "Round",
    "Silence",
    "Table",
    "TableSeat",
    "TenureQuerySet",
    "Vacation",
    "day_of",
    "made_numbers",
    "midnight",
]
