"""A WebSocket to the application without a server between (that of Channels wants daphne installed)."""

from asgiref.testing import ApplicationCommunicator

from whist.asgi import application

WAIT = 60


class Socket(ApplicationCommunicator):
    def __init__(self, path: str, headers: dict[str, str]) -> None:
        path, _, query = path.partition("?")
        encoded = [(name.encode(), value.encode()) for name, value in headers.items()]
        scope = {
            "type": "websocket",
            "path": path,
            "query_string": query.encode(),
            "headers": encoded,
            "subprotocols": [],
        }
        super().__init__(application, scope)

    async def connect(self) -> bool:
        await self.send_input({"type": "websocket.connect"})
        return (await self.receive_output(WAIT))["type"] == "websocket.accept"

    async def say(self, text: str) -> None:
        await self.send_input({"type": "websocket.receive", "text": text})

    async def hear(self) -> str:
        event = await self.receive_output(WAIT)
        assert event["type"] == "websocket.send", event
        text: str = event["text"]
        return text

    async def closing_code(self) -> int:
        event = await self.receive_output(WAIT)
        assert event["type"] == "websocket.close", event
        code: int = event["code"]
        return code

    async def disconnect(self) -> None:
        await self.send_input({"type": "websocket.disconnect", "code": 1001})
        await self.wait(WAIT)
