"""Every address of the site, opened and posted to by everybody: a stranger, a guest, a member, staff.

A new address fails here until a line says what each of them may expect.
"""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from tests.support.addresses import ADMIN, address_of, answer_to, browser_of, routes
from tests.support.matches import open_match

pytestmark = pytest.mark.django_db(transaction=True)

ROLES = ("stranger", "guest", "member", "staff")

# What the four get (GET), and what they get who post an empty form (POST). The table is the member's.
EXPECTED = {
    "": ("200 200 200 200", "405 405 405 405"),
    "account/": ("303 200 200 200", "405 405 405 405"),
    "account/address/": ("303 303 200 200", "303 303 422 422"),
    "account/address/codes/": ("303 303 303 303", "303 303 303 303"),
    "account/delete/": ("303 200 200 200", "303 422 303 303"),
    "account/delete/code/": ("303 303 200 200", "303 303 422 422"),
    "account/export/": ("303 200 200 200", "303 200 200 200"),
    "account/name/": ("302 302 200 200", "302 302 422 422"),
    "account/picture/": ("200 200 200 200", "400 400 400 400"),
    "account/sessions/": ("303 200 200 200", "303 303 303 303"),
    "account/turns/": ("303 303 200 200", "303 303 400 400"),
    "account/vacation/": ("303 303 200 200", "303 303 400 400"),
    "account/vacation/<id:vacation_id>/end/": ("303 303 405 405", "303 303 404 404"),
    "friends/": ("200 200 200 200", "405 405 405 405"),
    "friends/<isodate:week>/": ("200 200 200 200", "405 405 405 405"),
    "i18n/setlang/": ("405 405 405 405", "302 302 302 302"),
    "join/<slug:code>/": ("404 404 404 404", "404 404 404 404"),
    "join/<slug:code>/code.svg": ("404 404 404 404", "405 405 405 405"),
    "mails/turns/<str:token>/": ("404 404 404 404", "404 404 404 404"),
    "matches/<id:match_id>/": ("404 404 404 404", "405 405 405 405"),
    "matches/<id:match_id>/gain/": ("404 404 404 404", "405 405 405 405"),
    "matches/<id:match_id>/record/": ("404 404 404 404", "405 405 405 405"),
    "people/avoided/": ("403 200 200 200", "403 303 303 303"),
    "players/<id:user_id>/": ("200 200 200 200", "405 405 405 405"),
    "rules/": ("200 200 200 200", "405 405 405 405"),
    "rules/<slug:slug>/": ("200 200 200 200", "405 405 405 405"),
    "settings/": ("200 200 200 200", "302 302 302 302"),
    "sheet/empty/": ("404 404 404 404", "405 405 405 405"),
    "sign-in/": ("200 200 303 303", "400 400 303 303"),
    "sign-in/code/": ("303 303 303 303", "303 303 303 303"),
    "sign-out/": ("303 200 200 200", "303 303 303 303"),
    "tables/": ("200 200 200 200", "405 405 405 405"),
    "tables/<id:table_id>/": ("403 403 200 403", "405 405 405 405"),
    "tables/<id:table_id>/again/": ("303 303 303 303", "403 403 303 403"),
    "tables/<id:table_id>/back/": ("303 303 303 303", "404 404 404 404"),
    "tables/<id:table_id>/bots/": ("303 303 303 303", "404 404 404 404"),
    "tables/<id:table_id>/break/": ("303 303 303 303", "404 404 404 404"),
    "tables/<id:table_id>/chat/": ("404 404 404 404", "404 404 404 404"),
    "tables/<id:table_id>/close/": ("403 403 200 403", "403 403 400 403"),
    "tables/<id:table_id>/cut/": ("303 303 303 303", "404 404 404 404"),
    "tables/<id:table_id>/felt/": ("403 403 200 403", "405 405 405 405"),
    "tables/<id:table_id>/fill/": ("303 303 303 303", "404 404 404 404"),
    "tables/<id:table_id>/gather/": ("303 303 303 303", "404 404 404 404"),
    "tables/<id:table_id>/keys/": ("403 403 200 403", "405 405 405 405"),
    "tables/<id:table_id>/leave/": ("404 404 404 404", "404 404 404 404"),
    "tables/<id:table_id>/look/": ("303 303 303 303", "404 404 404 404"),
    "tables/<id:table_id>/mail/": ("303 303 303 303", "403 400 400 400"),
    "tables/<id:table_id>/pace/": ("303 303 303 303", "403 403 400 403"),
    "tables/<id:table_id>/people/<id:user_id>/": ("403 404 404 404", "403 404 404 404"),
    "tables/<id:table_id>/people/<id:user_id>/block/": ("404 404 404 404", "405 405 405 405"),
    "tables/<id:table_id>/people/<id:user_id>/report/": ("403 404 404 404", "403 404 404 404"),
    "tables/<id:table_id>/play/": ("303 303 303 303", "403 403 400 403"),
    "tables/<id:table_id>/prepared/": ("403 403 200 403", "403 403 409 403"),
    "tables/<id:table_id>/record/": ("403 403 403 403", "405 405 405 405"),
    "tables/<id:table_id>/sheet/": ("403 403 200 403", "405 405 405 405"),
    "tables/<id:table_id>/sit/": ("303 303 303 303", "404 404 404 404"),
    "tables/<id:table_id>/stand/": ("303 303 303 303", "404 404 404 404"),
    "tables/<id:table_id>/start/": ("303 303 303 303", "404 404 404 404"),
    "tables/<id:table_id>/undo/": ("303 303 303 303", "404 404 404 404"),
    "tables/<id:table_id>/wish/": ("303 303 303 303", "404 404 404 404"),
    "tables/open/": ("200 200 200 200", "400 400 400 400"),
    "tables/solo/": ("405 405 405 405", "400 400 400 400"),
}
ENTRANCE = "admin/login/"


