"""A process moves and draws with what it knows of a table, and nothing that happens elsewhere is overlooked."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from random import Random

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from accounts.people.preferences import Preferences
from tests.support.friends import act, dealt, full_table, on_turn, pause, people, to_act, want_all
from tests.support.matches import let_site_act, move, open_match, reread
from tests.support.races import at_once
from whist.engine.game import DEAL, PLAY
from whist.tables.announcing.versions import NOTHING_SHOWN, TableVersion
from whist.tables.live.frames import Asked, Viewer, draw
from whist.tables.lobby import seating
from whist.tables.match import known_tables, moves, resignation
from whist.tables.match.downtime import note_web
from whist.tables.match.known_tables import KnownTable, forget_tables, recall, remember
from whist.tables.match.locks import bump_revision
from whist.tables.match.selectors import held_seats
from whist.tables.match.state_cache import load_state, state_of
from whist.tables.match.update import is_rest_forced
from whist.tables.models import Match, MatchSeat, Table
from whist.tables.presence import breaks
from whist.tables.texts.refusals import MatchClosed, MatchPaused, NotSeated, StaleVersion

pytestmark = pytest.mark.django_db(transaction=True)

SECOND = timedelta(seconds=1)
BANK = 240


@pytest.fixture
def users() -> list[User]:
    return people(3)


@pytest.fixture
def match(users) -> Match:
    """Somebody is to bid, and this process knows the table as it is."""
    match = dealt(full_table(users, 3, clock="chess"))
    act(match, users)
    remember(match := reread(match), held_seats(match.pk))
    return match


@contextmanager
def elsewhere() -> Iterator[None]:
    """Whatever happens meanwhile happens in another process, of which this one hears nothing."""
    known = known_tables._known.copy()
    yield
    known_tables._known.clear()
    known_tables._known.update(known)


def play(match: Match, users: list[User], now=None):
    user = on_turn(match, users)
    return moves.play_action(match.table_id, user, first(match), match.version, now or timezone.now())


def first(match: Match) -> str:
    return state_of(match).legal_actions()[-1]


def statements(queries) -> list[str]:
    return [query["sql"].split()[0] for query in queries if query["sql"].split()[0] in ("SELECT", "UPDATE", "INSERT")]


# -- what it costs -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("is_late", [False, True], ids=["first round", "round 25"])
def test_a_move_at_a_known_table_is_one_statement(ana, is_late):
    match = let_site_act(open_match(ana, seats=6, pace="instant"))
    while is_late and match.rounds_dealt < 25:
        state = state_of(match)
        move(match, ana, DEAL if state.phase == DEAL else state.legal_actions()[0])
        match = let_site_act(match)
    while len(state_of(match).legal_actions()) < 2:
        move(match, ana, first(match))
        match = let_site_act(match)
    recalled = recall(match.table_id)
    assert recalled is not None
    assert recalled.version == (match.pk, match.version, match.table.revision)
    with CaptureQueriesContext(connection) as queries:
        move(match, ana, first(match))
    assert statements(queries) in (["UPDATE"], ["UPDATE", "INSERT"])  # perhaps it was the last card of the round


def test_nothing_is_read_to_draw_a_known_table_for_those_who_play(match, users):
    match = reread(match)
    table = TableVersion(match.pk, match.version, match.table.revision)
    keys = {user: (Viewer(user.pk, "en", Preferences()), None) for user in users}
    _version, frames = draw(match.table_id, [Asked(key, NOTHING_SHOWN) for key in keys.values()])
    sheets = {user: frames[key].sheet for user, key in keys.items()}
    play(match, users)
    later = table._replace(version=table.version + 1)
    asked = [Asked((keys[user][0], sheets[user]), table) for user in users]
    with CaptureQueriesContext(connection) as queries:
        version, frames = draw(match.table_id, asked, later)
    assert (version, statements(queries)) == (later, [])
    assert all(frame.version == later for frame in frames.values())


def test_a_newer_version_than_the_known_one_is_read(match, users):
    with elsewhere():
        play(match, users)
    asked = [Asked((Viewer(users[0].pk, "en", Preferences()), None), NOTHING_SHOWN)]
    announced = TableVersion(match.pk, match.version + 1, 0)
    assert draw(match.table_id, asked, announced)[0][:2] == announced[:2]
    with elsewhere():
        seating.add_participant(match.table, people_beside(1)[0], timezone.now())
    assert recall(match.table_id, announced._replace(revision=reread(match).table.revision + 1)) is None


def people_beside(count: int) -> list[User]:
    return [User.objects.create_user(f"p{number}@example.org", name=f"Person {number}") for number in range(count)]


def test_nothing_is_known_for_long(match, users, monkeypatch):
    monkeypatch.setattr(known_tables, "KNOWN_FOR", -1.0)
    assert recall(match.table_id) is None
    with CaptureQueriesContext(connection) as queries:
        play(match, users)
    assert statements(queries)[:2] == ["SELECT", "UPDATE"]


def test_what_is_known_from_a_move_is_as_old_as_what_the_move_was_based_on(match, users):
    known = known_tables._known[match.table_id]
    known_tables._known[match.table_id] = known._replace(read_at=known.read_at - 3)
    play(match, users)
    assert recall(match.table_id).read_at == known.read_at - 3


def test_so_many_tables_are_known_and_no_more(match, monkeypatch):
    monkeypatch.setattr(known_tables, "KEPT", 2)
    cached = recall(match.table_id).cached
    for number in (9001, 9002):
        remember(Match(pk=number, table=Table(pk=number)), held_seats(match.pk), cached)
    assert [*known_tables._known] == [9001, 9002]


def test_what_was_known_too_long_ago_is_not_kept(match):
    cached = recall(match.table_id).cached
    for number in (9001, 9002):
        remember(Match(pk=number, table=Table(pk=number)), held_seats(match.pk), cached)
    for table_id in (match.table_id, 9001):
        table = known_tables._known[table_id]
        known_tables._known[table_id] = table._replace(read_at=table.read_at - known_tables.KNOWN_FOR - 1)
    remember(Match(pk=9003, table=Table(pk=9003)), held_seats(match.pk), cached)
    assert [*known_tables._known] == [9002, 9003]


def test_a_move_that_took_too_long_is_not_known_and_is_announced_all_the_same(match, users, monkeypatch):
    announced = []
    monkeypatch.setattr("whist.tables.match.update.announce", announced.append)
    known = known_tables._known[match.table_id]
    monkeypatch.setattr(moves, "recall", lambda _table_id: known._replace(read_at=known.read_at - 11))
    play(match, users)
    assert recall(match.table_id) is None
    assert [each.version for each in announced] == [match.version + 1]


def test_the_state_of_a_slow_reader_does_not_take_the_place_of_a_newer_one(match, users):
    older = reread(match)
    play(match, users)
    newer = load_state(reread(match))
    forget_tables()
    assert load_state(older).version == older.version
    assert load_state(reread(match)) is newer


# -- what happens elsewhere ----------------------------------------------------------------------------------------


def test_a_move_that_came_first_elsewhere_is_noticed(match, users):
    with elsewhere():
        play(match, users)
    with pytest.raises(StaleVersion):
        play(match, users)


def test_a_pause_elsewhere_is_noticed(match, users):
    with elsewhere():
        pause(match, users)
    with pytest.raises(MatchPaused):
        play(match, users)


def test_a_pause_that_is_over_elsewhere_has_changed_the_clock(match, users):
    seat, now = to_act(match), reread(match).turn_at + 50 * SECOND
    with elsewhere():
        want_all(match, users, "pause", now)
        want_all(match, users, "resume", now + timedelta(hours=1))
    play(match, users, now + timedelta(hours=1, seconds=20))
    assert MatchSeat.objects.at(match.pk, seat).get().bank == pytest.approx(BANK - 70, abs=0.01)


def test_time_in_which_no_site_ran_was_given_back_elsewhere(match, users):
    seat, last = to_act(match), reread(match).turn_at + 100 * SECOND
    with elsewhere():
        note_web(last)
        note_web(last + timedelta(minutes=20))
    play(match, users, last + timedelta(minutes=20, seconds=10))
    assert MatchSeat.objects.at(match.pk, seat).get().bank == pytest.approx(BANK - 110, abs=0.01)


def test_whoever_was_noted_as_away_elsewhere_is_back_with_their_move(match, users):
    seat = to_act(match)
    with elsewhere():
        breaks.take_break(match.table_id, users[seat], timezone.now())
    assert MatchSeat.objects.at(match.pk, seat).get().is_away
    play(match, users)
    assert not MatchSeat.objects.at(match.pk, seat).get().is_away


def test_break_of_who_has_the_seat_now_is_not_ended_by_who_had_it(users):
    dan = User.objects.create_user("dan@example.org", name="Dan")
    match, now = dealt(full_table(users, 3)), timezone.now()
    seat = (to_act(match) + 2) % 3
    breaks.take_break(match.table_id, users[seat], now)
    match = reread(match)
    remember(match, held_seats(match.pk))
    with elsewhere():
        seating.stand_up(match.table_id, users[seat], now)
        seating.add_participant(match.table, dan, now)
        seating.sit_down(match.table_id, dan, seat, now)
        breaks.take_break(match.table_id, dan, now)
    with pytest.raises(NotSeated):
        moves.play_action(match.table_id, users[seat], first(match), match.version, now)
    row = MatchSeat.objects.at(match.pk, seat).get()
    assert (row.user, row.is_away, row.back_at is not None) == (dan, True, True)


def test_whoever_switched_forced_cards_off_elsewhere_has_their_whole_time(users):
    match, action = before_a_forced_card(users)
    User.objects.update(preferences={"autoplay": True})
    remember(match, held_seats(match.pk))
    with elsewhere():
        User.objects.update(preferences={})
    now = timezone.now()
    moves.play_action(match.table_id, on_turn(match, users), action, match.version, now)
    assert reread(match).due_at - now > 5 * SECOND


def before_a_forced_card(users: list[User]) -> tuple[Match, str]:
    """A match in which a card leaves the next player none but one, and others something to decide."""
    rng, match = Random(1), dealt(full_table(users, 3))
    while True:
        state = state_of(match)
        action = rng.choice(state.legal_actions() or [DEAL])
        after = state.apply(action) if action != DEAL else state
        if after.phase == PLAY and len(after.legal_actions()) == 1 and after.trick and not is_rest_forced(after):
            return match, action
        user = users[0] if action == DEAL else on_turn(match, users)
        moves.play_action(match.table_id, user, action, match.version, timezone.now())
        match = reread(match)


def test_what_was_said_elsewhere_is_in_the_revision_of_the_answer(match, users):
    """Or the page of the mover, which knows of it, would take the answer for an older one."""
    with elsewhere(), transaction.atomic():
        bump_revision(match.table_id)
    view = play(match, users)
    assert view.table.revision == Table.objects.get(pk=match.table_id).revision
    assert recall(match.table_id) is None


def test_whoever_gave_the_seat_up_elsewhere_plays_no_more(match, users):
    user = on_turn(match, users)
    with elsewhere():
        seating.stand_up(match.table_id, user, timezone.now())
    with pytest.raises(NotSeated):
        moves.play_action(match.table_id, user, first(match), match.version, timezone.now())


def test_whoever_took_a_seat_elsewhere_may_play(users):
    match = dealt(full_table(users[:2], 3))
    while state_of(match).to_act != 2:
        match = act(match, users) if to_act(match) < 2 else let_site_act(match)
    remember(match, held_seats(match.pk))
    seating.add_participant(match.table, users[2], timezone.now())
    with elsewhere():
        seating.sit_down(match.table_id, users[2], 2, timezone.now())
    play(reread(match), users)
    assert reread(match).actors[-1] == "p"


def test_a_match_given_up_elsewhere_is_closed(ana):
    match = let_site_act(open_match(ana))
    remember(match, held_seats(match.pk))
    with elsewhere():
        resignation.resign(match.table_id, match.pk, ana, timezone.now())
    with pytest.raises(MatchClosed):
        move(match, ana, first(match))


def test_what_this_process_changes_itself_is_forgotten(match, users):
    breaks.cast_vote(match.table_id, users[0], "pause", timezone.now())
    assert recall(match.table_id) is None


def test_rows_that_are_known_are_changed_by_no_move(match, users):
    known = recall(match.table_id)
    before = [dict(vars(row)) for row in (known.match, *known.match_seats.every)]
    play(match, users)
    with pytest.raises(StaleVersion):
        moves.play_action(match.table_id, users[0], "bid:0", match.version, timezone.now())
    assert [dict(vars(row)) for row in (known.match, *known.match_seats.every)] == before


def test_of_eight_at_once_with_the_same_knowledge_one_moves(match, users):
    user, action = on_turn(match, users), first(match)
    tried = at_once(
        *[lambda: moves.play_action(match.table_id, user, action, match.version, timezone.now()) for _ in range(8)]
    )
    assert sum(isinstance(answer, StaleVersion) for answer in tried) == 7
    assert reread(match).version == match.version + 1


def test_a_process_that_knows_nothing_moves_as_well(match, users):
    forget_tables()
    play(match, users)
    assert isinstance(recall(match.table_id), KnownTable)
