from random import Random

import pytest

from tests.support.positions import NAMES, after, dealt
from whist.engine import GAMES, errors
from whist.engine.game import DEAL, OVER
from whist.tables.presenters import announcement
from whist.tables.texts import sentences

pytestmark = pytest.mark.once

HANDS = ("QDAS2H", "9DKSTC", "JDQC3C", "KDQS4H")


@pytest.mark.parametrize(
    ("card", "name"),
    [("QH", "Queen of hearts"), ("TD", "10 of diamonds"), ("2C", "2 of clubs"), ("AS", "Ace of spades")],
)
def test_cards_have_full_names(card, name):
    assert sentences.card_label(card) == name


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (errors.ForbiddenBid(2, 5, 7), "2 is forbidden: 5 + 2 = 7, as many as there are cards – somebody has to fail."),
        (errors.BidOutOfRange(7), "A bid is a number from 0 to 7."),
        (errors.MustFollowSuit("QH", "D"), "Queen of hearts may not be played: follow diamonds."),
        (errors.MustTrump("QS", "H"), "Queen of spades may not be played: play a trump, hearts."),
        (errors.MustOvertrump("2H", "H"), "2 of hearts may not be played: play a higher trump, hearts."),
        (errors.CardNotInHand("2H"), "2 of hearts is not in your hand."),
        (errors.NotYourTurn(), "It is not your turn."),
        (errors.MatchOver(), "The match is over."),
        (errors.BadDeal(), "The next round cannot be dealt now."),
        (errors.BadPick(), "There is no open card to take at that place."),
        (errors.MalformedAction("x"), "That was no move. Please use the buttons on the table."),
    ],
)
def test_every_refusal_has_a_sentence(error, sentence):
    assert sentences.sentence_of(error) == sentence


def test_no_error_of_the_rules_is_left_without_words():
    def kinds(kind):
        return {kind}.union(*map(kinds, kind.__subclasses__()))

    spoken = tuple(sentences.REFUSALS)
    assert [kind for kind in kinds(errors.IllegalAction) - {errors.IllegalAction} if not issubclass(kind, spoken)] == []


def test_no_two_options_exclude_each_other_without_words():
    pairs = {pair for game in GAMES.values() for pair in game.exclusive}
    assert pairs == sentences.EXCLUSIONS.keys()


def test_the_live_region_tells_the_play_and_what_is_owed():
    state = after(dealt(*HANDS, turn="5H"), 1, 0, 0, 0, "9D")
    assert announcement(state.observe(1), NAMES) == "trick 1: Mihai plays the 9 of diamonds"
    state = after(state, "JD", "KD")
    assert announcement(state.observe(0), NAMES) == (
        "trick 1: Mihai plays the 9 of diamonds, Ioana plays the jack of diamonds, Ana plays the king of diamonds; "
        "your turn, follow diamonds"
    )


def test_the_live_region_tells_bids_rounds_and_results():
    state = dealt("2H", "3H", "4H", turn="5S")
    assert announcement(state.observe(1), NAMES) == "round 1: 1 card, trump is spades; your turn to bid"
    state = after(state, 0)
    assert announcement(state.observe(1), NAMES) == "round 1: Mihai bids 0"
    state = after(state, 1, 1)
    assert announcement(state.observe(2), NAMES) == "round 1: all have bid, bids 2 of 1, over by 1"
    state = after(state, "3H", "4H", "2H")
    assert announcement(state.observe(2), NAMES[:3]) == (
        "round 1 is over: Dana −1 point, Mihai 5 points, Ioana 6 points"
    )


def test_a_taken_trick_is_told_with_its_winner():
    state = after(dealt(*HANDS, turn="5H"), 1, 0, 0, 0, "9D", "JD", "KD", "QD")
    assert announcement(state.observe(3), NAMES) == ("trick 1 goes to Ana with the king of diamonds; your turn")


def test_two_sentences_in_a_row_are_never_the_same():
    """A screen reader does not read the same text again."""
    rng = Random(5)
    state = GAMES["romanian52"].new_match(5, 2)
    before = ""
    while state.phase != OVER:
        if state.phase == DEAL:
            pack = list(state.game.pack(5))
            rng.shuffle(pack)
            state = state.apply(state.deal(pack))
        else:
            state = state.apply(rng.choice(state.legal_actions()))
        said = announcement(state.observe(0), NAMES[:5])
        assert said != before
        before = said


@pytest.mark.parametrize(
    ("bids", "line"),
    [((2, 3), "bids 5 of 7, under by 2"), ((4, 4), "bids 8 of 7, over by 1"), ((2, None), "bids 2 of 7")],
)
def test_the_sum_of_bids_says_over_or_under_once_all_have_bid(bids, line):
    assert sentences.bids_line(bids, 7) == line


def test_the_reason_counts_the_cards_that_may_be_played():
    state = after(
        dealt("2S8H9HKH4C", "3S5S6S7S8S", "AC4DTH6D7D", turn="2H", dealer=0, void="must_overtrump"), 0, 0, 1, "3S", "TH"
    )
    assert sentences.reason_line(state.observe(0)) == "Follow spades – you have 1"
    state = after(
        dealt("2C8H9HKH4C", "3S5S6S7S8S", "AD4DTH6D7D", turn="2H", dealer=0, void="must_overtrump"), 0, 0, 1, "3S", "TH"
    )
    assert sentences.reason_line(state.observe(0)) == "Play a higher trump, hearts – you have 1"
