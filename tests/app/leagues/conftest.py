from collections.abc import Iterator

import pytest

from leagues.results import settlement
from whist.tables.announcing.signals import match_finished


@pytest.fixture
def unheard() -> Iterator[None]:
    """Nobody hears that a match has finished, as when the process dies right after the commit."""
    match_finished.disconnect(dispatch_uid="leagues.results.settlement")
    yield
    match_finished.connect(settlement.on_match_finished, dispatch_uid="leagues.results.settlement")
