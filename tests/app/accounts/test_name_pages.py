"""The pages for name and picture, and how a name and its mark reach the table."""

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.utils import timezone, translation

from accounts.models import User
from accounts.people.preferences import Preferences
from accounts.pictures import PICTURES, picture_url
from tests.support.matches import open_match
from tests.support.positions import after, dealt, seen
from whist.tables.announcing.versions import NOTHING_SHOWN
from whist.tables.drawing.table import felt_element
from whist.tables.live.frames import Asked, Viewer, draw
from whist.tables.match.selectors import Player, TableView, table_view
from whist.tables.presenters import moment, present

GALLERY = settings.BASE_DIR / "static" / "pictures"


@pytest.fixture
def nameless(client, db):
    """Signed in, with a number instead of a name."""
    user = User.objects.create_user("ana@example.org")
    client.force_login(user)
    return user


def reread(user: User) -> User:
    return User.objects.get(pk=user.pk)


# -- the page of the name ----------------------------------------------------------------------------------------------


def test_a_first_name_is_chosen_and_leads_on(client, nameless):
    answer = client.post("/account/name/?next=/rules/", {"name": " Ana  Pop "})
    assert (answer.status_code, answer.headers["location"]) == (302, "/rules/")
    assert (reread(nameless).name, reread(nameless).is_named) == ("Ana Pop", True)


def test_nobody_is_led_to_another_site(client, nameless):
    answer = client.post("/account/name/?next=https://elsewhere.example/", {"name": "Ana"})
    assert answer.headers["location"] == "/"


def test_looking_at_the_page_changes_nothing(client, nameless):
    assert client.get("/account/name/?name=Ana").status_code == 200
    assert reread(nameless) == nameless
    assert not reread(nameless).is_named


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en", "This name is reserved."), ("de", "Dieser Name ist reserviert."), ("ro", "Acest nume este rezervat.")],
)
def test_what_is_wrong_is_said_at_the_field(client, nameless, language, sentence):
    answer = client.post("/account/name/", {"name": "Guest 12"}, headers={"accept-language": language})
    assert answer.status_code == 422
    assert f'id="name-error">{sentence}' in answer.content.decode()


@pytest.mark.parametrize("form", [{}, {"name": ""}, {"name": "x" * 5000}, {"name": "\x00"}, {"name": "<b>Ana</b>"}])
def test_senseless_names_are_answered_with_a_sentence(client, nameless, form):
    answer = client.post("/account/name/", form)
    assert answer.status_code == 422
    assert "<b>Ana</b>" not in answer.content.decode()
    assert not reread(nameless).is_named


def test_free_names_are_proposed_when_one_is_taken(client, nameless):
    User.objects.create_user("other@example.org", name="Ana")
    page = client.post("/account/name/", {"name": "ána"}).content.decode()
    assert page.count('<button class="button" name="name"') == 3
    assert client.post("/account/name/", {"name": "ána of Hearts"}).status_code == 302


def test_a_later_change_says_when_it_is_possible(client, nameless):
    client.post("/account/name/", {"name": "Ana"})
    page = client.get("/account/name/").content.decode()
    assert "You can change your name again on" in page
    assert '<input type="text"' not in page
    answer = client.post("/account/name/", {"name": "Anca"})
    assert answer.status_code == 422
    assert reread(nameless).name == "Ana"


def test_guests_and_strangers_sign_in_first(client, db):
    assert client.get("/account/name/").headers["location"] == "/sign-in/?next=/account/name/"
    client.force_login(guest := User.objects.create_guest())
    assert client.post("/account/name/", {"name": "Ana"}).headers["location"].startswith("/sign-in/")
    assert not reread(guest).is_named


# -- pictures ----------------------------------------------------------------------------------------------------------


def test_every_picture_of_the_gallery_is_there_small_and_still():
    assert {path.stem for path in GALLERY.iterdir()} == set(PICTURES)
    assert len(PICTURES) == 24
    for path in GALLERY.iterdir():
        text = path.read_text()
        assert len(text) <= 1024
        assert not any(word in text for word in ("<script", "<style", "style=", "<animate", "<image"))
        assert text.count("http") == 1  # the name of the format


