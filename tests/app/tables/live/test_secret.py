"""What all chance follows from is shown when a match is over and nowhere before (docs/rules.md §6)."""

import json
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Callable, Iterator
from html import escape
from itertools import cycle
from random import Random
from urllib.parse import quote

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.people.preferences import Preferences
from tests.support.addresses import ADMIN, address_of, answer_to, routes
from tests.support.chance import Chance
from tests.support.friends import full_table, people
from tests.support.matches import open_match, reread
from whist.engine.game import DEAL
from whist.tables.announcing.versions import NOTHING_SHOWN
from whist.tables.live.frames import Asked, Viewer, draw
from whist.tables.lobby import seating
from whist.tables.match.selectors import held_seats
from whist.tables.match.state_cache import cache_state, forget_states
from whist.tables.match.update import PLAYER, MatchUpdate
from whist.tables.models import Match

pytestmark = pytest.mark.once

SOLO, FRIENDS = "solo", "friends"
GAMES = {
    "romanian": {"seats": 3, "options": {"schedule": "1-8-1", "one_card": "forehead"}},
    "romanian52": {"seats": 6, "options": {"schedule": "1-max-1", "one_card": "hidden"}},
    "whist": {"seats": 4, "options": {"target": 10}},
    "german": {"seats": 2, "options": {"to_points": 25, "open_stock": 2}},
}
LATE = 7
"""Every match has a round of this number: what is looked at is not only how matches begin."""
BOTH = {"secret", "salt"}


class Onlooker:
    """Somebody at the table, and everything that they are sent of it."""

    def __init__(self, user: User, match: Match, *paths: str) -> None:
        self.user, self.match, self.browser = user, match, Client()
        self.browser.force_login(user)
        self.paths = paths

    def page(self, path: str) -> bytes:
        return whole(self.browser.get(f"/tables/{self.match.table_id}/{path}"))

    def frame(self) -> bytes:
        key = (Viewer(self.user.pk, "en", Preferences.of(self.user)), None)
        _version, frames = draw(self.match.table_id, [Asked(key, NOTHING_SHOWN)])
        return frames[key].drawing.whole.encode()

    def looks(self) -> Iterator[Callable[[], bytes]]:
        yield from ((lambda path=path: self.page(path)) for path in self.paths)
        yield self.frame


def whole(answer) -> bytes:
    return answer.serialize_headers() + answer.content


def begin(kind: str, game: str) -> tuple[Match, list[Onlooker]]:
    """Who plays, and at a friends' table somebody who looks on too.  Chance is the same every time."""
    chosen = GAMES[game]
    player, spectator = people(2)
    if kind == SOLO:
        match = open_match(player, game=game, seats=chosen["seats"], **chosen["options"])
        onlookers = [Onlooker(player, match, "", "felt/", "sheet/", "close/")]
    else:
        table = full_table([player], chosen["seats"], game=game, options=chosen["options"])
        seating.add_participant(table, spectator, timezone.now())
        match = seating.deal_match(table.pk, player, timezone.now())
        onlookers = [Onlooker(user, match, "", "felt/", "sheet/", "chat/", "leave/") for user in (player, spectator)]
    rng = Random(1)
    Match.objects.filter(pk=match.pk).update(secret=rng.randbytes(32), salt=rng.randbytes(16))
    forget_states()
    return reread(match), onlookers


def stops(match: Match) -> Iterator[Match]:
    """The match before its first deal, somewhere in each round and after it, and when it is over.

    Everybody plays at random, and what is played between two stops is written at once."""
    rng = Random(2)
    yield match
    while (match := reread(match)).finished_at is None:
        update = MatchUpdate(match, held_seats(match.pk))
        actions = 100
        if update.state.phase == DEAL:
            update.deal()
            actions = rng.randrange(sum(map(len, update.state.dealt)))
        while update.state.to_act is not None and actions:
            update.take(rng.choice(update.state.legal_actions()), PLAYER)
            actions -= 1
        assert update.commit(timezone.now())
        yield cached(match, update)


def cached(match: Match, update: MatchUpdate) -> Match:
    match = reread(match)
    cache_state(match, update.state, update.done)
    return match


