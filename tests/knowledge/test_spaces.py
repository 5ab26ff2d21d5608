"""Collections of two embedders beside each other: each is read by its own, and found in one search."""

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import pytest
from sqlalchemy import select

from askwell.knowledge.schema import chunks, documents, vectors
from askwell.knowledge.search import LocalKnowledge
from askwell.ports import Embedder, Vectors
from askwell.stores.sql.database import Database
from askwell.types import SearchQuery
from tests.knowledge.kit import CountingIds, FixedClock, HashingEmbedder, drain, make_knowledge, write


class Reading(HashingEmbedder):
    """One that notes the questions it reads."""

    def __init__(self, name: str, dimension: int = 64) -> None:
        super().__init__(name, dimension)
        self.questions: list[str] = []

    async def embed(self, texts: Sequence[str], *, kind: Literal["query", "passage"]) -> Vectors:
        if kind == "query":
            self.questions.extend(texts)
        return await super().embed(texts, kind=kind)


def make(engine: Database, folder: Path, otherwise: Embedder | None, **own: Embedder | None) -> LocalKnowledge:
    return LocalKnowledge(
        engine, folder / "index", otherwise, embedders=own, clock=FixedClock(), ids=CountingIds(), tenant="local"
    )


async def embedded_by(engine: Database) -> dict[str, set[str]]:
    """Collection to the embedders that its chunks have vectors of."""
    joined = vectors.join(chunks, vectors.c.chunk_id == chunks.c.id).join(
        documents, chunks.c.document_id == documents.c.id
    )
    found: dict[str, set[str]] = {}
    async with engine.connect() as connection:
        rows = await connection.execute(select(documents.c.collection, vectors.c.embedder).select_from(joined))
        for collection, embedder in rows:
            found.setdefault(collection, set()).add(embedder)
    return found


@pytest.fixture
def english() -> Reading:
    return Reading("english")


@pytest.fixture
def dutch() -> Reading:
    """Another model, with more dimensions: a vector of the other one would not even fit."""
    return Reading("dutch", 96)


async def fill(knowledge: LocalKnowledge) -> None:
    await knowledge.add("ferry.md", b"The ferry leaves at noon.", "sea")
    await knowledge.add("museum.md", b"The museum opens at nine.", "sea")
    await knowledge.add("pont.md", b"De pont vaart om twaalf uur; the ferry too.", "rules")


async def test_each_collection_is_embedded_by_its_own(
    engine: Database, tmp_path: Path, english: Reading, dutch: Reading
) -> None:
    await fill(make(engine, tmp_path, english, rules=dutch))
    assert await embedded_by(engine) == {"sea": {"english"}, "rules": {"dutch"}}


async def test_a_search_reads_the_question_only_with_the_embedders_of_its_collections(
    engine: Database, tmp_path: Path, english: Reading, dutch: Reading
) -> None:
    knowledge = make(engine, tmp_path, english, rules=dutch)
    await fill(knowledge)
    await knowledge.search(SearchQuery(("ferry",), ("sea",)))
    assert (english.questions, dutch.questions) == (["ferry"], [])
    await knowledge.search(SearchQuery(("when does the ferry leave",), ("sea", "rules")))
    assert english.questions[1:] == dutch.questions == ["when does the ferry leave"]


async def test_one_search_finds_in_both_and_scores_each_with_its_own(
    engine: Database, tmp_path: Path, english: Reading, dutch: Reading
) -> None:
    knowledge = make(engine, tmp_path, english, rules=dutch)
    await fill(knowledge)
    hits = {hit.document_name: hit for hit in await knowledge.search(SearchQuery(("the ferry",), ("rules", "sea")))}
    assert set(hits) == {"ferry.md", "pont.md", "museum.md"}
    for name, embedder in (("ferry.md", english), ("pont.md", dutch)):
        text = f"{name.removesuffix('.md')}\n{hits[name].chunk.text}"
        asked, read = await embedder.embed(["the ferry", text], kind="query")
        assert hits[name].scores["dense"] == pytest.approx(float(asked @ read), abs=1e-3)


async def test_a_collection_without_an_embedder_is_found_by_words_beside_one_that_has_one(
    engine: Database, tmp_path: Path, english: Reading
) -> None:
    knowledge = make(engine, tmp_path, english, rules=None)
    await fill(knowledge)
    hits = await knowledge.search(SearchQuery(("pont",), ("sea", "rules")))
    assert {hit.document_name: hit.scores["lexical"] for hit in hits}["pont.md"] == 1.0
    assert await embedded_by(engine) == {"sea": {"english"}}


async def test_a_collection_that_gets_another_embedder_is_embedded_anew_when_it_is_taken_in_again(
    engine: Database, tmp_path: Path, english: Reading, dutch: Reading
) -> None:
    write(tmp_path / "files", regels="Een regel over de pont.")
    await drain(make_knowledge(engine, tmp_path, english).ingest(tmp_path / "files", "rules"))
    knowledge = make(engine, tmp_path, english, rules=dutch)
    assert [hit.scores.get("dense") for hit in await knowledge.search(SearchQuery(("pont",), ("rules",)))] == [None]
    last = await drain(knowledge.ingest(tmp_path / "files", "rules"))
    assert (last.unchanged, last.added) == (1, 0)
    assert await embedded_by(engine) == {"rules": {"english", "dutch"}}
    [hit] = await knowledge.search(SearchQuery(("pont",), ("rules",)))
    assert hit.scores["dense"] > 0
