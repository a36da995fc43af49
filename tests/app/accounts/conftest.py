from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
import time_machine

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    """Stands still at noon; a test moves it."""
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller
