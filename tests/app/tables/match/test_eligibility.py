"""How much of a match players must do themselves, from who acted and who held the seat."""

from datetime import timedelta
from random import Random

import pytest

from tests.support.felts import step
from whist.engine import GAMES
from whist.engine.game import DEAL, OVER, encode_action
from whist.engine.schedules import SCHEDULES
from whist.tables.match.eligibility import (
    FEW,
    LATE,
    SHORT,
    RoundCredits,
    SeatSpan,
    credits_of,
    own_actions,
    participation_of,
)
from whist.tables.models.kinds import TERMS, Kind

LONG = timedelta(minutes=20)
SEAT = [SeatSpan(0, 0)]
SHARE, SHARE_IN_ROOMS = TERMS[Kind.FRIENDS].share_needed, TERMS[Kind.ROOM].share_needed


def bids_of(letters: str) -> list[RoundCredits]:
    """A round for each letter: that of seat 0, who bids first of four; three bots bid and four cards are played."""
    return [RoundCredits(letter + "bbb" + "bbbb", ((0,), (1,), (2,), (3,))) for letter in letters]


def reason(letters: str, spans=SEAT, duration=LONG, share=SHARE) -> str:
    done = bids_of(letters)
    participation = participation_of(spans, done, rounds=len(done), share=share, has_bids=True)
    return participation.reason(duration)


@pytest.mark.parametrize(
    ("rounds", "needed", "share"),
    [(rounds, needed, SHARE) for rounds, needed in ((24, 18), (27, 21), (30, 23), (21, 16), (6, 5))]
    + [(6, 4, SHARE_IN_ROOMS), (30, 20, SHARE_IN_ROOMS)],
)
def test_share_of_own_bids_is_rounded_up(rounds, needed, share):
    enough = "b" * (rounds - needed) + "p" * needed
    assert reason(enough, share=share) == ""
    assert reason("b" + enough[:-needed] + "p" * (needed - 1), share=share) == FEW


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_every_classic_schedule_has_a_whole_share(seats):
    rounds = len(SCHEDULES["8-1-8"](seats))
    participation = participation_of(SEAT, [], rounds=rounds, share=SHARE, has_bids=True)
    assert participation.needed == {21: 16, 24: 18, 27: 21, 30: 23}[rounds]


def test_one_of_them_is_in_the_last_three_rounds():
    assert reason("p" * 21 + "bbb") == LATE
    assert reason("p" * 21 + "pbb") == ""


def test_bids_of_the_clock_and_of_bots_for_absent_players_do_not_count():
    assert reason("p" * 18 + "cccaaa") == LATE
    assert reason("c" * 12 + "p" * 12) == FEW


def test_forced_and_prepared_actions_count_as_own():
    assert reason("f" * 12 + "q" * 12) == ""


def test_a_match_shorter_than_a_minute_gives_nothing():
    assert reason("p" * 6, duration=timedelta(seconds=59.9)) == SHORT
    assert reason("p" * 6, duration=timedelta(seconds=60)) == ""


def test_who_held_the_seat_at_that_moment_counts_and_not_who_holds_it_at_the_end():
    # Eight actions a round: the seat changes hands after the fourth of six rounds.
    leaver, newcomer = [SeatSpan(0, 0, 32)], [SeatSpan(0, 32)]
    done = bids_of("pppppp")
    assert [len(own) for own in own_actions(leaver, done)] == [1, 1, 1, 1, 0, 0]
    assert [len(own) for own in own_actions(newcomer, done)] == [0, 0, 0, 0, 1, 1]
    assert reason("pppppp", leaver, share=SHARE_IN_ROOMS) == ""
    assert reason("pppppp", newcomer, share=SHARE_IN_ROOMS) == FEW


def test_player_who_comes_back_keeps_what_they_did_before():
    spans = [SeatSpan(0, 0, 8), SeatSpan(0, 16)]
    assert reason("pppppp", spans) == ""
    assert participation_of(spans, bids_of("pppppp"), rounds=6, share=SHARE, has_bids=True).own == 5


def test_a_change_within_a_round_is_counted_to_the_action():
    done = bids_of("p")
    assert own_actions([SeatSpan(0, 0, 1)], done) == [[(0, 0)]]
    assert own_actions([SeatSpan(0, 1)], done) == [[]]


def test_effort_tells_while_the_match_runs_what_is_left():
    participation = participation_of(SEAT, bids_of("pppb"), rounds=24, share=SHARE, has_bids=True)
    assert (participation.own, participation.needed, participation.left, participation.is_enough) == (3, 18, 20, False)


# -- games without bids ------------------------------------------------------------------------------------------------


def cards_of(*letters: str) -> list[RoundCredits]:
    """Deals of thirteen cards of seat 0, by their actors, between the cards of three bots."""
    return [
        RoundCredits("".join(letter + "bbb" for letter in deal), tuple(tuple(range(seat, 52, 4)) for seat in range(4)))
        for deal in letters
    ]


def test_without_bids_the_share_of_own_cards_counts():
    enough, too_few = cards_of("p" * 13, "b" * 6 + "p" * 7), cards_of("p" * 13, "b" * 7 + "p" * 6)
    assert participation_of(SEAT, enough, rounds=None, share=SHARE, has_bids=False).reason(LONG) == ""
    assert participation_of(SEAT, too_few, rounds=None, share=SHARE, has_bids=False).reason(LONG) == FEW


def test_without_bids_some_own_cards_are_in_the_last_deal():
    done = cards_of("p" * 13, "p" * 13, "p" * 13, "b" * 13)
    assert participation_of(SEAT, done, rounds=None, share=SHARE, has_bids=False).reason(LONG) == LATE


@pytest.mark.parametrize(
    ("slug", "seats", "options"),
    [("whist", 4, {}), ("german", 2, {"best_of": 3, "open_stock": 3}), ("german", 2, {"race": 7, "best_of": 5})],
)
def test_cards_and_tricks_are_found_in_the_stored_text_as_the_game_played_them(slug, seats, options):
    """The actors' letters are seat numbers here: every counted place must belong to its seat."""
    rng = Random(4)
    state = GAMES[slug].new_match(seats, 1, options)
    actions = actors = ""
    while state.phase != OVER:
        if state.phase == DEAL:
            state, actions, actors = step(state, rng), "", ""
            leader = state.to_act
            continue
        actors += str(state.to_act)
        action = rng.choice(state.legal_actions())
        actions += encode_action(action)
        state = state.apply(action)
        if state.phase in (DEAL, OVER):
            done = credits_of(state.game, actions, actors, leader, state.trump, seats)
            assert all(actors[place] == str(seat) for seat in range(seats) for place in done.counted[seat])
            assert sum(map(len, done.counted)) == len(state.observe(None).plays)
            won = [sum(place in done.winning for place in places) for places in done.counted]
            assert won == list(state.made)


def test_bids_are_found_in_the_stored_text():
    rng = Random(2)
    game = GAMES["romanian"]
    state = step(game.new_match(4, 2), rng)
    leader, actions, actors = state.to_act, "", ""
    while state.phase != DEAL:
        actors += str(state.to_act)
        action = rng.choice(state.legal_actions())
        actions += encode_action(action)
        state = state.apply(action)
    done = credits_of(game, actions, actors, leader, None, 4)
    assert [actors[place] for (place,) in done.counted] == ["0", "1", "2", "3"]
    assert done.winning == frozenset()
