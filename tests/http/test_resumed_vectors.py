"""A started server reads words of all assistants, then computes vectors, also those that were interrupted."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from pathlib import Path

import pytest

from askwell.engine import Engine
from askwell.settings import Settings
from askwell.types import IngestProgress
from tests.conftest import WEIGHTS
from tests.http.conftest import DOCUMENTS, YAML, SettingsOf, opened

BEES = "# Bees\n\nFeed the bees with syrup in September. Treat the hives against mites in winter.\n"


def with_vectors(settings_of: SettingsOf) -> Settings:
    return settings_of(embedder="minilm", models=str(WEIGHTS))


async def test_words_of_all_assistants_are_found_before_any_document_is_embedded(
    settings_of: SettingsOf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    apiary = tmp_path / "assistants" / "hives"
    (apiary / "knowledge").mkdir(parents=True)
    (apiary / "assistant.yaml").write_text(YAML.replace("garden", "hives"))
    (apiary / "knowledge" / "bees.md").write_text(BEES)
    prepare = Engine.prepare
    found: dict[str, list[str]] = {}

    async def watched(self: Engine, assistant: str) -> AsyncGenerator[IngestProgress, None]:
        async with aclosing(prepare(self, assistant)) as updates:
            async for progress in updates:
                if progress.embedded and not found:
                    answers = {name: await self.ask(question, assistant=name) for name, question in ASKED.items()}
                    found.update({name: [each.title for each in of.sources] for name, of in answers.items()})
                yield progress

    monkeypatch.setattr(Engine, "prepare", watched)
    async with opened(with_vectors(settings_of)) as client:
        states = (await client.get("/readyz")).json()["assistants"]
    assert found == {"garden": ["Carrots"], "hives": ["Bees"]}
    assert {each["state"] for each in states.values()} == {"ready"}


ASKED = {"garden": "When do I sow carrots?", "hives": "When do I feed the bees?"}


async def test_a_server_completes_vectors_of_added_documents_that_were_interrupted(
    settings_of: SettingsOf, tmp_path: Path
) -> None:
    settings = with_vectors(settings_of)
    folder = tmp_path / "more"
    folder.mkdir()
    for name, text in DOCUMENTS.items():
        (folder / name).write_text(text)
    async with await Engine.open(settings) as engine:
        async for progress in engine.knowledge.ingest(folder, "documents"):
            if progress.is_searchable:
                break
        before = await engine.ask("When do I sow carrots?", assistant="documents")
    assert "vectors_incomplete" in before.warnings
    question = {"question": "When do I sow carrots?", "assistant": "documents"}
    async with opened(settings) as client, asyncio.timeout(60):
        while (answer := await client.post("/v1/ask", json=question)).json()["warnings"]:  # noqa: ASYNC110
            await asyncio.sleep(0.5)
    assert "from March" in answer.json()["answer"]
