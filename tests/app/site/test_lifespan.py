"""The server starts its clock and its open sockets when it comes up, and stops them when it goes down."""

import gc
from types import SimpleNamespace

import pytest

from whist import lifespan


@pytest.fixture
def diary(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    diary: list[str] = []

    async def start() -> None:
        diary.append("started")

    async def stop() -> None:
        diary.append("stopped")

    monkeypatch.setattr(lifespan, "start_live", start)
    monkeypatch.setattr(lifespan, "stop_live", stop)
    return diary


async def trouble() -> None:
    raise RuntimeError("no channel layer")


async def live(*events: str) -> list[str]:
    """Send these events to the application, return its answers."""
    incoming = iter(events)
    answers: list[str] = []

    async def receive() -> dict[str, str]:
        return {"type": f"lifespan.{next(incoming)}"}

    async def send(message: dict[str, str]) -> None:
        answers.append(message["type"].removeprefix("lifespan."))

    await lifespan.lifespan({"type": "lifespan"}, receive, send)
    return answers


async def test_live_part_starts_and_stops_with_the_server(diary: list[str]):
    assert await live("startup", "shutdown") == ["startup.complete", "shutdown.complete"]
    assert diary == ["started", "stopped"]


async def test_server_does_not_come_up_without_its_live_part(diary: list[str], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(lifespan, "start_live", trouble)
    assert await live("startup") == ["startup.failed"]


async def test_trouble_at_the_end_does_not_hold_the_server_up(diary: list[str], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(lifespan, "stop_live", trouble)
    assert await live("startup", "shutdown") == ["startup.complete", "shutdown.complete"]


async def test_what_a_process_begins_with_is_never_searched_for_garbage(monkeypatch: pytest.MonkeyPatch):
    async def begin() -> None:
        pass

    monkeypatch.setattr(lifespan, "bot_pool", SimpleNamespace(start=lambda: None))
    monkeypatch.setattr(lifespan, "hub", SimpleNamespace(start=begin))
    monkeypatch.setattr(lifespan, "ticker", SimpleNamespace(start=lambda: None))
    before = gc.get_threshold()
    try:
        await lifespan.start_live()
        assert gc.get_freeze_count() > 10_000
        assert gc.get_threshold() == lifespan.GARBAGE_EVERY
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)