def addresses_of_admin() -> list[str]:
    return sorted({route for route in routes() if route.startswith(ADMIN)} - {ENTRANCE})


@pytest.fixture
def people() -> dict[str, User | None]:
    return {
        "stranger": None,
        "guest": User.objects.create_guest(),
        "member": User.objects.create_user("ana@example.org", name="Ana"),
        "staff": User.objects.create_superuser("carmen@example.org", name="Carmen"),
    }


@pytest.fixture
def browsers(people) -> dict[str, Client]:
    return {role: browser_of(user) for role, user in people.items()}


@pytest.fixture
def parts(people) -> dict[str, str]:
    """What stands for the changing parts of addresses."""
    match = open_match(people["member"])
    return {
        "<id:table_id>": str(match.table_id),
        "<slug:slug>": "romanian",
        "<id:user_id>": str(people["member"].pk),
        "<id:match_id>": str(match.pk),
        "<id:vacation_id>": "1",
        "<slug:code>": "nothing",
        "<str:token>": "nothing",
        "<isodate:week>": "2026-11-23",
        "<path:object_id>": str(match.pk),
        "<path:content_type_id>": "1",
        "^(?P<app_label>accounts|auth|tables|leagues)/$": "accounts/",
        "(?P<url>.*)$": "nothing/here",
    }


def test_every_address_has_its_line():
    mine = {route for route in routes() if not route.startswith(ADMIN)}
    assert mine == set(EXPECTED)


@pytest.mark.parametrize("method", ["get", "post"])
def test_everybody_gets_what_is_expected(browsers, parts, method):
    found = {}
    for route in EXPECTED:
        statuses = [answer_to(browsers[role], method, address_of(route, parts)).status_code for role in ROLES]
        found[route] = " ".join(map(str, statuses))
    assert found == {route: expected[method == "post"] for route, expected in EXPECTED.items()}


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize("role", ["stranger", "guest", "member"])
def test_nobody_but_staff_sees_anything_of_the_admin(browsers, parts, role, method):
    for route in addresses_of_admin():
        answer = answer_to(browsers[role], method, address_of(route, parts))
        assert answer.status_code == 302, route
        assert answer["Location"].startswith("/admin/"), route


@pytest.mark.parametrize("method", ["get", "post"])
def test_admin_fails_for_staff_nowhere(browsers, parts, method):
    for route in addresses_of_admin():
        status = answer_to(browsers["staff"], method, address_of(route, parts)).status_code
        assert status in (200, 302, 400, 403, 404, 405), route


@pytest.mark.parametrize("method", ["get", "post"])
def test_entrance_of_the_admin(browsers, method):
    statuses = [answer_to(browsers[role], method, "/admin/login/").status_code for role in ROLES]
    assert statuses == [303, 303, 403, 303]
