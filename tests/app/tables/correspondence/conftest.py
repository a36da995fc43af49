from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
import time_machine

from accounts.models import User
from tests.support.asking import paused_match
from tests.support.slow import slow_match
from whist.tables.models import Match


@pytest.fixture
def match(users: list[User]) -> Match:
    """A match that takes days: somebody is to bid, and nobody has looked since long ago."""
    return slow_match(users)


@pytest.fixture
def paused(users: list[User], now: datetime) -> Match:
    """The same, paused by all."""
    return paused_match(users, now)


@pytest.fixture
def ordinary_day() -> Iterator[None]:
    """A Wednesday in spring, at noon, so that a test of today's days is not also one of midnight."""
    with time_machine.travel(datetime(2026, 5, 13, 9, tzinfo=UTC), tick=True):
        yield
