"""Conversations in files: what lies on the disk, what others have left there, and what is broken."""

import json
import logging
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from askwell.errors import Conflict, NotFound, StorageFailed
from askwell.stores.exchange.format import StoredConversation
from askwell.stores.exchange.importers import turn_id_of
from askwell.stores.exchange.shapes import Shape
from askwell.stores.files.directory import SessionFolder
from askwell.stores.files.store import FilesStore
from askwell.testing.stores import ANNA, CountedIds, HeldClock, complete, refused, source
from askwell.types import Principal, Turn

LOCAL = Principal()
NAME = "sess_20250101_120000_abc12345"
PHONES = {
    "session_id": NAME,
    "created_at": "2025-01-01T12:00:00Z",
    "updated_at": "2025-01-01T12:05:30Z",
    "messages": [
        {"role": "user", "content": "What phones do you have?", "timestamp": "2025-01-01T12:00:01Z"},
        {"role": "assistant", "content": "The Galaxy A54.", "timestamp": "2025-01-01T12:00:03Z"},
        {"role": "user", "content": "Tell me more", "timestamp": "2025-01-01T12:05:28Z"},
    ],
}
OLD_MEMORY: dict[str, Any] = {
    "session_id": "old",
    "summary": "The user asks about privacy.",
    "qa_index": [{"exchange_id": "ex_1", "question": "Wat is de AVG?", "summary": "AVG", "topics": ["avg"]}],
    "full_answers": {"ex_1": "Een wet.", "ex_2": "Een jaar."},
    "metadata": {"created_at": "2025-01-01T10:00:00"},
}
NEW_MEMORY = {
    "session_id": "new",
    "summary": "",
    "qa_index": [
        {"exchange_id": "ex_1", "question": "Wat is de AVG?", "summary": "AVG", "topics": [], "source_ids": ["d1"]}
    ],
    "full_answers": {
        "ex_1": {
            "text": "Een wet [1].",
            "sources": [{"document_id": "d1", "title": "AVG", "url": "https://example.org/avg", "snippet": "Wet."}],
        }
    },
    "recent_messages": [
        {"role": "user", "content": "Wat is de AVG?"},
        {"role": "assistant", "content": "Een wet [1]."},
        {"role": "user", "content": "En daarna?"},
    ],
}


def store_in(folder: Path, shape: Shape = "s1", clock: HeldClock | None = None) -> FilesStore:
    return FilesStore(folder, clock or HeldClock(), CountedIds(), shape=shape)


def leave(folder: Path, name: str, data: object) -> Path:
    """A file that another system wrote some time ago."""
    folder.mkdir(exist_ok=True)
    path = folder / f"{name}.json"
    path.write_text(data if isinstance(data, str) else json.dumps(data), encoding="utf-8")
    os.utime(path, (1_700_000_000, 1_700_000_000))
    return path


def read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def names_in(folder: Path, pattern: str = "*") -> list[str]:
    return sorted(path.name for path in folder.glob(pattern))


def contents_of(folder: Path) -> list[str]:
    return [path.read_text() for path in folder.rglob("*") if path.is_file()]


async def test_a_session_is_a_file_of_messages(tmp_path: Path) -> None:
    """S1-09: id, times with Z, and messages with role, content and timestamp, beside all that is ours."""
    store = store_in(tmp_path)
    made = await store.sessions.create(ANNA, "papers", session_id=NAME)
    await complete(store, made.id, "Who é?")
    data = read(tmp_path / f"{NAME}.json")
    time = "2026-03-01T09:30:00.123456Z"
    assert {key: value for key, value in data.items() if key != "askwell"} == {
        "session_id": NAME,
        "created_at": time,
        "updated_at": time,
        "messages": [
            {"role": "user", "content": "Who é?", "timestamp": time},
            {"role": "assistant", "content": "So it is.", "timestamp": time},
        ],
    }
    assert oct((tmp_path / f"{NAME}.json").stat().st_mode & 0o777) == "0o600"


