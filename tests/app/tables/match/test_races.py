"""Whatever is done to one version of a match, by whomever and however often, is done once (docs/architecture.md)."""

from collections.abc import Callable
from datetime import datetime

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from tests.support.friends import dealt, full_table, people, to_act
from tests.support.matches import let_site_act, move, open_match, reread
from tests.support.races import all_together_before, at_once, beside, stop_at
from whist.engine.game import DEAL
from whist.tables.jobs import audit, due_matches
from whist.tables.lobby import seating
from whist.tables.match import moves
from whist.tables.match.state_cache import state_of
from whist.tables.match.update import MatchUpdate, is_rest_forced
from whist.tables.models import Match
from whist.tables.texts import refusals

pytestmark = pytest.mark.django_db(transaction=True)

EIGHT = 8
HTMX = {"hx-request": "true"}


@pytest.fixture
def users():
    return people(3)


def before_a_bid_at_a_solo_table(users: list[User]) -> Match:
    return let_site_act(open_match(users[0]))


def before_a_move_that_bots_answer_at_once(users: list[User]) -> Match:
    return let_site_act(open_match(users[0], seats=6, pace="instant"))


def before_the_deal(users: list[User]) -> Match:
    return seating.deal_match(full_table(users).pk, users[0], timezone.now())


def before_a_bid_among_friends(users: list[User]) -> Match:
    return dealt(full_table(users))


def before_the_last_card_of_a_round(users: list[User]) -> Match:
    match = dealt(full_table(users, options={"schedule": "1-8-1"}))
    while len(match.actors) < 5:
        move(match, users[to_act(match)], state_of(match).legal_actions()[0])
        match = reread(match)
    return match


Position = Callable[[list[User]], Match]


def mover_and_action(match: Match, users: list[User]) -> tuple[User, str]:
    state = state_of(match)
    return (users[0], DEAL) if state.phase == DEAL else (users[state.to_act or 0], state.legal_actions()[0])


def sent_eight_times(match: Match, user: User, action: str, headers: dict[str, str]) -> list[int]:
    """The statuses of eight answers; all eight have found their match as it was before the first is written."""
    browsers = [Client(headers=headers) for _ in range(EIGHT)]
    for browser in browsers:
        browser.force_login(user)
    form = {"action": action, "version": match.version}

    def sender(browser: Client) -> Callable[[], int]:
        return lambda: browser.post(f"/tables/{match.table_id}/play/", form).status_code

    with all_together_before(MatchUpdate, "commit", EIGHT):
        return sorted(at_once(*map(sender, browsers)), key=str)


@pytest.mark.parametrize(
    ("position", "headers", "accepted", "letters"),
    [
        (before_a_bid_at_a_solo_table, {}, 303, "p"),
        (before_a_bid_among_friends, HTMX, 200, "p"),
        (before_the_last_card_of_a_round, {}, 303, "p"),
        (before_the_deal, HTMX, 200, ""),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_same_move_sent_eight_times_at_once_acts_once(users, position: Position, headers, accepted, letters):
    match = position(users)
    user, action = mover_and_action(match, users)
    assert sent_eight_times(match, user, action, headers) == [accepted] + [409] * 7
    after = reread(match)
    assert after.version == match.version + 1
    assert after.rounds_dealt == match.rounds_dealt + (action == DEAL)
    assert after.actors == match.actors + letters
    assert after.rounds.count() == (state_of(after).phase == DEAL)
    assert audit.audit_matches([match.pk]) == []


def test_move_sent_eight_times_is_answered_by_bots_once(users):
    match = before_a_move_that_bots_answer_at_once(users)
    user, action = mover_and_action(match, users)
    assert sent_eight_times(match, user, action, {}) == [303] + [409] * 7
    after = reread(match)
    played = "".join(after.rounds.order_by("number").values_list("actors", flat=True))
    assert after.version == match.version + 1
    assert (played or after.actors).count("p") == 1
    assert audit.audit_matches([match.pk]) == []


def a_deal_is_due(users: list[User]) -> Match:
    return open_match(users[0])


def a_bots_turn(users: list[User]) -> Match:
    match = dealt(full_table(users[:1], 3))
    while state_of(match).to_act == 0:
        move(match, users[0], state_of(match).legal_actions()[0])
        match = reread(match)
    return match


def a_clock_has_run_out(users: list[User]) -> Match:
    return dealt(full_table(users))


def a_round_plays_itself(users: list[User]) -> Match:
    match = dealt(full_table(users, options={"schedule": "1-8-1"}))
    while not is_rest_forced(state_of(match)):
        move(match, users[to_act(match)], state_of(match).legal_actions()[0])
        match = reread(match)
    return match


def expiries(match: Match) -> int:
    """How often the clock has run out lately, all seats together."""
    return sum(match.match_seats.open().values_list("expiries", flat=True))


def sweep(now: datetime) -> None:
    """What ticker and worker do."""
    for match_id, _due_at in due_matches.due_until(now):
        due_matches.advance_or_postpone(match_id, now)


@pytest.mark.parametrize(
    ("position", "letters", "missed"),
    [(a_deal_is_due, "", 0), (a_bots_turn, "b", 0), (a_clock_has_run_out, "c", 1), (a_round_plays_itself, "fff", 0)],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_eight_sweeps_at_once_over_a_due_match_act_once(users, caplog, position: Position, letters, missed):
    match = position(users)
    due = match.due_at
    with all_together_before(MatchUpdate, "commit", EIGHT):
        assert at_once(*[lambda: sweep(due)] * EIGHT) == [None] * EIGHT
    after = reread(match)
    assert after.version == match.version + 1
    assert after.rounds_dealt == match.rounds_dealt + (position is a_deal_is_due)
    assert after.actors == match.actors + letters
    assert expiries(after) == missed
    assert after.rounds.count() == (position is a_round_plays_itself)
    assert after.due_at != due
    assert not caplog.records
    assert audit.audit_matches([match.pk]) == []


def test_move_at_the_moment_the_clock_runs_out_is_not_undone_by_the_bot(users):
    match = dealt(full_table(users))
    user, action = mover_and_action(match, users)
    with beside() as begin, stop_at(MatchUpdate, "commit") as writing:
        clock = begin(lambda: moves.advance_match(match.pk, match.due_at))
        writing.wait_for_them()
        move(match, user, action)
        writing.let_go()
        assert clock.result() is False
    after = reread(match)
    assert (after.version, after.actors, expiries(after)) == (match.version + 1, "p", 0)


def test_move_that_comes_after_the_clock_has_run_out_is_stale(users):
    match = dealt(full_table(users))
    user, action = mover_and_action(match, users)
    with beside() as begin, stop_at(MatchUpdate, "commit") as writing:
        late = begin(lambda: move(match, user, action))
        writing.wait_for_them()
        assert moves.advance_match(match.pk, match.due_at)
        writing.let_go()
        assert isinstance(late.exception(), refusals.StaleVersion)
    after = reread(match)
    assert (after.version, after.actors, expiries(after)) == (match.version + 1, "c", 1)
