"""What all parts of the tests share."""

import pytest


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """After the shuffling: who takes long begins first, or at the end one process would be alone with it."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)
