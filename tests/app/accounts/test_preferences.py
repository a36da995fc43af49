import re

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client

from accounts.forms import PreferencesForm
from accounts.models import User
from accounts.people.preferences import CHOICES, Preferences
from tests.support.mailbox import sign_in
from whist import bots
from whist.tables.models import Table

SOLO = {"game": "romanian", "schedule": "quick", "seats": "6"}

CHOSEN = {
    "deck": "four",
    "cards": "large",
    "sort": "suits",
    "tap": "once",
    "pace": "fast",
    "volume": "75",
    "autoplay": "on",
}


def test_strangers_have_the_defaults():
    assert Preferences.of(AnonymousUser()) == Preferences()


def test_what_is_not_offered_counts_as_default():
    user = User(preferences={"deck": "green", "tap": 7, "sort": "suits", "autoplay": "yes", "old": 1})
    assert Preferences.of(user) == Preferences(sort="suits")


@pytest.mark.django_db
def test_looking_at_the_settings_creates_nobody(client):
    assert client.get("/settings/").status_code == 200
    assert not User.objects.exists()


@pytest.mark.django_db
def test_choosing_makes_a_guest_who_keeps_the_choice(client):
    assert client.post("/settings/", CHOSEN).status_code == 302
    user = User.objects.get()
    assert user.is_guest
    assert Preferences.of(user) == Preferences(
        "four", "large", "suits", "once", "fast", "75", autoplay=True, sound_turn=False
    )
    page = client.get("/settings/").content.decode()
    assert page.count(" checked") == 8


@pytest.mark.django_db
def test_what_cannot_be_chosen_changes_nothing(client):
    answer = client.post("/settings/", CHOSEN | {"deck": "green"})
    assert answer.status_code == 400
    assert 'role="alert"' in answer.content.decode()
    assert not User.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("back", "target"), [("/tables/7/", "/tables/7/"), ("https://elsewhere.example/", "/settings/")]
)
def test_saving_leads_back_to_the_table_and_to_no_other_site(client, back, target):
    assert client.post(f"/settings/?next={back}", CHOSEN)["Location"] == target


def test_what_is_left_out_takes_its_default():
    form = PreferencesForm({}, preferences=Preferences("four"), language="en")
    assert form.is_valid()
    assert form.preferences() == Preferences(sound_turn=False)


@pytest.mark.parametrize(
    ("turn", "table", "sounds"),
    [(True, True, "turn-table-50"), (True, False, "turn-50"), (False, True, "table-50"), (False, False, "")],
)
def test_sounds_are_told_to_the_scripts_by_name(turn, table, sounds):
    assert Preferences(sound_turn=turn, sound_table=table).sounds == sounds


def test_every_speed_of_the_bots_can_be_preferred():
    assert list(CHOICES["pace"]) == list(bots.PACES)


@pytest.mark.django_db
@pytest.mark.parametrize(("chosen", "is_loaded"), [({"sound_turn": "on"}, True), ({}, False)])
def test_table_loads_no_sounds_that_are_switched_off(client, chosen, is_loaded):
    client.post("/settings/", CHOSEN | chosen)
    page = client.post("/tables/solo/", SOLO, follow=True).content.decode()
    assert bool(re.search(r'data-sounds="/static/sounds[.\w]*\.js#turn-75"', page)) == is_loaded
    assert ("/static/sounds" in page) == is_loaded


@pytest.mark.django_db
def test_new_tables_have_the_preferred_speed_unless_another_is_chosen(client):
    client.post("/settings/", CHOSEN)
    assert client.get("/").content.decode().count('name="pace" value="fast" checked') == 4
    client.post("/tables/solo/", SOLO)
    client.post("/tables/solo/", SOLO | {"pace": "slow"})
    assert list(Table.objects.order_by("pk").values_list("pace", flat=True)) == ["fast", "slow"]


@pytest.mark.django_db
def test_language_is_kept_in_the_browser_and_with_the_account(client):
    answer = client.post("/settings/", CHOSEN | {"language": "ro"}, follow=True)
    assert answer["Content-Language"] == "ro"
    assert "Setările tale sunt salvate" in answer.content.decode()
    assert User.objects.get().language == "ro"
    client.post("/settings/", CHOSEN)
    assert User.objects.get().language == "ro"


@pytest.mark.django_db
def test_language_switch_of_every_page_is_remembered_by_the_account(client):
    ana = User.objects.create_user("ana@example.org", name="Ana")
    client.force_login(ana)
    client.post("/i18n/setlang/", {"language": "de", "next": "/"})
    client.post("/i18n/setlang/", {"language": "xx", "next": "/"})
    ana.refresh_from_db()
    assert ana.language == "de"


@pytest.mark.django_db
def test_new_browser_speaks_the_language_of_the_account(client):
    client.force_login(User.objects.create_user("ana@example.org", name="Ana", language="ro"))
    answer = client.get("/account/", headers={"accept-language": "de"})
    assert answer["Content-Language"] == "ro"
    assert "Contul tău" in answer.content.decode()
    assert client.cookies["django_language"].value == "ro"


@pytest.mark.django_db
def test_language_chosen_in_a_browser_stays_there(client):
    client.force_login(User.objects.create_user("ana@example.org", name="Ana", language="ro"))
    client.cookies["django_language"] = "de"
    assert client.get("/account/")["Content-Language"] == "de"


@pytest.mark.django_db
def test_account_without_a_language_reads_what_its_browser_asks_for(client):
    client.force_login(User.objects.create_user("ana@example.org", name="Ana"))
    assert client.get("/account/", headers={"accept-language": "de"})["Content-Language"] == "de"
    assert "django_language" not in client.cookies


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("is_known", [False, True], ids=["new", "known"])
@pytest.mark.parametrize("is_cookie", [False, True], ids=["header", "cookie"])
def test_user_without_a_language_gets_that_of_the_page_on_signing_in(is_known, is_cookie):
    if is_known:
        User.objects.create_user("ana@example.org", name="Ana")
    browser = Client(headers={"accept-language": "de" if is_cookie else "ro"})
    if is_cookie:
        browser.post("/i18n/setlang/", {"language": "ro", "next": "/"})
    sign_in(browser, "ana@example.org")
    assert User.objects.get(email="ana@example.org").language == "ro"


@pytest.mark.django_db(transaction=True)
def test_chosen_language_is_kept_on_signing_in():
    ana = User.objects.create_user("ana@example.org", name="Ana", language="ro")
    sign_in(Client(headers={"accept-language": "de"}), ana.email)
    ana.refresh_from_db()
    assert ana.language == "ro"


@pytest.mark.django_db
def test_member_without_a_language_gets_that_of_the_next_form_they_send(client):
    ana = User.objects.create_user("ana@example.org", name="Ana")
    client.force_login(ana)
    for page in ("/", "/account/"):
        client.get(page, headers={"accept-language": "ro"})
    ana.refresh_from_db()
    assert ana.language == ""
    client.post("/tables/solo/", SOLO, headers={"accept-language": "ro"})
    ana.refresh_from_db()
    assert ana.language == "ro"


@pytest.mark.django_db
def test_guest_reads_the_language_of_the_browser_until_choosing_one(client):
    client.post("/tables/solo/", SOLO, headers={"accept-language": "ro"})
    assert User.objects.get().language == ""


@pytest.mark.django_db
def test_language_of_an_account_does_not_leak_into_the_next_request(client):
    client.force_login(User.objects.create_user("ana@example.org", name="Ana", language="ro"))
    client.get("/account/")
    assert Client().get("/", headers={"accept-language": "de"})["Content-Language"] == "de"
