"""Plain requests queue for a few slots; nobody else waits for them."""

import asyncio
import gc
import threading
from io import BytesIO

import pytest
from asgiref.testing import ApplicationCommunicator
from django.core.signals import request_finished, request_started
from django.http import FileResponse, HttpResponse
from django.test import AsyncRequestFactory

from whist import request_queue
from whist.request_queue import QueueingHandler

AT_ONCE = 2
LONG = 60
"""Seconds: more than a busy machine holds anything up."""


@pytest.fixture
def handler(settings, monkeypatch):
    """Outside a server threads share the connection of the tests, which none of these has asked for."""
    monkeypatch.setattr(request_queue, "close_old_connections", lambda: None)
    monkeypatch.setattr(request_queue, "PATIENCE", LONG)
    settings.REQUESTS_AT_ONCE = AT_ONCE
    return QueueingHandler()


class View:
    """Stands for all the views: holds every request until it is let go, and knows how many it holds."""

    def __init__(self):
        self.go_on = threading.Event()
        self.lock = threading.Lock()
        self.now = self.most = self.answered = 0

    def __call__(self, request):
        with self.lock:
            self.now += 1
            self.most = max(self.most, self.now)
        assert self.go_on.wait(LONG)
        with self.lock:
            self.now -= 1
            self.answered += 1
        return HttpResponse("here")


@pytest.fixture
def view(handler):
    view = handler.get_response = View()
    yield view
    view.go_on.set()


def browser(handler, path="/", language="en"):
    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "query_string": b"",
        "headers": [(b"accept-language", language.encode())],
    }
    return ApplicationCommunicator(handler, scope)


async def ask(asking):
    await asking.send_input({"type": "http.request"})
    started, body = await asking.receive_output(LONG), await asking.receive_output(LONG)
    await asking.wait(LONG)
    return started["status"], dict(started["headers"]), body["body"].decode()


async def until(is_so):
    async with asyncio.timeout(LONG):
        while not is_so():
            await asyncio.sleep(0.01)


def test_only_so_many_are_answered_at_once_and_all_of_them_in_the_end(handler, view):
    async def crowd():
        asking = [asyncio.create_task(ask(browser(handler))) for _number in range(7)]
        await until(lambda: view.now == AT_ONCE)
        view.go_on.set()
        return await asyncio.gather(*asking)

    answers = asyncio.run(crowd())
    assert [status for status, _headers, _text in answers] == [200] * 7
    assert (view.most, view.answered) == (AT_ONCE, 7)


@pytest.mark.parametrize(
    ("language", "words"), [("en", "Too many people"), ("de", "Gerade wollen"), ("ro", "Prea multă lume")]
)
def test_visitor_who_waits_too_long_is_told_so_in_their_language(handler, view, monkeypatch, language, words):
    async def crowd():
        held = [asyncio.create_task(ask(browser(handler))) for _slot in range(AT_ONCE)]
        await until(lambda: view.now == AT_ONCE)
        monkeypatch.setattr(request_queue, "PATIENCE", 0.05)
        status, headers, text = await ask(browser(handler, language=language))
        view.go_on.set()
        await asyncio.gather(*held)
        return status, headers, text

    status, headers, text = asyncio.run(crowd())
    assert status == 503
    assert headers[b"Retry-After"] == b"3"
    assert text.startswith(words)


def test_visitor_who_went_away_while_waiting_takes_no_slot(handler, view):
    async def crowd():
        held = [asyncio.create_task(ask(browser(handler))) for _slot in range(AT_ONCE)]
        await until(lambda: view.now == AT_ONCE)
        gone = browser(handler)
        await gone.send_input({"type": "http.request"})
        await gone.send_input({"type": "http.disconnect"})
        await gone.wait(LONG)
        view.go_on.set()
        await asyncio.gather(*held)
        return await ask(browser(handler))

    status, _headers, _text = asyncio.run(crowd())
    assert status == 200
    assert view.answered == AT_ONCE + 1


def test_visitor_who_goes_away_during_the_answer_keeps_the_slot_until_the_thread_is_done(handler, view, settings):
    """Else a crowd that loads again and again has as many threads as it likes."""
    settings.REQUESTS_AT_ONCE = 1

    async def leave():
        answering = asyncio.create_task(handler.get_response_async(AsyncRequestFactory().get("/")))
        await until(lambda: view.now == 1)
        answering.cancel()
        with pytest.raises(asyncio.CancelledError):
            await answering
        assert handler.slots.locked()
        view.go_on.set()
        await until(lambda: not handler.slots.locked())

    asyncio.run(leave())
    assert (view.now, view.answered) == (0, 1)


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_probes_do_not_wait_behind_others(handler, view, path):
    async def crowd():
        held = [asyncio.create_task(ask(browser(handler))) for _slot in range(AT_ONCE)]
        await until(lambda: view.now == AT_ONCE)
        probe = asyncio.create_task(ask(browser(handler, path)))
        await until(lambda: view.now == AT_ONCE + 1)
        view.go_on.set()
        await asyncio.gather(probe, *held)

    asyncio.run(crowd())


