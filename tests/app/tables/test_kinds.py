"""What people can do at a table of each kind: every term does what it says, and nothing asks for a kind by its name."""

from __future__ import annotations

import re
from dataclasses import fields
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.utils import timezone

from accounts.models import User
from leagues.models import Result
from leagues.results.experience import earned
from leagues.results.ranking import points_for
from tests.support.browsers import browser_of
from tests.support.friends import dealt, full_table
from tests.support.matches import reread
from whist.engine.errors import NotYourTurn
from whist.engine.game import DEAL
from whist.tables.chat.conversation import may_write
from whist.tables.jobs import audit as auditing
from whist.tables.lobby import seating
from whist.tables.match import downtime, moves, resignation, selectors
from whist.tables.models import Heartbeat, Match, Participant, Table
from whist.tables.models.kinds import TERMS, Kind, Terms, kinds_on
from whist.tables.presenters.panel import panel_of
from whist.tables.texts import refusals

pytestmark = [pytest.mark.django_db, pytest.mark.once]

every_kind = pytest.mark.parametrize("kind", list(TERMS))
LATER = timedelta(days=8)


@pytest.fixture
def two(ana, bogdan) -> list[User]:
    return [ana, bogdan]


@pytest.fixture
def waiting(two) -> Match:
    """Nothing is dealt yet."""
    return seating.deal_match(full_table(two, 3).pk, two[0], timezone.now())


@pytest.fixture
def match(two) -> Match:
    return dealt(full_table(two, 3))


def of_kind(match: Match, kind: str, **changes: object) -> Match:
    Table.objects.filter(pk=match.table_id).update(kind=kind, **changes)
    return reread(match)


def do(user: User, at: Match, what: str, **form: object) -> int:
    status: int = browser_of(user).post(f"/tables/{at.table_id}/{what}/", form).status_code
    return status


def test_every_kind_has_its_terms():
    assert set(TERMS) == set(Kind.values) == set(Table.Kind.values)
    assert kinds_on() == list(TERMS)


def test_every_term_tells_kinds_apart():
    alike = [term.name for term in fields(Terms) if len({getattr(terms, term.name) for terms in TERMS.values()}) == 1]
    assert alike == []


@every_kind
def test_nobody_has_terms_of_their_own_where_more_than_points_depends_on_it(kind):
    terms = TERMS[kind]
    own = terms.seats_people, terms.host_deals, terms.can_pause, terms.can_be_given_up, terms.has_free_writing
    assert not (terms.is_ranked and any(own))


@every_kind
def test_seats_are_taken_and_left_where_they_are_for_people(two, match, kind):
    ana, bogdan = two
    seats_people = TERMS[kind].seats_people
    match = of_kind(match, kind)
    assert (Client().get(f"/join/{match.table.invitation}/").status_code == 200) == seats_people
    assert (do(User.objects.create_guest(), match, "sit", seat=2) != 404) == seats_people
    assert (do(bogdan, match, "leave") == 303) == seats_people
    assert (match.table in Table.objects.listed()) == seats_people
    assert bool(house_of_viewer(ana, match, "may_leave")) == seats_people


@every_kind
def test_there_are_participants_where_people_meet(ana, match, kind):
    match = of_kind(match, kind)
    Participant.objects.update(seen_at=timezone.now() - LATER)
    chat = browser_of(ana).get(f"/tables/{match.table_id}/chat/").status_code
    browser_of(ana).get(f"/tables/{match.table_id}/")
    is_seen = Participant.objects.get(user=ana).seen_at > timezone.now() - timedelta(minutes=1)
    assert (chat == 200, is_seen) == (TERMS[kind].is_shared, TERMS[kind].is_shared)
    assert (panel_of(selectors.table_view(match.table_id, ana), timezone.now()) is not None) == TERMS[kind].is_shared


@every_kind
def test_the_host_alone_deals_where_there_is_one(two, waiting, kind):
    match = of_kind(waiting, kind)
    deal = match.table_id, two[1], DEAL, match.version, timezone.now()
    if TERMS[kind].host_deals:
        with pytest.raises(NotYourTurn):
            moves.play_action(*deal)
    else:
        moves.play_action(*deal)
    assert reread(match).rounds_dealt == (not TERMS[kind].host_deals)


@every_kind
def test_a_match_by_the_clock_that_has_stopped_is_found(match, kind):
    match = of_kind(match, kind)
    Match.objects.update(due_at=None)
    faults = [fault.match_id for fault in auditing.find_stopped_matches(timezone.now())]
    assert faults == ([match.pk] if TERMS[kind].has_clock else [])


@every_kind
def test_time_without_the_site_is_given_back_to_deadlines(match, kind):
    match, now = of_kind(match, kind), timezone.now()
    lost = timedelta(minutes=1)
    Match.objects.update(due_at=now + timedelta(seconds=5))
    Heartbeat.objects.create(name=downtime.WEB, at=now)
    downtime.note_web(now + lost)
    assert (reread(match).due_at > now + lost) == TERMS[kind].has_clock


