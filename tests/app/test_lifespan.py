import pytest

from whist import lifespan


class Companion:
    def __init__(self, name: str, diary: list[str], trouble: str = ""):
        self.name, self.diary, self.trouble = name, diary, trouble

    async def start(self) -> None:
        await self.tell("starts")

    async def stop(self) -> None:
        await self.tell("stops")

    async def tell(self, what: str) -> None:
        if what == self.trouble:
            raise RuntimeError(f"{self.name} cannot")
        self.diary.append(f"{self.name} {what}")


@pytest.fixture
def companions(monkeypatch) -> list[Companion]:
    monkeypatch.setattr(lifespan, "companions", [])
    return lifespan.companions


async def live(*events: str) -> list[str]:
    incoming = iter(events)
    answers: list[str] = []

    async def receive() -> dict[str, str]:
        return {"type": f"lifespan.{next(incoming)}"}

    async def send(message: dict[str, str]) -> None:
        answers.append(message["type"].removeprefix("lifespan."))

    await lifespan.lifespan({"type": "lifespan"}, receive, send)
    return answers


async def test_companions_start_in_order_and_stop_in_reverse(companions):
    diary: list[str] = []
    companions += [Companion("hub", diary), Companion("ticker", diary)]
    assert await live("startup", "shutdown") == ["startup.complete", "shutdown.complete"]
    assert diary == ["hub starts", "ticker starts", "ticker stops", "hub stops"]


async def test_server_does_not_come_up_when_a_companion_cannot_start(companions):
    companions += [Companion("ticker", [], trouble="starts")]
    assert await live("startup") == ["startup.failed"]


async def test_one_that_cannot_stop_holds_up_nobody(companions):
    diary: list[str] = []
    companions += [Companion("hub", diary), Companion("ticker", diary, trouble="stops")]
    assert await live("startup", "shutdown") == ["startup.complete", "shutdown.complete"]
    assert diary[-1] == "hub stops"
