"""Periodic jobs on real servers: the worker does them, and a web process where there is none."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable

from tests.live.test_live_updates import bots_turn, turns_by_worker
from tests.support.client import LONG, Player
from tests.support.servers import Server, wait_for_heart

FORGET = (
    "DELETE FROM leagues_result",
    "UPDATE tables_match SET settled_at = NULL",
)
SETTLED = "SELECT count(*) FROM tables_match JOIN leagues_result ON match_id = id WHERE settled_at IS NOT NULL"


def play_a_match(server: Server) -> None:
    with Player(server.base_url) as player:
        felt = player.start("romanian", 6, schedule="quick", level="easy", pace="instant")
        while not felt.is_over:
            player.move(player.wait_for_turn())
            felt = player.wait_for_turn()


def wait_until(count: Callable[[], int], seconds: float = LONG) -> None:
    deadline = time.monotonic() + seconds
    while not count():
        assert time.monotonic() < deadline, "nobody did the job"
        time.sleep(0.1)


def counter(server: Server, statement: str) -> Callable[[], int]:
    return lambda: sum(row[0] for row in server.rows(statement))


def test_without_a_worker_the_web_process_settles_what_was_missed(own_embedded_server: Server):
    play_a_match(own_embedded_server)
    wait_until(counter(own_embedded_server, SETTLED))
    for statement in FORGET:
        own_embedded_server.rows(statement)
    wait_until(counter(own_embedded_server, SETTLED))


def ask_for_code(server: Server, address: str) -> None:
    with server.visitor() as browser:
        browser.get("/sign-in/")
        form = {"email": address, "csrfmiddlewaretoken": browser.cookies["csrftoken"]}
        assert browser.post("/sign-in/", data=form).status_code == 200


def test_mail_server_that_never_answers_keeps_no_clock_waiting(own_deployed_server: Server):
    server = own_deployed_server
    server.stop("mailer")
    with socket.create_server(("127.0.0.1", 0), backlog=50) as mute:
        server.environment["EMAIL_URL"] = f"smtp://127.0.0.1:{mute.getsockname()[1]}"
        server.rows("DELETE FROM tables_heartbeat WHERE name = 'mail'")  # that of the one before is soon too old
        server.start("mailer")
        wait_for_heart(server, "bots")
        wait_for_heart(server, "mail")
        server.stop("web")
        server.start("web")  # before anything else it looks who lives, and leaves the mails to the mailer
        for number in range(4):
            ask_for_code(server, f"player{number}@example.org")
        mute.settimeout(LONG)
        held, _address = mute.accept()  # from now on the mailer waits for a greeting
        with held, Player(server.base_url) as player:
            before = turns_by_worker(server)
            felt = player.start(seats=3, pace="fast")
            with player.socket(felt) as pushes:
                while turns_by_worker(server) == before:  # the first ones may be the web process's
                    felt = bots_turn(player, felt, pushes)


def test_a_worker_settles_what_was_missed(own_deployed_server: Server):
    play_a_match(own_deployed_server)
    wait_for_heart(own_deployed_server)
    # Whatever happens from now on, no web process does it.
    own_deployed_server.stop("web")
    for statement in FORGET:
        own_deployed_server.rows(statement)
    wait_until(counter(own_deployed_server, SETTLED))
