"""Passages of recent searches stay in memory, and never longer than they are true."""

from pathlib import Path

import pytest

from askwell.knowledge import passage_rows
from askwell.knowledge.passage_cache import PassageCache
from askwell.knowledge.search import LocalKnowledge
from askwell.stores.sql.database import Database
from askwell.types import Chunk, Passage, SearchQuery
from tests.knowledge.kit import make_knowledge

FERRY = SearchQuery(("When does the ferry leave?",), ("c",))


async def add(knowledge: LocalKnowledge, title: str) -> str:
    return (await knowledge.add("ferry.md", f"---\ntitle: {title}\n---\nThe ferry leaves at noon.".encode(), "c")).id


async def test_the_same_passages_are_read_once(knowledge: LocalKnowledge, monkeypatch: pytest.MonkeyPatch) -> None:
    await add(knowledge, "Ferry")
    first = await knowledge.search(FERRY)
    monkeypatch.setattr(passage_rows, "passages", lambda *_: pytest.fail("read again"))
    assert await knowledge.search(FERRY) == first


async def test_what_another_process_changes_or_removes_is_seen_by_the_next_search(
    engine: Database, tmp_path: Path
) -> None:
    ours, other = make_knowledge(engine, tmp_path), make_knowledge(engine, tmp_path)
    document = await add(ours, "Ferry")
    assert [hit.title for hit in await ours.search(FERRY)] == ["Ferry"]
    assert await add(other, "Boat") == document
    assert [hit.title for hit in await ours.search(FERRY)] == ["Boat"]
    await other.remove(document)
    assert await ours.search(FERRY) == []


def test_the_passages_used_least_recently_are_dropped() -> None:
    cache = PassageCache(most_chars=30)
    for key in "abc":
        cache.keep({key: passage(key)})
    assert set(cache.known(["a"])) == {"a"}
    cache.keep({"d": passage("d")})
    assert set(cache.known(["a", "b", "c", "d"])) == {"a", "c", "d"}
    cache.clear()
    assert cache.known(["a", "c", "d"]) == {}


def passage(key: str) -> Passage:
    return Passage(Chunk(key, "document", 0, "x" * 10, 0, 10, (), None, 3), "name", "title", "", "en", (), "c", 0.0)
