"""Pushes from real servers: in one process with its own ticker, and deployed with Redis, worker and beat."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection

from tests.support.client import LONG, Felt, Friend, Player, next_frame
from tests.support.servers import Server, wait_for_heart
from whist.engine.game import BID

HEAL_WITHIN = LONG
SIGNED_OUT = 4401


@pytest.fixture(params=["embedded_server", "deployed_server"])
def server(request: pytest.FixtureRequest) -> Server:
    started: Server = request.getfixturevalue(request.param)
    return started


@pytest.fixture
def ana(server: Server) -> Iterator[Player]:
    with Player(server.base_url) as player:
        yield player


def bots_turn(player: Player, felt: Felt, socket: ClientConnection, seconds: float = HEAL_WITHIN) -> Felt:
    """Play until a frame tells of a bot's turn that nobody asked for; the table after it."""
    while True:
        if felt.actions:
            player.move(felt)
        following = next_frame(socket, seconds)
        assert following.moment > felt.moment
        if felt.to_act not in (None, felt.seat):
            return following
        felt = following


def turns_by_worker(server: Server) -> int:
    """The log names every task once without doing any: when a worker starts."""
    return len(re.findall(r"advance_match\S+ succeeded", server.log("worker").read_text(errors="replace")))


def closing_code(socket: ClientConnection) -> int:
    """With what the server closes the socket, after whatever it still sends."""
    try:
        while True:
            socket.recv(timeout=HEAL_WITHIN)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 0


def test_bots_turn_reaches_an_open_socket(ana: Player):
    felt = ana.start(seats=3, pace="fast")
    with ana.socket(felt) as socket:
        felt = bots_turn(ana, felt, socket)
        while (felt.phase, felt.to_act) != (BID, felt.seat):  # else the site may be faster than her look
            felt = next_frame(socket)
        assert felt == ana.look()


def test_worker_plays_the_bots_of_a_deployed_site(deployed_server: Server):
    wait_for_heart(deployed_server)
    before = turns_by_worker(deployed_server)
    with Player(deployed_server.base_url) as ana:
        felt = ana.start(seats=3, pace="fast")
        with ana.socket(felt) as socket:
            while turns_by_worker(deployed_server) == before:  # web processes look every two seconds whether one lives
                felt = bots_turn(ana, felt, socket)


def hear_of(socket: ClientConnection, words: str) -> str:
    """The first frame of the list of tables with these words."""
    while words not in (heard := str(socket.recv(timeout=HEAL_WITHIN))):
        pass
    return heard


CLOSE = """
from datetime import UTC, datetime
from whist.tables.presence.no_shows import close_deserted
close_deserted(datetime.now(UTC))
"""
A_DAY_AGO = str(datetime.now(UTC) - timedelta(days=1))


def test_list_of_tables_is_pushed_to_strangers_and_friends(server: Server, ana: Player):
    with Friend(server.base_url) as bogdan, ana.lobby() as socket:
        table = bogdan.open(seats=3)
        assert "1/3" in hear_of(socket, f'id="t{table}"')
        with Friend(server.base_url, seed=2) as carmen:
            carmen.sit(table, 1)
            hear_of(socket, "2/3")
            carmen.do("leave")
        with bogdan.lobby() as own:
            assert 'id="own"' in hear_of(own, f'id="t{table}"')
        bogdan.do("leave")
        while f'id="t{table}"' in str(socket.recv(timeout=HEAL_WITHIN)):
            pass


def test_what_another_process_changes_reaches_the_list_of_tables(server: Server, ana: Player):
    with Friend(server.base_url) as bogdan, ana.lobby() as socket:
        table = bogdan.open(seats=3)
        hear_of(socket, f'id="t{table}"')
        server.rows("UPDATE tables_table SET created_at = %s WHERE id = %s", A_DAY_AGO, table)
        server.rows("UPDATE tables_participant SET seen_at = %s WHERE table_id = %s", A_DAY_AGO, table)
        server.manage("shell", "--no-imports", "-c", CLOSE)
        while f'id="t{table}"' in str(socket.recv(timeout=HEAL_WITHIN)):
            pass


def test_socket_closes_when_its_session_is_ended(ana: Player):
    felt = ana.start(seats=3)
    with ana.socket(felt) as socket:
        assert ana.post("/sign-out/", sure="yes").is_redirect
        assert closing_code(socket) == SIGNED_OUT


def test_foreign_table_has_no_socket(ana: Player, server: Server):
    ana.start()
    with Player(server.base_url) as bogdan:
        bogdan.start()
        bogdan.table = ana.table
        with pytest.raises(InvalidStatus) as refused, bogdan.socket():
            pass
    assert refused.value.response.status_code == 403


def test_idle_socket_lives_and_hears_the_next_move(ana: Player):
    ana.start(seats=3, pace="fast")
    felt = ana.wait_for(lambda shown: shown.to_act == shown.seat)
    with ana.socket(felt) as socket:
        with pytest.raises(TimeoutError):
            socket.recv(timeout=15)
        ana.move(felt)
        assert next_frame(socket).moment > felt.moment
