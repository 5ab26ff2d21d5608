"""An answer says that documents are being added, also if that began after the turn, or that nobody has read them."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from askwell.engine import Engine
from askwell.projections import choice_and_reason
from askwell.runtime.preparation import INCOMPLETE, NOT_READY
from askwell.settings import Settings
from askwell.types import Ingestion
from tests.installed import write_assistant

FERRY = "When does the ferry leave?"


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


async def test_an_engine_says_that_nobody_has_read_the_documents_until_somebody_has(
    settings: Settings, tmp_path: Path
) -> None:
    assistants = write_assistant(tmp_path / "assistants", "", name="guide")
    folder = tmp_path / "assistants" / "guide" / "knowledge"
    folder.mkdir()
    settings = settings.model_copy(update={"assistants": assistants})
    async with await Engine.open(settings) as engine:
        assert (await engine.ask(FERRY, assistant="guide")).warnings == (), "there is nothing to read"
        (folder / "ferry.md").write_text("The ferry leaves at noon.")
        answer = await engine.ask(FERRY, assistant="guide")
        assert (answer.outcome, answer.warnings) == ("not_found", (NOT_READY,))
        [decision] = [each for each in answer.decisions if each.step == "documents"]
        assert choice_and_reason(decision, "en")[1] == "guide: its documents have not been read"
        assert (await engine.ask(FERRY)).warnings == (), "another assistant does not search them"
        async for _ in engine.prepare("guide"):
            pass
        answer = await engine.ask(FERRY, assistant="guide")
        assert ("noon" in answer.answer, answer.warnings) == (True, ())
    async with await Engine.open(settings) as engine:
        answer = await engine.ask(FERRY, assistant="guide")
        assert ("noon" in answer.answer, answer.warnings) == (True, ())