def sent_everywhere(match: Match, onlookers: list[Onlooker]) -> Iterator[tuple[str, bytes]]:
    """What the onlookers and a stranger are answered at every address of the site, and when they post to one of the
    table or the match."""
    parts = {
        "<id:table_id>": str(match.table_id),
        "<id:match_id>": str(match.pk),
        "<slug:code>": match.table.invitation or "nothing",
        "<id:user_id>": str(onlookers[0].user.pk),
        "<slug:slug>": "fair",
        "<id:vacation_id>": "1",
        "<str:token>": "nothing",
        "<isodate:week>": "2026-11-23",
    }
    of_match = list(parts)[:3]
    for route in sorted(route for route in routes() if not route.startswith(ADMIN)):
        address = address_of(route, parts)
        for method in ("get", "post") if any(part in route for part in of_match) else ("get",):
            for browser in (*(onlooker.browser for onlooker in onlookers), Client()):
                yield f"{method} {address}", whole(answer_to(browser, method, address))


def look_until_it_is_over(match: Match, onlookers: list[Onlooker]) -> Iterator[tuple[str, bytes]]:
    """From where it was sent and what, over the whole match: pages and frames of all onlookers take turns."""
    looks = cycle(look for onlooker in onlookers for look in onlooker.looks())
    for moment in stops(match):
        if moment.finished_at is None:
            yield f"round {moment.rounds_dealt}", next(looks)()
    assert match.rounds.count() >= LATE


WRITTEN = [
    lambda secret: secret,
    lambda secret: secret.hex().encode(),
    lambda secret: secret.hex().upper().encode(),
    lambda secret: secret.hex()[:12].encode(),
    lambda secret: secret.hex()[-12:].encode(),
    lambda secret: secret.hex(":").encode(),
    lambda secret: quote(secret).encode(),
    b64encode,
    lambda secret: urlsafe_b64encode(secret).rstrip(b"="),
    lambda secret: repr(secret).encode(),
    lambda secret: escape(repr(secret)).encode(),
    lambda secret: escape(secret.decode("latin-1")).encode(),
    lambda secret: json.dumps(secret.decode("latin-1")).encode(),
    lambda secret: json.dumps(list(secret)).encode(),
    lambda secret: str(int.from_bytes(secret)).encode(),
]


@pytest.mark.parametrize("write", WRITTEN)
def test_the_scan_finds_a_secret_in_whatever_shape_and_nothing_else(write):
    rng = Random(3)
    for _ in range(20):
        secret, salt = b"'" + rng.randbytes(30) + b'"', rng.randbytes(16)
        chance = Chance(Match(secret=secret, salt=salt))
        noise = rng.randbytes(1000) + rng.randbytes(1000).hex().encode() + b64encode(rng.randbytes(1000))
        assert chance.found_in(noise + write(secret) + noise) == {"secret"}
        assert chance.found_in(noise + write(salt) + noise) == {"salt"}
        assert chance.found_in(noise) == set()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("kind", [SOLO, FRIENDS])
@pytest.mark.parametrize("game", GAMES)
def test_no_byte_of_a_whole_match_tells_its_secret_before_it_is_over(game, kind):
    match, onlookers = begin(kind, game)
    chance = Chance(match)
    for source, sent in look_until_it_is_over(match, onlookers):
        assert not chance.found_in(sent), source
    for onlooker in onlookers:
        for path in ("", "felt/", "record/"):
            assert chance.found_in(onlooker.page(path)) == BOTH
        assert chance.found_in(onlooker.frame()) == BOTH
    for path in ("", "record/"):
        assert chance.found_in(whole(Client().get(f"/matches/{match.pk}/{path}"))) == BOTH


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("kind", [SOLO, FRIENDS])
def test_no_address_of_the_site_tells_the_secret_of_a_match_in_its_seventh_round(kind):
    match, onlookers = begin(kind, "romanian")
    chance = Chance(match)
    match = next(each for each in stops(match) if each.rounds_dealt == LATE)
    for source, sent in sent_everywhere(match, onlookers):
        assert not chance.found_in(sent), source
