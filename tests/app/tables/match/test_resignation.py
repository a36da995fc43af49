"""Matches that end without a result: given up, or left for a week."""

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.utils import timezone

from accounts.models import User
from tests.support.finished import finish
from tests.support.matches import move, open_match, reread
from tests.support.pages import see
from tests.support.plans import plan_of
from whist.engine.game import DEAL
from whist.tables.match import moves, resignation, selectors
from whist.tables.match.state_cache import state_of
from whist.tables.models import LEFT_AFTER, Match, Table
from whist.tables.texts import refusals

pytestmark = pytest.mark.django_db(transaction=True)

WEEK = LEFT_AFTER


def close(browser: Client, match: Match, **headers: str):
    return browser.post(f"/tables/{match.table_id}/close/", {"match": match.pk}, headers=headers)


def test_a_solo_match_left_for_a_week_is_closed(solo):
    moved = solo.changed_at
    resignation.close_left_matches(moved + WEEK - timedelta(seconds=1))
    assert reread(solo).closed_at is None
    resignation.close_left_matches(moved + WEEK)
    closed = reread(solo)
    assert closed.closed_at == moved + WEEK
    assert (closed.due_at, closed.finished_at, closed.settled_at) == (None, None, None)
    assert closed.was_left


def test_a_move_starts_the_week_anew(ana, solo):
    later = solo.changed_at + timedelta(days=6)
    move(solo, ana, state_of(solo).legal_actions()[0], later)
    resignation.close_left_matches(solo.changed_at + WEEK)
    assert reread(solo).closed_at is None
    resignation.close_left_matches(later + WEEK)
    assert reread(solo).closed_at is not None


def test_only_solo_matches_are_closed_for_being_left(solo):
    Table.objects.update(kind=Table.Kind.FRIENDS)
    resignation.close_left_matches(timezone.now() + 2 * WEEK)
    assert reread(solo).closed_at is None


def test_a_finished_match_is_never_closed(ana):
    match = finish(ana)
    resignation.close_left_matches(timezone.now() + 2 * WEEK)
    assert not resignation.close_match(match, timezone.now())
    assert reread(match).closed_at is None


def test_closing_takes_a_bounded_number_at_once(ana, monkeypatch):
    monkeypatch.setattr(resignation, "BATCH", 2)
    for seats in (3, 4, 5):
        open_match(ana, seats=seats)
    later = timezone.now() + 2 * WEEK
    resignation.close_left_matches(later)
    assert Match.objects.running().count() == 1
    resignation.close_left_matches(later)
    assert not Match.objects.running().exists()


def test_left_matches_are_found_without_reading_the_history(ana):
    finish(ana)
    assert "match_running" in plan_of(Match.objects.left(timezone.now()).order_by("changed_at")[:5])


def test_a_move_that_comes_first_is_kept_and_one_that_comes_later_is_refused(ana, solo):
    stale = reread(solo)
    assert resignation.close_match(solo, timezone.now())
    with pytest.raises(refusals.MatchClosed):
        move(stale, ana, state_of(stale).legal_actions()[0])
    assert reread(solo).actions == stale.actions
    assert not resignation.close_match(solo, timezone.now())


def test_a_bot_that_was_thinking_meanwhile_writes_nothing(ana):
    match = open_match(ana)
    move(match, ana, DEAL)
    match = reread(match)
    due = match.due_at
    resignation.close_match(match, timezone.now())
    if due is not None:
        assert not moves.advance_match(match.pk, due + timedelta(minutes=1))
    assert reread(match).actions == match.actions


# -- by its player ---------------------------------------------------------------------------------------------------


def test_giving_up_asks_first(browser, solo):
    table = browser.get(f"/tables/{solo.table_id}/").content.decode()
    assert f"/tables/{solo.table_id}/close/" in table
    question = browser.get(f"/tables/{solo.table_id}/close/")
    assert question.status_code == 200
    assert reread(solo).closed_at is None
    answer = close(browser, solo)
    assert (answer.status_code, answer["Location"]) == (303, f"/tables/{solo.table_id}/")
    assert reread(solo).closed_at is not None
    assert not reread(solo).was_left


def test_the_front_page_offers_to_give_up_and_lists_what_is_closed_no_more(browser, solo):
    assert f"/tables/{solo.table_id}/close/" in browser.get("/").content.decode()
    close(browser, solo)
    assert f"/tables/{solo.table_id}/" not in browser.get("/").content.decode()


def test_a_closed_match_says_why_and_offers_another(browser, ana, solo):
    close(browser, solo)
    page = see(browser, solo.table_id)
    assert (page.phase, page.actions, page.is_my_turn) == ("closed", [], False)
    assert "You gave it up" in page.html
    assert "Play again" in page.html
    assert "http-equiv" not in page.html
    assert browser.get(f"/tables/{solo.table_id}/sheet/").status_code == 200
    browser.post(f"/tables/{solo.table_id}/again/")
    assert selectors.latest_match(solo.table_id).number == 2


def test_a_match_left_says_so(browser, solo):
    resignation.close_left_matches(solo.changed_at + WEEK)
    assert "for a week" in see(browser, solo.table_id).html


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}], ids=["plain", "htmx"])
def test_a_move_in_a_closed_match_answers_409_with_a_sentence(browser, solo, headers):
    action = state_of(solo).legal_actions()[0]
    close(browser, solo)
    data = {"action": action, "version": solo.version}
    answer = browser.post(f"/tables/{solo.table_id}/play/", data, headers=headers)
    assert answer.status_code == 409
    assert "ended without a result" in answer.content.decode()


def test_a_closed_match_keeps_its_secret_and_has_no_record(browser, solo):
    close(browser, solo)
    assert browser.get(f"/tables/{solo.table_id}/record/").status_code == 403
    assert browser.get(f"/matches/{solo.pk}/").status_code == 404
    page = browser.get(f"/tables/{solo.table_id}/").content.decode()
    assert bytes(solo.secret).hex() not in page


def test_giving_up_twice_or_after_the_end_changes_nothing(browser, ana, solo):
    close(browser, solo)
    closed = reread(solo)
    assert close(browser, solo).status_code == 303
    assert reread(solo).version == closed.version
    assert browser.get(f"/tables/{solo.table_id}/close/").status_code == 303


def test_a_question_about_an_earlier_match_closes_not_the_next(browser, ana, solo):
    close(browser, solo)
    following = moves.play_again(solo.table_id, ana, timezone.now())
    assert close(browser, solo).status_code == 409
    assert reread(following).closed_at is None
    answer = browser.post(f"/tables/{solo.table_id}/close/", {"match": "x"})
    assert answer.status_code == 400


def test_nobody_gives_up_for_somebody_else(solo):
    stranger = Client()
    assert close(stranger, solo).status_code == 403
    stranger.force_login(User.objects.create_guest())
    assert close(stranger, solo).status_code == 403
    assert stranger.get(f"/tables/{solo.table_id}/close/").status_code == 403
    assert close(stranger, Match(pk=1, table_id=999_999)).status_code == 404
    assert reread(solo).closed_at is None


def test_a_table_of_friends_is_given_up_by_no_single_player(ana, browser, solo):
    Table.objects.update(kind=Table.Kind.FRIENDS)
    with pytest.raises(PermissionDenied):
        resignation.resign(solo.table_id, solo.pk, ana, timezone.now())
    assert browser.get(f"/tables/{solo.table_id}/close/").status_code == 403
