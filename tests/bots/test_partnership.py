"""Bots for partnership whist: legal, for the side, and sensible without a look at what is hidden."""

import random

import pytest

from tests.bots.boards import chosen, whist_deal
from tests.bots.rounds import moments, new_match, redealt, replayed
from whist.bots import LEVELS, choose
from whist.bots.kernel import CARD, cards_in, masks_of, trump_index
from whist.bots.partnership_policy import Table
from whist.bots.partnership_reading import PartnershipReading
from whist.engine.game import Deal, State

sensible = pytest.mark.parametrize("level", ["rule", "normal"])


@pytest.mark.parametrize("target", [5, 7, 10])
def test_whole_matches_are_played_legally(target: int) -> None:
    match = new_match("whist", 4, {"target": target})
    for moment in moments(match, ["easy", "rule", "greedy", "easy"], seed=target):
        last = moment
    assert max(last.state.apply(last.state.legal_actions()[0]).side_points) >= target


def test_a_whole_match_of_sampling_seats_is_played_legally() -> None:
    for moment in moments(new_match("whist", 4, {"target": 5}), ["normal", "easy"] * 2, seed=1):
        last = moment
    assert last.state.apply(last.state.legal_actions()[0]).winner is not None


def test_a_bot_cannot_tell_one_deal_from_another_it_does_not_know() -> None:
    rng, changed = random.Random(8), 0
    for number, moment in enumerate(moments(new_match("whist", 4), ["rule", "easy"] * 2, seed=3)):
        if number % 3 or number > 100:
            continue
        other = redealt(moment, rng)
        seen, also = (state.observe(moment.state.to_act) for state in (moment.state, other.state))
        assert seen == also
        changed += other.dealt != moment.dealt
        for level in LEVELS:
            assert choose(seen, level, number) == choose(also, level, number)
    assert changed > 20


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_seed_gives_the_same_action(level: str) -> None:
    for number, moment in enumerate(moments(new_match("whist", 4), ["rule"] * 4, seed=9)):
        if number % 10 == 0:
            seen = moment.state.observe(moment.state.to_act)
            assert choose(seen, level, number) == choose(seen, level, number)


def test_the_simulated_deal_agrees_with_the_engine_card_by_card() -> None:
    rng = random.Random(2)
    for moment in moments(new_match("whist", 4), ["random"] * 4, seed=2):
        state = moment.state
        if len(state.tricks) < rng.randrange(13) or state.trick:
            continue
        table = Table(trump_index(state.trump), state.leader)
        table.hands = [masks_of(hand) for hand in state.hands]
        table.live = masks_of([card for hand in state.hands for card in hand])
        table.left, table.ours = len(state.hands[0]), state.round_made[0]
        while table.left:
            assert table.to_act == state.to_act
            legal = list(cards_in(table.legal()))
            assert {f"play:{CARD[card]}" for card in legal} == set(state.legal_actions())
            card = rng.choice(legal)
            table.play(*card)
            state = state.apply(f"play:{CARD[card]}")
        assert table.ours == state.finished[-1].made[0]


def test_every_sampled_deal_could_be_the_real_one() -> None:
    for number, moment in enumerate(moments(new_match("whist", 4), ["easy"] * 4, seed=5)):
        if number % 7:
            continue
        state, seat = moment.state, moment.state.to_act
        seen = state.observe(seat)
        for _, table in zip(range(3), PartnershipReading(seen).deals(random.Random(number)), strict=False):
            held = [{CARD[card] for card in cards_in(hand)} for hand in table.hands]
            assert held[seat] == set(seen.hand)
            assert state.turn_up in held[state.dealer] or state.turn_up in [card for _, card in seen.plays]
            full = [[*cards, *(card for s, card in seen.plays if s == owner)] for owner, cards in enumerate(held)]
            full[state.dealer].remove(state.turn_up)
            full[state.dealer].append(state.turn_up)
            replayed(moment.before, Deal(tuple(map(tuple, full)), state.turn_up), moment.actions)


