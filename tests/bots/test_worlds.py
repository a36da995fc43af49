"""Sampled deals agree with everything a seat has seen."""

import random
from collections import Counter

import pytest

from tests.bots.rounds import TableVersion, moments, new_match, round_of
from whist.bots.kernel import CARD, Masks, cards_in
from whist.bots.reading import Reading
from whist.bots.worlds import build_deal, sample_hands
from whist.engine.game import Deal, State


def names(hand: Masks) -> set[str]:
    return {CARD[card] for card in cards_in(hand)}


def replays(moment: TableVersion, hands: list[Masks]) -> bool:
    """Whether the round could have gone as it did with these cards in hand now."""
    seen = moment.state.observe(None)
    full = [names(hand) | {card for owner, card in seen.plays if owner == seat} for seat, hand in enumerate(hands)]
    state = moment.before.apply(Deal(tuple(map(tuple, full)), moment.dealt.turn_up))
    for action in moment.actions:
        if action != "play:hidden" and action not in state.legal_actions():
            return False
        state = state.apply(action)
    return True


@pytest.mark.parametrize("void", ["free", "must_trump", "must_overtrump"])
@pytest.mark.parametrize(("game", "seats"), [("romanian", 4), ("romanian", 6), ("romanian52", 5)])
def test_every_sampled_deal_could_be_the_real_one(game: str, seats: int, void: str) -> None:
    match = new_match(game, seats, {"void": void})
    for i, moment in enumerate(moments(match, ["rule"] * seats, seed=5)):
        if i % 11:
            continue
        reading = Reading(moment.state.observe(moment.state.to_act))
        for hands in sample_hands(reading, random.Random(i), 3):
            assert hands[reading.seat] == reading.hand
            assert replays(moment, hands)


@pytest.mark.parametrize("rule", ["forehead", "hidden"])
def test_deals_of_a_card_one_may_not_see(rule: str) -> None:
    match = new_match("romanian", 4, {"schedule": "1-8-1", "one_card": rule})
    for moment in moments(match, ["rule"] * 4, seed=6):
        seen = moment.state.observe(moment.state.to_act)
        if seen.size > 1 or seen.phase != "bid":
            continue
        for hands in sample_hands(Reading(seen), random.Random(1), 5):
            assert [len(names(hand)) for hand in hands] == [1, 1, 1, 1]
            assert all(names(hands[seat]) == set(cards) for seat, cards in seen.foreign.items())
            assert seen.turn_up not in set().union(*map(names, hands))


def last_but_one_trick(void: str) -> State:
    """Seat 1 has thrown a diamond on a club, with spades trump."""
    return round_of("romanian52", "2C3C4D 5D6D7D 4C5C6C 8C9CTC", "2S", "0000" + "2C5D4C8C", {"void": void})


@pytest.mark.parametrize(("void", "may_hold_trumps"), [("free", True), ("must_trump", False)])
def test_seat_that_discards_where_trumping_is_due_has_no_trump(void: str, may_hold_trumps: bool) -> None:
    state = last_but_one_trick(void)
    reading = Reading(state.observe(state.to_act))
    held: Counter[str] = Counter()
    for hands in sample_hands(reading, random.Random(2), 200):
        held.update(card[1] for card in names(hands[1]))
    assert held["C"] == 0
    assert bool(held["S"]) is may_hold_trumps


def test_seat_that_trumps_too_low_where_overtrumping_is_due_has_no_higher_trump() -> None:
    hands = "2C3C4D 5S6D7D 3S8D9D 8C9CTC"
    state = round_of("romanian52", hands, "2S", "0000" + "2C5S3S8C", {"void": "must_overtrump"})
    barred = names(Reading(state.observe(1)).barred[2])
    assert {"2C", "AC", "5S", "6S", "AS"} <= barred
    assert not {"4S", "2D"} & barred


def test_the_turned_card_is_dealt_to_nobody() -> None:
    state = round_of("romanian", "7C8C 9CTC JCQC KCAC", "7H", "")
    reading = Reading(state.observe(0))
    for hands in sample_hands(reading, random.Random(3), 100):
        assert "7H" not in set().union(*map(names, hands))


def test_a_deal_with_hardly_any_freedom_is_still_found() -> None:
    # Each seat may hold two neighbouring cards of six in a ring; taking them in order runs into a dead end.
    pool = [1 << i for i in range(6)]
    barred = [sum(pool) & ~(pool[i] | pool[(i + 1) % 6]) for i in (0, 5, 4, 3, 2, 1)]
    hands = build_deal(pool, [1] * 6, barred)
    assert sum(hands) == sum(pool)
    assert all(hand and not hand & shut for hand, shut in zip(hands, barred, strict=True))
