from random import Random

import pytest
from django.utils import translation

from accounts.people.preferences import Preferences
from tests.support.felts import felt_of, hand_of, html_of, page_html, play_on
from tests.support.positions import after, dealt, seen
from whist.engine import GAMES
from whist.engine.game import OVER
from whist.tables.drawing.table import felt_element
from whist.tables.presenters import empty_sheet, present
from whist.tables.presenters.cards import sort_hand

pytestmark = pytest.mark.once

LANGUAGES = ("en", "de", "ro")

# Four players, three cards, hearts are trump; seat 0 deals, so seat 1 bids and leads first.
HANDS = ("QDAS2H", "9DKSTC", "JDQC3C", "KDQS4H")


@pytest.fixture
def trick():
    """Three cards lie on the table and seat 0 is to play."""
    return after(dealt(*HANDS, turn="5H"), 1, 0, 0, 0, "9D", "JD", "KD")


# -- seats and trick -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seat", "names"), [(0, ["Mihai", "Ioana", "Ana"]), (2, ["Ana", "Dana", "Mihai"])])
def test_opponents_sit_clockwise_from_the_viewers_left(trick, seat, names):
    assert [opponent.name for opponent in felt_of(trick, seat).opponents] == names


def test_cards_lie_in_front_of_their_players_and_say_who_leads_and_who_takes(trick):
    mihai, ioana, ana = felt_of(trick).opponents
    assert (mihai.card.face.code, mihai.card.tag) == ("9D", "leads")
    assert (ioana.card.face.code, ioana.card.tag) == ("JD", "")
    assert (ana.card.face.code, ana.card.tag) == ("KD", "takes")
    assert felt_of(trick).me.card is None


def test_a_finished_trick_stays_with_its_winner_until_the_next_card(trick):
    finished = after(trick, "QD")
    cards = [seat.card for seat in (felt_of(finished).me, *felt_of(finished).opponents)]
    assert [(card.face.code, card.tag) for card in cards] == [("QD", ""), ("9D", ""), ("JD", ""), ("KD", "takes")]
    led = felt_of(after(finished, "QS"))
    assert [seat.card is not None for seat in led.opponents] == [False, False, True]


def test_the_trick_of_an_earlier_round_is_not_on_the_table_any_more():
    state = after(dealt("2H", "3H", "4H", turn="5S"), 0, 0, 0, "3H", "4H", "2H")
    assert felt_of(state).opponents[1].card.tag == "takes"
    state = state.apply(state.deal(state.game.pack(3)))
    assert all(seat.card is None for seat in felt_of(state).opponents)


def test_a_bid_is_missed_as_soon_as_it_cannot_be_made(trick):
    after_one = felt_of(after(trick, "QD"))
    mihai, _ioana, ana = after_one.opponents
    assert (ana.count, ana.standing) == ("1/0", "missed")
    assert (mihai.count, mihai.standing) == ("0/1", "")
    assert after_one.me.standing == "ok"


def test_the_dealer_and_who_is_to_act_are_marked(trick):
    felt = felt_of(trick, seat=1)
    dana = felt.opponents[2]
    assert dana.name == "Dana"
    assert dana.is_dealer
    assert dana.description == "Dana, dealer, bid 0, made 0, −3 points"
    assert '<li id="p0" aria-current="true" class="seat">' in html_of(trick, 1)
    assert felt.turn_line == "Dana plays"


# -- the hand ------------------------------------------------------------------------------------------------------


def test_refused_cards_say_why_and_nothing_else_is_dimmed(trick):
    felt = felt_of(trick)
    assert felt.hand.is_open
    assert felt.hand.duty == "not playable: follow diamonds"
    assert refused(felt) == ["2H", "AS"]
    assert {card.action for card in hand_of(felt)} == {"play:QD", "play:AS", "play:2H"}
    assert felt.reason == "Follow diamonds – you have 1"
    html = page_html(trick)
    lady, ace = (html.partition(f' name="action" value="play:{card}"')[2].partition(">")[0] for card in ("QD", "AS"))
    assert lady == ' aria-label="Queen of diamonds"'
    assert ace == ' aria-disabled="true" aria-describedby="duty" aria-label="Ace of spades"'
    assert '<span id="duty" hidden>not playable: follow diamonds</span>' in html


def refused(felt):
    return [card.face.code for card in felt.hand.cards if card.key in felt.hand.refused]


def test_waiting_dims_nothing_and_offers_nothing(trick):
    for seat in (1, 2, 3):
        felt = felt_of(trick, seat)
        assert not felt.hand.is_open
        assert refused(felt) == []
        assert 'name="action"' not in html_of(trick, seat)
        assert felt.reason == ""


def test_must_trump_is_said_with_the_trumps_that_are_held():
    state = dealt("2HAS3H", "9DKSTC", "JDQC3C", "KDQS4H", turn="5H", void="must_trump")
    felt = felt_of(after(state, 1, 0, 0, 0, "9D", "JD", "KD"))
    assert felt.reason == "Play a trump, hearts – you have 2"
    assert refused(felt) == ["AS"]


