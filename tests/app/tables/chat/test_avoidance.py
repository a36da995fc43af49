"""Muting and blocking: whom one does not read, and is not seated with."""

import pytest
import time_machine
from django.utils import timezone

from tests.support.browsers import browser_of
from tests.support.friends import member
from tests.support.races import at_once
from tests.support.talk import post, say, table_of, words
from whist.tables.chat import moderation
from whist.tables.lobby import open_tables, seating
from whist.tables.models import Avoidance

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def four(users):
    return [*users, member("Dan")]


@pytest.fixture
def table_of_four(four):
    return table_of(*four)


def kinds():
    return sorted(Avoidance.objects.values_list("user__name", "other__name", "kind"))


def test_muted_person_is_not_read_by_the_one_who_muted_them(four, table_of_four):
    ana, bogdan, carmen, _dan = four
    say(table_of_four, bogdan, "before")
    moderation.mute(ana, bogdan)
    say(table_of_four, bogdan, "after")
    assert words(table_of_four, ana) == []
    assert words(table_of_four, carmen) == words(table_of_four, bogdan) == ["before", "after"]
    moderation.unmute(ana, bogdan)
    assert words(table_of_four, ana) == ["before", "after"]


def test_what_somebody_muted_says_changes_nothing_of_what_is_sent(four, table_of_four):
    ana, bogdan, carmen, _dan = four
    say(table_of_four, carmen, "hello")
    moderation.block(ana, bogdan)
    browser = browser_of(ana)
    with time_machine.travel(timezone.now(), tick=False):  # the same word is a second click for three seconds only
        before = post(browser, table_of_four, script=True, preset="hello").content
        say(table_of_four, bogdan, "hello, Ana")
        assert post(browser, table_of_four, script=True, preset="hello").content == before


def test_block_is_more_than_muting_and_is_not_undone_by_it(four):
    ana, bogdan, *_others = four
    moderation.mute(ana, bogdan)
    moderation.block(ana, bogdan)
    moderation.mute(ana, bogdan)
    moderation.unmute(ana, bogdan)
    assert kinds() == [("Ana", "Bogdan", "blocked")]
    moderation.unblock(ana, bogdan)
    assert kinds() == []


def test_nobody_mutes_or_blocks_themselves(four):
    for act in (moderation.mute, moderation.block):
        with pytest.raises(moderation.NotOneself):
            act(four[0], four[0])


def test_eight_blocks_and_mutings_at_once_are_one_block(four):
    ana, bogdan, *_others = four
    answers = at_once(*[lambda: moderation.block(ana, bogdan), lambda: moderation.mute(ana, bogdan)] * 4)
    assert answers == [None] * 8
    assert kinds() == [("Ana", "Bogdan", "blocked")]


def test_our_own_seating_keeps_people_apart_whoever_blocked_whom(four):
    ana, bogdan, carmen, dan = four
    moderation.mute(ana, carmen)
    assert not moderation.are_apart(four)
    moderation.block(dan, bogdan)
    assert moderation.are_apart(four)
    assert moderation.are_apart([bogdan, dan])
    assert not moderation.are_apart([ana, bogdan, carmen])
    assert not moderation.are_apart([])


def test_player_who_sits_down_is_told_whom_they_blocked_and_not_who_blocked_them(four, table_of_four):
    _ana, bogdan, carmen, dan = four
    seating.sit_down(table_of_four.pk, bogdan, 1, timezone.now())
    moderation.block(carmen, bogdan)
    moderation.block(carmen, dan)
    assert open_tables.blocked_at(table_of_four, carmen) == [bogdan]
    assert open_tables.blocked_at(table_of_four, bogdan) == []
    seating.sit_down(table_of_four.pk, carmen, 2, timezone.now())


# -- pages -----------------------------------------------------------------------------------------------------------


def person(table, user, rest=""):
    return f"/tables/{table.pk}/people/{user.pk}/{rest}"


def test_menu_of_a_person_mutes_and_unmutes(four, table_of_four):
    ana, bogdan, *_others = four
    browser = browser_of(ana)
    page = browser.get(person(table_of_four, bogdan)).content.decode()
    assert 'value="mute"' in page
    assert browser.post(person(table_of_four, bogdan), {"do": "mute"}).status_code == 303
    assert kinds() == [("Ana", "Bogdan", "muted")]
    assert "You have muted Bogdan" in browser.get(person(table_of_four, bogdan)).content.decode()
    browser.post(person(table_of_four, bogdan), {"do": "unmute"})
    assert kinds() == []


def test_script_gets_the_menu_alone_and_after_muting_the_lines(four, table_of_four):
    ana, bogdan, *_others = four
    say(table_of_four, bogdan, "noise")
    browser = browser_of(ana)
    menu = browser.get(person(table_of_four, bogdan), headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in menu
    assert 'value="mute"' in menu
    answer = browser.post(
        person(table_of_four, bogdan), {"do": "mute"}, headers={"HX-Request": "true"}
    ).content.decode()
    assert 'hx-target="#chat-lines"' in answer
    assert "noise" not in answer


def test_block_is_asked_for_once_more(four, table_of_four):
    ana, bogdan, *_others = four
    browser = browser_of(ana)
    page = browser.get(person(table_of_four, bogdan, "block/")).content.decode()
    assert "Block Bogdan?" in page
    assert kinds() == []
    browser.post(person(table_of_four, bogdan), {"do": "block"})
    assert kinds() == [("Ana", "Bogdan", "blocked")]


def test_list_of_the_avoided_leads_back(four, table_of_four):
    ana, bogdan, carmen, _dan = four
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
def test_strange_numbers_in_the_list_do_nothing(four, number):
    assert browser_of(four[0]).post("/people/avoided/", {"user": number}).status_code == 303


def test_strange_requests_about_a_person_are_refused(four, table_of_four):
    ana, bogdan, *_others = four
    browser = browser_of(ana)
    assert browser.post(person(table_of_four, bogdan), {"do": "explode"}).status_code == 400
    assert browser.post(person(table_of_four, ana), {"do": "block"}).status_code == 400
    assert kinds() == []


def test_nothing_is_told_of_people_who_are_not_at_the_table(four):
    ana, bogdan, *_others = four
    table = table_of(ana)
    browser = browser_of(ana)
    for path in (person(table, bogdan), person(table, bogdan, "block/"), person(table, bogdan, "report/")):
        assert browser.get(path).status_code == 404
    assert browser.get(f"/tables/{table.pk}/people/{10**30}/").status_code == 404


def test_visitor_without_a_name_has_no_menu(table_of_four, four, client):
    assert client.get(person(table_of_four, four[1])).status_code == 403
    assert client.get("/people/avoided/").status_code == 403
