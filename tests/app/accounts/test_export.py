"""The file with everything about an account, for its owner and nobody else."""

import json
import re
from typing import Any

import pytest

from accounts.hooks import HOOKS, AccountHooks
from accounts.models import Session, User
from tests.support.matches import open_match, play_out
from whist.engine.replay import replay_record
from whist.tables.account_hooks import export as exporting
from whist.tables.chat.moderation import mute

pytestmark = pytest.mark.django_db

QUICK = {"seats": 6, "level": "easy", "schedule": "quick", "pace": "instant"}


@pytest.fixture
def ana_serban():
    return User.objects.create_user("ana@example.org", name="Ana Șerban", language="ro", preferences={"deck": "four"})


@pytest.fixture
def browser_of_ana_serban(client, ana_serban):
    client.force_login(ana_serban)
    return client


def export(browser):
    answer = browser.post("/account/export/")
    assert answer.status_code == 200
    return json.loads(answer.content)


def test_looking_at_the_page_gives_no_file(browser_of_ana_serban):
    assert "text/html" in browser_of_ana_serban.get("/account/export/")["Content-Type"]


def test_file_is_saved_under_a_name_and_kept_nowhere_else(browser_of_ana_serban):
    answer = browser_of_ana_serban.post("/account/export/")
    assert re.fullmatch(r'attachment; filename="whist-account-\d{4}-\d\d-\d\d\.json"', answer["Content-Disposition"])
    assert answer["Content-Type"] == "application/json"
    assert "no-store" in answer["Cache-Control"]


def test_it_holds_the_account_and_the_preferences(browser_of_ana_serban, ana_serban):
    content = export(browser_of_ana_serban)
    account = content["account"]
    assert (account["number"], account["name"], account["email"]) == (ana_serban.pk, "Ana Șerban", "ana@example.org")
    assert (account["language"], account["xp"]) == ("ro", 0)
    assert content["preferences"]["deck"] == "four"


def test_it_lists_sessions_without_their_keys(browser_of_ana_serban, ana_serban):
    text = browser_of_ana_serban.post("/account/export/").content.decode()
    assert len(json.loads(text)["sessions"]) == 1
    assert browser_of_ana_serban.cookies["sessionid"].value not in text
    assert Session.objects.get().session_data not in text


def test_finished_matches_come_with_a_record_that_replays(browser_of_ana_serban, ana_serban):
    match = play_out(open_match(ana_serban, **QUICK), ana_serban)
    (exported,) = export(browser_of_ana_serban)["matches"]
    assert (exported["number"], exported["game"], exported["players"]) == (match.pk, "romanian", 6)
    assert replay_record(exported["record"])["finished"]


def test_running_match_gives_nothing_away(browser_of_ana_serban, ana_serban):
    match = open_match(ana_serban)
    text = browser_of_ana_serban.post("/account/export/").content.decode()
    (exported,) = json.loads(text)["matches"]
    assert "record" not in exported
    assert bytes(match.secret).hex() not in text


def test_nobody_elses_matches_are_in_it(browser_of_ana_serban):
    bogdan = User.objects.create_user("bogdan@example.org", name="Bogdan")
    open_match(bogdan)
    assert export(browser_of_ana_serban)["matches"] == []


def test_only_the_latest_records_are_in_it(browser_of_ana_serban, ana_serban, monkeypatch):
    monkeypatch.setattr(exporting, "RECORDS", 1)
    first, second = (play_out(open_match(ana_serban, **QUICK), ana_serban) for _ in range(2))
    exported = export(browser_of_ana_serban)["matches"]
    assert [(match["number"], "record" in match) for match in exported] == [(second.pk, True), (first.pk, False)]


def test_applications_above_add_their_own(browser_of_ana_serban, ana_serban, monkeypatch):
    class Coffee(AccountHooks):
        def export(self, user: User) -> dict[str, Any]:
            return {"coffee": [{"cups": user.pk}], "account": {"cups": 1}}

    monkeypatch.setattr("accounts.privacy.export.HOOKS", [*HOOKS, Coffee()])
    content = export(browser_of_ana_serban)
    assert content["coffee"] == [{"cups": ana_serban.pk}]
    assert (content["account"]["number"], content["account"]["cups"]) == (ana_serban.pk, 1)


def test_guest_may_have_it_too(client):
    guest = User.objects.create_guest()
    client.force_login(guest)
    assert export(client)["account"]["name"] == guest.name


def test_whoever_has_chosen_no_name_is_called_as_on_the_pages(client):
    member, guest = User.objects.create_user("dan@example.org"), User.objects.create_guest()
    mute(member, guest)
    client.force_login(member)
    content = json.loads(client.post("/account/export/", headers={"accept-language": "de"}).content)
    number, other = (user.name.removeprefix("Guest ") for user in (member, guest))
    assert content["account"]["name"] == f"Spieler {number}"
    assert content["chat"]["avoided"] == [{"name": f"Gast {other}", "kind": "muted"}]
