"""One person while the server dies at every move of two rounds, and in whole matches at random, also in the middle of a
request: ``make soak``.

``SOAK_MATCHES`` says how many, ``SOAK_SEED`` repeats a run.
"""

import os
import random
import threading

import httpx
import pytest

from tests.live.conftest import migrated_file, own_embedded_server  # noqa: F401  the fixtures
from tests.live.test_kill import History, kill_in_two_short_rounds, stored
from tests.support.client import STALE, Felt, Player
from tests.support.servers import Server
from whist.engine.game import DEAL, encode_action, split_actions
from whist.engine.replay import exit_status, replay_record

SEED = int(os.environ.get("SOAK_SEED") or random.randrange(10**6))
MATCHES = int(os.environ.get("SOAK_MATCHES") or 3)
CRASH_EVERY = 6  # moves, on average


def test_kill_at_every_move_of_two_short_rounds_loses_nothing(own_embedded_server: Server):  # noqa: F811
    kill_in_two_short_rounds(own_embedded_server, lambda _kind: True)


@pytest.mark.parametrize("number", range(MATCHES))
def test_whole_match_survives_random_kills(own_embedded_server: Server, number: int):  # noqa: F811
    seed = SEED + number
    print(f"SOAK_SEED={seed} SOAK_MATCHES=1 repeats this match")
    rng = random.Random(seed)
    acknowledged: list[str] = []
    with Player(own_embedded_server.base_url, seed=seed) as ana:
        ana.start("romanian", seats=6, schedule="quick", level="easy", pace=rng.choice(["instant", "fast"]))
        while not (felt := ana.wait_for_turn()).is_over:
            before = stored(own_embedded_server, felt.match)
            if rng.random() < 1 / CRASH_EVERY:
                action = move_into_crash(ana, felt, own_embedded_server, rng.random() * 0.05)
            else:
                action = ana.move(felt)
            acknowledged += codes(action)
            assert stored(own_embedded_server, felt.match).goes_on_from(before)
        record = ana.http.get(f"/tables/{ana.table}/record/").json()
        assert own_moves(stored(own_embedded_server, felt.match)) == acknowledged
    assert exit_status(replay_record(record)) == 0


def move_into_crash(player: Player, felt: Felt, server: Server, after: float) -> str | None:
    """The server dies ``after`` so many seconds; the same form is sent again to its successor. Returns the action when
    it counted: once, whether the first or the second request did it. None when the site had played before."""
    action, before = player.choose(felt), own_moves(stored(server, felt.match))
    killer = threading.Timer(after, server.kill)
    killer.start()
    was_acknowledged = sent_into_the_dark(player, action, felt)
    killer.join()
    left_behind = own_moves(stored(server, felt.match))
    assert left_behind == [*before, *codes(action)] or not was_acknowledged
    server.start()
    answer = player.send(action, felt.version)
    assert answer.status_code == STALE or (answer.is_redirect and left_behind == before)
    return action if own_moves(stored(server, felt.match)) == [*before, *codes(action)] else None


def sent_into_the_dark(player: Player, action: str, felt: Felt) -> bool:
    """Whether the move was acknowledged before the server died."""
    try:
        return player.send(action, felt.version).is_redirect
    except httpx.TransportError:
        return False


def codes(action: str | None) -> list[str]:
    """How the action is stored; a deal is not."""
    return [encode_action(action)] if action and action != DEAL else []


def own_moves(history: History) -> list[str]:
    """What the person did, as it is stored; the rest is the bots' or forced."""
    codes = split_actions(history.actions)
    return [code for code, actor in zip(codes, history.actors, strict=True) if actor == "p"]
