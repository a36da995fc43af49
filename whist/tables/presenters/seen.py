"""What the viewer of a table may know, as the type that games with bids have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whist.engine.romanian import RomanianObservation

if TYPE_CHECKING:
    from whist.tables.selectors import TableView


def seen_by(view: TableView) -> RomanianObservation:
    assert isinstance(view.observation, RomanianObservation)
    return view.observation
