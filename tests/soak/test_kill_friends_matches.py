"""Six people while the server dies after every answer, and in whole quick matches at random, also in the middle of a
request: ``make soak``.

``SOAK_MATCHES`` says how many, ``SOAK_SEED`` repeats a run.
"""

import random

import pytest

from tests.live.conftest import migrated_file, own_embedded_server  # noqa: F401  the fixtures
from tests.live.test_kill import stored
from tests.live.test_kill_friends import crash_fairly, kill_in_two_rounds_of_six, on_turn
from tests.soak.test_kill_whole_matches import CRASH_EVERY, MATCHES, SEED, codes, move_into_crash, own_moves
from tests.support.client import friends_at_a_table
from tests.support.servers import Server
from whist.engine.replay import exit_status, replay_record


def test_kill_at_every_move_of_two_rounds_of_six_people_loses_no_move_and_no_time(own_embedded_server: Server):  # noqa: F811
    crashes = kill_in_two_rounds_of_six(own_embedded_server, lambda _kind: True)
    assert crashes >= 13  # bids, and a card; the site may be faster with deals and with what is forced


@pytest.mark.parametrize("number", range(MATCHES))
def test_whole_match_of_six_people_survives_random_kills(own_embedded_server: Server, number: int):  # noqa: F811
    server, seed = own_embedded_server, SEED + number
    print(f"SOAK_SEED={seed} SOAK_MATCHES=1 repeats this match")
    rng = random.Random(seed)
    acknowledged: list[str] = []
    house = {"game": "romanian", "schedule": "quick", "clock": "slow"}
    with friends_at_a_table(server.base_url, 6, seed=seed, **house) as friends:
        felt = friends[0].begin()
        while not felt.is_over:
            player, felt = on_turn(friends)
            if not felt.actions:
                continue
            before = stored(server, felt.match)
            if rng.random() < 1 / CRASH_EVERY:
                action = move_into_crash(player, felt, server, rng.random() * 0.05)
                crash_fairly(server, player.look())
            else:
                action = player.move(felt)
            acknowledged += codes(action)
            assert stored(server, felt.match).goes_on_from(before)
        history = stored(server, felt.match)
        assert own_moves(history) == acknowledged
        assert "c" not in history.actors
        record = friends[1].http.get(f"/tables/{friends[1].table}/record/").json()
    assert exit_status(replay_record(record)) == 0