def test_where_a_trump_must_be_higher_that_is_said_of_the_other_suits_too():
    state = dealt("2HAS9H", "9DKSTC", "JCQC3H", "KDQS4H", turn="5H", void="must_overtrump")
    felt = felt_of(after(state, 1, 0, 0, 0, "9D", "3H", "KD"))
    assert felt.hand.duty == "not playable: play a higher trump, hearts"
    assert refused(felt) == ["2H", "AS"]


@pytest.mark.parametrize(
    ("hand", "trump", "expected"),
    [
        ("2C AH KD 9S TS", "D", "KD TS 9S AH 2C"),
        ("2C AH KD 9S TS", None, "TS 9S AH 2C KD"),
        ("2C KC 9S AH", "S", "9S AH KC 2C"),
        ("2D 3H 4S", None, "3H 4S 2D"),
        ("2C 3H 4D", "H", "3H 2C 4D"),
    ],
)
def test_hand_is_sorted_trump_first_then_alternating_colours_high_to_low(hand, trump, expected):
    assert sort_hand(hand.split(), trump, "trump") == tuple(expected.split())


def test_player_who_likes_it_better_keeps_the_suits_in_one_order():
    assert sort_hand(("2C", "AH", "KD", "9S"), "D", "suits") == ("9S", "AH", "2C", "KD")


def test_a_card_on_the_forehead_is_not_named_to_its_owner():
    state = dealt("QD", "9D", "JD", turn="5H", one_card="forehead")
    felt = felt_of(state)
    assert [seat.held[0].code for seat in felt.opponents] == ["9D", "JD"]
    assert [card.label for card in hand_of(felt)] == ["Your card, face down"]
    playing = after(state, 0, 0, 0, "9D", "JD")
    html = html_of(playing)
    assert 'value="play:hidden"' in html
    assert "QD" not in html
    assert "ueen" not in html


def test_the_page_of_a_seat_shows_no_card_it_may_not_know(trick):
    html = html_of(trick)
    for hidden in ("KS", "TC", "QC", "3C", "QS", "4H"):
        assert f"{hidden}" not in html.replace(f"#{hidden}", "")
    assert 'value="play:QD"' in html


# -- bidding -------------------------------------------------------------------------------------------------------


def test_the_forbidden_bid_is_struck_out_with_its_sum():
    panel = felt_of(after(dealt(*HANDS, turn="5H"), 1, 0, 0)).bidding
    assert [key.bid for key in panel.keys if key.is_forbidden] == [2]
    assert panel.forbidden == "2 is forbidden: 1 + 2 = 3"
    assert panel.line == "Bids 1 of 3 · you bid last"


def test_only_the_dealer_is_forbidden_a_bid():
    state = dealt(*HANDS, turn="5H", dealer=1)
    panel = felt_of(after(state, 1, 1)).bidding
    assert not any(key.is_forbidden for key in panel.keys)
    assert panel.forbidden == ""
    assert panel.line == "Bids 2 of 3 · 1 bids after you"


def test_bids_are_asked_only_of_whose_turn_it_is():
    assert felt_of(dealt(*HANDS, turn="5H")).bidding is None


@pytest.mark.parametrize(
    ("bids", "line"),
    [((1, 0, 0), "Bids 1 of 3"), ((1, 0, 0, 0), "Bids 1 of 3, under by 2"), ((2, 1, 2, 1), "Bids 6 of 3, over by 3")],
)
def test_sum_of_bids_stands_on_the_table_for_everybody(bids, line):
    assert felt_of(after(dealt(*HANDS, turn="5H"), *bids), seat=2).sum_line == line


def test_no_trump_where_no_card_is_left_to_turn():
    state = GAMES["romanian"].new_match(4, 0)
    assert not felt_of(state).is_dealt
    state = state.apply(state.deal(state.game.pack(4)))
    felt = felt_of(state)
    assert felt.is_dealt
    assert felt.trump is None
    assert felt.trump_line == "No card left to turn: no trump"


# -- ends of rounds and matches ------------------------------------------------------------------------------------


def test_the_result_of_a_round_stands_for_all_players_beside_the_last_trick():
    state = after(dealt("2H", "3H", "4H", turn="5S"), 0, 1, 1, "3H", "4H", "2H")
    felt = felt_of(state)
    assert [(line.name, line.mark, line.standing, line.score) for line in felt.round_result.lines] == [
        ("Dana", "0/1", "missed", "−1"),
        ("Mihai", "0/0", "ok", "+5"),
        ("Ioana", "1/1", "ok", "+6"),
    ]
    assert felt.turn_line == "Bid missed: −1"
    assert felt.opponents[1].card.tag == "takes"
    assert 'name="action" value="deal"' in html_of(state)


def test_before_the_first_deal_the_commitment_is_on_the_table():
    html = html_of(GAMES["romanian"].new_match(6, 2))
    assert seen(GAMES["romanian"].new_match(6, 2)).match.commitment[:12] in html
    assert 'value="deal"' in html


@pytest.fixture(scope="module")
def finished():
    state = GAMES["romanian52"].new_match(6, 2)
    return play_on(state, Random(4), lambda state: False)


