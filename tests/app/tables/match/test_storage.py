"""How much a finished match takes in the database (at most 8 KB, indexes included)."""

import secrets

import pytest
from django.db import connection

from accounts.models import User
from leagues.models import Result
from tests.support.matches import open_match, play_to_end
from whist.tables.models import Match, MatchSeat, Round, Table

COPIES = 200

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="the sizes in question are PostgreSQL's"),
]


def bytes_used():
    names = [model._meta.db_table for model in (Table, Match, MatchSeat, Round, Result)]
    with connection.cursor() as cursor:
        for name in names:
            cursor.execute(f"VACUUM {name}")
        cursor.execute("SELECT sum(pg_total_relation_size(name::regclass)) FROM unnest(%s::text[]) AS name", [names])
        return int(cursor.fetchone()[0])


def copy_match(match):
    """The match again, at a table of its own: rows of the same size under other keys."""
    match_seats, rounds, results = list(match.match_seats.all()), list(match.rounds.all()), list(match.results.all())
    table = match.table
    table.pk = match.pk = None
    table.save(force_insert=True)
    match.table = table
    match.secret, match.salt = secrets.token_bytes(32), secrets.token_bytes(16)
    match.save(force_insert=True)
    for row in (*match_seats, *rounds, *results):
        row.match_id = match.pk
    MatchSeat.objects.bulk_create(match_seats)
    Round.objects.bulk_create(rounds)
    Result.objects.bulk_create(results)


def test_a_finished_classic_match_of_six_takes_at_most_eight_kilobytes(capsys):
    ana = User.objects.create_user("ana@example.org", name="Ana")
    match = play_to_end(open_match(ana, seats=6, pace="instant"), ana)
    assert match.results.exists()
    before = bytes_used()
    for _ in range(COPIES):
        copy_match(Match.objects.select_related("table").get(pk=match.pk))
    size = (bytes_used() - before) / COPIES
    with capsys.disabled():
        print(f"[a finished classic match of six takes {size:.0f} bytes]")
    assert size <= 8192
