"""How a web process answers plain requests: a few at a time, each from beginning to end in one thread.

Python runs one thread at a time, so a crowd of requests does not get its answers sooner by being answered all at once:
they would take the processor from each other, and from the event loop that serves sockets and clocks, and run out of
connections to the database.  So they queue for a few slots, first come, first served.
"""

from __future__ import annotations

import asyncio
from functools import cached_property

from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.handlers.asgi import ASGIHandler
from django.core.handlers.base import BaseHandler
from django.db import close_old_connections
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import translation

from whist.health import PROBES, come_again

PATIENCE = 10.0
"""Seconds that a request waits for its slot before it is refused with a 503."""


class QueueingHandler(ASGIHandler):
    """Django's handler with views and middleware called as they are written: synchronously, without a change of threads
    between one and the next, which costs more than many a view."""

    def __init__(self) -> None:
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)

    @cached_property
    def slots(self) -> asyncio.Semaphore:
        return asyncio.Semaphore(settings.REQUESTS_AT_ONCE)

    @cached_property
    def slot_of_probes(self) -> asyncio.Semaphore:
        return asyncio.Semaphore(1)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        # A busy process is alive, so probes wait only for each other; they too ask the database.
        slots = self.slot_of_probes if request.path in PROBES else self.slots
        try:
            async with asyncio.timeout(PATIENCE):
                await slots.acquire()
        except TimeoutError:
            return too_busy(request)
        # A visitor who goes away ends the waiting for the answer but not its thread, which keeps the slot to its end.
        answering = asyncio.ensure_future(sync_to_async(self.answer)(request))
        answering.add_done_callback(lambda _answer: slots.release())
        return await asyncio.shield(answering)

    def answer(self, request: HttpRequest) -> HttpResponseBase:
        """Answer, and give back the connection to the database with the slot: no slow reader of an answer keeps one."""
        try:
            return self.get_response(request)
        finally:
            close_old_connections()


def too_busy(request: HttpRequest) -> HttpResponse:
    with translation.override(translation.get_language_from_request(request)):
        text = translation.gettext("Too many people want something from us right now. Please try again in a moment.")
    return come_again(request, text)
