"""What a seat and a spectator may know (docs/rules.md §5), and that nothing else reaches them."""

import random
import re
from dataclasses import fields
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.play import (
    IS_SOAK,
    Played,
    Setting,
    all_settings,
    matches_under_way,
    play_match,
    some_settings,
)
from whist.engine import GAMES
from whist.engine.errors import IllegalAction
from whist.engine.game import BID, OVER, PLAY, PLAY_HIDDEN, Deal, Observation, State

each_setting = pytest.mark.parametrize("setting", some_settings(), ids=str)

CARD = re.compile(r"[2-9TJQKA][CDHS]")


def cards_in(seen: Observation) -> set[str]:
    """Every card of the round on the table anywhere in an observation.

    The game itself knows its pack and is left out; so is the last trick while it belongs to the round before.
    """
    is_of_this_round = sum(seen.made) > 0
    left_out = {"game"} if is_of_this_round else {"game", "last_trick"}
    values = [getattr(seen, field.name) for field in fields(seen) if field.name not in left_out]
    return set(CARD.findall(repr(values)))


def may_see(state: State, seat: int | None) -> set[str]:
    """The cards that the viewer has seen or holds, worked out from the dealt cards and the house rule."""
    played = {card for trick in state.tricks for card in trick.cards} | set(state.trick)
    seen = played | ({state.turn_up} if state.turn_up else set())
    if state.game.has_stock:
        seen |= set(state.stock.opened)
        seen |= {card for drawer, card, is_open in state.draws if is_open or drawer == seat}
    if seat is None:
        return seen
    one_card = len(state.dealt[0]) == 1 and state.options.get("one_card")
    if one_card == "forehead":
        return seen.union(*(hand for other, hand in enumerate(state.dealt) if other != seat))
    if one_card == "hidden" and state.phase == BID:
        return seen
    return seen | set(state.dealt[seat])


@each_setting
def test_no_foreign_card_in_any_observation(setting: Setting) -> None:
    # Seven is no multiple of any number of seats, so that all of them come to act.
    for state in play_match(setting, 21).states[:: 1 if IS_SOAK else 7]:
        for seat in (None, *range(setting.seats)):
            assert cards_in(state.observe(seat)) <= may_see(state, seat)


def test_the_scan_for_cards_finds_them() -> None:
    state = one_card_round("normal")
    assert cards_in(state.observe(0)) == {"9S", "AH"}
    assert cards_in(state.fold("0000").observe(0)) == {"9S", "AH"}


@each_setting
def test_the_last_trick_is_one_that_was_played(setting: Setting) -> None:
    finished = None
    for before, _, after in play_match(setting, 24).steps():
        if sum(after.made) > sum(before.made):
            finished = after.tricks[-1]
        assert after.observe(0).last_trick == finished


@each_setting
def test_everything_to_decide_by_is_there(setting: Setting) -> None:
    for state in play_match(setting, 22).states[:: 1 if IS_SOAK else 7]:
        seen = state.observe(state.to_act)
        assert (seen.phase, seen.to_act, seen.scores) == (state.phase, state.to_act, state.scores)
        if state.to_act is not None and None not in seen.hand:
            assert seen.hand == state.hands[state.to_act]
            assert seen.legal_actions == state.legal_actions()
            for card in seen.hand:
                is_allowed = f"play:{card}" in seen.legal_actions or seen.phase != PLAY
                assert (seen.refusal(card) is None) == is_allowed


@each_setting
def test_a_spectator_sees_what_all_seats_see(setting: Setting) -> None:
    private = {"seat", "hand", "foreign", "legal_actions", "draws"}
    for state in play_match(setting, 23).states[::7]:
        public, *seats = [
            {field.name: getattr(seen, field.name) for field in fields(seen) if field.name not in private}
            for seen in map(state.observe, (None, *range(setting.seats)))
        ]
        assert all(seat == public for seat in seats)
        spectator = state.observe(None)
        assert (spectator.hand, spectator.legal_actions) == ((), ())
        for seat in range(setting.seats):
            for holder, cards in spectator.foreign.items():
                known = state.observe(seat).hand if seat == holder else state.observe(seat).foreign[holder]
                assert set(cards) <= set(known)


# -- non-interference ----------------------------------------------------------------------------------------


def history(start: State, deal: Deal, actions: list[Any]) -> list[State] | None:
    """The states of the round under this deal, or None where an action would be illegal."""
    states = [start.apply(deal)]
    for action in actions:
        try:
            states.append(states[-1].apply(action))
        except IllegalAction:
            return None
    return states


def swapped(deal: Deal, one: str, other: str) -> Deal:
    """The deal with two cards changed round."""
    exchange = {one: other, other: one}
    hands = tuple(tuple(exchange.get(card, card) for card in hand) for hand in deal.hands)
    return Deal(hands, deal.turn_up, tuple(exchange.get(card, card) for card in deal.stock))


