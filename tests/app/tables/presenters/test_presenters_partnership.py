from random import Random

import pytest

from accounts.people.preferences import Preferences
from tests.support.felts import felt_of, hand_of, html_of, play_on
from tests.support.positions import NAMES, seen
from whist.engine import GAMES
from whist.engine.game import DEAL, OVER, Deal, FinishedRound
from whist.tables.drawing.table import table_elements
from whist.tables.presenters import announcement, moment, present

pytestmark = pytest.mark.once

WHIST = GAMES["whist"]
SUITS = {suit: tuple(f"{rank}{suit}" for rank in "23456789TJQKA") for suit in "CDHS"}


def dealt(*finished, dealer=0, **options):
    """After deals with these tricks a side, each seat holds a suit: the dealer the spades, the next seat the clubs."""
    first_dealer = (dealer - len(finished)) % 4
    state = WHIST.resume(4, first_dealer, options, [FinishedRound("", made) for made in finished])
    hands = {(dealer + place) % 4: SUITS["SCDH"[place]] for place in range(4)}
    return state.apply(Deal(tuple(hands[seat] for seat in range(4)), "AS"))


def over(*finished, **options):
    return WHIST.resume(4, 0, options, [FinishedRound("", made) for made in finished])


def trick(state, *cards):
    for card in cards:
        state = state.apply(f"play:{card}")
    return state


def play_out(state):
    """The rest of a deal in which every seat holds one suit: the dealer has all the trumps."""
    return play_on(state, Random(1), lambda now: now.phase in (DEAL, OVER))


# -- sides -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", range(4))
def test_the_partner_sits_opposite_and_is_called_so(seat):
    felt = felt_of(dealt(), seat)
    left, partner, right = felt.opponents
    assert partner.seat == (seat + 2) % 4
    assert (felt.me.team, partner.team) == ("us", "us")
    assert (left.team, right.team) == ("them", "them")
    assert [player.small for player in felt.opponents] == ["Opponent", "Partner", "Opponent"]


def test_sides_are_told_apart_in_words_too():
    descriptions = [player.description for player in felt_of(dealt(dealer=3)).opponents]
    assert descriptions == [
        "Mihai, bot, opponent",
        "Ioana, bot, partner",
        "Ana, bot, dealer, opponent, turned card ace of spades",
    ]


def test_a_spectator_belongs_to_no_side():
    felt = felt_of(dealt(), None)
    assert felt.board.names == ("Dana and Ioana", "Mihai and Ana")
    assert [player.small for player in felt.opponents] == ["", "", ""]


# -- the turned card -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dealer", range(4))
def test_the_turned_card_lies_with_the_dealer_until_it_is_played(dealer):
    state = dealt(dealer=dealer)
    for seat in range(4):
        felt = felt_of(state, seat)
        shown = {player.seat: [face.code for face in player.known] for player in (felt.me, *felt.opponents)}
        assert shown == {holder: ["AS"] if holder == dealer != seat else [] for holder in range(4)}
        assert (felt.trump.code, felt.trump_suit) == ("AS", "spade")
    played = trick(state, "2C", "2D", "2H", "AS")
    assert all(not player.known for player in felt_of(played, (dealer + 1) % 4).opponents)
    assert felt_of(played, (dealer + 1) % 4).trump.code == "AS"


def test_the_dealer_sees_which_own_card_is_known_to_all():
    marked = [card for card in hand_of(felt_of(dealt())) if card.mark]
    assert [(card.face.code, card.label) for card in marked] == [
        ("AS", "Ace of spades, the turned card, which all have seen")
    ]
    assert not any(card.mark for card in hand_of(felt_of(dealt(), 1)))


# -- numbers -----------------------------------------------------------------------------------------------------------


def test_points_and_tricks_stand_as_we_and_they_from_each_side():
    state = trick(dealt((8, 5), (4, 9)), "2C", "2D", "2H", "2S")
    ours, theirs = felt_of(state, 0), felt_of(state, 1)
    assert ours.board.names == theirs.board.names == ("We", "They")
    assert ours.board.rows == (("Points", "2", "3"), ("Tricks", "1", "0"))
    assert theirs.board.rows == (("Points", "3", "2"), ("Tricks", "0", "1"))
    assert (ours.my_line, theirs.my_line) == ("Tricks 1 : 0", "Tricks 0 : 1")
    assert (ours.round_line, ours.size_line) == ("Deal 3", "to 7 points")


