"""The page on German whist says what the engine counts, and its deal can be played."""

import re

import pytest

from tests.support.help_pages import body, every_language, pair
from whist.engine import GAMES
from whist.engine.cards import parse_cards
from whist.engine.game import Deal
from whist.engine.german import GermanRules, Stock, hand_result
from whist.engine.german_stock import draw_for_trick

pytestmark = [pytest.mark.django_db, pytest.mark.once]

SEATS = "AB"
A, B = 0, 1


def points(first, second, rules):
    winner, number = hand_result(first, second, rules)
    return (number if winner == A else 0, number if winner == B else 0)


@every_language
def test_points_by_both_ways_of_counting(read, language):
    rows = [list(map(pair, row)) for row in body(read("german", language), "score-table")]
    assert len(rows) >= 4
    for first, second, both, all_tricks, phase_two in rows:
        assert both == (first[A] + second[A], first[B] + second[B])
        assert sum(first) == sum(second) == 13
        assert all_tricks == points(first, second, GermanRules())
        assert phase_two == points(first, second, GermanRules(count="phase2"))


@every_language
def test_points_in_a_race(read, language):
    for race, tricks, number in body(read("german", language), "race-table"):
        assert hand_result(pair(tricks), (0, 0), GermanRules(race=int(race))) == (A, int(number))


@every_language
def test_cards_of_an_open_stock_are_drawn_as_shown(read, language):
    rows = [[parse_cards(cell.strip("–")) for cell in row] for row in body(read("german", language), "open-table")]
    opened, hidden = rows[0][0], []
    for before, (_, _, loser, after) in zip([opened, *(row[3] for row in rows)], rows, strict=False):
        hidden += [card for card in (*loser, *after) if card not in before]
    stock = Stock(tuple(opened), tuple(hidden))
    for before, [picked], [other], after in rows:
        assert stock.opened == tuple(before)
        stock, winner, loser = draw_for_trick(stock, A, before.index(picked), 2)
        assert (winner.card, loser.card, stock.opened) == (picked, other, tuple(after))
    assert stock.height == 0


@every_language
def test_every_variant_is_offered_and_every_option_explained(read, language):
    source = read("german", language).source
    values = {option.name: [choice.value for choice in option.choices] for option in GAMES["german"].options}
    assert values == {
        "best_of": [1, 3, 5],
        "to_points": [None, 5, 10, 25],
        "count": ["all", "phase2"],
        "tie": ["replay", "phase2"],
        "open_stock": [None, 2, 3],
        "race": [None, 7, 9],
        "trump": ["turned", "none"],
    }
    sections = {"scoring": 2, "thirteen-all": 2, "end-of-match": 3}
    for section, bold in sections.items():
        text = source[source.index(f'<section id="{section}"') :]
        assert text[: text.index("</section>")].count("<strong>") == bold
    variants = source[source.index('<section id="variants"') : source.index('<section id="worked-deal"')]
    assert variants.count("<h3>") == len(("open_stock", "race", "trump"))


def played(page):
    """The state after the worked deal, checking every trick and every card drawn against the tables."""
    phase_one, phase_two = body(page, "worked-stock"), body(page, "worked-play")
    stock = tuple(card for row in phase_one for cell in row[5:] for card in parse_cards(cell))
    hands = tuple(parse_cards(row[1]) for row in body(page, "worked-hands"))
    state = GAMES["german"].new_match(2, B).apply(Deal(hands, stock[0], stock))
    held = []
    for row in [*phase_one, *phase_two]:
        if row is phase_two[0]:
            held = [set(hand) for hand in state.hands]
        state = play_trick(state, *row[:5])
        if row in phase_one:
            assert [draw.card for draw in state.draws[-2:]] == row[5:]
    return state, held


def play_trick(state, _, leads, a, b, takes):
    assert state.to_act == SEATS.index(leads)
    for _ in SEATS:
        state = state.apply(f"play:{(a, b)[state.to_act]}")
    assert state.last_trick.winner == SEATS.index(takes)
    return state


@every_language
def test_worked_deal_can_be_played_as_it_is_told(read, language):
    page = read("german", language)
    state, held = played(page)
    hand = state.finished[0]
    assert (hand.made, hand.winner, hand.points) == (((6, 7), (11, 2)), A, 4)
    assert points(*hand.made, GermanRules(count="phase2")) == (9, 0)
    before_play = page.source[: page.source.index('aria-labelledby="worked-play"')]
    told = re.findall(r'data-card="(..)"', before_play[before_play.rindex("<p>") :])
    assert [set(told[:13]), set(told[13:])] == held
