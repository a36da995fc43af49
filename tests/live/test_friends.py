"""Tables of the deployed site while Redis goes away and comes back, and while no worker runs."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from websockets.sync.client import ClientConnection

from tests.live.test_live_updates import bots_turn
from tests.support.client import LONG, Felt, Friend, Player, friends_at_a_table, next_frame
from tests.support.servers import OwnRedis, Server, wait_for_worker
from whist.tables.match.time_controls import GRACE, TIME_CONTROLS

LATE = LONG
"""Seconds that a deadline may be served late while the machine does other things too; tests/bench measures it."""
PUSHED_WITHIN = LONG
SLEEPER = 5


@contextmanager
def table_of_six(server: Server) -> Iterator[list[Friend]]:
    """A match of short rounds with a fast clock has begun.  The last of the six never acts."""
    with friends_at_a_table(
        server.base_url, 6, seed=11, game="romanian52", schedule="1-max-1", clock="fast", pace="fast"
    ) as friends:
        friends[0].begin()
        yield friends


def play_on(friends: list[Friend], moves: int, watching: ClientConnection, within: float) -> Felt:
    """Until so many more moves of the others are made; the socket hears of everything in time."""
    felt = friends[0].look()
    while moves:
        felt = friends[0].look()
        player = friends[felt.to_act or 0]
        shown = player.look()
        if shown.seat == SLEEPER or not shown.actions:
            wait_for_deadline(friends[0], felt)
        elif player.move(shown) is not None:
            moves -= 1
    felt = friends[0].look()
    hear_of(watching, felt, within)
    return felt


def wait_for_deadline(friend: Friend, felt: Felt) -> None:
    """Wait until the player acts, or the site acts for them when their time is over."""
    clock = TIME_CONTROLS["fast"]
    friend.wait_for(lambda seen: seen.moment > felt.moment, max(clock.bid, clock.card) + GRACE + LATE)


def hear_of(socket: ClientConnection, felt: Felt, within: float) -> None:
    """A frame with this moment, or a later one, comes."""
    deadline = time.monotonic() + within
    while next_frame(socket, max(0.1, deadline - time.monotonic())).moment < felt.moment:
        pass


def actors(server: Server) -> str:
    rounds = server.rows("SELECT actors FROM tables_round UNION ALL SELECT actors FROM tables_match")
    return "".join(row[0] for row in rounds)


def test_tables_go_on_without_any_worker_and_the_clock_of_who_sleeps_runs_out(own_deployed_server: Server):
    own_deployed_server.kill("worker", "beat")
    with Player(own_deployed_server.base_url) as ana:
        felt = ana.start(seats=3, pace="fast")
        with ana.socket(felt) as socket:
            bots_turn(ana, felt, socket)
    with table_of_six(own_deployed_server) as friends, friends[1].socket() as socket:
        play_on(friends, 12, socket, PUSHED_WITHIN)
    assert "c" in actors(own_deployed_server)


def test_tables_go_on_while_redis_is_away_and_pushes_return_with_it(server_with_redis: Server, own_redis: OwnRedis):
    """Six people at theirs, and one with bots."""
    with (
        table_of_six(server_with_redis) as friends,
        friends[1].socket() as watching,
        Player(server_with_redis.base_url) as ana,
    ):
        felt = ana.start("romanian", seats=6, pace="fast")
        with ana.socket(felt) as own:
            felt = bots_turn(ana, felt, own)
            play_on(friends, 5, watching, PUSHED_WITHIN)
            own_redis.kill()
            felt = bots_turn(ana, felt, own)
            play_on(friends, 6, watching, PUSHED_WITHIN)
            own_redis.start()
            felt = bots_turn(ana, felt, own)
            play_on(friends, 6, watching, PUSHED_WITHIN)
            wait_for_worker(server_with_redis)
            bots_turn(ana, felt, own)
    assert "c" in actors(server_with_redis)
