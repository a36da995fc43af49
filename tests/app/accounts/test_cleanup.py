"""What nobody needs any more goes; what somebody may come back to stays."""

from datetime import UTC, datetime, timedelta

import pytest

from accounts.limits import DAY, Limit, is_allowed
from accounts.models import Allowance, HeldName, LoginCode, Session, User
from accounts.privacy.cleanup import BATCH, tidy
from accounts.sessions.store import SessionStore
from accounts.sign_in.codes import ask_code
from tests.support.matches import open_match

pytestmark = pytest.mark.django_db(transaction=True)

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
LIMIT = Limit("once a day", 1, DAY)


def idle_guest(days: int = 31) -> User:
    guest = User.objects.create_guest()
    User.objects.filter(pk=guest.pk).update(created_at=NOON - timedelta(days=days))
    return guest


def test_codes_go_a_day_after_they_expired():
    ask_code("ana@example.org", LoginCode.Purpose.SIGN_IN, SessionStore(), NOON, user=None, language="en")
    tidy(NOON + timedelta(hours=24))
    assert LoginCode.objects.exists()
    tidy(NOON + timedelta(hours=24, minutes=11))
    assert not LoginCode.objects.exists()


def test_what_counts_no_more_is_forgotten_and_what_counts_is_not():
    is_allowed(LIMIT, "ana", NOON)
    tidy(NOON + timedelta(hours=23))
    assert not is_allowed(LIMIT, "ana", NOON + timedelta(hours=23))
    tidy(NOON + timedelta(hours=48))
    assert not Allowance.objects.exists()


def test_expired_sessions_and_names_no_longer_held_go():
    ana = User.objects.create_user("ana@example.org", name="Ana")
    for number, days in enumerate((-1, 1)):
        date = NOON + timedelta(days=days)
        Session.objects.create(session_key=f"key{number}", session_data="", expire_date=date, user=ana)
        HeldName.objects.create(key_hash=f"hash{number}", user=ana, until=date)
    tidy(NOON)
    assert [session.session_key for session in Session.objects.all()] == ["key1"]
    assert [held.key_hash for held in HeldName.objects.all()] == ["hash1"]


def test_idle_guests_go_after_thirty_days():
    idle_guest()
    young = idle_guest(days=29)
    tidy(NOON)
    assert list(User.objects.all()) == [young]


def test_whoever_may_come_back_or_belongs_to_a_record_stays():
    remembered, player, member = idle_guest(), idle_guest(), idle_guest()
    Session.objects.create(session_key="key", session_data="", expire_date=NOON + DAY, user=remembered)
    open_match(player)
    User.objects.filter(pk=member.pk).update(is_guest=False, email="ana@example.org")
    moving = idle_guest()
    User.objects.filter(pk=moving.pk).update(merging_into=member)
    tidy(NOON)
    assert set(User.objects.all()) == {remembered, player, member, moving}


def test_a_batch_is_bounded():
    rows = (Allowance(key=str(number), until=NOON - DAY) for number in range(BATCH + 3))
    Allowance.objects.bulk_create(rows)
    tidy(NOON)
    assert Allowance.objects.count() == 3
    tidy(NOON)
    assert not Allowance.objects.exists()


def test_tidying_twice_does_no_harm():
    idle_guest()
    tidy(NOON)
    tidy(NOON)
