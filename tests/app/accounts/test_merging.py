"""Merging a guest into an account moves what the guest earned, once."""

from datetime import UTC, datetime
from io import StringIO

import pytest
from django.contrib.auth import SESSION_KEY
from django.core.management import call_command

from accounts.hooks import HOOKS, AccountHooks
from accounts.models import Session, User
from accounts.privacy.merging import begin_merge, merge_guest, merge_or_wait, merge_waiting
from tests.support.browsers import browser_of
from tests.support.experience import give_xp, xp_of
from tests.support.friends import dealt, full_table
from tests.support.mailbox import sign_in
from tests.support.matches import move, open_match, play_out, reread
from tests.support.races import at_once
from whist.engine.game import DEAL
from whist.tables.lobby import seating
from whist.tables.match import moves
from whist.tables.match.seats import actions_before
from whist.tables.match.selectors import running_matches
from whist.tables.match.state_cache import state_of
from whist.tables.models import Match, MatchSeat, Table
from whist.tables.presence import breaks
from whist.tables.texts import refusals

pytestmark = pytest.mark.django_db(transaction=True)

ANA = "ana@example.org"
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
SOLO = {"game": "romanian", "seats": 4, "level": "easy"}


@pytest.fixture
def ana_with_xp(ana):
    ana.preferences = {"deck": "two"}
    ana.save()
    give_xp(ana, 100)
    return ana


@pytest.fixture
def guest_with_xp(guest):
    User.objects.filter(pk=guest.pk).update(preferences={"deck": "four", "tap": "once"}, picture="owl")
    give_xp(guest, 30)
    guest.refresh_from_db()
    return guest


def sit_together(guest: User, account: User) -> Match:
    """Both at one table without table seats, as strangers may be."""
    match = open_match(account)
    MatchSeat.objects.filter(match=match, seat=1).update(user=guest)
    return match


def test_experience_is_added_up(ana_with_xp, guest_with_xp):
    begin_merge(guest_with_xp, ana_with_xp, NOON)
    assert (xp_of(ana_with_xp), xp_of(guest_with_xp)) == (130, 0)


def test_account_without_experience_has_that_of_the_guest(guest_with_xp):
    bogdan = User.objects.create_user("bogdan@example.org", name="Bogdan")
    begin_merge(guest_with_xp, bogdan, NOON)
    begin_merge(User.objects.create_guest(), bogdan, NOON)
    assert xp_of(bogdan) == 30


def test_account_keeps_what_it_chose_and_takes_over_the_rest(ana_with_xp, guest_with_xp):
    begin_merge(guest_with_xp, ana_with_xp, NOON)
    ana_with_xp.refresh_from_db()
    assert ana_with_xp.preferences == {"deck": "two", "tap": "once"}
    assert ana_with_xp.picture == "owl"
    assert (ana_with_xp.name, ana_with_xp.email) == ("Ana", ANA)


def test_running_match_and_record_go_along(ana_with_xp, guest_with_xp):
    finished = play_out(open_match(guest_with_xp, schedule="quick", seats=6, pace="instant"), guest_with_xp)
    running = open_match(guest_with_xp)
    begin_merge(guest_with_xp, ana_with_xp, NOON)
    assert list(running_matches(ana_with_xp)) == [running]
    assert finished.match_seats.filter(user=ana_with_xp).exists()
    assert not guest_with_xp.match_seats.exists()
    assert {match.table.host for match in Match.objects.select_related("table__host")} == {ana_with_xp}


def test_guest_is_nobodys_afterwards(ana_with_xp, guest_with_xp):
    browser = browser_of(guest_with_xp)
    begin_merge(guest_with_xp, ana_with_xp, NOON)
    guest_with_xp.refresh_from_db()
    assert not guest_with_xp.is_active
    assert guest_with_xp.merging_into is None
    assert not Session.objects.filter(user=guest_with_xp).exists()
    assert browser.get("/").context["user"].is_anonymous