def assert_hidden_cards_change_nothing(played: Played, seat: int | None, chance: random.Random) -> int:
    """Swap cards that the viewer cannot know, as long as the same actions stay legal; return how often."""
    steps = list(played.steps())
    first = max(i for i, (_, action, _) in enumerate(steps) if isinstance(action, Deal))
    (start, deal, _), actions = steps[first], [action for _, action, _ in steps[first + 1 :]]
    moments = {len(actions), *chance.choices(range(len(actions) + 1), k=4)}
    seen = {moment: played.states[first + 1 + moment].observe(seat) for moment in moments}
    unknown = sorted(set(start.game.pack(start.seats)) - may_see(played.states[-1], seat))
    swaps = 0
    for _ in range(12 if len(unknown) > 1 else 0):
        changed = swapped(deal, *chance.sample(unknown, 2))
        states = history(start, changed, actions)
        if states:
            assert {moment: states[moment].observe(seat) for moment in moments} == seen
            deal = changed
            swaps += 1
    return swaps


@given(matches_under_way(), st.randoms(use_true_random=False))
def test_what_a_seat_cannot_know_changes_nothing_it_sees(played: Played, chance: random.Random) -> None:
    if played.rounds and played.states[-1].phase != OVER:
        for seat in (None, *range(played.setting.seats)):
            assert_hidden_cards_change_nothing(played, seat, chance)


def test_many_swaps_stay_legal() -> None:
    chance = random.Random(3)
    setting = next(all_settings(GAMES["romanian"], 4))
    matches = [play_match(setting, seed, most_actions=20) for seed in range(10)]
    assert sum(assert_hidden_cards_change_nothing(match, 0, chance) for match in matches) > 40


# -- house rules for the round of one card -------------------------------------------------------------------


def one_card_round(rule: str) -> State:
    """The 1-8-1 schedule begins with one card; seat 0 bids first."""
    state = GAMES["romanian"].new_match(4, 3, {"schedule": "1-8-1", "one_card": rule})
    return state.apply(Deal((("9S",), ("TS",), ("JS",), ("QS",)), "AH"))


def test_on_the_forehead_everybody_sees_all_cards_but_their_own() -> None:
    seen = one_card_round("forehead").observe(0)
    assert seen.hand == (None,)
    assert dict(seen.foreign) == {1: ("TS",), 2: ("JS",), 3: ("QS",)}


def test_on_the_forehead_the_card_is_played_without_naming_it() -> None:
    state = one_card_round("forehead").fold("0000")
    assert state.observe(0).legal_actions == (PLAY_HIDDEN,)
    assert state.observe(1).legal_actions == ()
    assert state.resolve(PLAY_HIDDEN) == "play:9S"
    after = state.apply(PLAY_HIDDEN)
    assert after.observe(0).plays == ((0, "9S"),)
    assert dict(after.observe(1).foreign) == {2: ("JS",), 3: ("QS",)}
    assert after.observe(1).hand == (None,)


def test_on_the_forehead_a_spectator_sees_no_card() -> None:
    state = one_card_round("forehead")
    assert cards_in(state.observe(None)) == {"AH"}


def test_hidden_cards_are_seen_by_nobody_until_all_have_bid() -> None:
    state = one_card_round("hidden")
    for bid in "000":
        assert [state.observe(seat).hand for seat in range(4)] == [(None,)] * 4
        assert not state.observe(0).foreign
        state = state.fold(bid)
    state = state.fold("0")
    assert [state.observe(seat).hand for seat in range(4)] == [("9S",), ("TS",), ("JS",), ("QS",)]
    assert state.observe(0).legal_actions == ("play:9S",)


@pytest.mark.parametrize("rule", ["forehead", "hidden"])
def test_longer_rounds_are_played_with_open_eyes(rule: str) -> None:
    game = GAMES["romanian"]
    state = game.new_match(4, 3, {"one_card": rule})
    state = state.apply(state.deal(game.pack(4)))
    seen = state.observe(0)
    assert seen.hand == state.hands[0]
    assert not seen.foreign


def test_the_forbidden_bid_is_known_to_all_once_the_others_have_bid() -> None:
    state = one_card_round("normal").fold("00")
    assert [state.observe(seat).forbidden_bid for seat in (None, 0, 3)] == [None] * 3
    state = state.fold("0")
    assert [state.observe(seat).forbidden_bid for seat in (None, 0, 3)] == [1] * 3
    assert state.observe(3).legal_actions == ("bid:0",)


def test_the_last_trick_stays_until_the_next_one() -> None:
    state = one_card_round("normal").fold("0000")
    assert state.phase == PLAY
    state = state.fold("9STSJSQS")
    last = state.observe(0).last_trick
    assert (last.winner, state.observe(0).made) == (3, (0, 0, 0, 1))
    following = state.apply(state.deal(GAMES["romanian"].pack(4)))
    assert following.observe(0).last_trick == last
    assert following.observe(0).finished[0].score == (5, 5, 5, -1)
    while not sum(following.made):
        following = following.apply(following.legal_actions()[0])
    assert following.observe(0).last_trick != last
