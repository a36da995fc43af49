"""Mails leave after their cause is committed, once, in the reader's language, also when a mail server was away."""

import logging
import socket
import socketserver
import threading
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy

import pytest
from django.core import mail
from django.core.mail.backends.base import BaseEmailBackend
from django.test import Client

from accounts.mail_sender import CLAIMED_FOR, TRIED_FOR, is_claimed, pause_after, send_due
from accounts.models import LoginCode, Mail
from accounts.outbox import MOST_WAITING, ROOM_FOR_CODES, OutboxFull, put_mail
from accounts.sessions.store import SessionStore
from accounts.sign_in.codes import ask_code, letters_of
from tests.support.mailbox import ask
from tests.support.races import at_once
from whist.environment import mailer_from_environment

pytestmark = pytest.mark.django_db(transaction=True)

ANA = "ana@example.org"
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)
SIGN_IN = LoginCode.Purpose.SIGN_IN


class Broken(BaseEmailBackend):
    def send_messages(self, messages):
        raise OSError(f"no way to {messages[0].to}: {messages[0].body}")


@pytest.fixture
def broken(settings):
    settings.MAILERS = {"default": {"BACKEND": "tests.app.accounts.test_outbox.Broken"}}


def asked(address: str = ANA, language: str = "en", now: datetime = NOON, purpose=SIGN_IN) -> LoginCode:
    return ask_code(address, purpose, SessionStore(), now, user=None, language=language)


def test_request_sends_nothing_itself(client):
    ask(client, ANA)
    assert mail.outbox == []
    assert Mail.objects.get().to == ANA


def test_mail_brings_the_code_as_text_and_as_html_and_leaves_no_row():
    code = asked()
    send_due(NOON)
    (message,) = mail.outbox
    assert message.to == [ANA]
    assert letters_of(code) in message.body
    assert letters_of(code) in message.alternatives[0].content
    assert letters_of(code) not in message.subject
    assert not Mail.objects.exists()


@pytest.mark.parametrize(("language", "words"), [("en", "Your code"), ("de", "Dein Code"), ("ro", "Codul tău")])
def test_mail_is_in_the_language_of_the_page(language, words):
    Client(headers={"accept-language": language}).post("/sign-in/", {"email": ANA})
    send_due(datetime.now(UTC))
    assert mail.outbox[0].subject.startswith(words)


@pytest.mark.parametrize("purpose", LoginCode.Purpose)
@pytest.mark.parametrize("language", ["en", "de", "ro"])
def test_every_purpose_has_its_words(purpose, language):
    asked(purpose=purpose, language=language)
    send_due(NOON)
    (message,) = mail.outbox
    assert "\n" not in message.subject
    assert "&#" not in message.body
    assert 'href="' not in message.alternatives[0].content  # scanners click on links; there are none


def test_mail_that_is_void_is_thrown_away():
    asked()
    asked(now=NOON + SECOND)  # within the minute
    send_due(NOON + SECOND)
    assert len(mail.outbox) == 1
    assert not Mail.objects.exists()


def test_mail_whose_code_is_used_or_expired_is_not_sent(caplog):
    asked()
    send_due(NOON + timedelta(minutes=11))
    assert mail.outbox == []
    assert not Mail.objects.exists()
    assert "its code is no longer good" in caplog.text


def test_what_fails_is_tried_again_later_and_later(broken):
    asked()
    now, waits = NOON, []
    for _attempt in range(4):
        send_due(now)
        due_at = Mail.objects.get().due_at
        waits.append((due_at - now).total_seconds())
        send_due(due_at - SECOND)  # not yet
        now = due_at
    assert waits == [15, 30, 60, 120]
    assert pause_after(8) == timedelta(minutes=32)
    assert pause_after(9) == pause_after(2_000) == timedelta(hours=1)  # so often, if who sends is killed each time


def send_until(until: datetime) -> None:
    """Whenever it is due, as long as there is something to send."""
    while (waiting := Mail.objects.order_by("due_at").first()) and waiting.due_at <= until:
        send_due(waiting.due_at)


def test_mail_is_tried_for_a_day_and_then_given_up(broken, caplog):
    put_mail(Mail(to=ANA, kind="address_changed", language="en"), NOON)
    send_until(NOON + TRIED_FOR - SECOND)
    assert Mail.objects.get().attempts < 40
    assert "is given up" not in caplog.text
    send_until(NOON + TRIED_FOR + timedelta(hours=1))
    assert not Mail.objects.exists()
    assert caplog.text.count("is given up") == 1


def test_mail_with_a_code_is_tried_as_long_as_the_code_is_good(broken, caplog):
    asked()
    send_until(NOON + timedelta(hours=1))
    assert not Mail.objects.exists()
    assert "its code is no longer good" in caplog.text


def test_mail_server_that_was_away_for_a_night_gets_the_mail(broken, settings):
    put_mail(Mail(to=ANA, kind="address_changed", language="en"), NOON)
    send_until(NOON + timedelta(hours=9))
    settings.MAILERS = {"default": {"BACKEND": "django.core.mail.backends.locmem.EmailBackend"}}
    send_until(NOON + timedelta(hours=10))
    assert len(mail.outbox) == 1


