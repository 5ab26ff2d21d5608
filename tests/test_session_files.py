"""Whole conversations of an engine that keeps them in files."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from askwell.engine import LOCAL, Engine
from askwell.settings import Settings
from askwell.stores.exchange.importers import ImportedConversation, read_conversations
from askwell.stores.exchange.shapes import Shape

QUESTIONS = ("Hello!", "How many days of leave may employees take?", "Thanks", "How long is parental leave?")


@pytest.mark.parametrize("shape", ["s1", "s2"])
async def test_small_talk_costs_no_session(tmp_path: Path, shape: Shape) -> None:
    """Turn after turn with digests between them, in the file and after an export and import."""
    handbook = tmp_path / "handbook"
    handbook.mkdir()
    text = "# Leave\n\nEmployees may take 25 days of leave a year. Parental leave is 26 weeks long.\n"
    (handbook / "leave.md").write_text(text)
    first, second = (_settings(tmp_path / name, shape) for name in ("first", "second"))
    async with await Engine.open(first) as engine:
        async for _ in engine.knowledge.ingest(handbook, "documents"):
            pass
        session = (await engine.create_session()).id
        for number, question in enumerate(QUESTIONS, 1):
            assert (await engine.ask(question, session=session)).turn_number == number
            await engine.digested()
        memory = await engine.store.memory.carried(LOCAL, session)
        turns = await engine.store.turns.page(LOCAL, session)
    (found,) = _read(tmp_path / "first" / "sessions" / f"{session}.json")
    async with await Engine.open(second) as engine:
        await engine.store.sessions.restore(LOCAL, found.session, found.turns, found.memory)
        assert (await engine.ask("Thanks again", session=session)).turn_number == len(turns) + 1
        await engine.digested()
        assert (await engine.store.turns.page(LOCAL, session))[:-1] == turns
        assert (await engine.store.memory.carried(LOCAL, session)).topics[:-1] == memory.topics


@pytest.mark.parametrize("store", ["files", "sql"])
@pytest.mark.parametrize("shape", ["s1", "s2"])
async def test_digests_build_on_the_summary_of_a_migrated_session(tmp_path: Path, shape: Shape, store: str) -> None:
    """S2-07 S2-13: the summary that another system left is still there after the next digests, with what is new."""
    file = tmp_path / "sessions" / "old.json"
    file.parent.mkdir()
    file.write_text(json.dumps(_MIGRATED[shape] | {"session_id": "old", "summary": _SUMMARY}))
    async with await Engine.open(_settings(tmp_path, shape).model_copy(update={"store": store})) as engine:
        if store == "sql":
            (found,) = _read(file)
            await engine.store.sessions.restore(LOCAL, found.session, found.turns, found.memory)
        for question in ("My budget is 900 euros.", "Thanks", "What does a hostel in Leeds cost?"):
            await engine.ask(question, session="old")
            await engine.digested()
            assert _SUMMARY in (await engine.store.memory.read(LOCAL, "old")).summary
        memory = await engine.store.memory.read(LOCAL, "old")
    assert "My budget is 900 euros." in memory.summary
    assert "hostel in Leeds" in memory.summary
    assert (memory.summary_by, memory.up_to) == ("model", 4)


_SUMMARY = "Anna travels to Leeds with her brother Tom on 3 June."
_MIGRATED: dict[Shape, dict[str, object]] = {
    "s1": {"messages": [{"role": "user", "content": "Who?"}, {"role": "assistant", "content": "Tom."}]},
    "s2": {"qa_index": [{"exchange_id": "e", "question": "Who?"}], "full_answers": {"e": "Tom."}},
}


def _settings(home: Path, shape: Shape) -> Settings:
    return Settings(home=home, embedder="none", store="files", session_files=shape)


def _read(file: Path) -> list[ImportedConversation]:
    return read_conversations(json.loads(file.read_text()), assistant="documents", at=datetime.now(UTC))
