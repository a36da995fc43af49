"""Days in addresses."""

from datetime import date


class IsoDate:
    """``2026-11-30``; what is no day is no address either."""

    regex = r"\d{4}-\d{2}-\d{2}"

    def to_python(self, value: str) -> date:
        return date.fromisoformat(value)

    def to_url(self, value: date) -> str:
        return value.isoformat()
