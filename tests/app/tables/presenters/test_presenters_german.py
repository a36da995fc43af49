import pytest

from accounts.people.preferences import Preferences
from tests.support.felts import felt_of, hand_of, html_of, moments, page_of
from tests.support.positions import NAMES, seen
from whist.engine import GAMES
from whist.engine.cards import PACK, parse_cards
from whist.engine.game import DEAL, OVER, PICK, PLAY, Deal, FinishedRound
from whist.tables.presenters import announcement, present

pytestmark = pytest.mark.once

GERMAN = GAMES["german"]

# Seat 1 deals, so seat 0 leads; clubs are trump.  Seat 0 holds high cards, seat 1 low ones.
HIGH, LOW = "ASKSQSAHKHQHADKDQDJSJHJDTS", "2S3S4S2H3H4H2D3D4D5S5H5D6S"
STOCK = "9CTCJCQCKC"


def dealt(*finished, **options):
    """A hand with these cards, after hands with these tricks (of both seats in phase one, then in phase two)."""
    rest = [card for card in PACK if card not in parse_cards(HIGH + LOW + STOCK)]
    stock = parse_cards(STOCK) + tuple(rest)
    first_dealer = (1 - len(finished)) % 2
    state = GERMAN.resume(2, first_dealer, options, [FinishedRound("", made) for made in finished])
    turn = None if options.get("trump") == "none" else "9C"
    return state.apply(Deal((parse_cards(HIGH), parse_cards(LOW)), turn, stock))


def play(state, *actions):
    """Plays as cards, picks as numbers."""
    for action in actions:
        state = state.apply(f"pick:{action}" if isinstance(action, int) else f"play:{action}")
    return state


def over(*finished, **options):
    return GERMAN.resume(2, 0, options, [FinishedRound("", made) for made in finished])


def moment(wanted, **options):
    """The first state of a random match that is as wanted."""
    return next(state for seed in range(20) for state in moments("german", seed, **options) if wanted(state))


# -- the stock ---------------------------------------------------------------------------------------------------------


def test_the_stock_lies_with_its_height_and_its_prize():
    stock = felt_of(dealt()).stock
    assert (stock.height, stock.line) == (26, "26 cards in the stock")
    assert [(prize.face.code, prize.label, prize.action) for prize in stock.prizes] == [("9C", "Prize: 9 of clubs", "")]
    after = felt_of(play(dealt(), "AS", "2S")).stock
    assert (after.height, after.prizes[0].face.code) == (24, "JC")


@pytest.mark.parametrize(("drawn", "layers"), [(0, 5), (5, 3), (12, 1), (13, 0)])
def test_the_pile_grows_thinner_and_is_gone_in_phase_two(drawn, layers):
    state = moment(lambda state: len(state.draws) == 2 * drawn and state.phase == PLAY and not state.trick)
    stock = felt_of(state).stock
    assert (stock.layers if stock else 0) == layers
    assert (stock is None) == (drawn == 13)


def test_without_trump_no_card_of_the_stock_lies_open():
    felt = felt_of(dealt(trump="none"))
    assert (felt.stock.height, felt.stock.prizes) == (26, ())
    assert felt.trump is None
    assert felt.trump_line == "No trump: the stock stays hidden"


@pytest.mark.parametrize("open_stock", [2, 3])
def test_the_winner_picks_an_open_card_by_button_or_digit(open_stock):
    state = play(dealt(open_stock=open_stock), "AS", "2S")
    assert state.phase == PICK
    felt, html = felt_of(state), html_of(state)
    assert [(prize.key, prize.action) for prize in felt.stock.prizes] == [
        (number + 1, f"pick:{number}") for number in range(open_stock)
    ]
    assert felt.stock.prizes[1].label == "Take: 10 of clubs"
    assert felt.reason == "Take one of the open cards"
    assert all(f'aria-keyshortcuts="{prize.key}"' in html for prize in felt.stock.prizes)
    assert not felt.hand.is_open
    assert felt.me.card.tag == "takes", "the trick stays while its winner chooses"


def test_player_who_waits_for_a_pick_is_offered_nothing():
    state = play(dealt(open_stock=2), "AS", "2S")
    felt = felt_of(state, 1)
    assert not any(prize.action for prize in felt.stock.prizes)
    assert felt.turn_line == "Dana takes a card"
    assert page_of(state, 1).actions == []


# -- who took what -----------------------------------------------------------------------------------------------------


def test_what_was_drawn_is_told_to_each_as_far_as_they_may_know():
    state = play(dealt(), "AS", "2S")
    assert felt_of(state, 0).sum_line == "You take 9♣, Mihai draws a card"
    assert felt_of(state, 1).sum_line == "Dana takes 9♣, you draw 10♣"
    assert felt_of(state, None).sum_line == "Dana takes 9♣, Mihai draws a card"
    assert felt_of(play(state, "KS"), 1).sum_line == ""