def test_a_crowd_of_probes_is_answered_one_after_the_other(handler, view):
    """Else it would take the connections of everybody else."""

    async def crowd():
        asking = [asyncio.create_task(ask(browser(handler, "/readyz"))) for _number in range(3)]
        await until(lambda: view.now == 1)
        view.go_on.set()
        return await asyncio.gather(*asking)

    assert [status for status, _headers, _text in asyncio.run(crowd())] == [200] * 3
    assert view.most == 1


def test_a_faulty_view_gives_its_slot_back(handler):
    def fail(request):
        raise ValueError("a fault")

    async def crowd():
        request = AsyncRequestFactory().get("/")
        for _number in range(AT_ONCE + 1):
            with pytest.raises(ValueError, match="a fault"):
                await asyncio.wait_for(handler.get_response_async(request), LONG)

    handler.get_response = fail
    asyncio.run(crowd())


def test_connection_goes_back_with_the_slot_not_with_the_last_byte(handler, monkeypatch):
    order = []
    monkeypatch.setattr(request_queue, "close_old_connections", lambda: order.append("connection"))
    handler.get_response = lambda request: HttpResponse("here")

    async def send(message):
        order.append(message["type"])

    async def receive():
        order.append("asked")
        if order.count("asked") > 1:
            await asyncio.Event().wait()
        return {"type": "http.request"}

    asyncio.run(handler(browser(handler).scope, receive, send))
    assert order.index("connection") < order.index("http.response.start")


def test_requests_are_answered_from_beginning_to_end_by_threads_that_stay(handler, monkeypatch):
    seen: list[tuple[str, int]] = []
    started: list[threading.Thread] = []
    start = threading.Thread.start
    monkeypatch.setattr(threading.Thread, "start", lambda thread: (started.append(thread), start(thread)))

    def note(what):
        return lambda **_given: seen.append((what, threading.get_ident()))

    def respond(request):
        seen.append(("view", threading.get_ident()))
        return HttpResponse("here")

    async def one_after_the_other():
        return [await ask(browser(handler)) for _number in range(5)]

    handler.get_response = respond
    began, ended = note("began"), note("ended")
    request_started.connect(began)
    request_finished.connect(ended)
    try:
        asyncio.run(one_after_the_other())
    finally:
        request_started.disconnect(began)
        request_finished.disconnect(ended)
    assert [what for what, _thread in seen] == ["began", "view", "ended"] * 5
    threads = [thread for _what, thread in seen]
    assert threads[::3] == threads[1::3] == threads[2::3]
    assert len(started) <= AT_ONCE
    assert threading.get_ident() not in threads


def test_file_comes_whole_and_is_closed(handler):
    content = bytes(range(256)) * 1000
    file = BytesIO(content)

    async def fetch():
        asking, parts = browser(handler), []
        await asking.send_input({"type": "http.request"})
        started = await asking.receive_output(LONG)
        while not parts or parts[-1].get("more_body"):
            parts.append(await asking.receive_output(LONG))
        await asking.wait(LONG)
        return started["status"], b"".join(part.get("body", b"") for part in parts)

    handler.get_response = lambda request: FileResponse(file)
    assert asyncio.run(fetch()) == (200, content)
    assert file.closed


@pytest.mark.django_db(transaction=True)
def test_language_of_one_visitor_is_not_that_of_the_next_in_the_same_thread(settings):
    settings.REQUESTS_AT_ONCE = 1
    handler = QueueingHandler()

    async def two():
        return [await ask(browser(handler, "/nowhere/", language)) for language in ("ro", "en")]

    (_status, _headers, romanian), (_second, headers, english) = asyncio.run(two())
    assert 'lang="ro"' in romanian
    assert 'lang="en"' in english
    assert headers[b"Content-Language"] == b"en"


def test_what_was_sent_by_a_visitor_who_is_gone_already_is_done_and_nothing_is_logged(handler, view, caplog):
    """The thread reads the form when nobody waits for the answer any more."""
    read = []

    def respond(request):
        view(request)
        read.append(request.POST["action"])
        return HttpResponse("done")

    async def send_and_leave():
        asking = browser(handler)
        asking.scope["method"] = "POST"
        asking.scope["headers"].append((b"content-type", b"application/x-www-form-urlencoded"))
        await asking.send_input({"type": "http.request", "body": b"action=deal"})
        await until(lambda: view.now == 1)
        await asking.send_input({"type": "http.disconnect"})
        view.go_on.set()
        await asking.wait(LONG)
        await until(lambda: not handler.slots._waiters and handler.slots._value == AT_ONCE)

    handler.get_response = respond
    asyncio.run(send_and_leave())
    gc.collect()
    assert read == ["deal"]
    assert caplog.records == []


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("path", ["/nowhere/", "/settings/"])
@pytest.mark.parametrize("charset", ["utf-16", "no-such-charset", "latin-1"])
def test_form_in_another_charset_is_refused_with_a_page(charset, path):
    async def send():
        asking = browser(QueueingHandler(), path)
        asking.scope["method"] = "POST"
        kind = f"application/x-www-form-urlencoded; charset={charset}".encode()
        asking.scope["headers"] += [(b"content-type", kind), (b"host", b"localhost")]
        await asking.send_input({"type": "http.request", "body": b"cards=large"})
        started, body = await asking.receive_output(LONG), await asking.receive_output(LONG)
        await asking.wait(LONG)
        return started["status"], body["body"].decode()

    status, page = asyncio.run(send())
    assert status in (400, 403, 404)
    assert "<h1" in page
