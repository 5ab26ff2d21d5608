"""Ingestions in progress, as other processes on the database see them."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import NoReturn

import pytest

from askwell.errors import StorageFailed
from askwell.knowledge import ongoing
from askwell.knowledge.search import LocalKnowledge
from askwell.stores.sql.database import Database
from askwell.types import Ingestion, IngestProgress
from tests.knowledge.kit import CountingIds, FixedClock, drain, make_knowledge, write


@dataclass
class _Clock:
    now_is: datetime

    def now(self) -> datetime:
        return self.now_is


@pytest.fixture
async def other(engine: Database, tmp_path: Path) -> AsyncIterator[LocalKnowledge]:
    """The documents in another process."""
    made = make_knowledge(engine, tmp_path)
    yield made
    await made.close()


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    write(tmp_path / "docs", **{f"file{number}": f"Text {number}." for number in range(5)})
    return tmp_path / "docs"


async def test_others_see_how_many_files_are_read(
    knowledge: LocalKnowledge, other: LocalKnowledge, docs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ongoing, "BEAT_S", 0.01)
    seen: list[Ingestion] = []
    async for progress in knowledge.ingest(docs, "rules"):
        if progress.to_embed or progress.done:
            assert await other.ongoing(("rules",)) == [], "all are read; vectors follow"
        elif progress.read_files == 3:
            await asyncio.sleep(0.1)
            seen = list(await other.ongoing(("rules", "more")))
            assert await other.ongoing(("more",)) == []
    assert seen == [Ingestion("rules", str(docs), 3, 5)]


async def test_a_sync_without_changes_is_not_shown(knowledge: LocalKnowledge, docs: Path) -> None:
    await drain(knowledge.ingest(docs, "rules"))
    async for _ in knowledge.ingest(docs, "rules"):
        assert await knowledge.ongoing(("rules",)) == []
    (docs / "file3.md").write_text("Changed.")
    shown = [bool(await knowledge.ongoing(("rules",))) async for _ in knowledge.ingest(docs, "rules")]
    assert any(shown)
    assert not shown[-1]


async def test_one_that_is_broken_off_is_no_longer_shown(knowledge: LocalKnowledge, docs: Path) -> None:
    async with aclosing(_opened(knowledge, docs)) as updates:
        await anext(updates)
        assert await knowledge.ongoing(("rules",))
    assert await knowledge.ongoing(("rules",)) == []


async def _opened(knowledge: LocalKnowledge, docs: Path) -> AsyncGenerator[IngestProgress, None]:
    async with aclosing(knowledge.ingest(docs, "rules")) as updates:  # type: ignore[type-var]
        async for each in updates:
            yield each


@pytest.mark.parametrize(("seconds", "shown"), [(20, 1), (40, 0), (-40, 0)])
async def test_one_whose_process_was_killed_is_shown_for_half_a_minute(
    seconds: int, shown: int, knowledge: LocalKnowledge, engine: Database, docs: Path
) -> None:
    """Nor for longer if the clock was set back."""
    updates = knowledge.ingest(docs, "rules")
    await anext(updates)  # it does not go on
    clock = _Clock(FixedClock().now() + timedelta(seconds=seconds))
    other = LocalKnowledge(engine, docs.parent / "index", None, clock=clock, ids=CountingIds())
    assert len(await other.ongoing(("rules",))) == shown
    await other.close()
    await drain(updates)


async def test_files_are_read_where_it_cannot_be_noted(
    knowledge: LocalKnowledge, docs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: object) -> NoReturn:
        raise StorageFailed("The disk is full", code="disk_full")

    monkeypatch.setattr(ongoing, "insert", full)
    assert (await drain(knowledge.ingest(docs, "rules"))).added == 5
