import pytest
from django.test import Client


@pytest.fixture
def visitor() -> Client:
    """A browser that was never here before."""
    return Client()
