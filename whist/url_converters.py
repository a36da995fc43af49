"""Parts of addresses, beside those that Django knows; `whist.tables.apps` registers them."""

from __future__ import annotations

from datetime import date

from django.urls.converters import IntConverter

BIGGEST_ID = 2**63 - 1
"""Of the numbers that every database holds."""


class Id(IntConverter):
    """The number of a row; what no database can hold is no address."""

    def to_python(self, value: str) -> int:
        number = int(value)
        if number > BIGGEST_ID:
            raise ValueError(value)
        return number


class IsoDate:
    """``2026-11-30``; what is no day is no address either."""

    regex = r"\d{4}-\d{2}-\d{2}"

    def to_python(self, value: str) -> date:
        return date.fromisoformat(value)

    def to_url(self, value: date) -> str:
        return value.isoformat()


CONVERTERS: dict[str, type] = {"id": Id, "isodate": IsoDate}
