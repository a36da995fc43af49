import re
from random import Random

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from tests.support.matches import let_site_act, open_match, reread
from tests.support.pages import TablePage, see
from whist.tables.match import moves
from whist.tables.match.state_cache import state_of
from whist.tables.models import Match, Table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.once]

HTMX = {"HX-Request": "true"}
CLASSIC = {"game": "romanian", "seats": 4}


@pytest.fixture
def match(visitor):
    """A match of a guest who is to act."""
    visitor.post("/tables/solo/", CLASSIC)
    return let_site_act(Match.objects.select_related("table").get())


def send(visitor, match, action, version=None, **headers):
    data = {"action": action, "version": match.version if version is None else version}
    return visitor.post(f"/tables/{match.table_id}/play/", data, headers=headers)


def test_looking_at_the_front_page_creates_nobody(visitor):
    assert visitor.get("/").status_code == 200
    assert not User.objects.exists()


def test_one_click_makes_a_guest_a_table_and_a_match(visitor):
    answer = visitor.post("/tables/solo/", CLASSIC)
    table = Table.objects.get()
    assert (answer.status_code, answer["Location"]) == (303, f"/tables/{table.pk}/")
    assert table.host.is_guest
    assert table.game_slug == "romanian"
    page = see(visitor, table.pk)
    assert page.phase == "deal"
    assert page.offered == ["deal"]
    assert Match.objects.get().commitment in page.html


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
def test_a_quick_match_by_nothing_but_its_buttons(visitor, headers):
    visitor.post("/tables/solo/", {"game": "romanian", "seats": 6, "schedule": "quick", "level": "easy"})
    match = Match.objects.select_related("table").get()
    rng = Random(7)
    while True:
        page = see(visitor, match.table_id)
        if page.phase == "over":
            break
        choice = rng.choice(page.offered) if page.offered else None
        if choice is None:
            match = let_site_act(match)
            continue
        answer = send(visitor, match, choice, page.version, **headers)
        assert answer.status_code == (200 if headers else 303)
        match = reread(match)
    assert match.finished_at is not None
    record = visitor.get(f"/tables/{match.table_id}/record/")
    assert record.status_code == 200
    assert record.json()["fair"]["commitment"] == match.commitment


def test_the_buttons_are_exactly_the_legal_actions(visitor, match):
    rng = Random(3)
    for _ in range(60):
        page, state = see(visitor, match.table_id), state_of(match)
        if state.to_act is not None:
            assert page.is_my_turn
            assert sorted(page.offered) == sorted(state.legal_actions())
        answer = send(visitor, match, rng.choice(page.offered))
        assert answer.status_code == 303
        match = let_site_act(match)


def test_the_felt_says_what_scripts_may_rely_on(visitor, match):
    felt = see(visitor, match.table_id).felt
    assert felt["data-match"] == str(match.pk)
    assert felt["data-version"] == str(match.version)
    assert felt["data-phase"] == state_of(match).phase
    assert felt["data-seat"] == "0"
    assert felt["data-to-act"] == "0"


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
@pytest.mark.parametrize(
    ("action", "version", "status"),
    [
        ("bid:17", 0, 422),
        ("play:2C", 0, 409),
        ("deal", 0, 409),
        ("bid:0", -1, 409),
        ("bid:x", 0, 400),
        ("", 0, 400),
        ("play:1H", 0, 400),
        ("bid:0\x00", 0, 400),
    ],
)
def test_what_cannot_be_done_is_said_with_the_table_as_it_is(visitor, headers, action, version, status):
    visitor.post("/tables/solo/", {"game": "romanian", "seats": 4})
    match = Match.objects.select_related("table").get()
    match.write(rounds_dealt=1, due_at=None)
    match = reread(match)
    while state_of(match).to_act != 0:
        match.write(actions=match.actions + "0", actors=match.actors + "b")
        match = reread(match)
    answer = send(visitor, match, action, match.version + version, **headers)
    assert answer.status_code == status
    page = TablePage(answer.content.decode())
    assert page.version == match.version
    assert 'role="alert"' in page.html
    assert ("<html" in page.html) is (not headers)
    assert reread(match).version == match.version


@pytest.mark.parametrize("version", ["", "x", "1.5", "99999999999999999999"])
def test_a_version_that_is_no_number_is_malformed(visitor, match, version):
    assert send(visitor, match, "bid:0", version).status_code == 400


def test_a_double_click_acts_once(visitor, match):
    action = state_of(match).legal_actions()[0]
    assert send(visitor, match, action).status_code == 303
    assert send(visitor, match, action).status_code == 409
    assert reread(match).version == match.version + 1


def test_unknown_and_foreign_tables_are_told_apart(visitor, match):
    stranger = Client()
    for path in ("", "felt/", "sheet/", "record/"):
        assert visitor.get(f"/tables/987654/{path}").status_code == 404
        assert stranger.get(f"/tables/{match.table_id}/{path}").status_code == 403
    for path in ("play/", "again/", "pace/"):
        data = {"action": "deal", "version": 0, "pace": "fast"}
        assert visitor.post(f"/tables/987654/{path}", data).status_code == 404
        assert stranger.post(f"/tables/{match.table_id}/{path}", data).status_code == 403


def test_a_get_changes_nothing(visitor, match):
    before = Match.objects.values().get()
    for path in ("", "felt/", "sheet/"):
        assert visitor.get(f"/tables/{match.table_id}/{path}").status_code == 200
    for path in ("play/", "again/", "pace/"):
        answer = visitor.get(f"/tables/{match.table_id}/{path}")
        assert (answer.status_code, answer["Location"]) == (303, f"/tables/{match.table_id}/")
    assert Match.objects.values().get() == before


