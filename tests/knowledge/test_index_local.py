"""The index is derived: whatever happens to it, the next search is right."""

import asyncio
import shutil
from pathlib import Path

import numpy as np
import pytest

from askwell.errors import BadConfig
from askwell.knowledge import index_local, index_writer
from askwell.knowledge.index_local import open_index
from askwell.knowledge.index_writer import IndexRow, NewGeneration
from askwell.knowledge.search import LocalKnowledge
from askwell.stores.sql.database import Database
from askwell.types import SearchQuery
from tests.knowledge.kit import HashingEmbedder, LateEmbedder, make_knowledge, open_engine

FERRY = SearchQuery(("When does the ferry leave?",), ("c",))


def generations(folder: Path) -> list[Path]:
    return [path.parent for path in (folder / "index").glob("*/*/rows")]


async def texts(knowledge: LocalKnowledge) -> list[str]:
    return [hit.chunk.text for hit in await knowledge.search(FERRY)]


async def add(knowledge: LocalKnowledge, name: str, text: str) -> str:
    return (await knowledge.add(f"{name}.md", text.encode(), "c")).id


async def test_new_and_removed_documents_are_seen_by_the_next_search(knowledge: LocalKnowledge) -> None:
    first = await add(knowledge, "a", "The ferry leaves at noon.")
    assert await texts(knowledge) == ["The ferry leaves at noon."]
    await add(knowledge, "b", "The other ferry leaves at one.")
    assert sorted(await texts(knowledge)) == ["The ferry leaves at noon.", "The other ferry leaves at one."]
    await knowledge.remove(first)
    assert await texts(knowledge) == ["The other ferry leaves at one."]


async def test_unchanged_index_is_opened_once(knowledge: LocalKnowledge, tmp_path: Path) -> None:
    await add(knowledge, "a", "The ferry leaves at noon.")
    await texts(knowledge)
    [before] = generations(tmp_path)
    shutil.rmtree(tmp_path / "index")
    assert await texts(knowledge) == ["The ferry leaves at noon."]
    assert not before.exists()


async def test_index_of_an_earlier_process_is_used_again(engine: Database, tmp_path: Path) -> None:
    await add(make_knowledge(engine, tmp_path), "a", "The ferry leaves at noon.")
    await texts(make_knowledge(engine, tmp_path))
    before = generations(tmp_path)
    assert await texts(make_knowledge(engine, tmp_path)) == ["The ferry leaves at noon."]
    assert generations(tmp_path) == before


async def test_update_keeps_what_is_unchanged_and_leaves_one_generation(engine: Database, tmp_path: Path) -> None:
    embedder = HashingEmbedder()
    knowledge = make_knowledge(engine, tmp_path, embedder)
    for number in range(6):
        await add(knowledge, f"d{number}", f"The ferry number {number} leaves at noon.")
    await texts(knowledge)
    scores = {hit.chunk.text: hit.scores["dense"] for hit in await knowledge.search(FERRY)}
    await add(knowledge, "new", "A ferry.")
    again = {hit.chunk.text: hit.scores["dense"] for hit in await knowledge.search(FERRY)}
    assert {text: again[text] for text in scores} == scores
    assert len(again) == 7
    assert len(generations(tmp_path)) == 1


@pytest.mark.parametrize("broken", ["current", "rows", "vectors.npy", "lexical/meta.json"])
@pytest.mark.parametrize("content", [None, b"", b"\xff not what it should be"])
async def test_broken_index_is_rebuilt(engine: Database, tmp_path: Path, broken: str, content: bytes | None) -> None:
    knowledge = make_knowledge(engine, tmp_path, HashingEmbedder())
    await add(knowledge, "a", "The ferry leaves at noon.")
    await texts(knowledge)
    [generation] = generations(tmp_path)
    target = generation.parent / broken if broken == "current" else generation / broken
    target.unlink()
    if content is not None:
        target.write_bytes(content)
    [hit] = await make_knowledge(engine, tmp_path, HashingEmbedder()).search(FERRY)
    assert hit.scores["dense"] > 0


