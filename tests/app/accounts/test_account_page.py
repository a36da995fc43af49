"""The overview of one's own account, signing out, and the guards of these pages."""

import pytest
from django.utils import timezone

from accounts.models import Session, User

pytestmark = [pytest.mark.django_db, pytest.mark.once]

OWN = ["", "sessions/", "export/", "delete/"]
MEMBERS = ["address/", "address/codes/", "delete/code/"]


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize("page", [*(f"/account/{name}" for name in OWN + MEMBERS), "/sign-out/"])
def test_stranger_is_asked_to_sign_in_and_comes_back_to_the_page(client, page, method):
    if page == "/account/" and method == "post":
        return
    answer = getattr(client, method)(page)
    assert answer.status_code == 303
    assert answer["Location"] == f"/sign-in/?next={page.replace('/', '%2F')}"
    assert not User.objects.exists()


@pytest.mark.parametrize("page", MEMBERS)
def test_guest_is_asked_to_sign_in_where_an_address_is_needed(client, guest, page):
    client.force_login(guest)
    assert client.get(f"/account/{page}")["Location"].startswith("/sign-in/?next=")


def test_overview_leads_a_member_everywhere(client, ana):
    client.force_login(ana)
    page = client.get("/account/").content.decode()
    assert "ana@example.org" in page
    for link in ("/settings/", "/account/sessions/", "/account/address/", "/account/export/", "/account/delete/"):
        assert f'href="{link}"' in page


def test_overview_tells_a_guest_that_only_this_browser_knows_them(client, guest):
    client.force_login(guest)
    page = client.get("/account/").content.decode()
    assert "Only this browser knows you" in page
    assert "/account/address/" not in page


@pytest.mark.parametrize("page", OWN)
def test_pages_are_stored_nowhere_and_looking_changes_nothing(client, ana, page):
    client.force_login(ana)
    before = list(User.objects.values()), list(Session.objects.values())
    answer = client.get(f"/account/{page}")
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    assert (list(User.objects.values()), list(Session.objects.values())) == before


def test_member_signs_out_with_one_click_in_the_header(client, ana):
    client.force_login(ana)
    assert 'action="/sign-out/"' in client.get("/rules/").content.decode()
    answer = client.post("/sign-out/", follow=True)
    assert "You are signed out." in answer.content.decode()
    assert not Session.objects.exists()
    assert client.get("/account/").status_code == 303


def test_signing_out_by_get_only_asks(client, ana):
    client.force_login(ana)
    assert client.get("/sign-out/").status_code == 200
    assert client.get("/account/").status_code == 200


def test_guest_is_warned_before_signing_out(client, guest):
    client.force_login(guest)
    assert 'action="/sign-out/"' not in client.get("/").content.decode()
    answer = client.post("/sign-out/", follow=True)
    assert answer.redirect_chain == [("/sign-out/", 303)]
    assert "nobody can bring your matches" in answer.content.decode()
    assert client.get("/account/").status_code == 200
    client.post("/sign-out/", {"sure": "yes"})
    assert client.get("/account/").status_code == 303


def test_key_of_a_session_that_was_signed_out_is_worthless(client, ana):
    client.force_login(ana)
    key = client.cookies["sessionid"].value
    client.post("/sign-out/")
    client.cookies["sessionid"] = key
    assert client.get("/account/").status_code == 303


def test_banned_member_is_a_stranger(client, ana):
    client.force_login(ana)
    User.objects.filter(pk=ana.pk).update(is_active=False, last_login=timezone.now())
    assert client.get("/account/").status_code == 303
