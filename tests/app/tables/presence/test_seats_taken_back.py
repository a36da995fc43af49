"""A player takes a seat back while the bot in it acts: one of the two comes first, and the match says which.

The site thinks before it writes, so a seat may change hands between the two, in a transaction of its own.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from accounts.models import User
from tests.support.friends import dealt, full_table, people, seconds_left, to_act
from tests.support.matches import move, reread
from tests.support.races import beside, stop_at
from whist.tables.jobs import audit
from whist.tables.lobby import seating
from whist.tables.match import moves
from whist.tables.match.state_cache import state_of
from whist.tables.match.time_controls import GRACE, TIME_CONTROLS
from whist.tables.match.update import MatchUpdate
from whist.tables.models import Match, MatchSeat
from whist.tables.presence import breaks

pytestmark = pytest.mark.django_db(transaction=True)

WHOLE_TIME = pytest.approx(TIME_CONTROLS["normal"].bid + GRACE, abs=0.01)


@pytest.fixture
def users():
    return people(3)


@pytest.fixture
def match(users):
    """Somebody is to bid."""
    return dealt(full_table(users))


@contextmanager
def site_about_to_write(match: Match) -> Iterator[Callable[[], bool]]:
    """What the site does now in the match is thought out; it is written when the function is called, which says
    whether it counts."""
    with beside() as begin, stop_at(MatchUpdate, "commit") as writing:
        acting = begin(lambda: moves.advance_match(match.pk, match.due_at))
        writing.wait_for_them()

        def write() -> bool:
            writing.let_go()
            return acting.result()

        yield write


def do_while_site_writes(match: Match, job: Callable[[], object], door: tuple[Any, str]) -> None:
    """The job begins when the site has written and not committed: it comes to this door, where it waits for its turn.

    SQLite lets nobody begin to write beside others, so there it waits further out."""
    with beside() as begin, stop_at(MatchUpdate, "_write", after=True) as written, stop_at(*door) as at_the_door:
        acting = begin(lambda: moves.advance_match(match.pk, match.due_at))
        written.wait_for_them()
        doing = begin(job)
        if connection.vendor != "sqlite":
            at_the_door.wait_for_them()
        at_the_door.let_go()
        written.let_go()
        assert acting.result() is True
        doing.result()


def act(match: Match, user: User) -> Match:
    move(match, user, state_of(match).legal_actions()[0])
    return reread(match)


def open_seat(match: Match, seat: int) -> MatchSeat:
    return match.match_seats.get(seat=seat, to_action=None)


def holders(match: Match, seat: int) -> list[tuple[User | None, int, int | None]]:
    """Who held the seat, from which action to which."""
    spans = match.match_seats.filter(seat=seat).order_by("from_action")
    return [(each.user, each.from_action, each.to_action) for each in spans]


# -- who was away -----------------------------------------------------------------------------------------------------


@pytest.fixture
def player(match, users):
    """Who is to act, and has gone for a moment: it is the bot's turn to act for them."""
    player = users[to_act(match)]
    breaks.take_break(match.table_id, player, timezone.now())
    match.refresh_from_db()
    return player


def test_who_is_back_before_the_bot_has_written_acts_themselves(match, player):
    seat = to_act(match)
    with site_about_to_write(match) as write:
        now = timezone.now()
        breaks.come_back(match.table_id, player, now)
        assert write() is False
    after = reread(match)
    assert (after.version, after.actors) == (match.version, "")
    assert not open_seat(after, seat).is_away
    assert seconds_left(after, now) == WHOLE_TIME
    assert act(after, player).actors == "p"
    assert audit.audit_matches([match.pk]) == []


def test_who_is_back_and_acts_before_the_bot_has_written_acts_once(match, player):
    with site_about_to_write(match) as write:
        breaks.come_back(match.table_id, player, timezone.now())
        act(reread(match), player)
        assert write() is False
    after = reread(match)
    assert (after.version, after.actors) == (match.version + 1, "p")
    assert audit.audit_matches([match.pk]) == []


def test_who_is_back_after_the_bot_has_written_has_the_seat_and_not_the_action(match, player):
    seat = to_act(match)
    do_while_site_writes(
        match, lambda: breaks.come_back(match.table_id, player, timezone.now()), (breaks, "lock_match")
    )
    after = reread(match)
    assert (after.version, after.actors) == (match.version + 1, "a")
    assert not open_seat(after, seat).is_away
    assert holders(after, seat) == [(player, 0, None)]
    assert audit.audit_matches([match.pk]) == []


# -- who had left -----------------------------------------------------------------------------------------------------


@pytest.fixture
def leaver(match, users):
    """Who was to act, and gave the seat to a bot, whose turn it is."""
    leaver = users[to_act(match)]
    seating.stand_up(match.table_id, leaver, timezone.now())
    match.refresh_from_db()
    return leaver


def test_who_sits_down_again_before_the_bot_has_written_acts_themselves(match, leaver):
    seat = to_act(match)
    with site_about_to_write(match) as write:
        seating.sit_down(match.table_id, leaver, seat, timezone.now())
        assert write() is False
    after = reread(match)
    assert (after.version, after.actors) == (match.version + 1, "")
    assert act(after, leaver).actors == "p"
    assert holders(after, seat) == [(leaver, 0, None)]
    assert audit.audit_matches([match.pk]) == []


def test_who_sits_down_again_after_the_bot_has_written_holds_the_seat_from_the_next_action_on(match, leaver):
    seat = to_act(match)
    do_while_site_writes(
        match,
        lambda: seating.sit_down(match.table_id, leaver, seat, timezone.now()),
        (seating, "change_holder"),
    )
    after = reread(match)
    assert (after.version, after.actors) == (match.version + 1, "b")
    assert holders(after, seat) == [(None, 0, 1), (leaver, 1, None)]
    assert audit.audit_matches([match.pk]) == []


def test_who_sits_down_again_while_the_bot_before_them_acts_has_their_whole_time(match, leaver, users):
    seat = to_act(match)
    following = (seat + 1) % 3
    seating.stand_up(match.table_id, users[following], timezone.now())
    match = reread(match)
    with site_about_to_write(match) as write:
        seating.sit_down(match.table_id, users[following], following, timezone.now())
        assert write() is True
    after = reread(match)
    assert (after.version, after.actors, to_act(after)) == (match.version + 1, "b", following)
    assert seconds_left(after, match.due_at) == WHOLE_TIME
    assert holders(after, seat) == [(None, 0, None)]
    assert holders(after, following) == [(users[following], 0, None)]
    assert audit.audit_matches([match.pk]) == []


def test_who_sits_down_again_when_the_bot_before_them_has_acted_has_their_whole_time(match, leaver, users):
    seat = to_act(match)
    following = (seat + 1) % 3
    seating.stand_up(match.table_id, users[following], timezone.now())
    match, now = reread(match), timezone.now()
    do_while_site_writes(
        match,
        lambda: seating.sit_down(match.table_id, users[following], following, now),
        (seating, "change_holder"),
    )
    after = reread(match)
    assert (after.version, after.actors, to_act(after)) == (match.version + 2, "b", following)
    assert seconds_left(after, now) == WHOLE_TIME
    assert holders(after, following) == [(None, 0, 1), (users[following], 1, None)]
    assert audit.audit_matches([match.pk]) == []