@every_kind
def test_players_pause_where_they_can(ana, match, kind):
    match = of_kind(match, kind)
    assert (do(ana, match, "wish", wish="pause") == 303) == TERMS[kind].can_pause
    assert (do(ana, match, "break") == 303) == TERMS[kind].can_pause
    assert bool(house_of_viewer(ana, match, "may_pause")) == TERMS[kind].can_pause


@every_kind
def test_players_cut_where_they_can(ana, waiting, kind):
    match = of_kind(waiting, kind)
    assert bool(house_of_viewer(ana, match, "may_cut")) == TERMS[kind].can_cut
    assert (do(ana, match, "cut", word="lavender") == 303) == TERMS[kind].can_cut
    if not TERMS[kind].can_cut:
        with pytest.raises(refusals.CutsClosed):
            moves.cut_deck(match.table_id, ana, "lavender", timezone.now())


@every_kind
def test_match_ends_without_a_result_where_it_can_be_given_up(ana, match, kind):
    match = of_kind(match, kind)
    asked = browser_of(ana).get(f"/tables/{match.table_id}/close/").status_code
    given_up = do(ana, match, "close", match=match.pk)
    assert (asked, given_up) == ((200, 303) if TERMS[kind].can_be_given_up else (403, 403))
    assert (reread(match).closed_at is not None) == TERMS[kind].can_be_given_up


@every_kind
def test_match_that_was_left_is_closed_where_it_can_be_given_up(match, kind):
    match = of_kind(match, kind)
    resignation.close_left_matches(match.changed_at + LATER)
    assert (reread(match).closed_at is not None) == TERMS[kind].can_be_given_up


@every_kind
def test_one_click_deals_again_where_it_can(ana, match, kind):
    match = of_kind(match, kind)
    resignation.close_match(match, timezone.now())
    if TERMS[kind].can_play_again:
        assert moves.play_again(match.table_id, ana, timezone.now()).number == match.number + 1
    else:
        with pytest.raises(PermissionDenied):
            moves.play_again(match.table_id, ana, timezone.now())


@every_kind
def test_own_words_are_for_members_where_anybody_may_write(ana, match, kind):
    table = of_kind(match, kind).table
    assert may_write(table, ana) == TERMS[kind].has_free_writing
    assert not may_write(table, User.objects.create_guest())


@every_kind
def test_first_deal_waits_for_what_people_may_do_before_it(match, kind):
    now = timezone.now()
    made = moves.new_match(of_kind(match, kind).table, 2, now)
    assert made.due_at == now + timedelta(seconds=TERMS[kind].start_pause)


@every_kind
def test_results_count_by_the_terms(match, kind):
    result = Result(match=match, game_slug="romanian", kind=kind, seats=3, place=1, bids=20, exact=10, reason="")
    assert (points_for(result) is not None) == TERMS[kind].counts_for_ranking
    assert earned(result) == (2 * 20 + 3 * 10 + 10) * TERMS[kind].experience_percent // 100


@every_kind
def test_effort_needed_is_that_of_the_kind(ana, match, kind):
    participation = selectors.table_view(of_kind(match, kind).table_id, ana).participation()
    part, whole = TERMS[kind].share_needed
    assert participation.needed == -(-participation.total * part // whole)


def house_of_viewer(user: User, match: Match, name: str) -> object:
    """What the panel of the table offers; nothing where it has none."""
    house = panel_of(selectors.table_view(match.table_id, user), timezone.now())
    return getattr(house, name, None)


# -- nobody compares ---------------------------------------------------------------------------------------------------

NAMES, VALUES = "|".join(Kind.names), "|".join(Kind.values)
KIND_BY_NAME = re.compile(
    rf"""Kind\.(?:{NAMES})\b | \bis_(?:solo|room)\b | \btable__kind\s*=
      | \b(?:table|result|self)\.kind\s*(?:==|!=|\ in\b|\ not\b) | \bkind\s*(?:=|==|!=)\s*["'](?:{VALUES})""",
    re.VERBOSE,
)
MAKES_A_TABLE = re.compile(r"\bkind=Table\.Kind\.\w+,")
SOURCES = ("whist", "accounts", "economy", "leagues", "templates")


def lines_with_a_kind() -> list[str]:
    root = Path(settings.BASE_DIR)
    files = (path for part in SOURCES for path in sorted((root / part).rglob("*.*")) if path.suffix in (".py", ".html"))
    return [
        f"{path.relative_to(root)}: {line.strip()}"
        for path in files
        if path.name != "kinds.py" and "migrations" not in path.parts
        for line in path.read_text().splitlines()
        if KIND_BY_NAME.search(line)
    ]


def test_nobody_asks_for_a_kind_by_its_name():
    comparing = [line for line in lines_with_a_kind() if not MAKES_A_TABLE.search(line)]
    assert comparing == []


def test_tables_are_made_in_two_places():
    assert len([line for line in lines_with_a_kind() if MAKES_A_TABLE.search(line)]) == 2