def test_match_goes_on_in_the_same_browser_under_the_account(client, ana_with_xp):
    client.post("/tables/solo/", SOLO)
    table = Match.objects.get().table_id
    sign_in(client, ANA)
    assert client.session[SESSION_KEY] == str(ana_with_xp.pk)
    assert client.get(f"/tables/{table}/").status_code == 200
    other_browser = browser_of(ana_with_xp)
    assert other_browser.get(f"/tables/{table}/").status_code == 200


def test_two_at_one_table_stay_two_until_the_match_is_over(ana_with_xp, guest_with_xp):
    match = sit_together(guest_with_xp, ana_with_xp)
    begin_merge(guest_with_xp, ana_with_xp, NOON)
    merge_waiting(NOON)
    guest_with_xp.refresh_from_db()
    assert guest_with_xp.merging_into == ana_with_xp
    assert not Session.objects.filter(user=guest_with_xp).exists()
    Match.objects.filter(pk=match.pk).update(finished_at=NOON, settled_at=NOON)
    merge_waiting(NOON)
    assert xp_of(ana_with_xp) == 130
    assert {match_seat.seat: match_seat.user for match_seat in match.match_seats.filter(user__isnull=False)} == {
        0: ana_with_xp,
        1: guest_with_xp,
    }


# -- both at a table of friends ----------------------------------------------------------------------------------------


def seats_of(match: Match) -> dict[int, User | None]:
    return {match_seat.seat: match_seat.user for match_seat in match.match_seats.filter(to_action=None)}


def go_on(match: Match, holders: dict[int, User]) -> Match:
    """The next action: of whoever holds the seat that is to act, or of the site."""
    match = reread(match)
    user = holders.get(state_of(match).to_act)
    if user is None:
        assert moves.advance_match(match.pk, match.due_at)
    else:
        move(match, user, state_of(match).legal_actions()[0])
    return reread(match)


def test_bot_goes_on_in_the_seat_of_a_guest_who_turns_out_to_sit_there_already(ana_with_xp, guest_with_xp, bogdan):
    match = dealt(full_table([guest_with_xp, ana_with_xp, bogdan]))
    begin_merge(guest_with_xp, ana_with_xp, NOON)
    guest_with_xp.refresh_from_db()
    assert guest_with_xp.merging_into is None
    assert seats_of(match) == {0: None, 1: ana_with_xp, 2: bogdan}
    assert dict(match.table.table_seats.values_list("seat", "user")) == {0: None, 1: ana_with_xp.pk, 2: bogdan.pk}
    assert Table.objects.get(pk=match.table_id).host == ana_with_xp
    assert list(match.match_seats.filter(user=guest_with_xp).values_list("seat", flat=True)) in ([0], [])


def test_what_a_guest_did_beside_their_account_stays_theirs_and_counts_for_nobody(ana_with_xp, guest_with_xp, bogdan):
    holders = {0: guest_with_xp, 1: ana_with_xp, 2: bogdan}
    match = dealt(full_table(list(holders.values()), 6, pace="instant", options={"schedule": "quick"}))
    for _action in range(7):
        match = go_on(match, holders)
    begin_merge(guest_with_xp, ana_with_xp, NOON)
    kept = match.match_seats.get(user=guest_with_xp)
    assert (kept.seat, kept.to_action) == (0, actions_before(match))
    while not match.has_ended:
        match = go_on(match, {1: ana_with_xp, 2: bogdan})
    assert {result.seat: result.user for result in match.results.select_related("user")} == holders
    assert match.results.get(user=guest_with_xp).reason
    assert match.match_seats.filter(user=ana_with_xp).count() == 1
    call_command("audit", stdout=StringIO())


def test_seat_that_a_guest_took_after_their_account_had_left_is_the_accounts_again(ana_with_xp, guest_with_xp, bogdan):
    match = dealt(full_table([ana_with_xp, bogdan], 3))
    seating.stand_up(match.table_id, ana_with_xp, NOON)
    seating.sit_down(match.table_id, guest_with_xp, 2, NOON)
    begin_merge(guest_with_xp, ana_with_xp, NOON)
    assert seats_of(match) == {0: None, 1: bogdan, 2: ana_with_xp}