async def test_index_of_another_format_is_rebuilt(
    engine: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    knowledge = make_knowledge(engine, tmp_path)
    await add(knowledge, "a", "The ferry leaves at noon.")
    await texts(knowledge)
    for module in (index_local, index_writer):
        monkeypatch.setattr(module, "FORMAT", 999)
    assert await texts(make_knowledge(engine, tmp_path)) == ["The ferry leaves at noon."]
    [generation] = generations(tmp_path)
    assert b'"format": 999' in (generation / "rows").read_bytes()


async def test_documents_of_another_embedder_are_found_by_words(engine: Database, tmp_path: Path) -> None:
    await add(make_knowledge(engine, tmp_path, HashingEmbedder()), "a", "The ferry leaves at noon.")
    other = make_knowledge(engine, tmp_path, HashingEmbedder("other", 32))
    [hit] = await other.search(FERRY)
    assert set(hit.scores) == {"lexical"}


async def test_an_embedder_that_tells_its_dimension_late_finds_what_it_embedded(
    engine: Database, tmp_path: Path
) -> None:
    await add(make_knowledge(engine, tmp_path, LateEmbedder()), "a", "The ferry leaves at noon.")
    for _ in range(2):
        [hit] = await make_knowledge(engine, tmp_path, LateEmbedder()).search(FERRY)
        assert hit.scores["dense"] > 0.3
    assert len(generations(tmp_path)) == 1


async def test_vectors_of_another_dimension_under_the_same_name_are_refused(engine: Database, tmp_path: Path) -> None:
    await add(make_knowledge(engine, tmp_path, HashingEmbedder("same", 64)), "a", "The ferry leaves at noon.")
    with pytest.raises(BadConfig, match="64 dimensions; this one has 32") as raised:
        await make_knowledge(engine, tmp_path, HashingEmbedder("same", 32)).search(FERRY)
    assert raised.value.code == "embedder_changed"


async def test_index_left_over_from_another_database_is_not_believed(tmp_path: Path) -> None:
    for name, text in (("old", "The ferry is old."), ("new", "The ferry is new.")):
        (tmp_path / name).mkdir()
        async with open_engine(tmp_path / name) as engine:
            knowledge = make_knowledge(engine, tmp_path)
            await add(knowledge, "a", text)
            assert await texts(knowledge) == [text]


async def test_searches_at_once_build_one_index(engine: Database, tmp_path: Path) -> None:
    knowledge = make_knowledge(engine, tmp_path)
    await add(knowledge, "a", "The ferry leaves at noon.")
    results = await asyncio.gather(*(texts(knowledge) for _ in range(5)))
    assert results == [["The ferry leaves at noon."]] * 5
    assert len(generations(tmp_path)) == 1


async def test_two_that_update_at_once_leave_a_good_index(engine: Database, tmp_path: Path) -> None:
    await add(make_knowledge(engine, tmp_path), "a", "The ferry leaves at noon.")
    for turn in range(4):
        both = [make_knowledge(engine, tmp_path), make_knowledge(engine, tmp_path)]
        await add(both[0], f"b{turn}", f"The ferry of round {turn}.")
        results = await asyncio.gather(*(texts(knowledge) for knowledge in both))
        assert len(results[0]) == len(results[1]) == turn + 2
    assert len(await texts(make_knowledge(engine, tmp_path))) == 5


def test_unfinished_generation_is_never_current(tmp_path: Path) -> None:
    row = IndexRow("1", "The ferry.", "", (), (), "en", None)
    done = NewGeneration(tmp_path, embedder="", dimension=0, base=None, keep=np.empty(0, dtype=np.bool_), rows=1)
    done.add([row])
    done.publish(7)
    NewGeneration(tmp_path, embedder="", dimension=0, base=None, keep=np.empty(0, dtype=np.bool_), rows=1).add([row])
    opened = open_index(tmp_path, "")
    assert opened is not None
    assert (opened.revision, list(opened.chunks)) == (7, ["1"])
