from datetime import datetime

import pytest
from django.utils import timezone


@pytest.fixture
def now() -> datetime:
    """The same moment in the whole test."""
    return timezone.now()