def test_two_seats_between_matches_become_one(ana_with_xp, guest_with_xp):
    table = full_table([ana_with_xp, guest_with_xp], 4)
    begin_merge(guest_with_xp, ana_with_xp, NOON)
    assert dict(table.table_seats.exclude(user=None).values_list("seat", "user")) == {0: ana_with_xp.pk}
    assert table.participants.filter(user=ana_with_xp).count() == 1
    assert not table.participants.filter(user=guest_with_xp).exists()


def test_what_one_may_once_is_done_for_both_by_the_guest(ana_with_xp, guest_with_xp, bogdan):
    table = full_table([ana_with_xp, bogdan], 3)
    match = seating.deal_match(table.pk, ana_with_xp, NOON)
    seating.stand_up(table.pk, ana_with_xp, NOON)
    seating.sit_down(table.pk, guest_with_xp, 2, NOON)
    moves.cut_deck(table.pk, guest_with_xp, "word", NOON)
    breaks.take_break(table.pk, guest_with_xp, NOON)
    seating.stand_up(table.pk, guest_with_xp, NOON)
    begin_merge(guest_with_xp, ana_with_xp, NOON)
    seating.sit_down(table.pk, ana_with_xp, 2, NOON)
    with pytest.raises(refusals.CutAlready):
        moves.cut_deck(table.pk, ana_with_xp, "another", NOON)
    with pytest.raises(refusals.RestedAlready):
        breaks.take_break(table.pk, ana_with_xp, NOON)
    assert reread(match).cuts == ["word"]


def cut(match: Match, user: User) -> None:
    moves.cut_deck(match.table_id, user, "word", NOON)


def rest(match: Match, user: User) -> None:
    breaks.take_break(match.table_id, user, NOON)


@pytest.mark.parametrize(
    ("do", "refusal"), [(cut, refusals.CutAlready), (rest, refusals.RestedAlready)], ids=["cut", "rest"]
)
@pytest.mark.parametrize("sits", ["the account", "the account alone", "the guest"])
def test_what_one_may_once_is_done_in_the_seat_that_is_left(ana_with_xp, guest_with_xp, bogdan, do, refusal, sits):
    table = full_table([bogdan, ana_with_xp] if sits == "the guest" else [bogdan, ana_with_xp, guest_with_xp], 4)
    match = seating.deal_match(table.pk, bogdan, NOON)
    do(match, ana_with_xp if sits == "the guest" else guest_with_xp)
    if sits == "the guest":
        seating.stand_up(table.pk, ana_with_xp, NOON)
        seating.sit_down(table.pk, guest_with_xp, 2, NOON)
    elif sits == "the account alone":
        seating.stand_up(table.pk, guest_with_xp, NOON)
    begin_merge(guest_with_xp, ana_with_xp, NOON)
    with pytest.raises(refusal):
        do(match, ana_with_xp)


def test_newer_hand_and_newer_break_count(ana_with_xp, guest_with_xp, bogdan):
    table = full_table([bogdan, ana_with_xp, guest_with_xp], 4)
    match = seating.deal_match(table.pk, bogdan, NOON)
    cut(match, guest_with_xp)
    rest(match, guest_with_xp)
    seating.stand_up(table.pk, guest_with_xp, NOON)
    Match.objects.filter(pk=match.pk).update(finished_at=NOON, due_at=None, settled_at=NOON)
    match = seating.deal_match(table.pk, bogdan, NOON)
    moves.play_action(table.pk, bogdan, DEAL, match.version, NOON)
    rest(match, ana_with_xp)
    seating.stand_up(table.pk, ana_with_xp, NOON)
    begin_merge(guest_with_xp, ana_with_xp, NOON)
    with pytest.raises(refusals.KnowsOtherCards):
        seating.sit_down(table.pk, ana_with_xp, 3, NOON)
    seating.sit_down(table.pk, ana_with_xp, 1, NOON)
    with pytest.raises(refusals.RestedAlready):
        rest(match, ana_with_xp)


