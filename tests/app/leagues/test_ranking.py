"""The weekly ranking of friends."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from leagues.models import Result
from leagues.results import ranking
from leagues.results.settlement import settle_match
from tests.support.friends import dealt, full_table, people
from tests.support.matches import reread
from whist.engine.game import DEAL
from whist.tables.lobby import seating
from whist.tables.match import moves
from whist.tables.match.state_cache import state_of

pytestmark = pytest.mark.django_db(transaction=True)

BUCHAREST = ZoneInfo("Europe/Bucharest")
MONDAY = date(2026, 11, 30)


def result(user, place, *, seats=4, game="romanian", kind="friends", reason=""):
    return Result(user=user, place=place, seats=seats, game_slug=game, kind=kind, reason=reason)


@pytest.mark.parametrize(
    ("seats", "points"),
    [
        (6, (10, 6, 4, 3, 2, 1)),
        (5, (10, 6, 4, 2, 1)),
        (4, (10, 6, 3, 1)),
        (3, (10, 5, 1)),
    ],
)
def test_points_by_place(ana, seats, points):
    found = tuple(ranking.points_of(result(ana, place, seats=seats), ana) for place in range(1, seats + 1))
    assert found == points


def test_two_players_and_two_sides_have_points_of_their_own(ana):
    assert [ranking.points_of(result(ana, place, seats=2, game="german"), ana) for place in (1, 2)] == [6, 1]
    assert [ranking.points_of(result(ana, place, game="whist"), ana) for place in (1, 2)] == [10, 3]


def test_only_own_matches_among_friends_of_members_count(ana):
    guest = User.objects.create_guest()
    assert ranking.points_of(result(guest, 1), guest) is None
    assert ranking.points_of(result(ana, 1, kind="solo"), ana) is None
    assert ranking.points_of(result(ana, 1, reason="few"), ana) is None


@pytest.mark.parametrize(
    ("moment", "monday"),
    [
        (datetime(2026, 11, 29, 23, 59, 59, tzinfo=BUCHAREST), date(2026, 11, 23)),
        (datetime(2026, 11, 30, 0, 0, tzinfo=BUCHAREST), MONDAY),
        (datetime(2027, 1, 3, 23, 59, tzinfo=BUCHAREST), date(2026, 12, 28)),
        (datetime(2026, 10, 25, 3, 30, tzinfo=BUCHAREST), date(2026, 10, 19)),
    ],
)
def test_week_begins_on_monday_in_bucharest(moment, monday):
    assert ranking.monday_of(moment) == monday


def play_on(match, users):
    """A match played to its end by each player and bot, slower than a minute."""
    while (match := reread(match)).finished_at is None:
        state = state_of(match)
        if state.to_act is not None and state.to_act < len(users) and match.match_seats.get(seat=state.to_act).user:
            action = state.legal_actions()[0]
            moves.play_action(match.table_id, users[state.to_act], action, match.version, timezone.now())
        elif state.phase == DEAL:
            moves.play_action(match.table_id, users[0], DEAL, match.version, timezone.now())
        else:
            moves.advance_match(match.pk, match.due_at)
    return match


@time_machine.travel(datetime(2026, 5, 13, 9, tzinfo=UTC), tick=True)  # in the middle of a week
def test_finished_match_of_friends_gives_points_of_its_week_and_the_page_shows_them(client):
    users = people(3)
    match = dealt(full_table(users, 6, options={"schedule": "quick"}, pace="fast"))
    type(match).objects.filter(pk=match.pk).update(started_at=timezone.now() - timedelta(minutes=10))
    match = play_on(match, users)
    settle_match(match.pk, timezone.now())
    results = list(Result.objects.filter(match=match))
    assert {each.user_id for each in results} == {user.pk for user in users}
    week = ranking.monday_of(match.finished_at)
    table = ranking.standings(week)
    assert [standing.points for standing in table] == sorted((r.ranking_points for r in results), reverse=True)
    page = client.get("/friends/")
    assert page.status_code == 200
    for user in users:
        assert user.name in page.content.decode()
    assert client.get(f"/friends/{week - timedelta(days=7)}/").status_code == 200
    assert client.get(f"/friends/{week + timedelta(days=7)}/").status_code == 404
    assert client.get(f"/friends/{week + timedelta(days=1)}/").status_code == 404
    assert client.get("/friends/2026-13-45/").status_code == 404
    assert seating.gather(match.table_id, users[0]) is None


def test_equal_points_and_wins_share_a_place():
    ana, bogdan, carmen = people(3)
    for number, (user, points, place) in enumerate([(ana, 10, 1), (bogdan, 10, 1), (carmen, 6, 2)]):
        match = dealt(full_table([user], 3, clock=("fast", "normal", "slow")[number]))
        Result.objects.create(
            match=match, user=user, game_slug="romanian", kind="friends", seats=3, seat=0, place=place, own=1, needed=1,
            seconds=100, finished_at=timezone.now(), week=MONDAY, ranking_points=points,
        )  # fmt: skip
    assert [(standing.place, standing.user) for standing in ranking.standings(MONDAY)][2] == (3, carmen)
    assert [standing.place for standing in ranking.standings(MONDAY)] == [1, 1, 3]
