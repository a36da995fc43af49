"""What every bot owes: legal actions, the same ones for the same seed, and no look at what it may not know."""

import pickle
import random

import pytest

from tests.bots.rounds import moments, new_match, redealt, round_of
from whist.bots import LEVELS, PACES, choose, delay, seed_for

VARIANTS = (
    {"void": "free", "one_card": "forehead"},
    {"void": "must_trump", "one_card": "hidden"},
    {"void": "must_overtrump", "one_card": "normal", "streak": {"length": 5, "points": 10}},
)
TABLES = [
    (game, seats, options) for game in ("romanian", "romanian52") for seats in (3, 4, 5, 6) for options in VARIANTS
]
SCHEDULES = [
    ("romanian", 4, {"schedule": "8-8-8"}),
    ("romanian", 5, {"schedule": "1-8-1"}),
    ("romanian", 6, {"schedule": "quick", "sizes": [8, 7, 5, 4, 3, 2]}),
    ("romanian52", 3, {"schedule": "1xn-max-1xn"}),
    ("romanian52", 4, {"schedule": "1-peak-1"}),
]


SAMPLED = (*TABLES[::5], *SCHEDULES[::2])
"""With a seat that samples, which takes twenty times as long as all the others; each variant, game and number once."""


@pytest.mark.parametrize(("game", "seats", "options"), TABLES + SCHEDULES)
def test_whole_matches_of_every_variant_are_played_legally(game: str, seats: int, options: dict[str, object]) -> None:
    first = "normal" if (game, seats, options) in SAMPLED else "easy"
    levels = [first, "easy", "rule", "greedy", "easy", "rule"][:seats]
    for moment in moments(new_match(game, seats, options), levels, seed=seats):
        last = moment
    final = last.state.observe(None)
    assert final.round_number == len(final.sizes) - 1


@pytest.mark.parametrize(("game", "seats", "options"), TABLES[::2])
def test_a_bot_cannot_tell_one_deal_from_another_it_does_not_know(
    game: str, seats: int, options: dict[str, object]
) -> None:
    rng = random.Random(8)
    changed = 0
    for number, moment in enumerate(moments(new_match(game, seats, options), ["rule"] * seats, seed=3)):
        if number % 5:
            continue
        other = redealt(moment, rng)
        seat = moment.state.to_act
        changed += other.dealt != moment.dealt
        level = "normal" if number % 100 == 0 else "easy"
        seen, also_seen = moment.state.observe(seat), other.state.observe(seat)
        assert choose(seen, level, number) == choose(also_seen, level, number)
        assert delay(number, "normal") == delay(number, "normal")
    assert changed > 20


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_seed_gives_the_same_action_in_another_process(level: str) -> None:
    for number, moment in enumerate(moments(new_match("romanian", 4), ["rule"] * 4, seed=9)):
        if number % 25 == 0:
            seen = moment.state.observe(moment.state.to_act)
            sent = pickle.loads(pickle.dumps(seen))
            assert sent == seen
            assert choose(sent, level, number) == choose(seen, level, number)


def test_an_observation_is_small_to_send() -> None:
    last = list(moments(new_match("romanian", 6), ["rule"] * 6, seed=2))[-2]
    assert len(pickle.dumps(last.state.observe(0))) < 6000


def test_a_seat_that_is_not_to_act_has_no_choice() -> None:
    state = round_of("romanian", "7C8C 9CTC JCQC KCAC", "7H", "")
    with pytest.raises(ValueError, match="not to act"):
        choose(state.observe(1), "easy", 1)


def test_a_level_nobody_plays_is_an_error() -> None:
    state = round_of("romanian", "7C8C 9CTC JCQC KCAC", "7H", "")
    with pytest.raises(KeyError):
        choose(state.observe(0), "grandmaster", 1)


def test_seeds_differ_with_everything_they_are_made_of() -> None:
    base = (b"secret", 1, 2, 3, 4)
    others = [(b"other", 1, 2, 3, 4), *((b"secret", *(n + (i == j) for j, n in enumerate(base[1:]))) for i in range(4))]
    assert len({seed_for(*parts) for parts in [base, *others]}) == 6
    assert seed_for(*base) == seed_for(*base)
    assert seed_for(b"secret", 1, 23, 3, 4) != seed_for(b"secret", 12, 3, 3, 4)


def test_another_seed_may_give_another_action() -> None:
    state = round_of("romanian", "7CTHQSKD 9C8HTSAS JC9HJSAD KC7SJHQD", "7H", "")
    assert len({choose(state.observe(0), "easy", seed) for seed in range(60)}) > 1


@pytest.mark.parametrize("pace", PACES)
def test_pauses_vary_within_their_pace(pace: str) -> None:
    shortest, longest = PACES[pace]
    pauses = {delay(seed_for(b"secret", 1, 1, 0, move), pace) for move in range(200)}
    assert all(shortest <= pause <= longest for pause in pauses)
    assert len(pauses) == (1 if pace == "instant" else 200)
    assert max(pauses) - min(pauses) >= 0.7 * (longest - shortest)


def test_an_instant_bot_does_not_wait() -> None:
    assert delay(5, "instant") == 0.0
