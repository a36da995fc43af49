import pytest
from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from accounts.preferences import Preferences

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
