"""HTTP and WebSockets for a load: callbacks instead of queues, so that it takes less than what it measures."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import cast
from urllib.parse import urlencode

from websockets.client import ClientProtocol
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.uri import parse_uri

BROWSER = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36"
IDLE = 3.0
"""Seconds after which a connection is not used again: a server closes it after five, perhaps just then."""

Jar = dict[str, str]


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    head: str
    body: bytes

    @property
    def location(self) -> str:
        found = re.search(r"^location: *(\S+)", self.head, re.IGNORECASE | re.MULTILINE)
        return found[1] if found else ""


class Http:
    """One server.  Connections are kept and used for everybody, as those of a proxy in front of it are."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._idle: list[tuple[float, asyncio.StreamReader, asyncio.StreamWriter]] = []

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def ask(self, method: str, path: str, headers: dict[str, str], body: bytes = b"") -> Answer:
        lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", f"Content-Length: {len(body)}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        reader, writer = await self._connection()
        writer.write("\r\n".join([*lines, "", ""]).encode() + body)
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        length = re.search(r"^content-length: *(\d+)", head, re.IGNORECASE | re.MULTILINE)
        assert length, head
        content = await reader.readexactly(int(length[1]))
        self._idle.append((time.monotonic(), reader, writer))
        return Answer(int(head.split(" ", 2)[1]), head, content)

    def close(self) -> None:
        for _since, _reader, writer in self._idle:
            writer.close()
        self._idle.clear()

    async def _connection(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        while self._idle:
            since, reader, writer = self._idle.pop()
            if time.monotonic() - since < IDLE:
                return reader, writer
            writer.close()
        return await asyncio.open_connection("127.0.0.1", self.port)


class Guest:
    """Somebody who came to the site: their cookies, and what a browser with HTMX sends."""

    def __init__(self, http: Http) -> None:
        self.http, self.jar = http, Jar()

    async def come(self) -> None:
        await self._ask("GET", "/", {})

    async def post(self, path: str, *, page: str = "/", htmx: bool = False, **form: object) -> Answer:
        """``page`` is the one on the screen."""
        headers = {
            "Origin": self.http.origin,
            "Referer": self.http.origin + page,
            "Content-Type": "application/x-www-form-urlencoded",
            "X-CSRFToken": self.jar.get("csrftoken", ""),
        }
        if htmx:
            headers |= {"HX-Request": "true", "HX-Current-URL": self.http.origin + page, "Accept": "text/html, */*"}
        return await self._ask("POST", path, headers, urlencode(form).encode())

    async def do(self, path: str, *, page: str = "/", htmx: bool = False, **form: object) -> Answer:
        """Press a button that must not be refused."""
        answer = await self.post(path, page=page, htmx=htmx, **form)
        assert answer.status in (200, 302, 303), f"{path}: {answer.status} {answer.body[:300]!r}"
        return answer

    async def _ask(self, method: str, path: str, headers: dict[str, str], body: bytes = b"") -> Answer:
        common = {"User-Agent": BROWSER, "Accept-Language": "en", "Accept-Encoding": "gzip, deflate, br, zstd"}
        answer = await self.http.ask(method, path, common | {"Cookie": self.cookie} | headers, body)
        self.jar.update(re.findall(r"^set-cookie: *([^=\s]+)=([^;\r]*)", answer.head, re.IGNORECASE | re.MULTILINE))
        return answer

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.jar.items())

    async def socket(self, path: str, heard: Callable[[str], None]) -> WebSocket:
        return await open_socket(self.http.port, path, heard, Cookie=self.cookie, Origin=self.http.origin)


class WebSocket(asyncio.Protocol):
    """An open socket, compressed if the server wants that; ``heard`` is called with each text."""

    transport: asyncio.Transport

    def __init__(self, url: str, headers: dict[str, str], heard: Callable[[str], None]) -> None:
        self._protocol = ClientProtocol(
            parse_uri(url), extensions=[ClientPerMessageDeflateFactory(client_max_window_bits=True)], max_size=None
        )
        self._headers, self._heard, self._is_left = headers, heard, False
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        request = self._protocol.connect()
        for name, value in self._headers.items():
            request.headers[name] = value
        self._protocol.send_request(request)
        self._flush()

    def data_received(self, data: bytes) -> None:
        self._protocol.receive_data(data)
        for event in self._protocol.events_received():
            if isinstance(event, Frame):
                if event.opcode is Opcode.TEXT:
                    assert event.fin, "a message in pieces"
                    self._heard(bytes(event.data).decode())
            elif not self.opened.done():
                if self._protocol.handshake_exc is not None:
                    self.opened.set_exception(self._protocol.handshake_exc)
                else:
                    self.opened.set_result(None)
        self._flush()

    def send(self, text: str) -> None:
        self._protocol.send_text(text.encode())
        self._flush()

    def close(self) -> None:
        """As a page that is left."""
        if self._protocol.state is State.OPEN:
            self._is_left = True
            self._protocol.send_close(1001)
            self._flush()

    def _flush(self) -> None:
        for data in self._protocol.data_to_send():
            if data:
                self.transport.write(data)
            else:
                self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self._protocol.receive_eof()
        if not self.opened.done():
            self.opened.set_exception(exc or ConnectionError("closed before it was open"))
        elif not self._is_left:
            print(f"a socket was closed by the server: {self._protocol.close_code}", flush=True)


async def open_socket(port: int, path: str, heard: Callable[[str], None], **headers: str) -> WebSocket:
    url = f"ws://127.0.0.1:{port}{path}"
    loop = asyncio.get_running_loop()
    _transport, socket = await loop.create_connection(lambda: WebSocket(url, headers, heard), "127.0.0.1", port)
    await socket.opened
    return socket
