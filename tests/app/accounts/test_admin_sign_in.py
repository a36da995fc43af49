"""The admin is entered by a code from the mailbox, and not otherwise."""

import pytest
from django.contrib.auth import authenticate
from django.core.management import CommandError, call_command
from django.test import Client

from accounts.models import User
from tests.support.mailbox import sign_in

pytestmark = pytest.mark.django_db(transaction=True)

CARMEN = "carmen@example.org"


def make_superuser(email: str = CARMEN) -> User:
    call_command("createsuperuser", email=email, verbosity=0)
    return User.objects.get(email=CARMEN)


def test_admin_asks_to_sign_in_and_takes_back(client):
    make_superuser()
    answer = client.get("/admin/tables/match/", follow=True)
    assert answer.redirect_chain[-1] == ("/sign-in/?next=%2Fadmin%2Ftables%2Fmatch%2F", 303)
    assert sign_in(client, CARMEN, next="/admin/tables/match/")["Location"] == "/admin/tables/match/"
    assert client.get("/admin/tables/match/").status_code == 200


def test_no_password_form_is_left(client):
    make_superuser()
    answer = client.post("/admin/login/", {"username": CARMEN, "password": ""})
    assert answer["Location"].startswith("/sign-in/")
    sign_in(client, CARMEN)
    assert client.get("/admin/password_change/").status_code == 404
    assert "password" not in client.get("/admin/").content.decode().lower()


def test_no_credentials_sign_anybody_in(client):
    make_superuser()
    assert authenticate(username=CARMEN, password="") is None
    assert authenticate(email=CARMEN) is None
    assert not client.login(username=CARMEN, password="anything")


def test_user_who_may_not_enter_is_told_so_and_not_sent_in_circles(client):
    User.objects.create_user("ana@example.org", name="Ana")
    sign_in(client, "ana@example.org", next="/admin/")
    answer = client.get("/admin/", follow=True)
    assert answer.status_code == 403
    assert len(answer.redirect_chain) == 1


def test_guest_is_asked_to_sign_in(client):
    client.post("/tables/solo/", {"game": "romanian", "seats": 4})
    assert client.get("/admin/login/")["Location"] == "/sign-in/?next=%2Fadmin%2F"


def test_staff_that_is_signed_in_passes_the_entrance(client):
    client.force_login(make_superuser())
    assert client.get("/admin/login/?next=/admin/accounts/user/")["Location"] == "/admin/accounts/user/"
    assert client.get("/admin/login/?next=https://evil.example/")["Location"] == "/admin/"


def test_dismissed_staff_is_out_at_once(client):
    client.force_login(make_superuser())
    User.objects.update(is_staff=False, is_superuser=False)
    assert client.get("/admin/", follow=True).status_code == 403


def test_command_makes_an_account_or_raises_one(capsys):
    carmen = make_superuser()
    assert (carmen.is_staff, carmen.is_superuser, carmen.is_guest) == (True, True, False)
    User.objects.update(is_staff=False)
    assert make_superuser(" Carmen@Example.org ").is_staff
    assert User.objects.count() == 1


def test_command_refuses_what_is_no_address():
    with pytest.raises(CommandError, match="no e-mail address"):
        call_command("createsuperuser", email="carmen")


def test_command_raises_no_closed_account():
    make_superuser()
    User.objects.update(is_active=False, is_staff=False)
    with pytest.raises(CommandError, match="may not play"):
        call_command("createsuperuser", email=CARMEN)
    assert not User.objects.filter(is_staff=True).exists()


def test_permissions_of_groups_and_staff_hold(client):
    User.objects.create_user("dan@example.org", name="Dan", is_staff=True)
    sign_in(client, "dan@example.org")
    assert client.get("/admin/").status_code == 200
    assert client.get("/admin/accounts/user/").status_code == 403


def test_only_the_mailbox_of_staff_opens_the_admin():
    make_superuser()
    thief = Client()
    thief.post("/sign-in/", {"email": CARMEN, "next": "/admin/"})
    assert thief.post("/sign-in/code/", {"code": "2222-2222"}).status_code == 422
    assert thief.get("/admin/").status_code == 302
