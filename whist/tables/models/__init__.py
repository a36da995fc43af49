"""What is stored of a table: the record of its matches, never a blob of objects; who sits there, who looks on."""

from whist.tables.models.chat import Avoidance, Remark, Report, Silence
from whist.tables.models.company import Attendance, Chair
from whist.tables.models.correspondence import Correspondent, Vacation, day_of, midnight
from whist.tables.models.records import LEFT_AFTER, Heartbeat, Match, MatchQuerySet, Round, Table, Tenure, made_numbers

__all__ = [
    "LEFT_AFTER",
    "Attendance",
    "Avoidance",
    "Chair",
    "Correspondent",
    "Heartbeat",
    "Match",
    "MatchQuerySet",
    "Remark",
    "Report",
    "Round",
    "Silence",
    "Table",
    "Tenure",
    "Vacation",
    "day_of",
    "made_numbers",
    "midnight",
]
