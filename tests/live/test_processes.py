"""The processes themselves: they come up, answer, and go down when asked."""

import socket
import subprocess
import sys

from tests.support.servers import ROOT, Server, clean_environment


def test_one_process_serves_without_any_service(embedded_server: Server):
    with embedded_server.visitor() as visitor:
        assert visitor.get("/").status_code == 200
        assert visitor.get("/readyz").json() == {"ready": True, "reasons": []}
        assert visitor.get("/static/app.css").status_code == 200
    assert "Warning" not in embedded_server.log("web").read_text()


def test_deployed_site_serves_and_its_worker_answers(deployed_server: Server):
    with deployed_server.visitor() as visitor:
        assert visitor.get("/").status_code == 200
    answer = subprocess.run(
        [sys.executable, "-c", "from whist.celery import app; print(app.control.ping(timeout=60, limit=1))"],
        cwd=ROOT,
        env=deployed_server.environment,
        capture_output=True,
        text=True,
    )
    assert "{'ok': 'pong'}" in answer.stdout, answer.stdout + answer.stderr


def test_server_starts_again_after_a_crash_and_ends_soon_when_asked(own_embedded_server: Server):
    own_embedded_server.kill()
    own_embedded_server.start()
    with own_embedded_server.visitor() as visitor:
        assert visitor.get("/").status_code == 200
    own_embedded_server.stop()
    assert not own_embedded_server.processes


def test_a_taken_port_is_told_in_plain_words(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        answer = subprocess.run(
            [sys.executable, "manage.py", "play", "--port", str(port)],
            cwd=ROOT,
            env=clean_environment(DATABASE_URL=f"sqlite:///{tmp_path / 'whist.sqlite3'}"),
            capture_output=True,
            text=True,
        )
    assert answer.returncode == 1
    assert f"Port {port} cannot be used" in answer.stderr
    assert f"make play PORT={port + 1}" in answer.stderr
    assert "Traceback" not in answer.stderr
