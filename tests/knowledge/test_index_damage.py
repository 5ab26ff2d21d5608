"""An index that is damaged while it is open is rebuilt while questions are answered; deleted documents leave it."""

import asyncio
import os
from pathlib import Path

import pytest

from askwell.errors import StorageFailed
from askwell.knowledge import index_files, index_local, refresh
from askwell.knowledge.search import LocalKnowledge
from askwell.stores.sql.database import Database
from askwell.types import SearchQuery
from tests.knowledge.kit import HashingEmbedder, drain, make_knowledge, write

FERRY = SearchQuery(("When does the ferry leave?",), ("c",))
NOON = "The ferry leaves at noon."


def generation(folder: Path) -> Path:
    [found] = [path.parent for path in (folder / "index").glob("*/*/rows")]
    return found


def overwrite(folder: Path, pattern: str, *, keep_bytes: bool = True) -> None:
    """Zeros in place of what the files hold, or nothing at all."""
    for path in folder.glob(pattern):
        size = path.stat().st_size
        with path.open("r+b") as file:
            file.write(bytes(size))
            file.truncate(size if keep_bytes else 0)


async def rebuilt(knowledge: LocalKnowledge) -> None:
    """Wait until nothing is rebuilt any more."""
    while knowledge.lacking(("c",)):  # noqa: ASYNC110
        await asyncio.sleep(0.01)


@pytest.fixture
async def ready(engine: Database, tmp_path: Path) -> LocalKnowledge:
    """Knowledge whose index is open."""
    knowledge = make_knowledge(engine, tmp_path, HashingEmbedder())
    await knowledge.add("a.md", NOON.encode(), "c")
    await knowledge.search(FERRY)
    return knowledge


@pytest.mark.parametrize(
    ("pattern", "left"), [("lexical/*.term", {"dense"}), ("lexical/*.idx", {"dense"}), ("vectors.npy", {"lexical"})]
)
@pytest.mark.parametrize("keep_bytes", [True, False])
async def test_the_other_part_answers_until_a_damaged_one_is_rebuilt(
    ready: LocalKnowledge, tmp_path: Path, pattern: str, left: set[str], *, keep_bytes: bool
) -> None:
    before = generation(tmp_path)
    overwrite(before, pattern, keep_bytes=keep_bytes)
    [hit] = await ready.search(FERRY)
    assert hit.chunk.text == NOON
    assert {name for name in ("dense", "lexical") if hit.scores.get(name)} == left
    assert ready.lacking(("c",)) == ("index_rebuilding",)
    await rebuilt(ready)
    [hit] = await ready.search(FERRY)
    assert min(hit.scores["dense"], hit.scores["lexical"]) > 0
    assert generation(tmp_path) != before
    await ready.close()


async def test_a_search_waits_where_no_part_works(engine: Database, tmp_path: Path) -> None:
    """Without an embedder there are only words."""
    knowledge = make_knowledge(engine, tmp_path)
    await knowledge.add("a.md", NOON.encode(), "c")
    await knowledge.search(FERRY)
    overwrite(generation(tmp_path), "lexical/*")
    assert [hit.chunk.text for hit in await knowledge.search(FERRY)] == [NOON]
    assert knowledge.lacking(("c",)) == ()
    await knowledge.close()


