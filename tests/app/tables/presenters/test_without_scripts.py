"""How soon pages of friends' tables load themselves again where no scripts run."""

from __future__ import annotations

import re

import pytest
from django.utils import timezone

from accounts.models import User
from tests.support.browsers import browser_of
from tests.support.friends import dealt, full_table, pause, people, seconds_left, to_act
from tests.support.matches import reread
from whist.tables.lobby import seating
from whist.tables.models import Match, Table

pytestmark = [pytest.mark.django_db, pytest.mark.once]

MATCH_OF_TWO = {"game": "german"}


def page_for(user: User, match: Match, query: str = "") -> str:
    browser = browser_of(user)
    return browser.get(f"/tables/{match.table_id}/{query}").content.decode()


def refresh(page: str) -> int:
    """Seconds, 0 for a page that stays."""
    found = re.search(r'<noscript><meta http-equiv="refresh" content="(\d+);', page)
    return int(found[1]) if found else 0


def about_to_deal(users: list[User]) -> Match:
    table = full_table(users, **MATCH_OF_TWO)
    return seating.deal_match(table.pk, users[0], timezone.now())


def finished(users: list[User], **changes: str) -> Match:
    match = dealt(full_table(users, **MATCH_OF_TWO, **changes))
    Match.objects.filter(pk=match.pk).update(closed_at=timezone.now(), due_at=None)
    return reread(match)


def test_page_keeps_the_word_for_the_cut_until_the_cards_are_dealt():
    users = people(2)
    match = about_to_deal(users)
    for user in users:
        page = page_for(user, match)
        assert 'id="word"' in page
        assert seconds_left(match, timezone.now()) <= refresh(page) <= 12
    browser = browser_of(users[1])
    browser.post(f"/tables/{match.table_id}/cut/", {"word": "lavender"})
    assert refresh(page_for(users[1], match)) == 2


def test_page_with_the_word_looks_again_soon_when_the_deal_is_overdue():
    users = people(2)
    match = about_to_deal(users)
    Match.objects.filter(pk=match.pk).update(due_at=timezone.now())
    assert refresh(page_for(users[1], match)) == 5


def test_in_a_pause_nobody_cuts_and_everybody_learns_that_the_match_goes_on():
    users = people(2)
    match = about_to_deal(users)
    pause(match, users)
    page = page_for(users[1], match)
    assert 'id="word"' not in page
    assert refresh(page) == 2
    browser = browser_of(users[1])
    answer = browser.post(f"/tables/{match.table_id}/cut/", {"word": "lavender"})
    assert answer.status_code == 409
    assert "The match is paused." in answer.content.decode()
    assert reread(match).cuts == []


def test_page_of_whoever_is_to_act_looks_again_in_a_pause_only():
    users = people(2)
    match = dealt(full_table(users, **MATCH_OF_TWO))
    player = users[to_act(match)]
    assert refresh(page_for(player, match)) == 0
    pause(match, users)
    assert refresh(page_for(player, match)) == 2
    assert refresh(page_for(player, match, "?menu")) == 0


def test_result_looks_for_the_next_match_the_hosts_less_often():
    users = people(3)
    match = finished(users[:2])
    seating.add_participant(match.table, users[2], timezone.now())
    assert [refresh(page_for(user, match)) for user in users] == [10, 5, 5]
    assert refresh(page_for(users[1], match, "?menu")) == 0


def test_result_at_a_closed_table_stays():
    users = people(2)
    match = finished(users)
    Table.objects.filter(pk=match.table_id).update(closed_at=timezone.now())
    assert refresh(page_for(users[1], match)) == 0
