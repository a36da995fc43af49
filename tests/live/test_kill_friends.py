"""Six people at one table while the server is killed after every answer: no move is lost, nobody loses his time."""

import time
from datetime import UTC, datetime

from tests.client import STALE, Felt, Friend, friends_at_a_table
from tests.live.servers import Server
from tests.live.test_kill import is_third_round_dealt, read, stored

CREDIT_WITHIN = 10.0
QUICK, READING = 1.5, 0.5
"""Seconds: a restart within the grace of a deadline costs nobody anything; and what lies between the first sign of life
of a process and its first answer."""


def deadline(server: Server, match: int) -> float | None:
    """When the time of whoever is to act is over."""
    ((due_at,),) = read(server, "SELECT due_at FROM tables_match WHERE id = :match", match)
    return datetime.fromisoformat(due_at).replace(tzinfo=UTC).timestamp() if due_at else None


def crash_fairly(server: Server, felt: Felt) -> None:
    """Whoever is to act has as much time when the site is back as he had when it went away."""
    server.kill()
    due, killed_at = deadline(server, felt.match), time.time()
    server.start()
    back_at = time.time()
    if felt.to_act is None or due is None:
        return
    lost = back_at - killed_at
    wanted = due + lost - READING if lost > QUICK else due
    patience = time.monotonic() + CREDIT_WITHIN
    while (deadline(server, felt.match) or 0) < wanted:
        assert time.monotonic() < patience, f"{lost:.1f} s without a server cost the player his time"
        time.sleep(0.05)


def on_turn(friends: list[Friend]) -> tuple[Friend, Felt]:
    """Who has something to decide, and what he sees; the host also lets the next round be dealt."""
    felt = friends[0].wait_for(lambda seen: seen.to_act is not None or bool(seen.actions) or seen.is_over)
    player = friends[felt.to_act or 0]
    return player, player.look()


def move_and_crash(player: Friend, felt: Felt, server: Server) -> None:
    """The move is acknowledged, so it is there once after the crash, and the same form is stale."""
    action = player.move(felt)
    acknowledged = stored(server, felt.match)
    crash_fairly(server, player.look())
    assert player.send(action or player.choose(felt), felt.version).status_code == STALE
    now = stored(server, felt.match)
    assert now.goes_on_from(acknowledged)
    assert now.actors.count("p") == acknowledged.actors.count("p")


def test_kill_at_every_move_of_two_rounds_of_six_people_loses_no_move_and_no_time(own_embedded_server: Server):
    """Rounds of one card and of two."""
    server, crashes = own_embedded_server, 0
    house = {"game": "romanian52", "schedule": "1-max-1", "clock": "slow"}
    with friends_at_a_table(server.base_url, 6, seed=7, **house) as friends:
        friends[0].begin()
        while not is_third_round_dealt(server, felt := friends[0].look()):
            player, felt = on_turn(friends)
            before = stored(server, felt.match)
            if felt.actions:
                move_and_crash(player, felt, server)
                crashes += 1
            assert stored(server, felt.match).goes_on_from(before)
        assert crashes >= 18
        player, felt = on_turn(friends)
        assert player.move(felt) is not None
        assert "c" not in stored(server, felt.match).actors
