"""German whist (docs/rules.md §4): against a naive referee, and its own points of law."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.naive_series import NaiveHand, hand_value, series
from tests.engine.play import Setting, all_settings, deck_of, play_match, some_settings
from whist.engine import GAMES
from whist.engine.cards import PACK, parse_cards
from whist.engine.errors import BadOption, IllegalAction
from whist.engine.game import DEAL, OVER, PICK, PLAY, Deal, FinishedRound, State
from whist.engine.german import GermanRules, hand_result
from whist.engine.replay import replay_record

GAME = GAMES["german"]
SETTINGS = [setting for setting in some_settings() if setting.game is GAME]

each_setting = pytest.mark.parametrize("setting", SETTINGS, ids=str)

ATTEMPTS = [*(f"play:{card}" for card in PACK), *(f"pick:{i}" for i in range(4)), "bid:0"]


def referee_of(deal: Deal, dealer: int, options: dict[str, Any]) -> NaiveHand:
    most_open = 0 if options.get("trump") == "none" else options.get("open_stock") or 1
    return NaiveHand(deal.hands, deal.stock, dealer, most_open=most_open, race=options.get("race"))


def verdict(state: State, action: Any) -> str | None:
    try:
        state.apply(action)
    except IllegalAction as error:
        return error.name
    return None


# -- against the naive referee ---------------------------------------------------------------------------------------


@each_setting
def test_referees_agree_on_turns_legal_actions_errors_and_what_is_known(setting: Setting) -> None:
    chance = random.Random(41)
    played = play_match(setting, 41, most_actions=200)
    referee: Any = None
    for state, action, after in played.steps():
        if isinstance(action, Deal):
            dealer = (played.first_dealer + state.round_number) % 2
            referee = referee_of(action, dealer, setting.options)
        else:
            assert state.to_act == referee.turn
            assert set(state.legal_actions()) == referee.allowed()
            for attempt in chance.sample(ATTEMPTS, 6):
                assert verdict(state, attempt) == referee.verdict(attempt), attempt
            referee.act(action)
        assert after.round_report()["made"] == referee.made()
        assert_same_knowledge(after, referee)


def assert_same_knowledge(state: State, referee: NaiveHand) -> None:
    for seat in (0, 1):
        seen: Any = state.observe(seat)
        assert list(seen.hand) == referee.held[seat]
        assert (list(seen.prizes), seen.stock_height) == (
            referee.pile[: referee.most_open],
            len(referee.pile),
        )
        known = {*seen.hand, *seen.prizes, *(card for _, card in seen.plays)}
        known |= {card for cards in seen.foreign.values() for card in cards}
        known |= {draw.card for draw in seen.draws if draw.card}
        assert known == referee.seen[seat]
        assert [set(cards) for cards in seen.known] == referee.in_public
        assert [trick.winner for trick in seen.tricks] == referee.winners
        assert [list(made) for made in seen.phase_made] == referee.made()
        assert [draw.seat for draw in seen.draws[::2]] == referee.winners[: len(seen.draws) // 2]


@each_setting
def test_scorers_agree_on_points_wins_and_winner(setting: Setting) -> None:
    for seed in range(3):
        played = play_match(setting, seed)
        answer = replay_record(played.record)
        values: list[Any] = []
        for number, (deal, text) in enumerate(played.rounds):
            assert series(values, setting.options)[2] is None
            referee = referee_of(deal, (played.first_dealer + number) % 2, setting.options)
            fold(referee, text)
            assert referee.turn is None
            values.append(hand_value(referee.made(), setting.options))
            report = answer["rounds"][number]
            assert (report["winner"], report["points"]) == values[-1]
            wins, points, _ = series(values, setting.options)
            assert (report["total"], played_wins(played, number)) == (points, wins)
        assert (answer["wins"], answer["winner"]) == (wins, series(values, setting.options)[2])
        assert answer["winner"] is not None


def played_wins(played: Any, number: int) -> list[int]:
    return list(played.states[-1].observe(None).finished[number].wins)


def fold(referee: NaiveHand, text: str) -> None:
    i = 0
    while i < len(text):
        width = 1 if referee.is_pick_due else 2
        kind = PICK if referee.is_pick_due else PLAY
        referee.act(f"{kind}:{text[i : i + width]}")
        i += width


@st.composite
def tricks_of_a_hand(draw: st.DrawFn) -> list[list[int]]:
    first, second = draw(st.integers(0, 13)), draw(st.integers(0, 13))
    return [[first, 13 - first], [second, 13 - second]]


@given(st.sampled_from(["all", "phase2"]), st.sampled_from(["replay", "phase2"]), tricks_of_a_hand())
def test_scorers_agree_on_any_hand(count: str, tie: str, made: list[list[int]]) -> None:
    expected = hand_value(made, {"count": count, "tie": tie})
    assert hand_result(*made, GermanRules(count=count, tie=tie)) == expected


@given(
    st.sampled_from([{"best_of": n} for n in (1, 3, 5)] + [{"to_points": n} for n in (5, 10, 25)]),
    st.sampled_from(["replay", "phase2"]),
    st.lists(tricks_of_a_hand(), max_size=30),
)
def test_scorers_agree_on_any_series(options: dict[str, Any], tie: str, hands: list[list[list[int]]]) -> None:
    options = {**options, "tie": tie}
    finished: list[FinishedRound] = []
    state: Any = GAME.new_match(2, 0, options)
    for made in hands:
        if state.phase == OVER:
            break
        finished.append(FinishedRound("", (*made[0], *made[1])))
        state = GAME.resume(2, 0, options, finished)
    values = [hand_value([list(f.made[:2]), list(f.made[2:])], options) for f in finished]
    wins, points, winner = series(values, options)
    assert (list(state.wins), list(state.scores), state.winner) == (wins, points, winner)
    assert (state.phase == OVER) == (winner is not None)


# -- the deal --------------------------------------------------------------------------------------------------------

PACK_OF_TEST = deck_of("german").pack(0, PACK)


def a_hand(dealer: int = 1, **options: Any) -> Any:
    state = GAME.new_match(2, dealer, options)
    return state.apply(state.deal(PACK_OF_TEST))


def test_the_non_dealer_is_dealt_first_and_leads() -> None:
    state = a_hand(dealer=1)
    assert state.to_act == 0
    assert (state.dealt[0][0], state.dealt[1][0], state.dealt[0][1]) == PACK_OF_TEST[:3]
    assert state.turn_up == PACK_OF_TEST[26]
    seen = state.observe(0)
    assert (seen.prizes, seen.stock_height, seen.trump) == ((PACK_OF_TEST[26],), 26, PACK_OF_TEST[26][1])


@pytest.mark.parametrize("options", [{}, {"open_stock": 3}, {"trump": "none"}])
def test_a_deal_with_a_wrong_stock_is_refused(options: dict[str, Any]) -> None:
    state = GAME.new_match(2, 0, options)
    hands, turn, stock = (deal := state.deal(PACK)).hands, deal.turn_up, deal.stock
    wrong_turn = None if turn else stock[0]
    for bad in (
        Deal(hands, turn, stock[:-1]),
        Deal(hands, turn),
        Deal(hands, turn, (*stock, stock[0])),
        Deal(hands, turn, (*stock[:-1], hands[0][0])),
        Deal(hands, wrong_turn, stock),
        Deal(hands, stock[1], stock),
    ):
        assert verdict(state, bad) == "BadDeal"
    assert verdict(state, deal) is None


# -- drawing ---------------------------------------------------------------------------------------------------------


def first_cards(state: Any, cards: int) -> Any:
    for _ in range(cards):
        state = state.apply(state.legal_actions()[0])
    return state


def test_the_winner_takes_the_prize_and_the_other_seat_draws_blind() -> None:
    state = a_hand()
    after = first_cards(state, 2)
    winner, prize, blind = after.last_trick.winner, PACK_OF_TEST[26], PACK_OF_TEST[27]
    assert after.hands[winner][-1] == prize
    assert after.hands[1 - winner][-1] == blind
    assert after.observe(None).prizes == (PACK_OF_TEST[28],)
    assert after.observe(None).stock_height == 24
    assert after.to_act == after.leader == winner


def test_a_blind_draw_is_known_to_its_taker_only() -> None:
    after = first_cards(a_hand(), 2)
    winner, prize, blind = after.last_trick.winner, PACK_OF_TEST[26], PACK_OF_TEST[27]
    taker = 1 - winner
    assert after.observe(taker).own_blind_draws == (blind,)
    assert after.observe(winner).own_blind_draws == ()
    for viewer in (None, winner):
        assert after.observe(viewer).draws == ((winner, prize, True), (taker, None, False))
        assert blind not in repr(after.observe(viewer))
    for viewer in (None, 0, 1):
        seen = after.observe(viewer)
        assert [(draw.seat, draw.card) for draw in seen.taken] == [(winner, prize)]
        assert seen.known[winner] == (prize,)
        assert dict(seen.foreign) == ({} if viewer == winner else {winner: (prize,)})


def test_a_card_taken_face_up_is_foreign_until_it_is_played() -> None:
    after = first_cards(a_hand(), 2)
    winner, prize = after.last_trick.winner, PACK_OF_TEST[26]
    played = after.apply(f"play:{prize}")
    assert not played.observe(1 - winner).foreign
    assert played.observe(winner).known == ((), ())


def test_without_trump_nobody_sees_what_the_other_draws() -> None:
    state = a_hand(trump="none")
    seen = state.observe(0)
    assert (seen.turn_up, seen.trump, seen.prizes, seen.stock_height) == (None, None, (), 26)
    after = first_cards(state, 2)
    winner, top, second = after.last_trick.winner, PACK_OF_TEST[26], PACK_OF_TEST[27]
    assert (after.hands[winner][-1], after.hands[1 - winner][-1]) == (top, second)
    assert after.observe(winner).own_blind_draws == (top,)
    assert after.observe(None).draws == ((winner, None, False), (1 - winner, None, False))
    assert not after.observe(0).foreign


def test_phase_two_begins_when_the_stock_is_empty() -> None:
    state = first_cards(a_hand(), 26)
    seen = state.observe(0)
    assert (seen.stock_height, seen.prizes, len(seen.tricks), seen.cards_left) == (0, (), 13, (13, 13))
    assert sum(seen.phase_made[0]) == 13
    assert state.to_act == seen.tricks[12].winner
    assert len(state.draws) == 26
    after = first_cards(state, 2)
    assert after.observe(0).cards_left == (12, 12)
    assert sum(after.observe(0).phase_made[1]) == 1


# -- an open stock ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("open_stock", [2, 3])
def test_the_winner_picks_any_open_card(open_stock: int) -> None:
    state = first_cards(a_hand(open_stock=open_stock), 2)
    winner = state.last_trick.winner
    stock = PACK_OF_TEST[26:]
    assert (state.phase, state.to_act) == (PICK, winner)
    assert state.has_finished_trick
    assert state.legal_actions() == tuple(f"pick:{i}" for i in range(open_stock))
    assert state.observe(1 - winner).legal_actions == ()
    for i in range(open_stock):
        after = state.apply(f"pick:{i}")
        assert after.hands[winner][-1] == stock[i]
        assert after.hands[1 - winner][-1] == stock[open_stock]
        left = [*stock[:i], *stock[i + 1 : open_stock], stock[open_stock + 1]]
        assert list(after.observe(None).prizes) == left
        assert (after.phase, after.to_act) == (PLAY, winner)


@pytest.mark.parametrize("open_stock", [2, 3])
def test_the_last_cards_of_an_open_stock_are_taken_face_up(open_stock: int) -> None:
    state = a_hand(open_stock=open_stock)
    while state.observe(None).stock_height > 2:
        state = first_cards(state, 1)
    state = first_cards(state, 2)
    left, winner = state.observe(None).prizes, state.last_trick.winner
    assert (len(left), state.phase) == (2, PICK)
    after = state.apply("pick:1")
    assert after.observe(None).draws[-2:] == ((winner, left[1], True), (1 - winner, left[0], True))
    assert (after.phase, after.to_act, after.observe(None).stock_height) == (PLAY, winner, 0)


def test_picks_that_are_not_due_are_refused() -> None:
    state = a_hand(open_stock=2)
    assert verdict(state, "pick:0") == "BadPick"
    pick_due = first_cards(state, 2)
    assert verdict(pick_due, "pick:2") == "BadPick"
    assert verdict(pick_due, f"play:{pick_due.hands[pick_due.to_act][0]}") == "BadPick"
    assert verdict(pick_due.apply("pick:1"), "pick:1") == "BadPick"
    assert verdict(a_hand(), "pick:0") == "BadPick"
    assert verdict(first_cards(a_hand(), 2), "pick:0") == "BadPick"


# -- race, ties and series -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("race", [7, 9])
def test_a_race_ends_at_once_and_before_any_draw(race: int) -> None:
    for seed in range(20):
        played = play_match(Setting(GAME, 2, {"race": race}), seed)
        last: Any = played.states[-1]
        assert max(last.made) == race
        assert last.winner == last.made.index(race)
        assert last.scores[last.winner] == race - min(last.made)
        tricks = len(last.tricks)
        assert len(last.draws) == 2 * min(13, tricks - 1)


def test_a_race_in_phase_one_leaves_cards_in_the_stock() -> None:
    state = a_hand(race=7)
    while state.phase == PLAY:
        state = first_cards(state, 1)
    seen = state.observe(None)
    assert seen.stock_height == 26 - len(seen.draws) > 0
    assert seen.phase_made[1] == (0, 0)


def hands_of(*made: tuple[int, int, int, int]) -> list[FinishedRound]:
    return [FinishedRound("", tricks) for tricks in made]


TIED = (7, 6, 6, 7)


def test_a_tied_hand_is_replayed_with_the_other_dealer() -> None:
    state: Any = GAME.resume(2, 1, {}, hands_of(TIED))
    assert (state.phase, state.wins, state.scores) == (DEAL, (0, 0), (0, 0))
    assert state.finished[0].winner is None
    assert state.apply(state.deal(PACK)).dealer == 0


def test_a_tied_hand_can_go_to_the_winner_of_phase_two() -> None:
    state: Any = GAME.resume(2, 1, {"tie": "phase2"}, hands_of(TIED))
    assert (state.phase, state.wins, state.scores, state.winner) == (OVER, (0, 1), (0, 0), 1)
    assert state.ranking().order == (1, 0)


@pytest.mark.parametrize(("best_of", "needed"), [(1, 1), (3, 2), (5, 3)])
def test_most_of_the_hands_win_the_match_ties_not_counted(best_of: int, needed: int) -> None:
    finished = hands_of(TIED)
    for won in range(1, needed + 1):
        finished += hands_of((7, 6, 8, 5), TIED) if won < needed else hands_of((7, 6, 8, 5))
        state: Any = GAME.resume(2, 0, {"best_of": best_of}, finished)
        assert state.wins == (won, 0)
        assert (state.phase == OVER) == (won == needed)


def test_points_can_win_the_match() -> None:
    state: Any = GAME.resume(2, 0, {"to_points": 5}, hands_of((7, 6, 9, 4), (6, 7, 6, 7)))
    assert (state.phase, state.scores, state.wins) == (DEAL, (3, 1), (1, 1))
    state = GAME.resume(2, 0, {"to_points": 5}, hands_of((7, 6, 9, 4), (6, 7, 6, 7), (6, 7, 2, 11)))
    assert (state.phase, state.scores, state.winner) == (OVER, (3, 6), 1)
    assert state.ranking().decided_by == ("points",)


def test_an_unfinished_match_says_how_it_stands() -> None:
    record = play_match(Setting(GAME, 2, {"best_of": 5}), 3, most_actions=60).record
    answer = replay_record(record)
    assert (answer["finished"], answer["winner"], answer["ranking"]) == (False, None, None)
    assert sum(answer["wins"]) == sum(report.get("winner") is not None for report in answer["rounds"])
    assert "winner" not in answer["rounds"][-1]


# -- options ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        {"best_of": 3, "to_points": 5},
        {"open_stock": 2, "trump": "none"},
        {"open_stock": 1},
        {"best_of": 2},
        {"race": 8},
        {"trump": None},
        {"to_points": True},
    ],
)
def test_options_that_do_not_go_together_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(BadOption):
        GAME.new_match(2, 0, options)
    record = play_match(Setting(GAME, 2, {}), 1).record | {"options": options}
    assert replay_record(record)["error"] == "NotARecord"


def test_exclusive_options_are_known_as_data() -> None:
    defaults = {option.name: option.choices[0].value for option in GAME.options}
    combined = [setting.options for setting in all_settings(GAME, 2)]
    for pair in GAME.exclusive:
        assert not any(all(options[name] != defaults[name] for name in pair) for options in combined)
        for name in pair:
            assert any(options[name] != defaults[name] for options in combined)


# -- records ---------------------------------------------------------------------------------------------------------


def record_of_hand(seed: int = 5, **options: Any) -> dict[str, Any]:
    record = play_match(Setting(GAME, 2, options), seed).record
    del record["fair"]
    for played in record["rounds"]:
        del played["actors"]
    return record


def changed(record: dict[str, Any], **changes: Any) -> dict[str, Any]:
    first, *others = record["rounds"]
    return {**record, "rounds": [first | changes, *others]}


def test_a_record_holds_stock_and_picks() -> None:
    first = record_of_hand(open_stock=3)["rounds"][0]
    assert set(first) == {"hands", "turn", "stock", "plays", "picks"}
    assert (len(first["stock"]), first["turn"], len(first["picks"])) == (52, first["stock"][:2], 13)
    assert set(record_of_hand()["rounds"][0]) == {"hands", "turn", "stock", "plays"}
    assert record_of_hand(trump="none")["rounds"][0]["turn"] is None


@pytest.mark.parametrize(
    ("changes", "options"),
    [
        ({"picks": []}, {}),
        ({"bids": []}, {}),
        ({"stock": None}, {}),
        ({"stock": "XX"}, {}),
        ({"picks": "012"}, {"open_stock": 3}),
        ({"picks": [True]}, {"open_stock": 3}),
    ],
)
def test_what_is_no_record_of_a_hand(changes: dict[str, Any], options: dict[str, Any]) -> None:
    assert replay_record(changed(record_of_hand(**options), **changes))["error"] == "NotARecord"


def test_a_record_needs_its_stock_and_picks() -> None:
    record = record_of_hand(open_stock=2)
    for name in ("stock", "picks"):
        rounds = [{key: value for key, value in played.items() if key != name} for played in record["rounds"]]
        assert replay_record({**record, "rounds": rounds})["error"] == "NotARecord"


def refused(answer: dict[str, Any]) -> tuple[Any, ...]:
    return answer["round"], answer["action"], answer["seat"], answer["error"]


def test_missing_and_superfluous_picks_are_named() -> None:
    record = record_of_hand(open_stock=2)
    first = record["rounds"][0]
    hands = tuple(parse_cards(hand) for hand in first["hands"])
    referee = NaiveHand(hands, parse_cards(first["stock"]), record["first_dealer"], most_open=2, race=None)
    referee.act(f"play:{first['plays'][:2]}")
    referee.act(f"play:{first['plays'][2:4]}")
    winner = referee.turn
    bad = replay_record(changed(record, picks=[]))
    assert refused(bad) == (0, 2, winner, "BadPick")
    bad = replay_record(changed(record, picks=[2, *first["picks"][1:]]))
    assert refused(bad) == (0, 2, winner, "BadPick")
    bad = replay_record(changed(record, picks=[-1, *first["picks"][1:]]))
    assert refused(bad) == (0, 2, winner, "BadPick")
    unfinished = {**record, "rounds": [changed(record)["rounds"][0]]}
    unfinished["rounds"][0] = first | {"plays": first["plays"][:4], "picks": [0, 0]}
    *_, seat, error = refused(replay_record(unfinished))
    assert (seat, error) == (winner, "BadPick")
    assert refused(replay_record(unfinished))[:2] == (0, 3)


def test_a_pick_after_the_hand_is_refused_by_what_comes_first() -> None:
    record = record_of_hand(open_stock=2)
    last = len(record["rounds"]) - 1
    record["rounds"][last]["picks"].append(0)
    assert refused(replay_record(record)) == (last, 65, None, "MatchOver")
    series = record_of_hand(open_stock=2, best_of=5)
    first_of_series = series["rounds"][0]
    surplus = changed(series, picks=[*first_of_series["picks"], 0])
    assert refused(replay_record(surplus)) == (0, 65, None, "BadPick")


def test_a_wrong_turned_card_is_a_bad_deal() -> None:
    record = record_of_hand()
    other = record["rounds"][0]["stock"][2:4]
    for turn in (other, None):
        assert refused(replay_record(changed(record, turn=turn))) == (0, 0, None, "BadDeal")
    hidden = record_of_hand(trump="none")
    top = hidden["rounds"][0]["stock"][:2]
    assert refused(replay_record(changed(hidden, turn=top))) == (0, 0, None, "BadDeal")


def test_an_illegal_card_is_named() -> None:
    record = record_of_hand()
    other_hand = record["rounds"][0]["hands"][record["first_dealer"]]
    bad = replay_record(changed(record, plays=other_hand[:2]))
    assert refused(bad) == (0, 0, 1 - record["first_dealer"], "CardNotInHand")
    top = record["rounds"][0]["stock"][:2]
    assert refused(replay_record(changed(record, plays=top)))[3] == "CardNotInHand"


# -- counted ---------------------------------------------------------------------------------------------------------


def count_sequences(state: State) -> int:
    if state.to_act is None:
        return 1
    return sum(count_sequences(state.apply(action)) for action in state.legal_actions())


#: Options, tricks done before counting begins, and the ways to go on.
COUNTS: list[Any] = [
    ({}, 25, 1),
    ({}, 24, 4),
    ({}, 23, 36),
    ({}, 22, 324),
    ({"trump": "none"}, 22, 240),
    ({"race": 7}, 12, 72),
    ({"race": 7, "open_stock": 3}, 11, 2503),
]


@pytest.mark.parametrize(("options", "tricks_done", "count"), COUNTS, ids=str)
def test_number_of_ways_to_end_a_hand(options: dict[str, Any], tricks_done: int, count: int) -> None:
    chance = random.Random(4)
    state = a_hand(**options)
    referee = referee_of(Deal(state.dealt, state.turn_up, PACK_OF_TEST[26:]), 1, options)
    while len(state.tricks) < tricks_done or state.phase == PICK:
        action = chance.choice(state.legal_actions())
        state = state.apply(action)
        referee.act(action)
    assert count_sequences(state) == referee.count_sequences() == count
