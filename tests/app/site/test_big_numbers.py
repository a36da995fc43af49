"""Numbers that no database can hold, in every address and every form: refused like others that are not there."""

from __future__ import annotations

from copy import deepcopy

import pytest
from django.db import transaction
from django.test import Client
from django.urls import get_resolver

from accounts.models import User
from tests.app.site.test_roles_matrix import ADMIN, address_of, routes
from tests.support.browsers import browser_of
from tests.support.friends import dealt, full_table, open_table
from tests.support.matches import open_match
from whist.tables.models import Match, Vacation

pytestmark = pytest.mark.django_db(transaction=True)

TOO_SMALL, TOO_BIG = -(2**63) - 1, 2**63
BIGGER_THAN_INTEGERS = 2**31
NUMBERED = ("<id:table_id>", "<id:user_id>", "<id:match_id>", "<id:vacation_id>")
OTHERS = {"<slug:slug>": "romanian", "<slug:code>": "nothing", "<str:token>": "nothing", "<isodate:week>": "2026-11-23"}

WORDS = {
    "action": "bid:0",
    "clock": "normal",
    "do": "mute",
    "from_day": "2026-12-01",
    "game": "romanian",
    "level": "easy",
    "pace": "fast",
    "reason": "abuse",
    "text": "Hello",
    "to_day": "2026-12-02",
    "wants": "on",
    "wish": "pause",
    "word": "lavender",
}
FIELDS = ("before", "end", "match", "revision", "seat", "seats", "user", "version")


def numbered_routes() -> list[str]:
    return sorted(route for route in routes(get_resolver()) if "<id:" in route and not route.startswith(ADMIN))


def all_routes() -> list[str]:
    return sorted(route for route in routes(get_resolver()) if not route.startswith(ADMIN))


def status(browser: Client, method: str, address: str, form: dict[str, object]) -> int:
    """What it changes is undone, in the browser too."""
    cookies = deepcopy(browser.cookies)
    with transaction.atomic():
        answer: int = getattr(browser, method)(address, form).status_code
        transaction.set_rollback(True)
    browser.cookies = cookies
    return answer


@pytest.fixture
def ana_beside_bogdan(ana, bogdan) -> User:
    return ana


def places(user: User, kind: str) -> dict[str, str]:
    """A table at which the user sits, and what else addresses have numbers of."""
    other = User.objects.exclude(pk=user.pk).get()
    if kind == "solo":
        table_id = open_match(user).table_id
    elif kind == "waiting":
        table_id = open_table(user).pk
    else:
        table_id = dealt(full_table([user, other], 3)).table_id
    days = {"from_day": "2026-12-01", "to_day": "2026-12-02"}
    match = Match.objects.filter(table=table_id).first()
    numbers = (table_id, other.pk, match.pk if match else 1, Vacation.objects.create(user=user, **days).pk)
    return dict(zip(NUMBERED, map(str, numbers), strict=True)) | OTHERS


def test_every_number_in_an_address_is_known_here():
    kinds = {part for route in numbered_routes() for part in route.split("/") if part.startswith("<id:")}
    assert kinds == set(NUMBERED)


@pytest.mark.parametrize("method", ["get", "post"])
def test_number_in_an_address_that_the_database_cannot_hold_is_not_found(ana_beside_bogdan, method):
    parts, browser = places(ana_beside_bogdan, "friends"), browser_of(ana_beside_bogdan, raise_request_exception=False)
    found = {}
    for route in numbered_routes():
        for part in NUMBERED:
            for number in (BIGGER_THAN_INTEGERS, TOO_BIG) if part in route else ():
                address = address_of(route, parts | {part: str(number)})
                found[route, part, number] = status(
                    browser, method, address, WORDS | {"version": 1, "seat": 1, "match": 1}
                )
    # Who opens the address of a form is sent to the table, to be told there.
    expected = {403, 404, 405} if method == "post" else {303, 403, 404, 405}
    assert {key: answer for key, answer in found.items() if answer not in expected} == {}
    assert {answer for (_route, _part, number), answer in found.items() if number == TOO_BIG} == {404}


@pytest.mark.parametrize(
    ("kind", "method"), [("solo", "post"), ("waiting", "post"), ("friends", "post"), ("friends", "get")]
)
def test_number_in_a_form_that_the_database_cannot_hold_is_refused(ana_beside_bogdan, kind, method):
    parts, browser = places(ana_beside_bogdan, kind), browser_of(ana_beside_bogdan, raise_request_exception=False)
    broken = []
    for route in all_routes():
        for number in (TOO_SMALL, BIGGER_THAN_INTEGERS, TOO_BIG):
            answer = status(browser, method, address_of(route, parts), WORDS | dict.fromkeys(FIELDS, number))
            broken += [(route, number)] if answer >= 500 else []
    assert broken == []
