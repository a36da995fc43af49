"""The public page of a player."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from leagues.models import BidTally, Result
from leagues.statistics.charts import HEIGHT, share_chart
from tests.support.browsers import browser_of
from tests.support.experience import give_xp, xp_of
from tests.support.finished import finish
from tests.support.matches import open_match
from whist.tables.models import Match, Table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.once]


def page_of(user: User, client: Client | None = None, query: str = "", **headers: str) -> str:
    answer = (client or Client()).get(f"/players/{user.pk}/{query}", headers=headers)
    assert answer.status_code == 200
    return answer.content.decode()


def older(page: str) -> str:
    """Where the link to the next page leads; nothing on the last one."""
    found = re.search(r'href="(\?before=\d+)#recent"', page)
    return found[1] if found else ""


def history(user: User, length: int, **fields) -> None:
    """So many finished matches, an hour apart, the last one now."""
    now = timezone.now()
    table = Table.objects.create(
        kind="solo", game_slug="romanian", seats=4, level="easy", pace="fast", host=user, created_at=now
    )
    times = [now - timedelta(hours=length - number) for number in range(length)]
    matches = Match.objects.bulk_create(
        Match(table=table, number=number, secret=bytes(32), salt=bytes(16), started_at=time, finished_at=time)
        for number, time in enumerate(times, 1)
    )
    common = {"game_slug": "romanian", "kind": "solo", "seats": 4, "seat": 0, "own": 24, "needed": 18, "seconds": 600}
    Result.objects.bulk_create(
        Result(
            match=match,
            user=user,
            finished_at=match.finished_at,
            **{**common, "place": number % 4 + 1, "xp": 40, "bids": 24, **fields},
        )
        for number, match in enumerate(matches)
    )


def test_a_member_shows_level_statistics_and_matches_to_everybody(ana):
    match = finish(ana)
    page = page_of(ana)
    assert "Level 1" in page
    assert f"{xp_of(ana)} of 50 experience points" in page
    assert "Romanian whist" in page
    assert f'href="/matches/{match.pk}/"' in page
    assert f'href="/matches/{match.pk}/record/"' in page
    assert "<svg" in page
    assert "The numbers as a table" in page


def test_the_chart_and_the_table_say_the_same(ana):
    finish(ana, seats=4, schedule="8-1-8")
    page = page_of(ana)
    for cards in range(1, 9):
        tallies = BidTally.objects.filter(user=ana, cards=cards)
        bids, exact = (sum(tallies.values_list(name, flat=True)) for name in ("bids", "exact"))
        assert f'<th scope="row">{cards}</th><td>{bids}</td><td>{exact} ' in page
    assert page.count("<rect") == 8


def test_bars_reach_from_nothing_to_the_whole_height():
    chart = share_chart([(1, 0), (2, 50), (3, 100)])
    assert [bar.height for bar in chart.bars] == [0, HEIGHT // 2, HEIGHT]
    assert all(bar.y + bar.height == chart.base for bar in chart.bars)


def test_places_and_wins_are_counted_by_game(ana):
    history(ana, 9)
    history(ana, 2, game_slug="whist", points=87, place=1)
    page = page_of(ana)
    assert '<th scope="row">Times</th><td>3</td><td>2</td><td>2</td><td>2</td>' in page
    assert "won, 33 %" in page
    assert "<b>174</b> leaderboard points, 87.0 a match" in page


def test_recent_matches_come_in_pages_of_twenty(ana):
    history(ana, 45)
    numbers = list(Result.objects.order_by("-finished_at").values_list("match", flat=True))
    seen, query = [], ""
    while True:
        page = page_of(ana, query=query)
        shown = [number for number in numbers if f'href="/matches/{number}/"' in page]
        assert len(shown) <= 20
        seen += shown
        if not (query := older(page)):
            break
    assert seen == numbers


def test_matches_that_ended_at_the_same_moment_are_each_shown_once(ana):
    history(ana, 30)
    Result.objects.update(finished_at=timezone.now())
    first = page_of(ana)
    second = page_of(ana, query=older(first))
    assert first.count('class="record"') + second.count('class="record"') == 30


@pytest.mark.parametrize("query", ["?before=x", "?before=0", "?before=-1", "?before=999999", f"?before={2**63}"])
def test_a_page_that_begins_nowhere_does_not_exist(ana, query):
    assert Client().get(f"/players/{ana.pk}/{query}").status_code == 404


@pytest.mark.parametrize("length", [0, 1, 300])
def test_it_takes_at_most_ten_statements_whatever_the_history(ana, length):
    history(ana, length)
    browser = browser_of(User.objects.create_guest())
    last = Result.objects.order_by("finished_at").values_list("match", flat=True).last()
    with CaptureQueriesContext(connection) as queries:
        page_of(ana, browser, f"?before={last}" if length > 1 else "")
    assert len(queries) <= 10


def test_guests_have_a_page_for_themselves_alone(ana):
    guest = User.objects.create_guest()
    browser = browser_of(guest)
    assert guest.name in page_of(guest, browser)
    assert Client().get(f"/players/{guest.pk}/").status_code == 404
    browser.force_login(ana)
    assert browser.get(f"/players/{guest.pk}/").status_code == 404


def test_user_who_is_gone_or_may_not_play_has_no_page(ana):
    User.objects.filter(pk=ana.pk).update(deleted_at=timezone.now())
    assert Client().get(f"/players/{ana.pk}/").status_code == 404
    User.objects.filter(pk=ana.pk).update(deleted_at=None, is_active=False)
    assert Client().get(f"/players/{ana.pk}/").status_code == 404
    assert Client().get("/players/999999/").status_code == 404
    assert Client().get(f"/players/{2**63}/").status_code == 404


def test_a_running_match_is_not_on_the_page(ana):
    match = open_match(ana)
    page = page_of(ana)
    assert "No finished match yet" in page
    assert f"/matches/{match.pk}/" not in page


def test_no_page_tells_an_address(ana):
    finish(ana)
    assert "example.org" not in page_of(ana)


def test_drawings_are_made_of_plain_numbers_in_every_language(ana):
    finish(ana, seats=4, schedule="8-1-8")
    for language in ("en", "de", "ro"):
        page = page_of(ana, **{"accept-language": language})
        drawing = page.partition("<svg viewBox")[2].partition("</svg>")[0]
        assert "," not in drawing.partition("aria-label")[0]
        assert 'x="' in drawing


def test_the_front_page_leads_to_it_once_there_is_something_to_see(ana):
    browser = browser_of(ana)
    assert f"/players/{ana.pk}/" not in browser.get("/").content.decode()
    give_xp(ana, 160)
    front = browser.get("/").content.decode()
    assert f'href="/players/{ana.pk}/"' in front
    assert "Level 3" in front
    assert "Level" not in Client().get("/").content.decode()