def test_member_who_sat_beside_their_own_guest_returns_to_their_own_seat(ana_with_xp, guest_with_xp, bogdan):
    match = dealt(full_table([bogdan, ana_with_xp, guest_with_xp], 4))
    begin_merge(guest_with_xp, ana_with_xp, NOON)
    seating.stand_up(match.table_id, ana_with_xp, NOON)
    seating.sit_down(match.table_id, ana_with_xp, 1, NOON)
    assert seats_of(match)[1] == ana_with_xp


def test_hand_that_a_guest_has_seen_the_account_has_seen(ana_with_xp, guest_with_xp, bogdan):
    match = dealt(full_table([ana_with_xp, bogdan], 4))
    seating.stand_up(match.table_id, ana_with_xp, NOON)
    ana_with_xp.participants.update(hand_match=None, hand_round=None, hand_seat=None)
    seating.sit_down(match.table_id, guest_with_xp, 2, NOON)
    seating.stand_up(match.table_id, guest_with_xp, NOON)
    begin_merge(guest_with_xp, ana_with_xp, NOON)
    with pytest.raises(refusals.KnowsOtherCards):
        seating.sit_down(match.table_id, ana_with_xp, 3, NOON)


def test_eight_sign_ins_at_once_give_one_seat_back(ana_with_xp, guest_with_xp, bogdan):
    match = dealt(full_table([ana_with_xp, guest_with_xp, bogdan]))
    User.objects.filter(pk=guest_with_xp.pk).update(merging_into=ana_with_xp)
    assert at_once(*[lambda: merge_or_wait(guest_with_xp.pk)] * 8) == [None] * 8
    guest_with_xp.refresh_from_db()
    assert guest_with_xp.merging_into is None
    assert seats_of(match) == {0: ana_with_xp, 1: None, 2: bogdan}


def test_guest_moves_once(ana_with_xp, guest_with_xp):
    begin_merge(guest_with_xp, ana_with_xp, NOON)
    begin_merge(guest_with_xp, ana_with_xp, NOON)
    merge_waiting(NOON)
    assert not merge_guest(guest_with_xp.pk)
    assert xp_of(ana_with_xp) == 130


def test_eight_merges_at_once_move_once(ana_with_xp, guest_with_xp):
    User.objects.filter(pk=guest_with_xp.pk).update(merging_into=ana_with_xp)
    results = at_once(*[lambda: merge_guest(guest_with_xp.pk)] * 8)
    assert sorted(results) == [False] * 7 + [True]
    assert xp_of(ana_with_xp) == 130


def test_member_is_never_merged(ana_with_xp):
    bogdan = User.objects.create_user("bogdan@example.org", name="Bogdan")
    begin_merge(bogdan, ana_with_xp, NOON)
    bogdan.refresh_from_db()
    assert bogdan.is_active
    assert bogdan.merging_into is None


def test_fault_in_one_merge_undoes_all_of_it_and_keeps_nobody_out(client, ana_with_xp, monkeypatch, caplog):
    class Failing(AccountHooks):
        def merge(self, guest: User, account: User) -> None:
            raise RuntimeError(account.email)

    client.post("/tables/solo/", SOLO)
    guest = User.objects.get(is_guest=True)
    give_xp(guest, 30)
    monkeypatch.setattr("accounts.privacy.merging.HOOKS", [*HOOKS, Failing()])
    assert sign_in(client, ANA).status_code == 303
    assert xp_of(ana_with_xp) == 100
    assert "cannot be merged yet: RuntimeError" in caplog.text
    assert ANA not in caplog.text
    monkeypatch.undo()
    merge_waiting(NOON)
    assert xp_of(ana_with_xp) == 130


def test_browser_that_signs_in_anew_brings_another_guest(client, ana_with_xp):
    for _time in range(2):
        client.cookies.clear()
        client.post("/tables/solo/", SOLO)
        guest = User.objects.get(is_guest=True, is_active=True)
        begin_merge(guest, ana_with_xp, NOON)
    assert ana_with_xp.match_seats.count() == 2
