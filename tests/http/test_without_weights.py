"""Weights of the embedder that are missing or broken: questions are answered by words, with a warning."""

import asyncio
import shutil
from pathlib import Path

import pytest

from askwell.cli.checkup import examine
from askwell.engine import Engine
from askwell.models import caching_embedder
from askwell.runtime import health
from tests.conftest import WEIGHTS
from tests.http.conftest import WATERING, SettingsOf, new_session, opened
from tests.http.test_process import process
from tests.http.test_stream import STREAM, events_of

CODE = "words_only"


async def test_a_server_without_weights_answers_by_words_with_a_warning(
    settings_of: SettingsOf, tmp_path: Path
) -> None:
    settings = settings_of(embedder="minilm", models=str(tmp_path / "models"))
    async with process(settings) as (_, client):
        session = await new_session(client)
        path = f"/v1/sessions/{session}/turns"
        answer = await client.post(path, json={"question": WATERING})
        streamed = await client.post(path, json={"question": "When do I prune roses?"}, headers=STREAM)
        stored = (await client.get(f"{path}/1")).json()
        ready = await client.get("/readyz")
    assert (ready.status_code, ready.json()["status"], ready.json()["reasons"]) == (200, "degraded", [])
    assert [fault["code"] for fault in ready.json()["faults"]] == ["broken_weights"]
    assert str(tmp_path) not in ready.text
    assert answer.status_code == 200
    assert "twice a week" in answer.json()["answer"]
    assert CODE in answer.json()["warnings"]
    assert CODE in stored["warnings"]
    warned = [event for event in await events_of(streamed) if event["event"] == "warning"]
    assert [event["code"] for event in warned] == [CODE]


async def test_weights_that_are_lost_after_reading_do_not_stop_answers(settings_of: SettingsOf, tmp_path: Path) -> None:
    """The documents have vectors, the question gets none."""
    models = tmp_path / "models"
    shutil.copytree(WEIGHTS / "e5-small", models / "e5-small")
    settings = settings_of(embedder="e5-small", models=str(models))
    async with await Engine.open(settings) as engine:
        async for _ in engine.prepare("garden"):
            pass
    (models / "e5-small" / "model.bin").write_bytes(b"no weights")
    forget_loaded()
    async with await Engine.open(settings) as engine:
        answer = await engine.ask(WATERING, assistant="garden")
    assert "twice a week" in answer.answer
    assert CODE in answer.warnings


async def test_weights_that_come_back_are_used_without_a_restart(
    settings_of: SettingsOf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was read without them is embedded in the background."""
    monkeypatch.setattr(caching_embedder, "RETRY_S", 0.0)
    monkeypatch.setattr(health, "CACHE_S", 0.0)
    models, question = tmp_path / "models", {"question": WATERING, "assistant": "garden"}
    async with opened(settings_of(embedder="e5-small", models=str(models))) as client:
        before = (await client.post("/v1/ask", json=question)).json()
        shutil.copytree(WEIGHTS / "e5-small", models / "e5-small")
        async with asyncio.timeout(180):
            while (ready := (await client.get("/readyz")).json())["status"] != "ready":  # noqa: ASYNC110
                await asyncio.sleep(0.02)
        after = (await client.post("/v1/ask", json=question)).json()
        found = (await client.get("/v1/search", params={"q": WATERING, "assistant": "garden"})).json()
    assert (CODE in before["warnings"], CODE in after["warnings"]) == (True, False)
    assert ready["faults"] == []
    assert found["passages"][0]["scores"]["dense"] > 0


async def test_doctor_names_weights_that_cannot_be_loaded(settings_of: SettingsOf, tmp_path: Path) -> None:
    """All sizes are right, one byte in a hundred is not."""
    models = tmp_path / "models"
    shutil.copytree(WEIGHTS / "minilm", models / "minilm")
    model = models / "minilm" / "model.onnx"
    model.write_bytes(bytes(model.stat().st_size))
    findings = await examine(settings_of(embedder="minilm", models=str(models)))
    [found] = [each for each in findings if each.what == "embedder"]
    assert found.state == "fail"
    assert "broken_weights" in found.found
    assert "models pull minilm" in found.fix


def forget_loaded() -> None:
    """Weights that this process has loaded already are loaded again."""
    from askwell.models import e5, embed_e5

    e5._load_once.cache_clear()
    embed_e5._common.cache_clear()
