"""Hashes that are kept are those of the revisions at which they were read."""

from pathlib import Path

from askwell.knowledge.hash_cache import MOST, HashCache
from askwell.knowledge.search import LocalKnowledge
from askwell.types import SearchQuery
from tests.knowledge.kit import drain, write


def test_hashes_are_kept_until_a_revision_changes() -> None:
    cache = HashCache()
    cache.keep({"a": "1", "b": "2"}, {"c": 7})
    assert cache.known(["b", "x"], {"c": 7}) == {"b": "2"}
    assert cache.known(["b"], {"c": 8}) == {}
    assert cache.known(["b"], {"c": 7, "d": 1}) == {}
    cache.keep({"a": "3"}, {"c": 8})
    assert cache.known(["a", "b"], {"c": 8}) == {"a": "3"}


def test_nothing_is_kept_for_unknown_revisions() -> None:
    cache = HashCache()
    cache.keep({"a": "1"}, None)
    assert cache.known(["a"], None) == {}


def test_few_are_kept() -> None:
    cache = HashCache()
    cache.keep({str(number): "1" for number in range(MOST)}, {"c": 7})
    cache.keep({"a": "1"}, {"c": 7})
    assert cache.known(["a", "0"], {"c": 7}) == {"a": "1"}


async def test_hashes_and_passages_are_those_of_the_documents(knowledge: LocalKnowledge, tmp_path: Path) -> None:
    text = "\n\n".join(
        f"## Part {number}\n\nRule {number} is about bicycles. " + "More text. " * 60 for number in range(6)
    )
    write(tmp_path / "docs", one=text, two="Two.")
    await drain(knowledge.ingest(tmp_path / "docs", "rules"))
    await knowledge.search(SearchQuery(("bicycles",), ("rules",)))
    found = {each.id: each.content_hash for each in await knowledge.documents("rules")}
    for _ in range(2):
        assert await knowledge.content_hashes([*found, "none"]) == found
    [one, _] = await knowledge.documents("rules")
    _, stored = await knowledge.document(one.id)
    offsets = [stored.index("Rule 4"), stored.index("Rule 1"), stored.index("Rule 4") + 5, len(stored) + 9]
    passages = await knowledge.passages_at(one.id, offsets)
    assert [next(n for n in "41" if f"Rule {n}" in each.chunk.text) for each in passages] == ["4", "1"]
    assert await knowledge.passages_at(one.id, []) == []