def test_mails_that_can_wait_leave_room_for_codes():
    waiting = Mail(to=ANA, kind="turns", created_at=NOON, due_at=NOON)
    Mail.objects.bulk_create([waiting] * (MOST_WAITING - ROOM_FOR_CODES))
    with pytest.raises(OutboxFull):
        put_mail(Mail(to=ANA, kind="turns", language="en"), NOON, can_wait=True)
    asked()
    assert Mail.objects.filter(kind="code").exists()


def test_log_of_a_failure_names_neither_address_nor_code(broken, caplog):
    caplog.set_level(logging.DEBUG)
    code = asked()
    send_due(NOON)
    assert "OSError at test_outbox.py" in caplog.text
    assert ANA not in caplog.text
    assert letters_of(code) not in caplog.text


def test_a_broken_mail_holds_up_no_other(settings):
    put_mail(Mail(to=ANA, kind="no such kind", language="en"), NOON)
    asked("bogdan@example.org", now=NOON + SECOND)
    send_due(NOON + SECOND)
    assert [message.to for message in mail.outbox] == [["bogdan@example.org"]]


def test_what_a_killed_sender_had_claimed_is_due_a_minute_later():
    asked()
    assert is_claimed(Mail.objects.get(), NOON)
    send_due(NOON + CLAIMED_FOR - SECOND)
    assert mail.outbox == []
    send_due(NOON + CLAIMED_FOR)
    assert len(mail.outbox) == 1


def test_eight_senders_at_once_send_each_mail_once():
    for number in range(10):
        asked(f"player{number}@example.org")
    assert at_once(*[lambda: send_due(NOON)] * 8) == [None] * 8
    assert sorted(message.to[0] for message in mail.outbox) == [f"player{n}@example.org" for n in range(10)]


def test_a_batch_is_bounded():
    for number in range(25):
        asked(f"player{number}@example.org")
    send_due(NOON)
    assert len(mail.outbox) == 20


def test_on_ones_own_machine_the_code_is_one_line_on_the_console(settings, capsys):
    settings.EMBEDDED = True
    settings.MAILERS = {"default": {"BACKEND": "django.core.mail.backends.console.EmailBackend"}}
    code = asked()
    send_due(NOON)
    assert capsys.readouterr().out == f"Sign-in code for {ANA}: {letters_of(code)}\n"


# --- a mail server -------------------------------------------------------------------------------------------


class Smtp(socketserver.StreamRequestHandler):
    """Just enough of RFC 5321 to take a mail."""

    def handle(self) -> None:
        self.say("220 here")
        while line := self.rfile.readline().decode().strip():
            verb = line[:4].upper()
            if verb == "DATA":
                self.say("354 go on")
                self.server.taken.append(self.read_mail())
            self.say("221 bye" if verb == "QUIT" else self.server.answers.get(verb, "250 ok"))
            if verb == "QUIT":
                return

    def read_mail(self) -> bytes:
        lines = []
        while (line := self.rfile.readline()) != b".\r\n":
            lines.append(line.removeprefix(b".") if line.startswith(b"..") else line)
        return b"".join(lines)

    def say(self, words: str) -> None:
        self.wfile.write(f"{words}\r\n".encode())


@pytest.fixture
def smtp(settings, monkeypatch):
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Smtp) as server:
        server.taken, server.answers = [], {}
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        monkeypatch.setenv("EMAIL_URL", f"smtp://127.0.0.1:{server.server_address[1]}")
        settings.MAILERS = {"default": mailer_from_environment(is_embedded=True)}
        yield server
        server.shutdown()
        thread.join()


def test_any_mail_server_takes_the_mail(smtp):
    code = asked(language="ro")
    send_due(NOON)
    (taken,) = smtp.taken
    message = message_from_bytes(taken, policy=policy.default)
    assert message["To"] == ANA
    assert message["Auto-Submitted"] == "auto-generated"
    assert letters_of(code) in message.get_body(("plain",)).get_content()
    assert letters_of(code) in message.get_body(("html",)).get_content()
    assert not Mail.objects.exists()


def test_server_that_takes_connections_and_says_nothing_is_given_up_and_asked_again(settings, monkeypatch, caplog):
    monkeypatch.setattr("whist.environment.MAIL_TIMEOUT", 0.1)
    asked()
    with socket.create_server(("127.0.0.1", 0)) as mute:
        monkeypatch.setenv("EMAIL_URL", f"smtp://127.0.0.1:{mute.getsockname()[1]}")
        settings.MAILERS = {"default": mailer_from_environment(is_embedded=True)}
        send_due(NOON)
    assert "was not sent, attempt 1: SMTPServerDisconnected" in caplog.text
    assert Mail.objects.get().due_at == NOON + timedelta(seconds=15)


def test_server_that_refuses_is_asked_again(smtp, caplog):
    asked()
    smtp.answers["RCPT"] = f"450 {ANA}: come back later"
    send_due(NOON)
    assert smtp.taken == []
    assert "SMTPRecipientsRefused" in caplog.text
    assert ANA not in caplog.text
    smtp.answers.clear()
    send_due(NOON + timedelta(seconds=15))
    assert len(smtp.taken) == 1
