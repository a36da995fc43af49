"""Who sees the same is sent the same, drawn once; and nobody is sent what is somebody else's."""

from __future__ import annotations

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.people.preferences import Preferences
from tests.support.drawings import calls_of
from tests.support.friends import act, dealt, full_table, people
from tests.support.matches import reread
from tests.support.talk import say
from whist.tables.announcing.versions import NOTHING_SHOWN, TableVersion
from whist.tables.drawing import table as drawing_of_tables
from whist.tables.live.frames import Asked, Frame, RenderKey, Viewer, draw, draw_known, needs_database
from whist.tables.live.sockets import in_thread
from whist.tables.lobby import seating
from whist.tables.match.known_tables import recall, remember
from whist.tables.match.selectors import held_seats
from whist.tables.match.state_cache import forget_states
from whist.tables.models import Avoidance, Match

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def users() -> list[User]:
    return people(6)


@pytest.fixture
def match(users) -> Match:
    """Three play, and three look on."""
    table = full_table(users[:3], 3)
    for spectator in users[3:]:
        seating.add_participant(table, spectator, timezone.now())
    return dealt(table)


def version_of(match: Match) -> TableVersion:
    match = reread(match)
    return TableVersion(match.pk, match.version, match.table.revision)


class Company:
    """The sockets of some people, with what they show."""

    def __init__(self, match: Match, users: list[User], languages: dict[User, str] | None = None) -> None:
        self.match, self.users = match, users
        languages = languages or {}
        self.viewers = {user: Viewer(user.pk, languages.get(user, "en"), Preferences()) for user in users}
        self.shown = dict.fromkeys(users, NOTHING_SHOWN)
        self.sheets: dict[User, object] = dict.fromkeys(users)

    def look(self, at_least: TableVersion | None = None) -> dict[User, Frame | None]:
        keys: dict[User, RenderKey] = {user: (self.viewers[user], self.sheets[user]) for user in self.users}
        asked = [Asked(keys[user], self.shown[user]) for user in self.users]
        version, frames = draw(self.match.table_id, asked, at_least)
        for user in self.users:
            self.shown[user] = version
            if frame := frames.get(keys[user]):
                self.sheets[user] = frame.sheet
        return {user: frames.get(keys[user]) for user in self.users}


def test_all_who_look_on_share_one_frame(match, users, monkeypatch):
    company = Company(match, users)
    company.look()
    drawn = calls_of(monkeypatch, drawing_of_tables, "table_elements")
    act(match, users[:3])
    frames = company.look(version_of(match))
    assert len(drawn) == 4  # three who play, and one for the others
    assert frames[users[3]] is frames[users[4]] is frames[users[5]]
    assert frames[users[0]].drawing is not frames[users[1]].drawing


def test_each_language_has_its_own(match, users):
    company = Company(match, users, {users[4]: "de", users[5]: "de", users[1]: "ro"})
    company.look()
    act(match, users[:3])
    frames = company.look(version_of(match))
    assert frames[users[3]] is not frames[users[4]] is frames[users[5]]
    words = {user: frame.drawing.whole for user, frame in frames.items() if frame}
    assert ["Runde" in words[user] for user in users] == [False, False, False, False, True, True]
    assert ["Runda" in words[user] for user in users] == [False, True, False, False, False, False]


def test_who_has_played_and_looks_on_now_may_have_their_seat_back(match, users):
    act(match, users[:3])
    seating.stand_up(match.table_id, users[1], timezone.now())
    company = Company(match, [users[1], users[3]])
    company.look()
    assert reread(match).write()
    frames = company.look(version_of(match))
    offered = ['id="return-button"' in frame.drawing.whole for frame in frames.values() if frame]
    assert offered == [True, False]


def test_strangers_are_sent_nothing_and_who_comes_is_let_in(match, users):
    stranger = User.objects.create_user("zoe@example.org", name="Zoe")
    company = Company(match, [users[3], stranger])
    assert company.look()[stranger] is None
    seating.add_participant(match.table, stranger, timezone.now())
    company.shown[stranger] = NOTHING_SHOWN
    assert company.look()[stranger] is not None
    act(match, users[:3])
    assert company.look(version_of(match))[stranger] is not None


def test_who_comes_after_it_is_known_who_may_watch_is_let_in_with_the_next_move(match, users):
    Company(match, [users[3]]).look()
    newcomer = User.objects.create_user("zoe@example.org", name="Zoe")
    seating.add_participant(match.table, newcomer, timezone.now())
    act(match, users[:3])
    assert Company(match, [newcomer]).look(version_of(match))[newcomer] is not None


def test_everybody_hears_what_they_want_to_hear(match, users):
    Avoidance.objects.create(user=users[4], other=users[0], kind="blocked")
    company = Company(match, users[3:])
    company.look()
    say(match.table, users[0], "Lavender")
    frames = company.look(version_of(match))
    heard = ["Lavender" in frame.chat.html for frame in frames.values() if frame and frame.chat]
    assert heard == [True, False, True]


def test_who_looks_on_is_asked_for_once_and_not_with_every_move(match, users, django_assert_num_queries):
    company = Company(match, users)
    company.look()
    act(match, users[:3])
    announced = version_of(match)
    assert recall(match.table_id).participants >= {user.pk for user in users}
    with django_assert_num_queries(0):
        company.look(announced)


async def test_nothing_is_read_in_the_loop_whatever_states_are_remembered(hub, users):
    """A reader who was slower than the move, or a crowd of other matches, may have taken the place of this one's."""
    match = await in_thread(lambda: dealt(full_table(users[:3], 3)))()
    known = await in_thread(lambda: remember(match, held_seats(match.pk)))()
    viewer, sheet = Viewer(users[0].pk, "en", Preferences()), (match.pk, match.rounds_dealt, "bid", 0)
    asked = [Asked((viewer, sheet), known.version._replace(version=known.version.version - 1))]
    forget_states()
    assert not needs_database(known, asked)
    _version, frames = draw_known(known, asked)
    assert frames[viewer, sheet].version == known.version
