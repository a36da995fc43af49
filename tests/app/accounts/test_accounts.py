import re

import pytest
from django.db import IntegrityError, transaction

from accounts.models import User

pytestmark = pytest.mark.django_db


def test_guest_has_a_numbered_name():
    guest = User.objects.create_guest()
    assert re.fullmatch(r"Guest \d{5}", guest.name)
    assert guest.is_guest
    assert guest.email is None


def test_guests_never_share_a_name(monkeypatch):
    draws = iter([0, 0, 0, 7])
    monkeypatch.setattr("accounts.models.users.secrets.randbelow", lambda limit: next(draws))
    assert User.objects.create_guest().name == "Guest 10000"
    assert User.objects.create_guest().name == "Guest 10007"


def test_member_is_found_by_address_in_any_spelling():
    ana = User.objects.create_user(" Ana@Example.org ", name="Ana")
    assert ana.email == "ana@example.org"
    assert User.objects.get_by_natural_key("ANA@example.ORG") == ana


def test_one_address_belongs_to_one_member_whatever_its_spelling():
    User.objects.create_user("ana@example.org", name="Ana")
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user("ANA@example.org", name="Another Ana")
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create(email="ANA@example.org", name="Past the manager", name_key="pastthemanager")


def test_member_needs_an_address():
    with pytest.raises(ValueError, match="address"):
        User.objects.create_user("  ")


def test_many_guests_without_an_address_live_side_by_side():
    assert User.objects.create_guest() != User.objects.create_guest()
