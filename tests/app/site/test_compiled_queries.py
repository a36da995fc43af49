"""A query whose SQL is written once finds what the queryset finds that it is made of."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.db.models import QuerySet
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Session, User
from tests.support.browsers import browser_of
from tests.support.friends import member, open_table
from tests.support.matches import open_match, reread
from tests.support.races import at_once
from whist.compiled_queries import SOMETHING, CompiledQuery, update_unchanged
from whist.tables.models import Match, Participant

NAMES = ["Ana", "Bogdan", "Carmen"]
DAY = timedelta(days=1)


def counted(build):
    """``build``, and a list that grows with each of its calls."""
    calls: list[tuple[object, ...]] = []

    def counting(*values: object) -> QuerySet:
        calls.append(values)
        return build(*values)

    return counting, calls


@pytest.mark.django_db
def test_rows_are_those_of_the_queryset_for_every_value_and_sql_is_written_once():
    def with_user(user_id):
        return Participant.objects.filter(user=user_id).select_related("user", "table").order_by("-pk")

    people = [member(name) for name in NAMES]
    for host in people[:2]:
        open_table(host)
    build, calls = counted(with_user)
    query = CompiledQuery(build, int)
    for person in people:
        with CaptureQueriesContext(connection) as statements:
            found = query(person.pk)
            assert [(each.user.name, each.table.host_id) for each in found] == [(person.name, person.pk)] * len(found)
        assert found == list(with_user(person.pk))
        assert len(statements) == 1
    assert len(calls) == 2  # with one stand-in and another, to see that nothing else in the SQL depends on it


@pytest.mark.django_db
def test_values_may_be_texts_and_times_and_a_part_of_the_sql_twice():
    ana = member("Ana")
    browser_of(ana)
    session, now = Session.objects.get(), timezone.now()
    valid = CompiledQuery(
        lambda key, at: Session.objects.filter(pk=key, expire_date__gt=at).exclude(seen_at__gt=at), str, datetime
    )
    assert valid(session.pk, now) == [session]
    assert valid(session.pk, session.expire_date + timedelta(seconds=1)) == []
    assert valid(session.pk, now - DAY) == []
    assert valid.first("nobody's", now) is None


@pytest.mark.django_db(transaction=True)
def test_threads_that_ask_at_once_get_each_their_own_rows():
    people = [member(name) for name in NAMES]
    query = CompiledQuery(lambda user_id: User.objects.filter(pk=user_id), int)
    found = at_once(*[lambda person=person: query.first(person.pk) for person in people])
    assert found == people


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("build", "kind", "fault"),
    [
        (lambda now: Session.objects.filter(expire_date__gt=now, seen_at__gt=now - DAY), datetime, "made of a value"),
        (lambda name: User.objects.filter(name__contains=name), str, "made of a value"),
        (lambda number: User.objects.all()[:number], int, "made of a value"),
        (lambda _name: User.objects.all(), str, "not in the SQL"),
    ],
)
def test_query_that_hands_a_value_on_otherwise_is_a_fault(build, kind, fault):
    with pytest.raises(AssertionError, match=fault):
        CompiledQuery(build, kind)({datetime: timezone.now(), str: "a", int: 1}[kind])


# -- a write that says what must not have changed ----------------------------------------------------------------------


@pytest.fixture
def match(ana) -> Match:
    return open_match(ana)


def tried(match: Match, unchanged: dict[str, object], **changes: object) -> bool:
    with CaptureQueriesContext(connection) as statements:
        is_written = update_unchanged(match, unchanged, changes, raised="version") is not None
    assert len(statements) == 1
    return is_written


@pytest.mark.django_db
def test_a_row_is_written_while_its_columns_are_what_they_were(match):
    now, columns = timezone.now(), {"version": 0, "finished_at": None, "due_at": match.due_at, "seating": 0}
    assert tried(match, columns, actions="AB", due_at=None, turn_at=now, turn_seconds=1.5, cuts=["one"])
    written = Match.objects.get(pk=match.pk)
    assert (written.version, written.actions, written.due_at, written.turn_at) == (1, "AB", None, now)
    assert (written.turn_seconds, written.cuts) == (1.5, ["one"])


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("version", 1),
        ("seating", 7),
        ("finished_at", SOMETHING),
        ("due_at", None),
        ("due_at", datetime(2026, 12, 1, tzinfo=UTC)),
        ("actions", "AB"),
    ],
)
def test_a_row_of_which_a_column_is_another_stays_as_it_is(match, column, value):
    assert not tried(match, {column: value}, actions="XY")
    assert (reread(match).version, reread(match).actions) == (0, match.actions)


@pytest.mark.django_db
def test_other_rows_stay_as_they_are(match, ana):
    other = open_match(ana, seats=5)
    assert tried(match, {"version": 0}, actions="AB")
    assert (reread(other).version, reread(other).actions) == (0, other.actions)


@pytest.mark.django_db(transaction=True)
def test_of_eight_writes_at_once_one_is_done(match):
    written = at_once(
        *[lambda: update_unchanged(match, {"version": 0}, {"actions": "AB"}, raised="version") is not None] * 8
    )
    assert sorted(written) == [False] * 7 + [True]
    assert reread(match).version == 1
