from collections.abc import AsyncIterator

import pytest

from whist.tables.live import hub as live


@pytest.fixture
async def hub() -> AsyncIterator[live.Hub]:
    """That of this process, started as by a server."""
    await live.start()
    yield live.the_hub()
    await live.stop()
