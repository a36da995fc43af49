"""How a web process answers plain requests: a few at a time, each from beginning to end in one thread.

Python runs one thread at a time, so a crowd of requests does not get its answers sooner by being answered all at once:
they would take the processor from each other, and from the event loop that serves sockets and clocks, and run out of
connections to the database.  So they queue for a few slots, first come, first served.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import Any

from django.conf import settings
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, ASGIRequest, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.core.signals import request_started
from django.db import close_old_connections
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix
from django.utils import translation

from whist.health import PROBES, come_again

PATIENCE = 10.0
"""Seconds that a request waits for its slot before it is refused with a 503."""

PROBES_AT_ONCE = 1


class Request(ASGIRequest):
    def _load_post_and_files(self) -> None:
        """A form that cannot be read is a fault once: the page that says so looks into it again, and finds nothing."""
        try:
            super()._load_post_and_files()
        except Exception:
            self._mark_post_parse_error()  # type: ignore[attr-defined]
            raise

    def close(self) -> None:
        super().close()
        self._stream.close()


class QueueingHandler(ASGIHandler):
    """Django's handler with signals, views and middleware called as they are written: synchronously, in one of a few
    threads that stay.  Django's own starts a thread for every request and changes threads three times in it, which
    costs more than many a view."""

    request_class = Request

    def __init__(self) -> None:
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)

    @cached_property
    def slots(self) -> asyncio.Semaphore:
        return asyncio.Semaphore(settings.REQUESTS_AT_ONCE)

    @cached_property
    def slot_of_probes(self) -> asyncio.Semaphore:
        return asyncio.Semaphore(PROBES_AT_ONCE)

    @cached_property
    def threads(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(settings.REQUESTS_AT_ONCE + PROBES_AT_ONCE, thread_name_prefix="requests")

    async def __call__(
        self, scope: dict[str, Any], receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]
    ) -> None:
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        request, refusal = self.create_request(scope, body)
        if request is None:
            assert refusal is not None
            body.close()
            await self.send_response(refusal, send)
            return
        if self._slots_for(request).locked():
            await self._answer_unless_gone(request, receive, send)
        else:
            await self._answer_and_send(request, send)

    async def _answer_unless_gone(
        self, request: ASGIRequest, receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]
    ) -> None:
        """Who goes away while they wait takes no slot."""
        gone = asyncio.ensure_future(self.listen_for_disconnect(receive))
        answering = asyncio.ensure_future(self._answer_and_send(request, send))
        try:
            await asyncio.wait({gone, answering}, return_when=asyncio.FIRST_COMPLETED)
        finally:  # whoever ended first, the other one is of no use any more
            gone.cancel()
            answering.cancel()
        _gone, answered = await asyncio.gather(gone, answering, return_exceptions=True)
        if isinstance(answered, Exception):
            raise answered

    async def _answer_and_send(self, request: ASGIRequest, send: Callable[[Any], Awaitable[None]]) -> None:
        await self.send_response(await self.get_response_async(request), send)

    def _slots_for(self, request: HttpRequest) -> asyncio.Semaphore:
        """A busy process is alive, so probes wait only for each other; they too ask the database."""
        return self.slot_of_probes if request.path in PROBES else self.slots

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        slots = self._slots_for(request)
        if not slots.locked():
            await slots.acquire()
        else:
            try:
                async with asyncio.timeout(PATIENCE):
                    await slots.acquire()
            except TimeoutError:
                request.close()
                return too_busy(request)
            except asyncio.CancelledError:  # gone while waiting
                request.close()
                raise
        # A visitor who goes away ends the waiting for the answer but not its thread, which keeps the slot to its end
        # and reads what was sent.
        answering = asyncio.get_running_loop().run_in_executor(self.threads, self.answer, request)
        answering.add_done_callback(lambda _answer: slots.release())
        return await asyncio.shield(answering)

    def answer(self, request: HttpRequest) -> HttpResponseBase:
        """Answer, and give back the connection to the database with the slot: no slow reader of an answer keeps one."""
        assert isinstance(request, ASGIRequest)
        set_script_prefix(get_script_prefix(request.scope))
        request_started.send(sender=type(self), scope=request.scope)
        try:
            response: HttpResponseBase = self.get_response(request)
            response._handler_class = type(self)  # type: ignore[attr-defined]
            if response.streaming:  # a file: it is read here, since another thread costs more
                parts = b"".join(response.streaming_content)  # type: ignore[attr-defined]
                response.streaming_content = at_hand(parts)  # type: ignore[attr-defined]
            response.close()
            return response
        finally:
            request.close()
            close_old_connections()


async def at_hand(content: bytes) -> AsyncIterator[bytes]:
    yield content


def too_busy(request: HttpRequest) -> HttpResponse:
    with translation.override(translation.get_language_from_request(request)):
        text = translation.gettext("Too many people want something from us right now. Please try again in a moment.")
    return come_again(request, text)