async def test_a_session_is_a_file_with_summary_index_and_full_answers(tmp_path: Path) -> None:
    """S2-09 S2-12 S2-V1 S2-V3: full answers by exchange id with text and sources, source ids in the index."""
    store = store_in(tmp_path, "s2")
    made = await store.sessions.create(ANNA, "papers")
    done = await complete(store, made.id, "What is the rate?", sources=(source(1, "a"), source(2, "b")))
    chat = await complete(store, made.id, "Thanks")
    data = read(tmp_path / f"{made.id}.json")
    assert list(data) == [
        *("session_id", "summary", "qa_index", "full_answers", "recent_messages", "metadata", "askwell")
    ]
    assert list(data["full_answers"]) == [done.id, chat.id]
    assert data["full_answers"][done.id]["text"] == "So it is."
    assert [each["document_id"] for each in data["full_answers"][done.id]["sources"]] == ["a", "b"]
    assert [(each["exchange_id"], each["source_ids"]) for each in data["qa_index"]] == [
        (done.id, ["a", "b"]),
        (chat.id, []),
    ]
    assert data["qa_index"][0]["topics"] == ["rate"]
    assert data["metadata"]["turns"] == 2


async def test_only_the_active_line_is_in_the_shape_of_others(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    made = await store.sessions.create(ANNA, "papers")
    await complete(store, made.id, "First?")
    await complete(store, made.id, "Instead?", instead_of=1)
    said = [each["content"] for each in read(tmp_path / f"{made.id}.json")["messages"]]
    assert said == ["Instead?", "So it is."]
    assert len(await store.turns.page(ANNA, made.id, every_branch=True)) == 2


@pytest.mark.parametrize("shape", ["s1", "s2"])
async def test_a_file_of_messages_goes_on_as_a_conversation(tmp_path: Path, shape: Shape) -> None:
    """S1-08 S1-09: what the other system wrote is read, and the next turn knows it."""
    leave(tmp_path, NAME, PHONES)
    store = store_in(tmp_path, shape)
    session = await store.sessions.get(LOCAL, NAME)
    assert (session.assistant, session.head, session.title) == ("documents", 2, "What phones do you have?")
    turns = await store.turns.page(LOCAL, NAME)
    assert [(turn.question, turn.answer, turn.status) for turn in turns] == [
        ("What phones do you have?", "The Galaxy A54.", "completed"),
        ("Tell me more", "", "interrupted"),
    ]
    assert turns[0].created_at.isoformat() == "2025-01-01T12:00:01+00:00"
    begun = await store.turns.begin(LOCAL, NAME, "And the price?")
    recalled = await store.turns.recall(LOCAL, NAME, before=3, window_turns=5)
    assert [turn.question for turn in recalled.turns] == ["What phones do you have?", "Tell me more"]
    await store.turns.finish(begun, replace(begun.turn, status="completed", answer="449."))
    assert [turn.answer for turn in await store_in(tmp_path).turns.page(LOCAL, NAME)] == ["The Galaxy A54.", "", "449."]
    said = read(tmp_path / f"{NAME}.json")["messages" if shape == "s1" else "recent_messages"]
    assert said[:3] == PHONES["messages"]


async def test_an_old_file_with_bare_answers_is_read_and_keeps_what_was_noted(tmp_path: Path) -> None:
    """S2-13 S2-V8: an answer that is a text alone, an entry without source ids, an answer without an entry."""
    leave(tmp_path, "old", OLD_MEMORY)
    store = store_in(tmp_path, "s2")
    turns = await store.turns.page(LOCAL, "old")
    assert [(turn.question, turn.answer) for turn in turns] == [("Wat is de AVG?", "Een wet."), ("", "Een jaar.")]
    await store.sessions.rename(LOCAL, "old", "Privacy")
    data = read(tmp_path / "old.json")
    assert data["summary"] == "The user asks about privacy."
    kept = {key: data["qa_index"][0][key] for key in ("exchange_id", "question", "summary", "topics", "source_ids")}
    assert kept == OLD_MEMORY["qa_index"][0] | {"source_ids": []}
    assert data["full_answers"] == {
        key: {"text": text, "sources": []} for key, text in OLD_MEMORY["full_answers"].items()
    }


async def test_a_new_file_with_full_answers_brings_its_sources(tmp_path: Path) -> None:
    """S2-09 S2-13: sources by document id; a message that no answer holds follows as a question without one."""
    leave(tmp_path, "new", NEW_MEMORY)
    store = store_in(tmp_path, "s2")
    first, second = await store.turns.page(LOCAL, "new")
    assert (first.question, first.answer, second.question, second.status) == (
        *("Wat is de AVG?", "Een wet [1].", "En daarna?", "interrupted"),
    )
    assert [(each.number, each.document_id, each.url) for each in first.sources] == [
        (1, "d1", "https://example.org/avg")
    ]
    assert first.sources[0].passages[0].text == "Wet."
    assert await store.turns.source_numbers("new", ["d1"]) == {"d1": 1}


@pytest.mark.parametrize(
    "messages",
    [
        [{"role": "user", "content": "Who?"}, {"role": "assistant", "content": "Me."}],
        [{"type": "human", "content": "Who?"}, {"type": "system", "content": "x"}, {"type": "ai", "content": "Me."}],
        [
            {"role": "user", "content": "Who?", "timestamp": 1_735_732_800},
            {"role": "assistant", "content": "Me.", "timestamp": "2025-01-01T12:00:01"},
        ],
    ],
)
async def test_older_messages_are_read_with_times_or_without(tmp_path: Path, messages: list[Any]) -> None:
    leave(tmp_path, "bare", messages)
    leave(tmp_path, "named", {"session_id": "named", "messages": messages})
    store = store_in(tmp_path)
    for name in ("bare", "named"):
        (turn,) = await store.turns.page(LOCAL, name)
        assert (turn.question, turn.answer, turn.status) == ("Who?", "Me.", "completed")
        assert turn.created_at.tzinfo is not None


async def test_what_is_no_text_is_shown_as_such(tmp_path: Path) -> None:
    leave(tmp_path, "odd", [{"role": "user", "content": "a\0b"}, {"role": "assistant", "content": "c\ud800"}])
    (turn,) = await store_in(tmp_path).turns.page(LOCAL, "odd")
    assert (turn.question, turn.answer) == ("a\ufffdb", "c\ufffd")


async def test_an_answer_without_a_question_is_kept_and_not_recalled(tmp_path: Path) -> None:
    leave(tmp_path, "odd", [{"role": "assistant", "content": "Hello!"}, {"role": "user", "content": "Who?"}])
    store = store_in(tmp_path)
    assert [(turn.question, turn.answer) for turn in await store.turns.page(LOCAL, "odd")] == [
        ("", "Hello!"),
        ("Who?", ""),
    ]
    recalled = await store.turns.recall(LOCAL, "odd", before=9, window_turns=5)
    assert [turn.question for turn in recalled.turns] == ["Who?"]


async def test_a_turn_from_elsewhere_has_the_same_id_whenever_it_is_read(tmp_path: Path) -> None:
    leave(tmp_path, NAME, PHONES)
    turn = await store_in(tmp_path).turns.by_id(LOCAL, turn_id_of(NAME, 1))
    assert (turn.session_id, turn.answer) == (NAME, "The Galaxy A54.")
    assert await store_in(tmp_path).turns.get(LOCAL, NAME, 1) == turn


BROKEN = {
    "cut off": '{"session_id": "cut", "messages": [',
    "no JSON": "\0\0\0",
    "another's name": {"session_id": "somebody", "messages": []},
    "no messages": {"session_id": NAME},
    "a number": 7,
    "a role of none": {"messages": [{"role": "king", "content": "x"}]},
    "content that is no text": {"messages": [{"role": "user", "content": 7}]},
    "an answer that is none": {"full_answers": {"ex_1": 7}},
    "ours without turns": {"askwell": {"format": 1}},
    "too deep": "[" * 100_000,
}


@pytest.mark.parametrize("fault", BROKEN)
async def test_a_broken_file_is_set_aside_and_the_rest_goes_on(
    tmp_path: Path, fault: str, caplog: pytest.LogCaptureFixture
) -> None:
    broken = leave(tmp_path, "broken", BROKEN[fault])
    content = broken.read_bytes()
    leave(tmp_path, NAME, PHONES)
    store = store_in(tmp_path)
    with caplog.at_level(logging.WARNING, "askwell"):
        assert [each.id for each in await store.sessions.page(LOCAL)] == [NAME]
    assert "quarantine/broken.json" in caplog.text
    assert not broken.exists()
    assert (tmp_path / "quarantine" / "broken.json").read_bytes() == content
    await refused(store.sessions.get(LOCAL, "broken"), NotFound, "session_not_found")


async def test_whoever_asks_for_a_broken_session_is_told_once(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    for number in range(2):
        leave(tmp_path, "broken", f"{{{number}")
        await refused(store.turns.begin(LOCAL, "broken", "Who?"), StorageFailed, "session_file_broken")
        await refused(store.turns.begin(LOCAL, "broken", "Who?"), NotFound, "session_not_found")
    assert names_in(tmp_path / "quarantine") == ["broken.2.json", "broken.json"]
    assert (await store.sessions.create(LOCAL, "papers", session_id="broken")).head == 0


async def test_a_file_of_a_later_version_stays_where_it_is(tmp_path: Path) -> None:
    path = leave(tmp_path, "later", {"session_id": "later", "messages": [], "askwell": {"format": 2}})
    store = store_in(tmp_path)
    await refused(store.sessions.get(LOCAL, "later"), StorageFailed, "session_file_newer")
    assert await store.sessions.page(LOCAL) == []
    assert path.exists()


async def test_nothing_outside_the_folder_is_read_or_written(tmp_path: Path) -> None:
    """S1-B8, S2-B9: an id is no path, and a link id_index nowhere."""
    folder = tmp_path / "sessions"
    leave(tmp_path, "secret", PHONES | {"session_id": "secret"})
    store = store_in(folder)
    (folder / "linked.json").symlink_to(tmp_path / "secret.json")
    for session_id in ("../secret", "linked", "..", "a/../../secret"):
        await refused(store.sessions.get(LOCAL, session_id), NotFound, "session_not_found")
        await refused(store.sessions.delete(LOCAL, session_id), NotFound, "session_not_found")
    assert await store.sessions.page(LOCAL) == []
    assert names_in(tmp_path) == ["secret.json", "sessions"]


async def test_a_listing_reads_only_what_has_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """S1-B10: a second listing reads the one file that is new, though its size and its time are those of before."""
    monkeypatch.setattr("askwell.stores.files.directory.SETTLED_S", 0)
    for number in range(5):
        leave(tmp_path, f"s{number}", PHONES | {"session_id": f"s{number}"})
    store = store_in(tmp_path)
    loaded: list[str] = []
    load = SessionFolder.load

    def counted(folder: SessionFolder, session_id: str) -> StoredConversation | None:
        loaded.append(session_id)
        return load(folder, session_id)

    monkeypatch.setattr(SessionFolder, "load", counted)
    assert len(await store.sessions.page(LOCAL)) == 5
    leave(tmp_path, "s2", PHONES | {"session_id": "s2", "updated_at": "2025-02-01T00:00:00Z"})
    loaded.clear()
    assert [each.id for each in await store.sessions.page(LOCAL)][:2] == ["s2", "s4"]
    assert loaded == ["s2"]


async def test_a_turn_is_found_by_its_id_in_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = store_in(tmp_path)
    turns: list[Turn] = []
    for _ in range(5):
        made = await store.sessions.create(ANNA, "papers")
        turns.append(await complete(store, made.id, "Who?"))
    fresh = store_in(tmp_path)
    loaded: list[str] = []
    load = SessionFolder.load

    def counted(folder: SessionFolder, session_id: str) -> StoredConversation | None:
        loaded.append(session_id)
        return load(folder, session_id)

    monkeypatch.setattr(SessionFolder, "load", counted)
    assert await fresh.turns.by_id(ANNA, turns[3].id) == turns[3]
    assert loaded == [turns[3].session_id]


async def test_a_key_is_known_to_a_store_that_opens_the_folder_later(tmp_path: Path) -> None:
    clock = HeldClock()
    store = store_in(tmp_path, clock=clock)
    made = await store.sessions.create(ANNA, "papers")
    done = await complete(store, made.id, "Who?", key="k")
    again = await store_in(tmp_path, "s2", clock).turns.begin(ANNA, made.id, "Who?", key="k")
    assert (again.replayed, again.turn) == (True, done)


async def test_a_deleted_session_leaves_no_file(tmp_path: Path) -> None:
    """S1-04: nothing that was said is left in the folder."""
    store = store_in(tmp_path)
    made = await store.sessions.create(ANNA, "papers")
    await complete(store, made.id, "A secret?", key="k")
    await store.sessions.delete(ANNA, made.id)
    assert not any("secret" in content for content in contents_of(tmp_path))
    assert not any(made.id in name for name in names_in(tmp_path, "**/*"))


async def test_a_full_disk_is_told_and_leaves_the_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = store_in(tmp_path)
    made = await store.sessions.create(ANNA, "papers")
    before = (tmp_path / f"{made.id}.json").read_bytes()

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", full)
        await refused(store.turns.begin(ANNA, made.id, "Who?"), StorageFailed, "disk_full")
    assert (tmp_path / f"{made.id}.json").read_bytes() == before
    assert (await store.turns.begin(ANNA, made.id, "Who?")).turn.number == 1


async def test_what_waits_too_long_for_a_lock_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("askwell.stores.files.directory.LOCK_WAIT_S", 0.05)
    store = store_in(tmp_path)
    made = await store.sessions.create(ANNA, "papers")
    with SessionFolder(tmp_path, HeldClock()).locked(made.id):
        await refused(store.turns.begin(ANNA, made.id, "Who?"), StorageFailed, "storage_unavailable")
        assert await store.sessions.get(ANNA, made.id) == made
    await store.turns.begin(ANNA, made.id, "Who?")


async def test_a_note_that_is_no_text_is_kept_and_the_file_is_still_json(tmp_path: Path) -> None:
    from askwell.types import Decision

    store = store_in(tmp_path)
    made = await store.sessions.create(ANNA, "papers")
    begun = await store.turns.begin(ANNA, made.id, "Who?")
    decision = Decision("search", "1", "one", detail={"half": "\ud800"})
    await store.turns.finish(begun, replace(begun.turn, status="completed", answer="Me.", decisions=(decision,)))
    assert (await store.turns.get(ANNA, made.id, 1)).decisions == (decision,)
    read(tmp_path / f"{made.id}.json")


async def test_the_same_conversation_is_not_restored_under_another_name(tmp_path: Path) -> None:
    leave(tmp_path, NAME, PHONES)
    store = store_in(tmp_path)
    session, turns = await store.sessions.get(LOCAL, NAME), await store.turns.page(LOCAL, NAME)
    copied = [replace(turn, session_id="copy") for turn in turns]
    await refused(store.sessions.restore(LOCAL, replace(session, id="copy"), copied), Conflict, "session_exists")
