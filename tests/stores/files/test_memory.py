"""What conversations in files remember, in the shape of another system and from files that it left."""

from dataclasses import replace
from pathlib import Path

import pytest

from askwell.stores.exchange.shapes import Shape
from askwell.testing.store_branches import talk
from askwell.testing.store_memory import item, learn, learnt
from askwell.testing.stores import ANNA, complete
from tests.stores.files.test_store import LOCAL, OLD_MEMORY, leave, read, store_in


async def test_a_file_that_remembers_comes_in_with_its_memory(tmp_path: Path) -> None:
    """S2-07 S2-08 S2-13 S2-V8: the summary and the index of an old file are what the next turn goes by."""
    leave(tmp_path, "old", OLD_MEMORY)
    store = store_in(tmp_path, "s2")
    memory = await store.memory.read(LOCAL, "old")
    assert (memory.summary, memory.summary_by, memory.up_to) == ("The user asks about privacy.", "model", 2)
    assert (await store.turns.recall(LOCAL, "old", before=3, window_turns=5)).memory == memory
    first, second = (await store.memory.topics(LOCAL, "old"))[::-1]
    assert (first.line, first.topics, first.source_ids) == ("AVG", ("avg",), ())
    assert second.line == "Een jaar."
    await store.turns.begin(LOCAL, "old", "En daarna?")
    reopened = store_in(tmp_path, "s2")
    assert await reopened.memory.read(LOCAL, "old") == memory


async def test_what_is_learnt_amended_and_forgotten_shows_in_the_file(tmp_path: Path) -> None:
    """S2-07 S2-08 S2-09 S2-12: summary, index and full answers of a session in its one file."""
    store = store_in(tmp_path, "s2")
    talked = await talk(store, 4)
    file = tmp_path / f"{talked}.json"
    await learn(store, talked, 1, 2, 3, summary="So far.")
    data = read(file)
    assert data["summary"] == "So far."
    assert [(each["summary"], each["topics"], each["source_ids"]) for each in data["qa_index"][:2]] == [
        ("Line 1", ["topic 1", "é"], ["d1"]),
        ("Line 2", ["topic 2", "é"], ["d2"]),
    ]
    assert data["qa_index"][3]["summary"] == "Question 4?"  # not taken in yet
    await store.memory.amend_summary(ANNA, talked, "In my words.")
    await store.memory.forget_topic(ANNA, talked, 2)
    data = read(file)
    assert data["summary"] == "In my words."
    assert [each["question"] for each in data["qa_index"]] == ["Question 1?", "Question 3?", "Question 4?"]
    assert len(data["full_answers"]) == 4
    assert "Line 2" not in file.read_text(encoding="utf-8")
    await store.memory.forget(ANNA, talked)
    data = read(file)
    assert (data["summary"], data["qa_index"]) == ("", [])
    assert "Line 1" not in file.read_text(encoding="utf-8")


@pytest.mark.parametrize("shape", ["s1", "s2"])
async def test_memory_of_a_file_is_there_for_whoever_opens_it_next(tmp_path: Path, shape: Shape) -> None:
    store = store_in(tmp_path, shape)
    talked = await talk(store, 2)
    await learn(store, talked, 1, 2, items=(item("A fact"),))
    carried = await store.memory.carried(ANNA, talked)
    assert await store_in(tmp_path, "s1").memory.carried(ANNA, talked) == carried
    keys = set(read(tmp_path / f"{talked}.json"))
    assert keys == {"s1": {"session_id", "created_at", "updated_at", "messages", "askwell"}}.get(shape, keys)


async def test_a_forgotten_entry_of_another_system_is_nowhere_in_the_file(tmp_path: Path) -> None:
    leave(tmp_path, "old", OLD_MEMORY | {"qa_index": [OLD_MEMORY["qa_index"][0] | {"summary": "canary"}]})
    store = store_in(tmp_path, "s2")
    await store.sessions.rename(LOCAL, "old", "Privacy")
    assert "canary" in (tmp_path / "old.json").read_text(encoding="utf-8")
    await store.memory.forget_topic(LOCAL, "old", 1)
    assert "canary" not in (tmp_path / "old.json").read_text(encoding="utf-8")
    assert list(read(tmp_path / "old.json")["full_answers"]) == ["ex_1", "ex_2"]


async def test_a_file_from_before_memory_remembers_what_stood_in_its_metadata(tmp_path: Path) -> None:
    leave(tmp_path, "old", OLD_MEMORY)
    store = store_in(tmp_path, "s2")
    await store.sessions.rename(LOCAL, "old", "Privacy")
    whole = read(tmp_path / "old.json")
    (turn_id, entry), *_ = whole["askwell"]["session"]["metadata"]["memory"]["index"].items()
    before = await store.memory.carried(LOCAL, "old")
    del whole["askwell"]["memory"]
    said = {"summary": OLD_MEMORY["summary"], "index": {turn_id: entry | OLD_MEMORY["qa_index"][0]}}
    whole["askwell"]["session"]["metadata"]["memory"] = said
    leave(tmp_path, "old", whole)
    again = store_in(tmp_path, "s2")
    assert await again.memory.carried(LOCAL, "old") == before
    await again.memory.forget_topic(LOCAL, "old", 1)
    assert '"AVG"' not in (tmp_path / "old.json").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "memory",
    [
        7,
        {},
        {"summaries": [], "topics": 7, "items": []},
        {"summaries": [{"branch": 5, "text": "", "by": "rules", "up_to": 0}], "topics": [], "items": []},
        {"summaries": [{"branch": 0, "text": "", "by": "nobody", "up_to": 0}], "topics": [], "items": []},
        {"summaries": [], "topics": [{"turn_id": "t", "turn_number": 1, "imprint": "?"}], "items": []},
    ],
)
async def test_a_file_whose_memory_is_broken_keeps_its_turns(
    tmp_path: Path, memory: object, caplog: pytest.LogCaptureFixture
) -> None:
    store = store_in(tmp_path)
    talked = await talk(store, 1)
    turns = await store.turns.page(ANNA, talked)
    whole = read(tmp_path / f"{talked}.json")
    whole["askwell"]["memory"] = memory
    leave(tmp_path, talked, whole)
    assert (await store.memory.read(ANNA, talked)).summary == ""
    assert f"session {talked}: the memory was dropped" in caplog.text
    assert await store.turns.page(ANNA, talked) == turns
    await complete(store, talked, "And now?")
    assert (await learn(store, talked, 2)).summary == "Up to 2."
    assert not (tmp_path / "quarantine").exists()


@pytest.mark.parametrize("shape", ["s1", "s2"])
async def test_small_talk_and_what_follows_it_stay_in_the_file(tmp_path: Path, shape: Shape) -> None:
    """Talk leaves an entry without a line, and an index entry for the search in the conversation."""
    store = store_in(tmp_path, shape)
    talked = await talk(store, 2)
    hello = await learnt(store, talked, 1, after=0, summary="")
    assert await store.memory.learn(ANNA, talked, replace(hello, topic=replace(hello.topic, line="", topics=())))
    await learn(store, talked, 2)
    await complete(store, talked, "Thanks")
    reopened = store_in(tmp_path, shape)
    assert len(await reopened.turns.page(ANNA, talked)) == 3
    assert [each.number for each in await reopened.memory.index_entries(ANNA, talked)] == [1, 2]
