"""Bots for German whist: legal in every variant, and sensible without a look at what is hidden."""

import random

import pytest

from tests.bots.boards import chosen, german_deal
from tests.bots.rounds import TableVersion, moments, new_match, redealt
from whist.bots import LEVELS, choose
from whist.bots.german_reading import GermanReading
from whist.bots.kernel import BITS, CARD, cards_in
from whist.engine.game import PICK, State
from whist.engine.german import GERMAN, GermanObservation

VARIANTS = (
    {},
    {"count": "phase2", "best_of": 3},
    {"tie": "phase2", "to_points": 5},
    {"open_stock": 2, "race": 9},
    {"open_stock": 3},
    {"race": 7, "best_of": 5},
    {"race": 9, "count": "phase2"},
    {"trump": "none"},
    {"trump": "none", "race": 9, "to_points": 10},
)
sensible = pytest.mark.parametrize("level", ["rule", "normal"])


@pytest.mark.parametrize("options", VARIANTS)
def test_whole_matches_of_every_variant_are_played_legally(options: dict[str, object]) -> None:
    match = GERMAN.new_match(2, 0, options)
    picked = 0
    for moment in moments(match, ["normal", "easy"], seed=5):
        assert isinstance(moment.state.observe(0), GermanObservation)
        picked += moment.state.phase == PICK
    assert (picked > 0) == ("open_stock" in options)


@pytest.mark.parametrize("options", VARIANTS)
def test_a_bot_cannot_tell_one_deal_from_another_it_does_not_know(options: dict[str, object]) -> None:
    rng, changed = random.Random(8), 0
    for number, moment in enumerate(moments(new_match("german", 2, options), ["easy", "greedy"], seed=3)):
        if number % 4 or number > 60:
            continue
        other = redealt(moment, rng)
        seen, also = (state.observe(moment.state.to_act) for state in (moment.state, other.state))
        assert seen == also
        changed += other.dealt != moment.dealt
        for level in LEVELS:
            assert choose(seen, level, number) == choose(also, level, number)
    assert changed > 3


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_seed_gives_the_same_action(level: str) -> None:
    for number, moment in enumerate(moments(new_match("german", 2, {"open_stock": 2}), ["rule", "rule"], seed=9)):
        if number % 10 == 0:
            seen = moment.state.observe(moment.state.to_act)
            assert choose(seen, level, number) == choose(seen, level, number)


# -- sampled deals -------------------------------------------------------------------------------------------


def can_have_held(moment: TableVersion, holder: int, held: set[str]) -> bool:
    """Whether the other could hold these cards now: each card that was not seen must have come to it, at the deal
    or by a blind draw, after the last time it failed to follow its suit and before it played the card.
    """
    seen = moment.state.observe(1 - holder)
    shown = {draw.card for draw in seen.draws if draw.is_open}
    blind = [i // 2 for i, draw in enumerate(seen.draws) if draw.seat == holder and not draw.is_open]
    slots = [-1] * 13 + blind
    played = {card: i // 2 for i, (seat, card) in enumerate(seen.plays) if seat == holder}
    failures = [
        (i // 2, seen.plays[i - 1][1][1])
        for i, (seat, reply) in enumerate(seen.plays)
        if i % 2 and seat == holder and reply[1] != seen.plays[i - 1][1][1]
    ]
    needs = {}
    for card in (held | set(played)) - shown:
        until = played.get(card, 99)
        needs[card] = max((i for i, suit in failures if suit == card[1] and i < until), default=-1), until
    owner: dict[int, str] = {}

    def place(card: str, tried: set[int]) -> bool:
        first, until = needs[card]
        for i, time in enumerate(slots):
            if i not in tried and first <= time < until:
                tried.add(i)
                if i not in owner or place(owner[i], tried):
                    owner[i] = card
                    return True
        return False

    return all(place(card, set()) for card in needs)


@pytest.mark.parametrize("options", [{}, {"trump": "none"}, {"open_stock": 3}])
def test_every_sampled_deal_could_be_the_real_one(options: dict[str, object]) -> None:
    failed = 0
    for seed in range(4):
        for moment in moments(new_match("german", 2, options), ["easy", "greedy"], seed=seed):
            state = moment.state
            if len(state.tricks) > 13:
                continue
            seat = state.to_act
            reading = GermanReading(state.observe(seat))
            failed += bool(reading.caps)
            assert can_have_held(moment, 1 - seat, set(state.hands[1 - seat]))
            for _, duel in zip(range(3), reading.deals(random.Random(seed)), strict=False):
                held = {CARD[card] for card in cards_in(duel.hands[1])}
                assert len(held) == len(state.hands[1 - seat])
                assert set(state.observe(seat).known[1 - seat]) <= held
                assert can_have_held(moment, 1 - seat, held)
                assert len(duel.stock) == state.stock.height
                assert duel.stock[: len(state.stock.opened)] == [BITS[card] for card in state.stock.opened]
    assert failed > 10


def test_no_deal_is_possible_that_the_rules_of_following_exclude() -> None:
    # The other had no club at the first trick and has drawn one card since: it holds one club at most.
    state = german_deal(
        [
            "AKQJT98765432...",
            ".AKQJT98.765432.",
        ],
        "2S3S4S5S",
        "AC2H",
    )
    reading = GermanReading(state.observe(0))
    assert [(cap.suits, cap.most) for cap in reading.caps] == [(frozenset({0}), 1)]


# -- judgement -----------------------------------------------------------------------------------------------


@sensible
@pytest.mark.parametrize("options", [{}, {"count": "phase2"}])
def test_a_king_is_spent_on_the_ace_of_trumps(level: str, options: dict[str, object]) -> None:
    state = german_deal(["5432.QJ5.987.987", "9876.K3.JT65.JT5"], "AS", "QD", options)
    assert chosen(state, level) == {"KD"}


@sensible
def test_no_king_is_spent_on_a_worthless_prize_where_the_trick_itself_does_not_count(level: str) -> None:
    state = german_deal(["A54.QJ.9876.9876", "K92.K3.AKQJ.QJT5"], "2S4H2H", "AC2CQD", {"count": "phase2"})
    assert state.stock.opened == ("2H",)
    assert chosen(state, level) == {"3D"}


@sensible
def test_the_best_of_the_open_cards_is_taken(level: str) -> None:
    state = german_deal(["A876.432.432.543", "5432.765.765.876"], "2SAS8D", "AC2C", {"open_stock": 3})
    assert state.phase == PICK
    assert chosen(state, level) == {"pick:1"}


def test_nobody_reneges_without_trump() -> None:
    followed = 0
    for moment in moments(new_match("german", 2, {"trump": "none"}), ["normal", "easy"], seed=4):
        state: State = moment.state
        seen = state.observe(state.to_act)
        led = [f"play:{card}" for card in seen.hand if seen.trick and card[1] == seen.trick[0][1]]
        if led:
            followed += 1
            assert choose(seen, "normal", 7) in led
    assert followed > 10
