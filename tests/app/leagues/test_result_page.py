"""The public page of a finished match, its record, and what it brought its players."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from leagues.models import Result
from leagues.results import settlement
from tests.support.finished import finish, opened
from tests.support.matches import let_site_act, open_match, play_out
from whist.engine.replay import replay_record
from whist.tables.match.state_cache import _found, forget_states
from whist.tables.models import Match, MatchSeat

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.once]

HTMX = {"HX-Request": "true"}
GAMES = [
    {"game": "romanian", "seats": 6, "schedule": "quick"},
    {"game": "romanian52", "seats": 6},
    {"game": "whist", "target": 5},
    {"game": "german", "seats": 2, "best_of": 3},
]


def page_of(client: Client, match: Match) -> str:
    answer = client.get(f"/matches/{match.pk}/")
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize("options", GAMES, ids=lambda options: options["game"])
def test_everybody_sees_the_result_of_every_game(ana, options):
    match = play_out(open_match(ana, pace="instant", **options), ana)
    for language in ("en", "de", "ro"):
        forget_states()
        answer = Client().get(f"/matches/{match.pk}/", headers={"accept-language": language})
        assert answer.status_code == 200
        page = answer.content.decode()
        assert f'<html lang="{language}"' in page
        assert "Ana" in page
        assert match.commitment in page
        assert bytes(match.secret).hex() in page
        assert 'class="rank"' in page
        assert 'id="sheet"' in page


def test_a_page_of_old_matches_does_not_push_running_ones_out_of_memory(ana, client):
    match = finish(ana)
    forget_states()
    page_of(client, match)
    assert _found(match) is None


def test_only_its_player_sees_what_it_brought(ana, browser, client):
    match = finish(ana)
    result = Result.objects.get()
    page = page_of(browser, match)
    assert f"+{result.xp} experience points" in page
    assert "Play again" in page
    stranger = page_of(client, match)
    assert "experience points" not in stranger
    assert "Play again" not in stranger
    assert f'href="/players/{ana.pk}/"' in stranger


def test_a_guest_is_named_without_a_link(client):
    guest = User.objects.create_guest()
    page = page_of(client, finish(guest))
    assert guest.name in page
    assert "/players/" not in page


def test_it_says_why_it_brought_nothing(ana, browser):
    match = play_out(open_match(ana, game="romanian", seats=6, schedule="quick", pace="instant"), ana)
    assert "shorter than a minute" in page_of(browser, match)
    Result.objects.update(reason="few", own=2, needed=5)
    assert "2 own bids, 5 needed" in page_of(browser, match)
    Result.objects.update(reason="late")
    assert "last three rounds" in page_of(browser, match)
    Result.objects.update(game_slug="whist")
    assert "last deal" in page_of(browser, match)
    Result.objects.update(reason="few")
    assert "2 own cards, 5 needed" in page_of(browser, match)


def test_it_says_that_the_hour_was_full(ana, browser):
    match = finish(ana)
    Result.objects.update(xp=1)
    assert "at most 400" in page_of(browser, match)


def test_the_table_shows_what_it_brought_as_soon_as_it_is_counted(ana, browser, unheard):
    match = finish(ana)
    table = browser.get(f"/tables/{match.table_id}/").content.decode()
    assert f'hx-get="/matches/{match.pk}/gain/"' in table
    assert f'href="/matches/{match.pk}/"' in table
    waiting = browser.get(f"/matches/{match.pk}/gain/", headers=HTMX)
    assert "is being counted" in waiting.content.decode()
    assert "being counted" in page_of(browser, match)
    assert "hx-get" in waiting.content.decode()
    Match.objects.filter(pk=match.pk).update(finished_at=timezone.now() - timedelta(minutes=2))
    late = browser.get(f"/matches/{match.pk}/gain/", headers=HTMX).content.decode()
    assert "is being counted" in late
    assert "hx-get" not in late
    settlement.settle_due(timezone.now())
    counted = browser.get(f"/matches/{match.pk}/gain/", headers=HTMX).content.decode()
    assert f"+{Result.objects.get().xp} experience" in counted
    assert "hx-get" not in counted


def test_what_it_brought_is_told_to_its_players_only(ana, browser, client):
    match = finish(ana)
    assert client.get(f"/matches/{match.pk}/gain/", headers=HTMX).status_code == 404
    client.force_login(User.objects.create_guest())
    assert client.get(f"/matches/{match.pk}/gain/", headers=HTMX).status_code == 404
    plain = browser.get(f"/matches/{match.pk}/gain/")
    assert (plain.status_code, plain["Location"]) == (302, f"/matches/{match.pk}/")


def test_the_record_is_public_and_verifies(ana, client):
    match = finish(ana)
    answer = client.get(f"/matches/{match.pk}/record/")
    assert answer["Content-Type"] == "application/json"
    assert f"whist-{match.pk}.json" in answer["Content-Disposition"]
    replayed = replay_record(answer.json())
    assert replayed["ok"]
    assert replayed["finished"]
    assert replayed["fair"] is True


@pytest.mark.parametrize("path", ["", "record/", "gain/"])
@pytest.mark.parametrize("number", [1, 999_999, 2**63, 10**30])
def test_nothing_is_told_of_a_match_without_a_result(ana, browser, path, number):
    """A running match, one that never was, one that the database cannot count: all the same."""
    match = let_site_act(open_match(ana))
    number = match.pk if number == 1 else number
    for visitor in (browser, Client()):
        answer = visitor.get(f"/matches/{number}/{path}", headers=HTMX if path == "gain/" else {})
        assert answer.status_code == 404
    Match.objects.filter(pk=match.pk).update(closed_at=timezone.now())
    assert browser.get(f"/matches/{match.pk}/{path}").status_code == 404


@pytest.mark.parametrize("path", ["", "record/", "gain/"])
def test_it_is_read_and_never_written(browser, ana, path):
    match = finish(ana)
    assert browser.post(f"/matches/{match.pk}/{path}").status_code == 405


def test_player_who_left_before_the_end_sees_what_it_brought_too(ana, browser):
    bogdan = User.objects.create_user("bogdan@example.org", name="Bogdan")
    match = opened(ana)
    MatchSeat.objects.filter(match=match.pk, seat=0).update(to_action=0)
    MatchSeat.objects.create(match=match, seat=0, from_action=1, user=bogdan)
    match = play_out(match, bogdan)
    page = page_of(browser, match)
    assert "No experience: 0 own bids" in page
    assert "Play again" not in page