def test_forms_need_the_token_against_forgery():
    assert Client(enforce_csrf_checks=True).post("/tables/solo/", CLASSIC).status_code == 403


def test_the_record_stays_secret_while_the_match_runs(visitor, match):
    assert visitor.get(f"/tables/{match.table_id}/record/").status_code == 403


def test_the_front_page_offers_the_running_match(visitor, match):
    assert f"/tables/{match.table_id}/" in visitor.get("/").content.decode()


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "poker"},
        {"seats": 7},
        {"seats": "x"},
        {"schedule": "quick"},
        {"void": "never"},
        {"level": "genius"},
        {"pace": "warp"},
    ],
)
def test_a_table_with_impossible_options_is_not_opened(visitor, wrong):
    answer = visitor.post("/tables/solo/", CLASSIC | wrong)
    assert answer.status_code == 400
    assert 'role="alert"' in answer.content.decode()
    assert not Table.objects.exists()
    assert not User.objects.exists()


def test_pace_can_be_changed_at_the_table(visitor, match):
    assert visitor.post(f"/tables/{match.table_id}/pace/", {"pace": "fast"}).status_code == 303
    assert Table.objects.get().pace == "fast"
    assert visitor.post(f"/tables/{match.table_id}/pace/", {"pace": "warp"}).status_code == 400


def test_again_leads_to_a_new_match_when_the_old_one_is_over(visitor, match):
    assert visitor.post(f"/tables/{match.table_id}/again/").status_code == 303
    assert Match.objects.count() == 1
    match.write(finished_at=match.started_at, due_at=None)
    assert visitor.post(f"/tables/{match.table_id}/again/").status_code == 303
    assert Match.objects.count() == 2


def test_table_pages_are_stored_nowhere(visitor, match):
    answer = visitor.get(f"/tables/{match.table_id}/")
    assert "no-store" in answer["Cache-Control"]


def test_the_whole_page_takes_few_statements(visitor, match, django_assert_max_num_queries):
    open_match(User.objects.get(), seats=5)
    with django_assert_max_num_queries(10):
        visitor.get(f"/tables/{match.table_id}/")
    with django_assert_max_num_queries(10):
        visitor.get("/")


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
def test_a_move_by_the_page_takes_at_most_three_statements_besides_session_and_user(visitor, match, headers):
    see(visitor, match.table_id)
    action = state_of(match).legal_actions()[0]
    with CaptureQueriesContext(connection) as queries:
        answer = send(visitor, match, action, **headers)
    assert answer.status_code == (200 if headers else 303)
    others = ('FROM "accounts_session"', 'FROM "accounts_user"', "BEGIN", "COMMIT")
    statements = [query["sql"] for query in queries if not any(words in query["sql"] for words in others)]
    assert len(statements) <= 3, statements


def test_a_move_that_ends_a_round_brings_the_sheet_along(visitor):
    visitor.post("/tables/solo/", CLASSIC | {"game": "romanian52", "pace": "instant", "level": "easy"})
    match = Match.objects.select_related("table").get()
    sheets = []
    for _ in range(12):
        match = let_site_act(match)
        rounds = match.rounds_dealt
        answer = send(visitor, match, see(visitor, match.table_id).offered[0], **HTMX)
        sheets.append(('hx-target="#sheet"' in answer.content.decode(), reread(match).rounds_dealt > rounds))
    assert {had_sheet for had_sheet, is_new in sheets if is_new} == {True}
    assert {had_sheet for had_sheet, is_new in sheets if not is_new} == {False}


def test_no_id_of_the_page_names_a_card(visitor, match):
    rng = Random(11)
    for _ in range(30):
        html = see(visitor, match.table_id).html
        assert not re.findall(r'\bid="[^"]*[2-9TJQKA][CDHS][^"]*"', html)
        ids = re.findall(r'\bid="([^"]*)"', html)
        assert len(ids) == len(set(ids))
        send(visitor, match, rng.choice(see(visitor, match.table_id).offered))
        match = let_site_act(match)


@pytest.mark.parametrize("table_id", [2**63, 10**30])
def test_a_number_no_table_can_have_is_an_unknown_table(visitor, match, table_id):
    for path in ("", "felt/", "sheet/", "record/"):
        assert visitor.get(f"/tables/{table_id}/{path}").status_code == 404
    data = {"action": "deal", "version": 0, "pace": "fast"}
    for path in ("play/", "again/", "pace/"):
        assert visitor.post(f"/tables/{table_id}/{path}", data).status_code == 404


def test_an_address_for_forms_says_so_when_it_is_opened(visitor, match):
    answer = visitor.get("/tables/solo/")
    assert (answer.status_code, answer["Allow"]) == (405, "POST")
    assert "takes a form" in answer.content.decode()


def test_the_page_loads_itself_again_while_the_site_plays_a_forced_card(visitor):
    visitor.post("/tables/solo/", {"game": "romanian", "seats": 3, "schedule": "1-8-1", "level": "easy"})
    match = Match.objects.select_related("table").get()
    refresh = 'http-equiv="refresh"'
    while (state := state_of(match)).phase != "play":
        is_mine = state.to_act == 0
        assert (refresh in see(visitor, match.table_id).html) is not is_mine
        if is_mine:
            send(visitor, match, state.legal_actions()[0])
        else:
            moves.advance_match(match.pk, match.due_at)
        match = reread(match)
    assert match.due_at is not None
    assert refresh in see(visitor, match.table_id).html


def test_preferences_of_the_wrong_kind_count_as_none(visitor, match):
    User.objects.update(preferences=[1])
    assert visitor.get(f"/tables/{match.table_id}/").status_code == 200