async def test_an_index_that_raises_is_rebuilt_although_its_files_look_unchanged(
    knowledge: LocalKnowledge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A large one, which is mapped."""
    monkeypatch.setattr(index_files, "COPIED_BYTES", 0)
    await knowledge.add("a.md", NOON.encode(), "c")
    await knowledge.search(FERRY)
    before = generation(tmp_path)
    for path in before.glob("lexical/*.store"):
        was = path.stat()
        with path.open("r+b") as file:
            file.write(b"\xff" * was.st_size)
        os.utime(path, ns=(was.st_atime_ns, was.st_mtime_ns))
    [hit] = await knowledge.search(FERRY)
    assert hit.chunk.text == NOON
    await rebuilt(knowledge)
    [hit] = await knowledge.search(FERRY)
    assert hit.scores["lexical"] > 0
    assert generation(tmp_path) != before


async def test_files_that_are_cut_short_during_a_search_do_not_end_the_process(
    ready: LocalKnowledge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The check before a search saw them whole."""
    monkeypatch.setattr(index_local.LocalIndex, "changed_parts", lambda _: frozenset())
    for pattern in ("lexical/*", "vectors.npy"):
        overwrite(generation(tmp_path), pattern, keep_bytes=False)
    [hit] = await ready.search(FERRY)
    assert min(hit.scores["dense"], hit.scores["lexical"]) > 0
    await ready.close()


async def test_damage_that_only_reading_all_finds_is_found_when_the_index_is_opened(
    ready: LocalKnowledge, engine: Database, tmp_path: Path
) -> None:
    """Zeros in the list of postings give no error, only no hits."""
    overwrite(generation(tmp_path), "lexical/*.idx")
    other = make_knowledge(engine, tmp_path, HashingEmbedder())
    [hit] = await other.search(FERRY)
    assert hit.scores["lexical"] > 0
    await ready.close()


async def test_files_that_were_only_touched_are_opened_again(ready: LocalKnowledge, tmp_path: Path) -> None:
    before = generation(tmp_path)
    for path in before.glob("lexical/*"):
        path.touch()
    [hit] = await ready.search(FERRY)
    assert hit.chunk.text == NOON
    await rebuilt(ready)
    assert generation(tmp_path) == before
    await ready.close()


async def test_what_another_process_has_rebuilt_is_opened(
    ready: LocalKnowledge, engine: Database, tmp_path: Path
) -> None:
    """The damaged pages are still mapped here, although the files are gone."""
    overwrite(generation(tmp_path), "lexical/*.idx")
    other = make_knowledge(engine, tmp_path, HashingEmbedder())
    await other.search(FERRY)
    rebuilt_by_other = generation(tmp_path)
    await ready.search(FERRY)
    async with asyncio.timeout(10):
        while not (await ready.search(FERRY))[0].scores["lexical"]:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    assert generation(tmp_path) == rebuilt_by_other
    await ready.close()
    await other.close()


async def test_a_rebuild_that_fails_leaves_answers_and_is_tried_again(
    ready: LocalKnowledge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(refresh, "REBUILD_PAUSE_S", 0.0)
    overwrite(generation(tmp_path), "lexical/*.term")

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(refresh, "NewGeneration", full)
        for _ in range(2):
            assert [hit.chunk.text for hit in await ready.search(FERRY)] == [NOON]
            await asyncio.sleep(0.05)
    assert "cannot be rebuilt" in caplog.text
    assert ready.lacking(("c",)) == ("index_rebuilding",)
    await ready.search(FERRY)
    await rebuilt(ready)
    await ready.close()


async def test_where_nothing_works_and_nothing_can_be_written_the_error_says_so(
    engine: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    knowledge = make_knowledge(engine, tmp_path)
    await knowledge.add("a.md", NOON.encode(), "c")
    await knowledge.search(FERRY)
    overwrite(generation(tmp_path), "lexical/*")

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(refresh, "NewGeneration", full)
        with pytest.raises(StorageFailed) as raised:
            await knowledge.search(FERRY)
    assert raised.value.code == "index_damaged"
    await knowledge.close()


async def test_an_index_that_cannot_be_renewed_is_searched_as_it_is(
    ready: LocalKnowledge, monkeypatch: pytest.MonkeyPatch
) -> None:
    """tantivy reports a full disk as ValueError."""

    def full(*_: object, **__: object) -> None:
        raise ValueError("An IO error occurred: 'No space left on device (os error 28)'")

    with monkeypatch.context() as patch:
        patch.setattr(refresh, "NewGeneration", full)
        await ready.add("b.md", b"The tram leaves at one.", "c")
        assert [hit.chunk.text for hit in await ready.search(FERRY)] == [NOON]
        assert ready.lacking(("c",)) == ("index_rebuilding",)
    assert len(await ready.search(FERRY)) == 2
    assert ready.lacking(("c",)) == ()
    await ready.close()


async def test_a_deleted_document_leaves_the_index_folder_at_once(knowledge: LocalKnowledge, tmp_path: Path) -> None:
    kept = await knowledge.add("kept.md", b"The ferry leaves at noon.", "c", labels=["harbour"])
    gone = await knowledge.add("gone.md", b"The xylophone rests.", "c", labels=["canary-label"])
    await knowledge.search(FERRY)
    assert in_index(tmp_path, "canary-label")
    await knowledge.remove(gone.id)
    assert not in_index(tmp_path, "canary-label")
    assert not in_index(tmp_path, gone.id)
    assert generation(tmp_path).stat().st_mtime > 0
    [hit] = await knowledge.search(FERRY)
    assert hit.chunk.document_id == kept.id


async def test_files_that_are_gone_leave_the_index_folder_when_their_folder_is_read(
    knowledge: LocalKnowledge, tmp_path: Path
) -> None:
    folder = tmp_path / "documents"
    write(folder, a="---\ntags: [canary-label]\n---\n# A\n\nThe ferry leaves at noon.", b="# B\n\nThe tram.")
    await drain(knowledge.ingest(folder, "c", labels=["all"]))
    await knowledge.search(FERRY)
    before = generation(tmp_path)
    (folder / "a.md").unlink()
    await drain(knowledge.ingest(folder, "c", labels=["all"]))
    assert generation(tmp_path) != before
    assert not in_index(tmp_path, "canary-label")


def in_index(folder: Path, text: str) -> bool:
    return any(text.encode() in path.read_bytes() for path in (folder / "index").rglob("*") if path.is_file())