def test_a_picture_is_chosen_and_put_back(client, nameless):
    assert client.post("/account/picture/", {"picture": "owl"}).status_code == 302
    assert reread(nameless).picture == "owl"
    assert client.post("/account/picture/", {"picture": ""}).status_code == 302
    assert reread(nameless).picture == ""


def test_a_stranger_becomes_a_guest_by_choosing_a_picture(client, db):
    assert client.get("/account/picture/").status_code == 200
    assert not User.objects.exists()
    client.post("/account/picture/", {"picture": "fox"})
    assert [(user.is_guest, user.picture) for user in User.objects.all()] == [(True, "fox")]


def test_a_picture_outside_the_gallery_is_refused(client, nameless):
    assert client.post("/account/picture/", {"picture": "../../favicon"}).status_code == 400
    assert reread(nameless).picture == ""


def test_a_picture_that_left_the_gallery_is_as_none(nameless):
    assert picture_url("unicorn") == picture_url("") == ""


# -- at the table ------------------------------------------------------------------------------------------------------


def view(**ioana: object) -> TableView:
    """Four seats in play; Ioana sits in seat 2."""
    state = after(dealt("2D3D", "2H3H", "2S3S", "2C3C", turn="AS"), 1, 0, 0, 0)
    table = seen(state)
    players = [*table.players]
    players[2] = Player(2, "Ioana", False, "", 7, **ioana)
    return TableView(table.table, table.match, tuple(players), 0, table.observation)


def felt(table: TableView) -> str:
    return felt_element(moment(table, Preferences())).html


def test_a_confirmed_name_has_its_mark_and_is_spoken_once():
    html = felt(view(is_named=True))
    assert '<i class="avatar named">' in html  # on the picture, so that a long name has all of its plate
    assert html.count("name confirmed") == 1
    assert "Ioana, name confirmed, " in html


def test_guests_and_bots_have_no_mark():
    html = felt(view())
    assert "ck" not in html.replace("back", "")
    assert "confirmed" not in html


def test_a_picture_stands_in_place_of_the_letter():
    html = felt(view(picture="/static/pictures/owl.svg"))
    assert html.count("<img") == 1
    assert '<img src="/static/pictures/owl.svg" alt="">' in html
    assert "<img" not in felt(view())


def test_the_column_of_a_confirmed_name_has_its_mark():
    sheet = present(view(is_named=True), Preferences())["sheet"]()
    assert sheet.columns == (("You", False), ("Mihai", False), ("Ioana", True), ("Ana", False))
    assert '<span class="named">Ioana</span>' in render_to_string("tables/sheet.html", {"sheet": sheet})


@pytest.mark.django_db(transaction=True)
def test_a_frame_calls_a_guest_in_the_language_of_who_reads_it():
    ana, guest = User.objects.create_user("ana@example.org", name="Ana"), User.objects.create_guest()
    match = open_match(ana, seats=3, game="romanian52")
    match.match_seats.filter(seat=1).update(user=guest, level="")
    number = guest.name.rpartition(" ")[2]
    for language, word in (("de", "Gast"), ("ro", "Oaspete")):
        key = Viewer(ana.pk, language, Preferences()), None
        _moment, frames = draw(match.table_id, [Asked(key, NOTHING_SHOWN)])
        assert f"<b>{word} {number}</b>" in frames[key].drawing.whole


@pytest.mark.django_db(transaction=True)
def test_the_table_knows_which_names_were_chosen():
    ana = User.objects.create_user("ana@example.org", name="Ana", picture="fox")
    match = open_match(ana)
    me, *bots = table_view(match.table_id, ana).players
    assert (me.name, me.is_named, me.picture) == ("Ana", True, picture_url("fox"))
    assert not any(bot.is_named or bot.picture for bot in bots)
    assert all(bot.is_bot for bot in bots)


def test_a_deleted_account_is_called_so_in_every_language(nameless):
    nameless.name, nameless.deleted_at = "Deleted 48213", timezone.now()
    with translation.override("ro"):
        assert nameless.shown_name == "Jucător șters 48213"
