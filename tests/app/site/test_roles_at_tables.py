"""Every address of a friends' table, opened and posted to by everybody: who may do what, between matches and in one.

A new address fails here until lines say what each of them may expect.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from tests.support.addresses import address_of, answer_to, browser_of, routes
from tests.support.friends import open_table, people, to_act
from tests.support.matches import reread
from whist.engine.game import DEAL
from whist.tables.lobby import seating
from whist.tables.match import moves
from whist.tables.match.state_cache import state_of
from whist.tables.models import Match, Table

pytestmark = pytest.mark.django_db(transaction=True)

OUTSIDERS = ("stranger", "guest", "member", "staff")
COMPANY = ("spectator", "player", "host")
BEGINNINGS = {"tables/<id:table_id>/": "", "join/<slug:code>/": "join/"}

# What the outsiders and the company of a public table get, in the order above, and then the outsiders of a private one,
# whose company gets the same; one status is that of all.
GET_WAITING = """
join/                 | 200 200 200 200 303 303 303 | 200
join/code.svg         | 200                         | 200
.                     | 200                         | 403
chat/                 | 403 403 403 403 200 200 200 | 403
close/                | 403 404 404 404 404 404 404 | 403 404 404 404
felt/                 | 200                         | 403
keys/                 | 403 404 404 404 404 404 404 | 403 404 404 404
leave/                | 303 303 303 303 303 200 200 | 403
people/<user>/        | 403 403 403 403 200 200 200 | 403
people/<user>/block/  | 403 403 403 403 200 200 200 | 403
people/<user>/report/ | 403 403 403 403 200 200 200 | 403
prepared/             | 403 404 404 404 404 404 404 | 403 404 404 404
record/               | 403 404 404 404 404 404 404 | 403 404 404 404
sheet/                | 403 404 404 404 404 404 404 | 403 404 404 404
"""
GET_PLAYING = """
join/                 | 200 200 200 200 303 303 303 | 200
join/code.svg         | 200                         | 200
.                     | 200                         | 403
chat/                 | 403 403 403 403 200 200 200 | 403
close/                | 403                         | 403
felt/                 | 200                         | 403
keys/                 | 403 403 403 403 200 200 200 | 403
leave/                | 303 303 303 303 303 200 200 | 403
people/<user>/        | 403 403 403 403 200 200 200 | 403
people/<user>/block/  | 403 403 403 403 200 200 200 | 403
people/<user>/report/ | 403 403 403 403 200 200 200 | 403
prepared/             | 403 403 403 403 200 200 200 | 403
record/               | 403                         | 403
sheet/                | 403 403 403 403 200 200 200 | 403
"""
POST_WAITING = """
join/                 | 303                         | 303
again/                | 403 404 404 404 404 404 404 | 403 404 404 404
back/                 | 403 404 404 404 404 404 404 | 403 404 404 404
bots/                 | 403 409 409 409 409 409 303 | 403
break/                | 403 404 404 404 404 404 404 | 403 404 404 404
chat/                 | 403 403 403 403 303 303 303 | 403
close/                | 403 404 404 404 404 404 404 | 403 404 404 404
cut/                  | 403 404 404 404 404 404 404 | 403 404 404 404
fill/                 | 403 409 409 409 409 409 303 | 403
gather/               | 403 409 409 409 409 303 303 | 403
leave/                | 403 409 409 409 409 303 303 | 403
look/                 | 303                         | 403
mail/                 | 403 403 403 403 303 303 303 | 403
pace/                 | 403 404 404 404 404 404 404 | 403 404 404 404
people/<user>/        | 403 403 403 403 303 400 303 | 403
people/<user>/report/ | 403 403 403 403 303 409 303 | 403
play/                 | 403 404 404 404 404 404 404 | 403 404 404 404
prepared/             | 403 404 404 404 404 404 404 | 403 404 404 404
sit/                  | 303                         | 403
stand/                | 403 409 409 409 409 303 303 | 403
start/                | 403 409 409 409 409 409 303 | 403
undo/                 | 403 404 404 404 404 404 404 | 403 404 404 404
wish/                 | 403 404 404 404 404 404 404 | 403 404 404 404
"""
POST_PLAYING = """
join/                 | 303 303 303 303 303 409 409 | 303
again/                | 403                         | 403
back/                 | 403 403 403 403 409 303 303 | 403
bots/                 | 403 409 409 409 409 409 409 | 403
break/                | 403 403 403 403 409 303 303 | 403
chat/                 | 403 403 403 403 303 303 303 | 403
close/                | 403                         | 403
cut/                  | 403 403 403 403 409 409 409 | 403
fill/                 | 403 409 409 409 409 409 303 | 403
gather/               | 403 409 409 409 409 409 409 | 403
leave/                | 403 409 409 409 409 303 303 | 403
look/                 | 303                         | 403
mail/                 | 403 403 403 403 303 303 303 | 403
pace/                 | 403 403 403 403 409 409 303 | 403
people/<user>/        | 403 403 403 403 303 400 303 | 403
people/<user>/report/ | 403 403 403 403 303 409 303 | 403
play/                 | 403 403 403 403 409 303 409 | 403
prepared/             | 403 403 403 403 409 409 409 | 403
sit/                  | 303 303 303 303 303 409 409 | 403
stand/                | 403 409 409 409 409 409 409 | 403
start/                | 403 409 409 409 409 409 303 | 403
undo/                 | 403 403 403 403 409 409 303 | 403
wish/                 | 403 403 403 403 409 303 303 | 403
"""

# Addresses that everybody only posts to lead whoever opens them to the table; those that are only read take no post.
NOT_READ = """
again/                | 303
back/                 | 303
bots/                 | 303
break/                | 303
cut/                  | 303
fill/                 | 303
gather/               | 303
look/                 | 303
mail/                 | 303
pace/                 | 303
play/                 | 303
sit/                  | 303
stand/                | 303
start/                | 303
undo/                 | 303
wish/                 | 303
"""
NOT_POSTED_TO = """
join/code.svg         | 405
.                     | 405
felt/                 | 405
keys/                 | 405
people/<user>/block/  | 405
record/               | 405
sheet/                | 405
"""


def matrix_of(table: str) -> dict[str, list[str]]:
    lines = [[cell.strip() for cell in line.split("|")] for line in table.strip().splitlines()]
    return {address: cells for address, *cells in lines}


def short_name(route: str) -> str:
    for beginning, name in BEGINNINGS.items():
        route = route.replace(beginning, name)
    return route.replace("<id:user_id>", "<user>") or "."


ROUTES = {short_name(route): route for route in sorted(routes()) if route.startswith(tuple(BEGINNINGS))}


@pytest.fixture
def everybody() -> dict[str, User | None]:
    host, player, spectator, member = people(4)
    staff = User.objects.create_superuser("staff@example.org", name="Staff")
    guest = User.objects.create_guest()
    users = {"host": host, "player": player, "spectator": spectator, "member": member, "guest": guest, "staff": staff}
    return {role: users.get(role) for role in (*OUTSIDERS, *COMPANY)}


@pytest.fixture
def browsers(everybody) -> dict[str, Client]:
    return {role: browser_of(user) for role, user in everybody.items()}


def a_table(everybody: dict[str, User], *, is_public: bool) -> Table:
    """Four chairs: of the host, a player and a bot, and a free one; somebody has come by the link and looks on."""
    now = timezone.now()
    table = open_table(everybody["host"], is_public=is_public, allows_undo=True)
    seating.sit_down(table.pk, everybody["player"], 1, now)
    seating.set_bot(table.pk, everybody["host"], 2, "easy")
    seating.add_participant(table, everybody["spectator"], now)
    return table


def deal(table: Table, everybody: dict[str, User]) -> Match:
    """With another bot on the free chair; the player is the dealer and to bid, the host has just bid."""
    host = everybody["host"]
    seating.fill_with_bots(table.pk, host)
    match = seating.deal_match(table.pk, host, timezone.now())
    while match.deck.first_dealer(4) != 1:
        match.salt = (int.from_bytes(bytes(match.salt)[:8]) + 1).to_bytes(8) * 2
    match.save(update_fields=["salt"])
    moves.play_action(table.pk, host, DEAL, match.version, timezone.now())
    while to_act(match := reread(match)) != 1:
        if to_act(match) == 0:
            moves.play_action(table.pk, host, state_of(match).legal_actions()[0], match.version, timezone.now())
        else:
            assert moves.advance_match(match.pk, match.due_at)
    return match


def form_for(match: Match | None) -> dict[str, object]:
    """What the pages of this table send, in one form: each address takes what it wants."""
    at_the_free_chair = {"seat": 3, "level": "easy"}
    talk = {"text": "hello", "do": "mute", "reason": "insults"}
    form = {**at_the_free_chair, **talk, "wish": "pause", "pace": "fast", "word": "luck", "wants": "on"}
    if match is None:
        return form | {"version": 0, "action": DEAL, "match": 1}
    return form | {"version": match.version, "action": state_of(match).legal_actions()[0], "match": match.pk}


def answers_at(
    table: Table, everybody: dict[str, User], browsers: dict[str, Client], method: str, *, is_playing: bool
) -> Callable[[str], list[str]]:
    """Says what each of them gets at an address."""
    match = deal(table, everybody) if is_playing else None
    form = form_for(match) if method == "post" else None
    parts = {
        "<id:table_id>": str(table.pk),
        "<slug:code>": table.invitation,
        "<id:user_id>": str(everybody["player"].pk),
    }

    def answers(name: str) -> list[str]:
        address = address_of(ROUTES[name], parts)
        return [str(answer_to(browsers[role], method, address, form).status_code) for role in everybody]

    return answers


def cell(statuses: list[str]) -> str:
    return statuses[0] if len(set(statuses)) == 1 else " ".join(statuses)


def test_every_address_has_its_lines():
    for not_taken, tables in ((NOT_READ, (GET_WAITING, GET_PLAYING)), (NOT_POSTED_TO, (POST_WAITING, POST_PLAYING))):
        for table in tables:
            assert {**matrix_of(table), **matrix_of(not_taken)}.keys() == ROUTES.keys()


@pytest.mark.parametrize(
    ("method", "is_playing", "expected"),
    [
        ("get", False, GET_WAITING),
        ("get", True, GET_PLAYING),
        ("post", False, POST_WAITING),
        ("post", True, POST_PLAYING),
    ],
    ids=["get-waiting", "get-playing", "post-waiting", "post-playing"],
)
def test_everybody_gets_what_is_expected(everybody, browsers, method, is_playing, expected):
    public, private = (
        answers_at(a_table(everybody, is_public=is_public), everybody, browsers, method, is_playing=is_playing)
        for is_public in (True, False)
    )
    found, outsiders = {}, len(OUTSIDERS)
    for name in matrix_of(expected):
        at_public, at_private = public(name), private(name)
        assert at_private[outsiders:] == at_public[outsiders:], name
        found[name] = [cell(at_public), cell(at_private[:outsiders])]
    assert found == matrix_of(expected)


@pytest.mark.parametrize(("method", "expected"), [("get", NOT_READ), ("post", NOT_POSTED_TO)])
def test_what_an_address_does_not_take_is_the_same_for_everybody(everybody, browsers, method, expected):
    answers = answers_at(a_table(everybody, is_public=True), everybody, browsers, method, is_playing=True)
    assert {name: [cell(answers(name))] for name in matrix_of(expected)} == matrix_of(expected)
