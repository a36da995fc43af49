"""Signing in at real servers: what their logs say, and whom they believe."""

import time
from pathlib import Path

import httpx
import pytest

from tests.support.client import LONG
from tests.support.servers import Server, embedded, free_port

ADDRESS = "ana@example.org"
NEWEST_CODE = (
    "from accounts.models import LoginCode; from accounts.sign_in.codes import letters_of;"
    "print(letters_of(LoginCode.objects.latest('pk')))"
)


@pytest.fixture
def talkative_server(tmp_path: Path):
    """Its log says everything, and its mail server is away."""
    server = embedded(tmp_path)
    server.environment |= {"LOG_LEVEL": "DEBUG", "EMAIL_URL": f"smtp://127.0.0.1:{free_port()}"}
    server.start()
    yield server
    server.kill()


def ask(browser: httpx.Client, address: str, **headers: str) -> httpx.Response:
    browser.get("/sign-in/")
    headers["X-CSRFToken"] = browser.cookies["csrftoken"]
    return browser.post("/sign-in/", data={"email": address}, headers=headers)


def wait_for_words(server: Server, words: str, seconds: float = LONG) -> str:
    deadline = time.monotonic() + seconds
    while words not in (said := server.log("web").read_text(errors="replace")):
        assert time.monotonic() < deadline, f"{words} did not come:\n{server.logs()}"
        time.sleep(0.1)
    return said


def test_log_says_that_a_mail_failed_and_neither_its_code_nor_its_address(talkative_server: Server):
    with talkative_server.visitor() as browser:
        assert ask(browser, ADDRESS).status_code == 200
        said = wait_for_words(talkative_server, "was not sent, attempt 1: ConnectionRefusedError")
    code = talkative_server.manage("shell", "--no-imports", "--command", NEWEST_CODE).strip()
    assert len(code) == 9
    assert code not in said
    assert code.replace("-", "") not in said
    assert ADDRESS not in said


def test_embedded_server_shows_the_code_in_one_line_and_takes_it(own_embedded_server: Server):
    with own_embedded_server.visitor() as browser:
        ask(browser, ADDRESS)
        said = wait_for_words(own_embedded_server, f"Sign-in code for {ADDRESS}: ")
        code = said.rpartition(f"Sign-in code for {ADDRESS}: ")[2][:9]
        assert said.count(code) == 1
        form = {"code": code, "csrfmiddlewaretoken": browser.cookies["csrftoken"]}
        answer = browser.post("/sign-in/code/", data=form)
        assert "Your account is ready" in answer.text


def test_forwarded_addresses_that_nobody_vouches_for_buy_no_further_codes(own_embedded_server: Server):
    answers = []
    for number in range(22):
        with own_embedded_server.visitor() as browser:
            said = {"X-Forwarded-For": f"192.0.2.{number}"}
            answers.append(ask(browser, f"player{number}@example.org", **said).status_code)
    assert answers == [200] * 20 + [429] * 2
