"""Six people at one table while the server is killed: no move is lost, nobody loses their time."""

import time
from collections.abc import Callable
from datetime import UTC, datetime

from tests.live.test_kill import KindOfMove, OfEachKindOnce, is_third_round_dealt, read, stored
from tests.support.client import STALE, Felt, Friend, friends_at_a_table
from tests.support.servers import Server
from whist.tables.match.downtime import GAP_BEFORE_START

CREDIT_WITHIN = 60.0


def moment(stored: str) -> float:
    return datetime.fromisoformat(stored).replace(tzinfo=UTC).timestamp()


def last_beat(server: Server) -> float:
    """When the web process said last that it lives."""
    ((at,),) = read(server, "SELECT at FROM tables_heartbeat WHERE name = 'web'", 0)
    return moment(at)


def deadline(server: Server, match: int) -> float | None:
    """When the time of whoever is to act is over."""
    ((due_at,),) = read(server, "SELECT due_at FROM tables_match WHERE id = :match", match)
    return moment(due_at) if due_at else None


def crash_fairly(server: Server, felt: Felt) -> None:
    """Kill the server: the player to act has as much time when it is back as when it went away.

    Half of the time until the first answer is certainly over before the new process says that it lives, and a silence
    that is less than the grace of a deadline costs nobody anything.
    """
    server.kill()
    due, silent_since, killed_at = deadline(server, felt.match), last_beat(server), time.time()
    server.start()
    lost = (time.time() - killed_at) / 2
    if felt.to_act is None or due is None:
        return
    is_noticed = killed_at + lost - silent_since > GAP_BEFORE_START.total_seconds()
    wanted = due + lost if is_noticed else due
    patience = time.monotonic() + CREDIT_WITHIN
    while (deadline(server, felt.match) or 0) < wanted:
        assert time.monotonic() < patience, f"{lost:.1f} s without a server cost the player their time"
        time.sleep(0.05)


def on_turn(friends: list[Friend]) -> tuple[Friend, Felt]:
    """The player who has something to decide, and what they see; the host also lets the next round be dealt."""
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


def test_kill_at_a_move_of_each_kind_of_six_people_loses_no_move_and_no_time(own_embedded_server: Server):
    kinds = OfEachKindOnce()
    kill_in_two_rounds_of_six(own_embedded_server, kinds)
    assert {("bid", True), ("play", True)} <= kinds.seen


def kill_in_two_rounds_of_six(server: Server, is_to_crash: Callable[[KindOfMove], bool]) -> int:
    """Rounds of one card and of two.  The process dies after such answers; how many."""
    crashes = 0
    house = {"game": "romanian52", "schedule": "1-max-1", "clock": "slow"}
    with friends_at_a_table(server.base_url, 6, seed=7, **house) as friends:
        friends[0].begin()
        while not is_third_round_dealt(server, felt := friends[0].look()):
            player, felt = on_turn(friends)
            before = stored(server, felt.match)
            if felt.actions and is_to_crash((felt.phase, True)):
                move_and_crash(player, felt, server)
                crashes += 1
            elif felt.actions:
                player.move(felt)
            assert stored(server, felt.match).goes_on_from(before)
        player, felt = on_turn(friends)
        assert player.move(felt) is not None
        assert "c" not in stored(server, felt.match).actors
    return crashes


def banks(server: Server, match: int) -> list[tuple[int, float | None]]:
    """What each seat has left of its chess clock."""
    query = "SELECT seat, bank FROM tables_matchseat WHERE match_id = :match AND to_action IS NULL ORDER BY seat"
    return read(server, query, match)


def seconds_left(server: Server, match: int) -> float | None:
    """What is left of a paused match's turn."""
    ((seconds,),) = read(server, "SELECT seconds_left FROM tables_match WHERE id = :match", match)
    return None if seconds is None else float(seconds)


CRASHES = 2, 4
"""After the last bid, when everybody has used some of their time, and after a card."""


def test_kill_leaves_a_chess_clock_its_banks_and_its_deadline_also_in_a_pause(own_embedded_server: Server):
    server = own_embedded_server
    house = {"game": "romanian", "schedule": "8-1-8", "clock": "chess"}
    with friends_at_a_table(server.base_url, 3, seed=7, **house) as friends:
        match = friends[0].begin().match
        for move in range(5):  # three bids and two cards
            player, felt = on_turn(friends)
            assert player.move(felt) is not None
            if move not in CRASHES:
                continue
            spent = banks(server, match)
            crash_fairly(server, player.look())
            assert banks(server, match) == spent
        assert sum(bank is not None for _seat, bank in spent) == 3
        for friend in friends:
            friend.do("wish", wish="pause")
        left = seconds_left(server, match)
        assert left is not None
        server.kill()
        server.start()
        assert (seconds_left(server, match), deadline(server, match)) == (left, None)
        resumed_at = time.time()
        for friend in friends:
            friend.do("wish", wish="resume")
        due = deadline(server, match)
        assert due is not None
        assert resumed_at + left <= due <= time.time() + left
        assert banks(server, match) == spent
        player, felt = on_turn(friends)
        assert player.move(felt) is not None
