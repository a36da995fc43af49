"""The staff sees what matches brought, on the pages of the match and of the player, and changes nothing there."""

import pytest
from django.contrib.auth.models import Permission
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from leagues import admin as leagues_admin
from leagues.models import Result
from tests.support.finished import finish

pytestmark = pytest.mark.django_db(transaction=True)


def page_of(browser, model, key):
    answer = browser.get(f"/admin/{model}/{key}/change/")
    assert answer.status_code == 200
    return answer.content.decode()


def more_players(result: Result, count: int) -> None:
    for number in range(count):
        user = User.objects.create_user(f"p{number}@example.org", name=f"Person {number}")
        Result.objects.filter(pk=result.pk).update(points=7)
        copy = Result.objects.get(pk=result.pk)
        copy.pk = (copy.match_id, user.pk)
        copy.save(force_insert=True)


def test_match_shows_its_results_with_their_players(admin, ana):
    match = finish(ana)
    result = Result.objects.get(match=match)
    page = page_of(admin, "tables/match", match.pk)
    assert f"{result.place}/{result.seats}" in page
    assert f'/admin/accounts/user/{ana.pk}/change/">Ana</a>' in page
    assert f"<td>{result.xp}</td>" in page


def test_player_page_shows_results_with_their_matches_the_newest_first(admin, ana, monkeypatch):
    matches = [finish(ana, seed=seed) for seed in (1, 2, 3)]
    page = page_of(admin, "accounts/user", ana.pk)
    places = [page.index(f"/admin/tables/match/{match.pk}/change/") for match in matches]
    assert places == sorted(places, reverse=True)
    assert "The newest" not in page
    monkeypatch.setattr(leagues_admin, "SHOWN", 2)
    page = page_of(admin, "accounts/user", ana.pk)
    assert f"/admin/tables/match/{matches[0].pk}/change/" not in page
    assert "The newest 2." in page


def test_results_cost_the_same_however_many_there_are(admin, ana):
    match = finish(ana)
    page_of(admin, "tables/match", match.pk)
    counts = []
    for players in (0, 5):
        more_players(Result.objects.get(match=match, user=ana), players)
        with CaptureQueriesContext(connection) as asked:
            page_of(admin, "tables/match", match.pk)
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_nobody_changes_a_result(admin, ana):
    match = finish(ana)
    before = Result.objects.values().get(match=match)
    assert admin.post(f"/admin/tables/match/{match.pk}/change/", {"results": "mine", "xp": 9999}).status_code == 403
    admin.post(f"/admin/accounts/user/{ana.pk}/change/", {"is_active": "on", "results": "mine", "xp": 9999})
    assert Result.objects.values().get(match=match) == before


@pytest.mark.parametrize("may_see_results", [True, False])
def test_results_are_shown_to_whom_may_see_them(client, ana, may_see_results):
    match = finish(ana)
    staff = User.objects.create_user("dan@example.org", name="Dan", is_staff=True)
    wanted = ["view_match", "view_user", *["view_result"] * may_see_results]
    staff.user_permissions.set(Permission.objects.filter(codename__in=wanted))
    client.force_login(staff)
    for model, key in (("tables/match", match.pk), ("accounts/user", ana.pk)):
        assert ("field-results" in page_of(client, model, key)) == may_see_results
