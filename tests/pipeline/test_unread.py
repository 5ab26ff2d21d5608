"""A search that finds nothing says that documents are being added, also if the addition began after the turn."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from askwell.engine import Engine
from askwell.runtime.preparation import INCOMPLETE
from askwell.settings import Settings
from askwell.types import Ingestion


class Beginning:
    """An addition that begins after it was looked for once."""

    def __init__(self) -> None:
        self.looks = 0

    async def __call__(self, collections: Sequence[str]) -> list[Ingestion]:
        self.looks += 1
        return [Ingestion("documents", "/docs", 2, 9)] if self.looks > 1 and "documents" in collections else []


async def test_nothing_found_while_an_addition_begins_has_the_warning(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with await Engine.open(settings) as engine:
        monkeypatch.setattr(engine.knowledge, "ongoing", Beginning())
        answer = await engine.ask("How high is the hut?")
    assert answer.outcome == "not_found"
    assert answer.warnings == (INCOMPLETE,)
    [decision] = [each for each in answer.decisions if each.step == "documents"]
    assert decision.code == "documents.incomplete"


async def test_a_search_that_finds_something_does_not_look_again(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "hut.md").write_text("# Hut\n\nThe hut is 2,410 metres high.")
    async with await Engine.open(settings) as engine:
        async for _ in engine.knowledge.ingest(tmp_path / "hut.md", "documents"):
            pass
        beginning = Beginning()
        monkeypatch.setattr(engine.knowledge, "ongoing", beginning)
        answer = await engine.ask("How high is the hut?")
    assert "2,410" in answer.answer
    assert beginning.looks == 1