def test_the_result_of_a_deal_counts_what_goes_beyond_six_tricks():
    state = play_out(dealt((7, 6), (4, 9), target=10))
    felt = felt_of(state)
    assert [
        (line.name, line.is_me, line.mark, line.standing, line.score, line.total) for line in felt.round_result.lines
    ] == [
        ("You and Ioana", True, "13", "ok", "+7", "8"),
        ("Mihai and Ana", False, "0", "", "0", "3"),
    ]
    assert felt.turn_line == "Deal won: +7"
    assert felt_of(state, 3).turn_line == "Deal lost: +7 for them"
    assert (felt.round_result.next_title, felt.round_result.next_line) == ("Next deal", "Mihai deals")
    assert felt_of(state, 1).round_result.next_line == "you deal"
    assert felt.opponents[1].card.face.suit == "diamond", "the last trick stays on the table"


def test_the_sheet_is_the_score_of_the_match_deal_by_deal():
    sheet = present(seen(dealt((8, 5), (4, 9)), 1), Preferences())["sheet"]()
    assert sheet.names == ("We", "They")
    assert [[(cell.total, cell.small) for cell in row.cells] for row in sheet.rows] == [
        [("0", "5"), ("2", "8")],
        [("3", "9"), ("2", "4")],
        [("…", ""), ("…", "")],
    ]
    assert sheet.rows[1].cells[0].spoken == "9 tricks, total 3"
    assert sheet.current == sheet.rows[2]
    assert sheet.totals == ("3", "2")


@pytest.mark.parametrize(
    ("target", "finished", "winners", "losers"),
    [
        (7, [(13, 0)], 100, 0),
        (7, [(6, 7), (13, 0)], 93, 7),
        (7, [(1, 12), (13, 0)], 60, 42),
        (5, [(5, 8), (12, 1)], 80, 21),
        (10, [(4, 9), (13, 0), (9, 4)], 87, 14),
    ],
)
def test_the_end_names_the_winners_and_the_result_for_the_leaderboard(target, finished, winners, losers):
    options = {"target": target} if target != 7 else {}
    state = over(*finished, **options)
    result = felt_of(state).match_result
    first, second = result.places
    assert result.title == "You win!"
    assert felt_of(state, 1).match_result.title == "Dana and Ioana win"
    assert (first.place, first.name, first.is_me) == (1, "You and Ioana", True)
    assert first.detail.startswith(f"{winners} points for the leaderboard · ")
    assert (second.place, second.name, second.is_me) == (2, "Mihai and Ana", False)
    assert second.detail == f"{losers} points for the leaderboard"
    html = html_of(state)
    assert 'form="again"' in html
    assert html.count('class="place"') == 2


# -- log and ear -------------------------------------------------------------------------------------------------------


def test_the_live_region_tells_a_deal_from_the_turned_card_to_its_points():
    state = dealt((8, 5))
    assert announcement(state.observe(1), NAMES) == ("deal 2: Dana turns the ace of spades, trump is spades; your turn")
    state = trick(state, "2C", "2D", "2H")
    assert announcement(state.observe(0), NAMES) == (
        "trick 1: Mihai plays the 2 of clubs, Ioana plays the 2 of diamonds, Ana plays the 2 of hearts; your turn"
    )
    state = trick(state, "2S")
    assert announcement(state.observe(3), NAMES) == "trick 1 goes to Dana with the 2 of spades"
    state = play_out(state)
    assert state.phase == OVER
    assert announcement(state.observe(3), NAMES) == "the match is over: Dana and Ioana win, points 0 : 9"


def test_the_live_region_tells_the_score_after_a_deal():
    state = play_out(dealt((4, 9), target=10))
    assert announcement(state.observe(0), NAMES) == "deal 2 is over: tricks 13 : 0, points 7 : 3"
    assert announcement(state.observe(1), NAMES) == "deal 2 is over: tricks 0 : 13, points 3 : 7"


def test_a_deal_has_no_bids_in_its_log():
    log = present(seen(trick(dealt(), "2C", "2D"), 0), Preferences())["log"]
    assert [(line.title, line.text, line.winner) for line in log] == [("Trick 1", "Mihai 2♣, Ioana 2♦", "")]


def test_a_card_changes_only_the_first_line_of_the_log():
    def elements(state):
        return table_elements(moment(seen(state, 0), Preferences()), with_sheet=False)

    state = trick(dealt(), "2C", "2D", "2H", "2S", "3S")
    before, after = elements(state), elements(trick(state, "3C"))
    (change,) = after["log"].news(before["log"])
    assert change.startswith('<0l1><li id="l1"><b>Trick 2</b>')
    assert list(after)[-1] == "felt", "a socket compresses best what came last"