def test_cards_taken_face_up_lie_open_in_the_others_hand_until_they_are_played():
    state = play(dealt(), "AS", "2S")
    other = felt_of(state, 1).opponents[0]
    assert [face.code for face in other.known] == ["9C"]
    assert len(other.backs) == 12
    assert other.description == "Dana, tricks 1, holds 9 of clubs"
    state = play(state, "9C")
    assert felt_of(state, 1).opponents[0].known == ()


def test_a_blind_draw_lies_open_to_nobody():
    state = play(dealt(), "AS", "2S")
    other = felt_of(state, 0).opponents[0]
    assert (other.known, len(other.backs)) == ((), 13)


def test_own_cards_say_that_they_are_new_or_that_the_other_has_seen_them():
    state = play(dealt(), "AS", "2S")

    def marked(seat):
        return {card.face.code: (card.mark, card.label) for card in hand_of(felt_of(state, seat)) if card.mark}

    assert marked(0) == {"9C": ("known drawn", "9 of clubs, just drawn")}
    assert marked(1) == {"TC": ("drawn", "10 of clubs, just drawn")}
    state = play(state, "KS")
    assert marked(0) == {"9C": ("known", "9 of clubs, your opponent has seen it")}
    assert marked(1) == {"TC": ("drawn", "10 of clubs, just drawn")}


def test_cards_keep_their_keys_when_others_are_drawn():
    before, keys = {}, {}
    for state in moments("german", 4):
        if state.phase == PLAY:
            keys = {card.face.code: card.key for card in hand_of(felt_of(state))}
            assert len(set(keys.values())) == len(keys)
            assert before.keys() & keys.keys() == {card for card in keys if before.get(card, "") == keys[card]}
        before = keys if state.phase == PLAY else {}


def test_the_log_tells_who_took_which_card():
    state = play(dealt(), "AS", "2S", "KS")
    mine, theirs = (present(seen(state, seat), Preferences())["log"] for seat in (0, 1))
    assert [(line.title, line.text, line.winner, line.tail) for line in mine] == [
        ("Trick 2", "Dana K♠", "", ""),
        ("Trick 1", "Dana A♠, Mihai 2♠", "Dana", "Dana takes 9♣, Mihai draws a card"),
    ]
    assert theirs[1].tail == "Dana takes 9♣, Mihai draws 10♣"
    assert felt_of(state).last_trick.tail == "Dana takes 9♣, Mihai draws a card"


# -- phases and tricks -------------------------------------------------------------------------------------------------


def test_the_board_counts_the_tricks_of_both_phases():
    first = felt_of(play(dealt(), "AS", "2S", "KS", "3S"))
    assert first.size_line == "Phase one"
    assert first.board.names == ("You", "Mihai")
    assert first.board.rows == (("Phase one", "2", "0"),)
    assert (first.me.count, first.my_line) == ("2", "Tricks 2")
    state = moment(lambda state: len(state.tricks) == 17)
    second = felt_of(state, 1)
    (mine, theirs), (late_mine, late_theirs) = ((made[1], made[0]) for made in state.phase_made)
    assert second.size_line == "Phase two"
    assert second.board.rows == (("Phase one", f"{mine}", f"{theirs}"), ("Phase two", f"{late_mine}", f"{late_theirs}"))
    assert second.me.count == f"{mine} + {late_mine}"


@pytest.mark.parametrize(
    ("options", "line", "row", "series"),
    [
        ({"best_of": 3}, "Phase one · best of 3", ("Hands won", "1", "0"), "1 hand won"),
        ({"to_points": 10}, "Phase one · to 10 points", ("Points", "3", "0"), "3 points"),
        ({"best_of": 3, "race": 9}, "Phase one · race to 9 tricks", ("Hands won", "1", "0"), "1 hand won"),
    ],
)
def test_the_series_stands_on_the_table(options, line, row, series):
    made = (9, 6, 0, 0) if "race" in options else (9, 4, 7, 6)
    felt = felt_of(dealt(made, **options))
    assert (felt.round_line, felt.size_line) == ("Hand 2", line)
    assert felt.board.rows[-1] == row
    assert felt.my_line == f"Tricks 0 · {series}"


# -- ends of hands and matches -----------------------------------------------------------------------------------------


def test_the_result_of_a_hand_shows_both_phases():
    state = moment(lambda state: state.phase == DEAL and len(state.finished) == 1, best_of=3)
    done = state.finished[0]
    felt = felt_of(state)
    for line, seat in zip(felt.round_result.lines, (0, 1), strict=True):
        assert line.mark == f"{done.made[0][seat]} + {done.made[1][seat]}"
        assert (line.standing == "ok") == (seat == done.winner)
        assert line.total == str(done.wins[seat])
    assert felt.round_result.next_title == "Next hand"
    assert felt.stock is None


