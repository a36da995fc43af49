"""What a friends' table shows besides its game: pauses and votes, and the seats once the match is over."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils import timezone

from tests.support.browsers import browser_of
from tests.support.friends import dealt, expire, full_table, open_table, people, to_act, want
from tests.support.matches import play_out, reread
from tests.support.slow import slow_match
from whist.engine.game import DEAL
from whist.tables.lobby import seating
from whist.tables.match import moves
from whist.tables.match.state_cache import state_of
from whist.tables.models import Match, Table, TableSeat
from whist.tables.presence import breaks
from whist.tables.texts import refusals

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.once]

SEE_OTHER = 303


def page_of(user, match) -> str:
    return browser_of(user).get(f"/tables/{match.table_id}/").content.decode()


def why(page: str) -> str:
    """The sentence under one's own name, without marks."""
    found = re.search(r'<p id="why"[^>]*>(.*?)</p>', page)
    assert found
    return re.sub("<[^>]*>", "", found[1])


@pytest.fixture
def over(users) -> Match:
    """Ana's match with Bogdan, played to its end."""
    return play_out(dealt(full_table(users[:2], 2, game="german")), users[0])


# -- the way in ------------------------------------------------------------------------------------------------------


def test_invited_guest_of_a_private_table_takes_the_seat_they_press(users):
    table = open_table(users[0], is_public=False)
    visitor, link = Client(), f"/join/{table.invitation}/"
    page = visitor.get(link).content.decode()
    assert f'<form method="post" action="{link}">' in page
    assert f"/tables/{table.pk}/sit/" not in page
    answer = visitor.post(link, {"seat": 2})
    assert (answer.status_code, answer["Location"]) == (SEE_OTHER, f"/tables/{table.pk}/")
    assert TableSeat.objects.get(table=table, seat=2).user_id == int(visitor.session["_auth_user_id"])


def test_where_all_seats_are_taken_nobody_is_told_to_take_one(users):
    table = open_table(users[0], is_public=False)
    assert "Take a chair, or look on." in Client().get(f"/join/{table.invitation}/").content.decode()
    seating.fill_with_bots(table.pk, users[0])
    assert "Take a chair, or look on." in Client().get(f"/join/{table.invitation}/").content.decode()  # that of a bot
    full = dealt(full_table(users[1:], 2, game="german", is_public=False)).table
    page = Client().get(f"/join/{full.invitation}/").content.decode()
    assert "All chairs are taken. You may look on." in page
    assert "Take a chair" not in page


def test_what_can_be_done_next_stands_out(users):
    """A partnership needs its four: the host is led to the bots before they can deal."""
    table = open_table(users[0], game="whist", seats=4)
    page = browser_of(users[0]).get(f"/tables/{table.pk}/").content.decode()
    assert '<button class="go">Bots on all free chairs' in page
    assert '<button class="button" id="start"' in page
    seating.fill_with_bots(table.pk, users[0])
    assert '<button class="go" id="start"' in browser_of(users[0]).get(f"/tables/{table.pk}/").content.decode()


def test_refusal_about_the_seats_is_no_news_of_the_chat(users):
    table = open_table(users[0], game="whist", seats=4)
    page = browser_of(users[0]).post(f"/tables/{table.pk}/start/").content.decode()
    assert page.count("Not enough chairs are taken") == 1
    assert '<p id="chat-note"></p>' in page


def test_a_seat_that_is_taken_meanwhile_is_told_of_with_the_seats(users):
    ana, bogdan, carmen = users
    table = open_table(ana, is_public=False)
    seating.sit_down(table.pk, bogdan, 1, timezone.now())
    answer = browser_of(carmen).post(f"/join/{table.invitation}/", {"seat": 1})
    assert answer.status_code == 409
    assert 'id="chair-2"' in answer.content.decode()


def test_seat_that_somebody_has_left_is_offered_to_them_once(users):
    match = expire(dealt(full_table(users, 3)))
    seating.stand_up(match.table_id, users[2], timezone.now())
    page = page_of(users[2], match)
    assert page.count('form="take" name="seat" value="2"') == 1
    assert "Take my seat back" in page


# -- votes -----------------------------------------------------------------------------------------------------------


def heard(user, match) -> str:
    """What a screen reader says when the table changes."""
    answer = browser_of(user).get(f"/tables/{match.table_id}/felt/").content.decode()
    return answer.partition('hx-target="#live"')[2].partition(">")[2].partition("</hx-partial>")[0]


def must_follow(users) -> Match:
    """A position in which the player to act reads that they must follow suit."""
    match, now = dealt(full_table(users, 3)), timezone.now()
    while "you have" not in why(page_of(users[state_of(match).to_act or 0], match)):
        state = state_of(match)
        action = DEAL if state.to_act is None else state.legal_actions()[0]
        moves.play_action(match.table_id, users[state.to_act or 0], action, match.version, now)
        match = reread(match)
    return match


def test_what_one_must_and_what_others_want_are_two_sentences(users):
    match = must_follow(users)
    mine = to_act(match)
    want(match, users[(mine + 1) % 3], "pause")
    assert re.search(r"you have \d+\. 1 of 3 wants to pause\.$", why(page_of(users[mine], match)))


def test_sentences_are_heard_with_one_full_stop_between_them(users):
    match = dealt(full_table(users[:2], 3))
    for user in users[:2]:
        want(match, user, "pause")
    want(match, users[0], "resume")
    assert heard(users[1], match).endswith("The match is paused. 1 of 2 wants to go on")