# -- positions players complain about --------------------------------------------------------------------------


@sensible
def test_the_partner_returns_the_suit(level: str) -> None:
    hands = ["KJ83.QT9.62.QT83", "Q9.K532.KQT.9765", "A7.J864.J9854.J2", "T6542.A7.A73.AK4"]
    state = whist_deal(hands, "KS", "3C9CACTC")
    assert state.to_act == 2
    seen = state.observe(2)
    returned = [choose(seen, level, seed) == "play:7C" for seed in range(20)]
    assert sum(returned) >= 12


def _two_rounds_of_trumps() -> State:
    hands = ["T98.65.765.AKQ43", "AKQ.AK84.AKQJ.65", "765.QJT.T98.JT98", "J432.9732.432.72"]
    return whist_deal(hands, "7S", "AS5S8S2S" + "KS6S9S7S" + "QSQCTS2C")


@sensible
def test_nobody_draws_the_trumps_of_the_partner(level: str) -> None:
    # Both opponents have shown that they have none; the last one is the partner's.
    state = _two_rounds_of_trumps()
    assert state.to_act == 0
    assert not chosen(state, level) & {"4S", "3S"}


@sensible
def test_the_winning_card_of_the_partner_is_not_trumped(level: str) -> None:
    # Seat 2 led the ace of clubs, of which seat 0 has none: it throws a low card, not a trump.
    hands = [".K854.J9832.T932", "KT95.963.QT.8764", "AJ76.AQT.K74.QJ5", "Q8432.J72.A65.AK"]
    state = whist_deal(hands, "AS", "4D3DAD2D" + "AC2C")
    assert state.to_act == 0
    assert all(card[1] != "S" for card in chosen(state, level))


@sensible
def test_a_loser_is_trumped_when_the_opponents_win(level: str) -> None:
    hands = [".K854.J9832.T932", "KT95.963.QT.8764", "AJ76.AQT.K74.QJ5", "Q8432.J72.A65.AK"]
    state = whist_deal(hands, "AS", "4D3DAD2D" + "6CQC")
    assert state.to_act == 0
    assert chosen(state, level) == {"2S"}


@sensible
def test_second_hand_plays_low(level: str) -> None:
    hands = ["KJ82.AK5.983.932", "Q64.964.QT5.8765", "T975.QJT.K74.QJ4", "A3.8732.AJ62.AKT"]
    state = whist_deal(hands, "AS", "2C")
    assert chosen(state, level) == {"4C"}


@sensible
def test_third_hand_plays_high(level: str) -> None:
    hands = ["JT82.AK5.983.932", "Q94.964.QT5.8765", "A765.QJT.K74.QJ4", "K3.8732.AJ62.AKT"]
    state = whist_deal(hands, "AS", "2C4C")
    assert chosen(state, level) == {"AC"}


@sensible
def test_the_last_player_wins_as_cheaply_as_can_be(level: str) -> None:
    hands = ["T987.AK8.J98.T93", "65.9654.QT54.J84", "432.QJT.K762.765", "AKQJ.732.A3.AKQ2"]
    state = whist_deal(hands, "2S", "TC6C2C")
    assert chosen(state, level) == {"JC"}


def test_the_turned_card_stays_with_the_dealer_until_it_is_played() -> None:
    hands = ["T987.AK8.J98.T93", "65.9654.QT54.J84", "432.QJT.K762.765", "AKQJ.732.A3.AKQ2"]
    reading = PartnershipReading(whist_deal(hands, "2S", "TC6C2CJC").observe(3))
    assert sum(reading.wanted) == 36
    others = PartnershipReading(whist_deal(hands, "2S", "TC6C2CJC" + "3D8D4DQD").observe(0))
    assert others.wanted == [0, 11, 11, 10]
    for _, table in zip(range(20), others.deals(random.Random(1)), strict=False):
        assert "2S" in {CARD[card] for card in cards_in(table.hands[3])}
