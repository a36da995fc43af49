"""Parts of addresses, beside those that Django knows; `whist.tables.apps` registers them."""

from __future__ import annotations

from datetime import date

from django.urls.converters import IntConverter

BIGGEST_ID = 2**63 - 1
"""The largest number that every database holds."""


class Id(IntConverter):
    """The number of a row; one that no database can hold matches no address."""

    def to_python(self, value: str) -> int:
        number = int(value)
        if number > BIGGEST_ID:
            raise ValueError(value)
        return number


class IsoDate:
    """A day, as ``2026-11-30``; anything else matches no address."""

    regex = r"\d{4}-\d{2}-\d{2}"

    def to_python(self, value: str) -> date:
        return date.fromisoformat(value)

    def to_url(self, value: date) -> str:
        return value.isoformat()


CONVERTERS: dict[str, type] = {"id": Id, "isodate": IsoDate}