def test_everybody_reads_what_another_wants_and_can_agree_to_it_on_the_felt(users):
    ana, bogdan, _carmen = users
    match = dealt(full_table(users, 3))
    want(match, ana, "pause")
    assert "1 of 3 wants to pause." in why(page_of(bogdan, match))
    assert '<button id="agree" class="button" form="wish" name="wish" value="pause">Agree' in page_of(bogdan, match)
    assert 'id="agree"' not in page_of(ana, match)
    want(match, bogdan, "pause")
    assert "2 of 3 want to pause." in why(page_of(ana, match))


def test_a_vote_is_heard_by_players_who_do_not_see_the_page(users):
    match = dealt(full_table(users, 3))
    want(match, users[0], "pause")
    assert "1 of 3 wants to pause" in heard(users[1], match)


def test_a_match_paused_before_its_first_deal_says_so_and_promises_no_cards(users):
    table = full_table(users[:2], 3)
    match = seating.deal_match(table.pk, users[0], timezone.now())
    assert "in a moment" in page_of(users[1], match)
    for user in users[:2]:
        want(match, user, "pause")
    page = page_of(users[1], match)
    assert why(page) == "The match is paused."
    assert "in a moment" not in page
    assert 'name="wish" value="resume">Go on with the match' in page


def paused(match, users) -> Match:
    for user in users:
        want(match, user, "pause")
    return reread(match)


def test_while_a_match_is_paused_it_is_nobodys_turn_and_no_card_can_be_played(users):
    match = must_follow(users)
    mine = users[to_act(match)]
    assert 'name="action"' in page_of(mine, match)
    page = page_of(mine, paused(match, users))
    for words in ('name="action"', "aria-disabled", "playable", "Your turn", "to play", 'data-mine="1"'):
        assert words not in page.partition('<section id="felt"')[2].partition("</section>")[0], words
    assert '<b id="turn">Paused</b>' in page
    assert 'data-to-act=""' in page
    assert "your turn" not in heard(mine, match)
    for user in users:
        want(match, user, "resume")
    assert "Your turn" in page_of(mine, match)


def test_while_a_match_is_paused_nobody_is_asked_for_a_bid(users):
    match = dealt(full_table(users, 3))
    moves.play_action(match.table_id, users[to_act(match)], "bid:1", match.version, timezone.now())
    match = reread(match)
    mine = users[to_act(match)]
    assert "How many tricks" in page_of(mine, match)
    page = page_of(mine, paused(match, users))
    assert "How many tricks" not in page
    assert "Bids 1 of 8" in page  # the sum is for everybody then
    assert "bids 1" in heard(mine, match)


def test_spectator_sees_the_bids_of_a_paused_match():
    *users, spectator = people(4)
    table = full_table(users, 3)
    seating.add_participant(table, spectator, timezone.now())
    match = dealt(table)
    moves.play_action(table.pk, users[to_act(match)], "bid:1", match.version, timezone.now())
    paused(match, users)
    page = page_of(spectator, match)
    assert '<b id="turn">Paused</b>' in page
    assert "Bids 1 of 8" in page


def test_cards_can_be_prepared_in_a_pause_by_whose_turn_it_will_not_be(users):
    match = slow_match(users)
    mine, other = users[to_act(match)], users[to_act(match) - 1]
    paused(match, users)
    assert "Prepare a card" in page_of(other, match)
    assert "Prepare a card" not in page_of(mine, match)


def test_a_break_of_three_minutes_is_for_matches_that_are_played_at_once(users):
    assert 'id="rest"' in page_of(users[0], dealt(full_table(users, 3)))
    match = slow_match(users)
    assert 'id="rest"' not in page_of(users[0], match)
    with pytest.raises(refusals.NoBreakInDays):
        breaks.take_break(match.table_id, users[0], timezone.now())


# -- after the match -------------------------------------------------------------------------------------------------


def test_player_who_has_left_after_the_match_is_offered_a_seat_and_nothing_for_the_seated(users, over):
    ana, bogdan, _carmen = users
    seating.stand_up(over.table_id, bogdan, timezone.now())
    page = page_of(bogdan, over)
    assert "Sit on chair 2" in page
    for words in ("Change seats", "The host can deal", "Leave the table", "Play again"):
        assert words not in page
    assert browser_of(bogdan).post(f"/tables/{over.table_id}/sit/", {"seat": 1}).status_code == SEE_OTHER
    assert "Change seats" in page_of(bogdan, over)
    assert "Play again" in page_of(ana, over)


def test_player_who_sits_down_after_the_match_of_others_is_one_of_the_table(users, over):
    _ana, bogdan, carmen = users
    seating.stand_up(over.table_id, bogdan, timezone.now())
    seating.sit_down(over.table_id, carmen, 1, timezone.now())
    page = page_of(carmen, over)
    for words in ("The host can deal the next match.", "Change seats", "Leave the table"):
        assert words in page
    assert "Sit on chair" not in page


def test_result_at_a_closed_table_says_so_and_offers_nothing(users, over):
    Table.objects.filter(pk=over.table_id).update(closed_at=timezone.now())
    for user in users[:2]:
        page = page_of(user, over)
        assert "This table is closed." in page
        for words in ("Play again", "Change seats", "Sit on chair", "Leave the table"):
            assert words not in page