@pytest.mark.parametrize(
    ("made", "options", "title"),
    [
        ((7, 6, 6, 7), {}, "13 : 13, nobody wins the hand"),
        ((7, 6, 6, 7), {"tie": "phase2", "best_of": 3}, "Hand lost: 0"),
        ((9, 4, 7, 6), {"best_of": 3}, "Hand won: +3"),
        ((2, 7, 0, 0), {"best_of": 3, "race": 7}, "Hand lost: +5"),
    ],
)
def test_the_result_is_told_in_a_line(made, options, title):
    assert felt_of(over(made, **options)).turn_line == title


@pytest.mark.parametrize(
    ("finished", "options", "places"),
    [
        ([(9, 4, 7, 6)], {}, [("Dana", "16", "9 + 7 · 3 points"), ("Mihai", "10", "4 + 6")]),
        ([(7, 6, 6, 7)], {"tie": "phase2"}, [("Mihai", "13", "6 + 7 · phase two decided"), ("Dana", "13", "7 + 6")]),
        ([(9, 4, 5, 8)], {"count": "phase2"}, [("Mihai", "8", "4 + 8 · 3 points"), ("Dana", "5", "9 + 5")]),
        ([(3, 7, 0, 0)], {"race": 7}, [("Mihai", "7", "7 + 0 · 4 points"), ("Dana", "3", "3 + 0")]),
        (
            [(9, 4, 7, 6), (4, 9, 4, 9), (9, 4, 7, 6)],
            {"best_of": 3},
            [("Dana", "2", "6 points"), ("Mihai", "1", "5 points")],
        ),
        ([(4, 9, 4, 9)], {"to_points": 5}, [("Mihai", "5", "1 hand won"), ("Dana", "0", "0 hands won")]),
    ],
)
def test_the_end_shows_what_decided_the_match(finished, options, places):
    state = over(*finished, **options)
    assert state.phase == OVER
    result = felt_of(state).match_result
    assert [(place.name, place.score, place.detail) for place in result.places] == places
    assert result.title == ("You win!" if places[0][0] == "Dana" else "Mihai wins")
    assert 'form="again"' in html_of(state)


@pytest.mark.parametrize(
    ("options", "totals", "cells"),
    [
        ({"best_of": 5}, ("1", "1"), [("1", "9 + 7"), ("0", "4 + 6"), ("1", "4 + 4"), ("1", "9 + 9")]),
        ({"to_points": 10}, ("3", "5"), [("3", "9 + 7"), ("0", "4 + 6"), ("3", "4 + 4"), ("5", "9 + 9")]),
    ],
)
def test_the_sheet_is_the_score_of_the_series(options, totals, cells):
    sheet = present(seen(dealt((9, 4, 7, 6), (4, 9, 4, 9), **options)), Preferences())["sheet"]()
    assert sheet.names == ("You", "Mihai")
    assert [(cell.total, cell.small) for row in sheet.rows[:2] for cell in row.cells] == cells
    assert [row.is_current for row in sheet.rows] == [False, False, True]
    assert sheet.totals == totals


# -- for the ear -------------------------------------------------------------------------------------------------------


def test_the_live_region_tells_prizes_and_draws():
    state = dealt()
    assert announcement(state.observe(0), NAMES) == (
        "hand 1: Mihai deals, trump is clubs, the prize is the 9 of clubs; your turn"
    )
    state = play(state, "AS", "2S")
    assert announcement(state.observe(1), NAMES) == (
        "trick 1 goes to Dana with the ace of spades; "
        "Dana takes the 9 of clubs, Mihai draws the 10 of clubs, the prize is the jack of clubs"
    )
    assert announcement(state.observe(0), NAMES).endswith(
        "Mihai draws a card, the prize is the jack of clubs; your turn"
    )


def test_player_who_answers_a_lead_hears_what_the_trick_before_brought():
    state = play(dealt(), "AS", "2S", "KS")
    assert announcement(state.observe(1), NAMES) == (
        "Dana takes the 9 of clubs, Mihai draws the 10 of clubs, the prize is the jack of clubs; "
        "trick 2: Dana plays the king of spades; your turn, follow spades"
    )


def test_the_live_region_asks_for_a_pick():
    state = play(dealt(open_stock=2), "AS", "2S")
    assert announcement(state.observe(0), NAMES) == (
        "trick 1 goes to Dana with the ace of spades; open cards: 9 of clubs, 10 of clubs; "
        "your turn, take one of the open cards"
    )
    assert "Dana takes the 10 of clubs" in announcement(play(state, 1).observe(1), NAMES)


def test_the_live_region_tells_results():
    assert announcement(over((7, 6, 6, 7)).observe(0), NAMES) == "hand 1 is over: tricks 13 : 13, nobody wins it"
    assert announcement(over((4, 9, 4, 9), best_of=3).observe(0), NAMES) == (
        "hand 1 is over: tricks 8 : 18, Mihai wins it with 5 points"
    )
    assert announcement(over((9, 4, 7, 6)).observe(1), NAMES) == "the match is over: Dana wins, 10 : 16"
