"""A server killed between any two moves loses nothing that it acknowledged, and does nothing twice."""

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.support.client import LONG, STALE, Felt, Player
from tests.support.servers import Server


@dataclass(frozen=True)
class History:
    """All actions of a match as they are stored: those of finished rounds, then those of the round on the table."""

    actions: str
    actors: str

    def goes_on_from(self, earlier: "History") -> bool:
        return self.actions.startswith(earlier.actions) and self.actors.startswith(earlier.actors)


def read(server: Server, query: str, match: int) -> list[Any]:
    """From the database file itself, whether or not a server runs."""
    with closing(sqlite3.connect(server.folder / "whist.sqlite3", timeout=LONG)) as database:
        return database.execute(query, {"match": match}).fetchall()


def stored(server: Server, match: int) -> History:
    query = """SELECT actions, actors FROM (
                 SELECT number, actions, actors FROM tables_round WHERE match_id = :match
                 UNION SELECT rounds_dealt - 1, actions, actors FROM tables_match WHERE id = :match)
               ORDER BY number"""
    rows = read(server, query, match)
    return History("".join(row[0] for row in rows), "".join(row[1] for row in rows))


def crash(server: Server) -> None:
    server.kill()
    server.start()


def is_third_round_dealt(server: Server, felt: Felt) -> bool:
    ((rounds,),) = read(server, "SELECT rounds_dealt FROM tables_match WHERE id = :match", felt.match)
    return bool(rounds > 2)


KindOfMove = tuple[str, bool]
"""The phase in which it is made, and whether a player makes it: else the site does."""


class OfEachKindOnce:
    """``True`` for the first move of each kind; ``make soak`` kills at every move."""

    def __init__(self) -> None:
        self.seen: set[KindOfMove] = set()

    def __call__(self, kind: KindOfMove) -> bool:
        is_first = kind not in self.seen
        self.seen.add(kind)
        return is_first


def test_kill_at_a_move_of_each_kind_in_two_short_rounds_loses_nothing(own_embedded_server: Server):
    kinds = OfEachKindOnce()
    kill_in_two_short_rounds(own_embedded_server, kinds)
    # Which others there are depends on the cards, and on what the site does on its way up.
    assert ("bid", True) in kinds.seen
    assert any(not is_own for _phase, is_own in kinds.seen)
    assert len(kinds.seen) > 2


def kill_in_two_short_rounds(server: Server, is_to_crash: Callable[[KindOfMove], bool]) -> None:
    """Rounds of one and two cards.  After such answers and turns of bots the process dies."""
    with Player(server.base_url, seed=3) as ana:
        felt = ana.start("romanian52", seats=3, schedule="1-max-1", level="easy", pace="fast")
        while not is_third_round_dealt(server, felt):
            before = stored(server, felt.match)
            if not is_to_crash((felt.phase, bool(felt.actions))):
                make_progress(ana, felt)
            elif felt.actions:
                move_and_crash(ana, felt, server)
            else:
                felt = make_progress(ana, felt)
                known = stored(server, felt.match)
                crash(server)
                assert ana.look().moment >= felt.moment
                assert stored(server, felt.match).goes_on_from(known)
            assert stored(server, felt.match).goes_on_from(before)
            felt = ana.look()


def make_progress(player: Player, felt: Felt) -> Felt:
    """The player's move, or what the site does."""
    if felt.actions:
        player.move(felt)
    return player.wait_for(lambda seen: seen.moment > felt.moment)


def descendants(pid: int) -> list[int]:
    children = [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return [each for child in children for each in (child, *descendants(child))]


def is_alive(pid: int) -> bool:
    status = Path(f"/proc/{pid}/stat")
    return status.exists() and status.read_text().rpartition(")")[2].split()[0] != "Z"


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="processes are counted the Linux way")
def test_killed_server_leaves_no_thinking_process_behind(own_embedded_server: Server):
    processes = descendants(own_embedded_server.processes["web"].pid)
    assert processes
    own_embedded_server.kill()
    deadline = time.monotonic() + LONG
    while any(map(is_alive, processes)):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def move_and_crash(player: Player, felt: Felt, server: Server) -> Felt:
    """The move is acknowledged, so it is there after the crash, and the same form is stale."""
    action = player.move(felt)
    acknowledged = stored(server, felt.match)
    crash(server)
    after = player.look()
    assert after.moment > felt.moment
    assert player.send(action or player.choose(felt), felt.version).status_code == STALE
    now = stored(server, felt.match)
    assert now.goes_on_from(acknowledged)
    assert now.actors.count("p") == acknowledged.actors.count("p")
    return after