def test_the_end_shows_every_place_and_what_decided_it(finished):
    view = seen(finished)
    result = present(view, Preferences())["felt"].match_result
    order, decided = finished.ranking()
    assert [place.name for place in result.places] == [view.players[seat].name for seat in order]
    assert [place.place for place in result.places] == [1, 2, 3, 4, 5, 6]
    assert all(" bids made · " in place.detail for place in result.places[:-1])
    assert result.places[-1].detail.endswith("of 15 bids made")
    assert len(decided) == 5
    assert result.secret == "00" * 32


def test_secret_and_salt_are_not_shown_before_the_end(trick):
    assert "00" * 16 not in html_of(trick)


# -- sheet and log -------------------------------------------------------------------------------------------------


def test_the_sheet_has_a_row_for_each_round_and_strikes_missed_bids(trick):
    sheet = present(seen(trick), Preferences())["sheet"]()
    assert sheet.names == ("You", "Mihai", "Ioana", "Ana")
    assert [row.size for row in sheet.rows] == [*range(1, 13), *range(11, 0, -1)]
    first, _second, current, coming = sheet.rows[:4]
    assert [(cell.total, cell.small, cell.is_missed) for cell in first.cells][:2] == [
        ("−1", "0", True),
        ("5", "0", False),
    ]
    assert current.is_current
    assert [cell.small for cell in current.cells] == ["0", "1", "0", "0"]
    assert coming.cells[0].total == ""
    assert sheet.totals[0] == "−3"


def test_an_empty_sheet_for_pen_and_paper_has_its_rounds_and_no_numbers():
    sheet = empty_sheet(GAMES["romanian"], 4, {})["sheet"]
    assert [row.size for row in sheet.rows][:6] == [8, 8, 8, 8, 7, 6]
    assert len(sheet.rows) == 24
    assert all(cell.total == cell.small == "" for row in sheet.rows for cell in row.cells)


def test_an_empty_sheet_leaves_open_what_is_drawn_by_lot():
    sheet = empty_sheet(GAMES["romanian"], 6, {"schedule": "quick"})["sheet"]
    assert [row.size for row in sheet.rows] == [8, 0, 0, 0, 0, 0]


def test_the_log_tells_the_round_newest_first(trick):
    log = present(seen(after(trick, "QD")), Preferences())["log"]
    assert [(line.title, line.winner) for line in log] == [("Trick 1", "Ana"), ("Bids", "")]
    assert log[0].text == "Mihai 9♦, Ioana J♦, Ana K♦, Dana Q♦"


# -- the page around the felt --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seat", "is_mine"), [(0, True), (1, False)])
def test_without_scripts_the_page_reloads_only_while_others_act(trick, seat, is_mine):
    page = page_html(trick, seat)
    assert ('http-equiv="refresh"' in page) is not is_mine
    assert ("<title>●" in page) is is_mine


def test_nothing_in_the_page_needs_inline_script_or_style(trick):
    page = page_html(trick)
    assert "<style" not in page
    assert " style=" not in page
    assert " on" not in {attribute[:3] for attribute in page.split('"')[::2]}
    assert all("src=" in tag.split(">")[0] for tag in page.split("<script")[1:])


def test_a_refusal_is_said_on_the_table(trick):
    context = present(seen(trick), Preferences(), error=seen(trick).observation.refusal("AS"))
    assert context["felt"].notice == "Ace of spades may not be played: follow diamonds."
    assert 'role="alert"' in felt_element(context).html


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_felt_of_six_seats_and_eight_cards_stays_under_four_kilobytes(language):
    state = GAMES["romanian"].new_match(6, 2)
    is_fullest = lambda state: state.to_act == 0 and state.phase == "play" and len(state.trick) == 5  # noqa: E731
    with translation.override(language):
        for seed in range(12):
            fullest = play_on(state, Random(seed), is_fullest)
            if fullest.phase != OVER:
                assert len(html_of(fullest).encode()) <= 4096


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_felt_of_seventeen_cards_stays_under_seven_kilobytes(language):
    state = GAMES["romanian52"].new_match(3, 2)
    is_full = lambda state: state.to_act == 0 and state.phase == "play" and len(state.hands[0]) == 17  # noqa: E731
    with translation.override(language):
        for seed in range(6):
            full = play_on(state, Random(seed), is_full)
            assert full.phase != OVER
            assert len(html_of(full).encode()) <= 7168


@pytest.mark.parametrize("slug", [slug for slug, game in GAMES.items() if game.has_bids])
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_every_moment_of_a_match_can_be_shown_to_every_seat(slug, seats):
    """To the player to act, to a spectator, and to the others in turn."""
    rng = Random(seats)
    state = GAMES[slug].new_match(seats, 1, {"one_card": "forehead"})
    number = 0
    while state.round_number < 3:
        number += 1
        state = play_on(state, rng, lambda now, before=state: now is not before)
        for seat in {state.to_act, number % seats, None}:
            assert html_of(state, seat).count('id="felt"') == 1
