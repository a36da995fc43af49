"""Phase two of German whist is played out exactly."""

import random

import pytest

from tests.bots.boards import Hand, outcome_by_force, points_by_force, random_ending, tricks_by_force
from tests.bots.rounds import moments, new_match
from whist.bots import choose
from whist.bots.german_duel import Duel
from whist.bots.german_ending import best_cards
from whist.bots.german_solver import Race, Tricks, position_of
from whist.bots.kernel import BITS, CARD, masks_of, trump_index
from whist.engine.game import PLAY
from whist.engine.tricks import legal_cards

TRUMPS = ("S", "C", None)


def duel_of(own: Hand, other: Hand, trump: str | None, led: str | None = None, race: int = 0) -> Duel:
    duel = Duel(trump_index(trump), 1, race, counts=True)
    duel.hands = [masks_of(tuple(own)), masks_of(tuple(other))]
    duel.live = masks_of(tuple(own | other))
    if led:
        duel.leader = 1
        duel.play(*BITS[led])
    return duel


@pytest.mark.parametrize("trump", TRUMPS)
def test_the_solver_finds_what_trying_everything_finds(trump: str | None) -> None:
    rng = random.Random(f"tricks{trump}")
    for _ in range(300):
        own, other = random_ending(rng, 6)
        position = position_of(masks_of(tuple(own)), masks_of(tuple(other)), trump_index(trump))
        assert Tricks().value(position, len(own)) == tricks_by_force(own, other, trump, {})


@pytest.mark.parametrize("trump", TRUMPS)
def test_a_race_ends_as_trying_everything_says(trump: str | None) -> None:
    rng = random.Random(f"race{trump}")
    for _ in range(150):
        own, other = random_ending(rng, 5)
        needed = rng.randint(1, len(own))
        needs = needed, len(own) + 1 - needed
        position = position_of(masks_of(tuple(own)), masks_of(tuple(other)), trump_index(trump))
        assert Race().value(position, *needs) == points_by_force(own, other, trump, *needs)


@pytest.mark.parametrize("trump", TRUMPS)
def test_the_best_leads_are_all_those_that_lose_nothing(trump: str | None) -> None:
    rng = random.Random(f"leads{trump}")
    for _ in range(150):
        own, other = random_ending(rng, 5)
        known: dict[tuple[Hand, Hand], int] = {}
        values = {
            card: min(
                outcome_by_force(own, other, card, reply, trump, known)
                for reply in legal_cards(tuple(other), [card], trump, "free")
            )
            for card in own
        }
        best = {card for card, value in values.items() if value == max(values.values())}
        assert {CARD[card] for card in best_cards(duel_of(own, other, trump))} == best


@pytest.mark.parametrize("trump", TRUMPS)
def test_the_best_replies_are_all_those_that_lose_nothing(trump: str | None) -> None:
    rng = random.Random(f"replies{trump}")
    for _ in range(150):
        own, other = random_ending(rng, 5)
        led = rng.choice(sorted(other))
        known: dict[tuple[Hand, Hand], int] = {}
        values = {
            card: -outcome_by_force(other, own, led, card, trump, known)
            for card in legal_cards(tuple(own), [led], trump, "free")
        }
        best = {card for card, value in values.items() if value == max(values.values())}
        assert {CARD[card] for card in best_cards(duel_of(own, other, trump, led))} == best


def test_whole_hands_are_worth_the_same_whoever_holds_which_side_suit() -> None:
    rng = random.Random(3)
    for _ in range(5):
        own, other = random_ending(rng, 13)
        turned = str.maketrans("CDH", "HCD")
        moved = [frozenset(card.translate(turned) for card in hand) for hand in (own, other)]
        positions = [position_of(masks_of(tuple(a)), masks_of(tuple(b)), 3) for a, b in ((own, other), moved)]
        assert positions[0] == positions[1]


OPTIONS = (
    {},
    {"count": "phase2"},
    {"trump": "none"},
    {"open_stock": 3, "count": "phase2"},
    {"tie": "phase2"},
)


@pytest.mark.parametrize("options", OPTIONS)
def test_the_last_tricks_are_never_fewer_than_could_be_kept(options: dict[str, object]) -> None:
    checked = 0
    for moment in moments(new_match("german", 2, options | {"best_of": 5}), ["easy", "easy"], seed=6):
        state = moment.state
        if state.phase != PLAY or state.stock.height or len(state.hands[state.leader]) > 6:
            continue
        own, other = frozenset(state.hands[state.to_act]), frozenset(state.hands[1 - state.to_act])
        seen = state.observe(state.to_act)
        card = choose(seen, "normal", 1).removeprefix("play:")
        known: dict[tuple[Hand, Hand], int] = {}
        if state.trick:
            led = state.trick[0]
            other |= {led}
            best = max(
                len(own) - outcome_by_force(other, own, led, reply, state.trump, known)
                for reply in legal_cards(tuple(own), [led], state.trump, "free")
            )
            kept = len(own) - outcome_by_force(other, own, led, card, state.trump, known)
        else:
            best = tricks_by_force(own, other, state.trump, known)
            kept = min(
                outcome_by_force(own, other, card, reply, state.trump, known)
                for reply in legal_cards(tuple(other), [card], state.trump, "free")
            )
        assert kept == best
        checked += 1
    assert checked >= 30


def test_a_race_is_not_lost_where_it_can_be_won() -> None:
    # One more trick is needed: the ace of clubs takes it, while a diamond gives the other the next three.
    own, other = frozenset({"AC", "2D", "3D"}), frozenset({"KC", "4D", "5D"})
    duel = duel_of(own, other, "S", race=9)
    duel.made = [8, 6]
    assert [CARD[card] for card in best_cards(duel)] == ["AC"]
