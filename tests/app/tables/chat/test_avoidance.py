"""Muting and blocking: whom one does not read, and is not seated with."""

import pytest
import time_machine
from django.utils import timezone

from tests.support.friends import at_once, people
from tests.support.talk import browser_of, post, say, table_of, words
from whist.tables.chat import moderation
from whist.tables.lobby import open_tables, seating
from whist.tables.models import Avoidance

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def users():
    return people(4)


@pytest.fixture
def table(users):
    return table_of(*users)


def kinds():
    return sorted(Avoidance.objects.values_list("user__name", "other__name", "kind"))


def test_muted_person_is_not_read_by_the_one_who_muted_them(users, table):
    ana, bogdan, carmen, _dan = users
    say(table, bogdan, "before")
    moderation.mute(ana, bogdan)
    say(table, bogdan, "after")
    assert words(table, ana) == []
    assert words(table, carmen) == words(table, bogdan) == ["before", "after"]
    moderation.unmute(ana, bogdan)
    assert words(table, ana) == ["before", "after"]


def test_what_somebody_muted_says_changes_nothing_of_what_is_sent(users, table):
    ana, bogdan, carmen, _dan = users
    say(table, carmen, "hello")
    moderation.block(ana, bogdan)
    browser = browser_of(ana)
    with time_machine.travel(timezone.now(), tick=False):  # the same word is a second click for three seconds only
        before = post(browser, table, script=True, preset="hello").content
        say(table, bogdan, "hello, Ana")
        assert post(browser, table, script=True, preset="hello").content == before


def test_block_is_more_than_muting_and_is_not_undone_by_it(users):
    ana, bogdan, *_others = users
    moderation.mute(ana, bogdan)
    moderation.block(ana, bogdan)
    moderation.mute(ana, bogdan)
    moderation.unmute(ana, bogdan)
    assert kinds() == [("Ana", "Bogdan", "blocked")]
    moderation.unblock(ana, bogdan)
    assert kinds() == []


def test_nobody_mutes_or_blocks_themselves(users):
    for act in (moderation.mute, moderation.block):
        with pytest.raises(moderation.NotOneself):
            act(users[0], users[0])


def test_eight_blocks_and_mutings_at_once_are_one_block(users):
    ana, bogdan, *_others = users
    answers = at_once(*[lambda: moderation.block(ana, bogdan), lambda: moderation.mute(ana, bogdan)] * 4)
    assert answers == [None] * 8
    assert kinds() == [("Ana", "Bogdan", "blocked")]


def test_our_own_seating_keeps_people_apart_whoever_blocked_whom(users):
    ana, bogdan, carmen, dan = users
    moderation.mute(ana, carmen)
    assert not moderation.are_apart(users)
    moderation.block(dan, bogdan)
    assert moderation.are_apart(users)
    assert moderation.are_apart([bogdan, dan])
    assert not moderation.are_apart([ana, bogdan, carmen])
    assert not moderation.are_apart([])


def test_player_who_sits_down_is_told_whom_they_blocked_and_not_who_blocked_them(users, table):
    _ana, bogdan, carmen, dan = users
    seating.sit_down(table.pk, bogdan, 1, timezone.now())
    moderation.block(carmen, bogdan)
    moderation.block(carmen, dan)
    assert open_tables.blocked_at(table, carmen) == [bogdan]
    assert open_tables.blocked_at(table, bogdan) == []
    seating.sit_down(table.pk, carmen, 2, timezone.now())


# -- pages -----------------------------------------------------------------------------------------------------------


def person(table, user, rest=""):
    return f"/tables/{table.pk}/people/{user.pk}/{rest}"


def test_menu_of_a_person_mutes_and_unmutes(users, table):
    ana, bogdan, *_others = users
    browser = browser_of(ana)
    page = browser.get(person(table, bogdan)).content.decode()
    assert 'value="mute"' in page
    assert browser.post(person(table, bogdan), {"do": "mute"}).status_code == 303
    assert kinds() == [("Ana", "Bogdan", "muted")]
    assert "You have muted Bogdan" in browser.get(person(table, bogdan)).content.decode()
    browser.post(person(table, bogdan), {"do": "unmute"})
    assert kinds() == []


def test_script_gets_the_menu_alone_and_after_muting_the_lines(users, table):
    ana, bogdan, *_others = users
    say(table, bogdan, "noise")
    browser = browser_of(ana)
    menu = browser.get(person(table, bogdan), headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in menu
    assert 'value="mute"' in menu
    answer = browser.post(person(table, bogdan), {"do": "mute"}, headers={"HX-Request": "true"}).content.decode()
    assert 'hx-target="#chat-lines"' in answer
    assert "noise" not in answer


def test_block_is_asked_for_once_more(users, table):
    ana, bogdan, *_others = users
    browser = browser_of(ana)
    page = browser.get(person(table, bogdan, "block/")).content.decode()
    assert "Block Bogdan?" in page
    assert kinds() == []
    browser.post(person(table, bogdan), {"do": "block"})
    assert kinds() == [("Ana", "Bogdan", "blocked")]


def test_list_of_the_avoided_leads_back(users, table):
    ana, bogdan, carmen, _dan = users
    moderation.block(ana, bogdan)
    moderation.mute(ana, carmen)
    browser = browser_of(ana)
    page = browser.get("/people/avoided/").content.decode()
    assert "Bogdan" in page
    assert "Carmen" in page
    for user in (bogdan, carmen):
        assert browser.post("/people/avoided/", {"user": user.pk}).status_code == 303
    assert kinds() == []


@pytest.mark.parametrize("number", ["", "x", "-1", str(10**30), "999999"])
def test_strange_numbers_in_the_list_do_nothing(users, number):
    assert browser_of(users[0]).post("/people/avoided/", {"user": number}).status_code == 303


def test_strange_requests_about_a_person_are_refused(users, table):
    ana, bogdan, *_others = users
    browser = browser_of(ana)
    assert browser.post(person(table, bogdan), {"do": "explode"}).status_code == 400
    assert browser.post(person(table, ana), {"do": "block"}).status_code == 400
    assert kinds() == []


def test_nothing_is_told_of_people_who_are_not_at_the_table(users):
    ana, bogdan, *_others = users
    table = table_of(ana)
    browser = browser_of(ana)
    for path in (person(table, bogdan), person(table, bogdan, "block/"), person(table, bogdan, "report/")):
        assert browser.get(path).status_code == 404
    assert browser.get(f"/tables/{table.pk}/people/{10**30}/").status_code == 404


def test_visitor_without_a_name_has_no_menu(table, users, client):
    assert client.get(person(table, users[1])).status_code == 403
    assert client.get("/people/avoided/").status_code == 403
