"""Conversations are removed by age, whoever they belong to."""

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from askwell.engine import LOCAL, Engine
from askwell.runtime import retention
from askwell.runtime.retention import Retention
from askwell.settings import Settings
from askwell.types import Principal, Session
from tests.alpine import COST, alpine

pytestmark = pytest.mark.anyio
ANN = Principal("acme", "ann")


async def aged(engine: Engine, principal: Principal, days: float, title: str) -> str:
    """A conversation whose last activity was some days ago."""
    at = datetime.now(UTC) - timedelta(days=days)
    session = Session(f"of-{title}", "documents", title, at, at, 0, 0)
    return (await engine.container.store.sessions.restore(principal, session, [])).id


@pytest.mark.parametrize("store", ["sql", "files"])
async def test_what_is_older_is_removed_and_nothing_else(settings: Settings, tmp_path: Path, store: str) -> None:
    async with alpine(settings.model_copy(update={"store": store}), tmp_path) as engine:
        await aged(engine, ANN, 31, "zqoldann")
        old = await aged(engine, LOCAL, 400, "zqoldest")
        young = await aged(engine, ANN, 29, "zqyoung")
        await engine.attach(old, "letter.md", b"# Letter\n\nThe zqshed is green.\n")
        await engine.attachments.settled(old)
        asked = (await engine.create_session()).id
        await engine.ask(COST, session=asked)
        assert await engine.deletions.expire(30) == 2
        assert {each.id for each in await engine.store.sessions.page(ANN)} == {young}
        assert {each.id for each in await engine.store.sessions.page(LOCAL)} == {asked}
        assert await engine.deletions.expire(30) == 0
    held = b"".join(each.read_bytes() for each in settings.home.rglob("*") if each.is_file())
    assert [word for word in (b"zqoldann", b"zqoldest", b"zqshed", b"zqyoung") if word in held] == [b"zqyoung"]


async def test_a_server_does_it_regularly(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "EVERY_S", 0.05)
    async with alpine(settings, tmp_path) as engine:
        running = Retention(engine.deletions, 30)
        running.start()
        for title in ("first", "second"):
            await aged(engine, ANN, 31, title)
            async with asyncio.timeout(5):
                while await engine.store.sessions.page(ANN):  # noqa: ASYNC110  # it sends no event
                    await asyncio.sleep(0.02)
        await running.stop()


async def test_without_a_period_nothing_is_removed(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "EVERY_S", 0.02)
    async with alpine(settings, tmp_path) as engine:
        await aged(engine, ANN, 4_000, "ancient")
        engine.retention.start()
        await asyncio.sleep(0.2)
        await engine.retention.stop()
        assert len(await engine.store.sessions.page(ANN)) == 1
