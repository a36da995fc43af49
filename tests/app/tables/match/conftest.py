import pytest

from accounts.models import User
from tests.support.matches import let_site_act, open_match
from whist.tables.models import Match


@pytest.fixture
def solo(ana: User) -> Match:
    """A match of Ana's against three bots, in which she is to bid or to play."""
    return let_site_act(open_match(ana))
