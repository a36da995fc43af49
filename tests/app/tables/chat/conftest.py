import pytest

from accounts.models import User
from tests.support.talk import table_of
from whist.tables.models import Table


@pytest.fixture
def table(users: list[User]) -> Table:
    """Ana's, where the others look on."""
    return table_of(*users)
