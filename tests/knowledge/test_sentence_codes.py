"""Vectors of sentences: packed, stored with their chunks, and compared with the question of a search."""

from pathlib import Path

import numpy as np
import pytest
from sqlalchemy import text

from askwell.knowledge.search import LocalKnowledge
from askwell.knowledge.sentence_codes import cosines, embeddable, pack
from askwell.models.caching_embedder import CachingEmbedder
from askwell.ports import Vectors
from askwell.stores.sql.database import Database
from askwell.text.sentences import sentences
from askwell.types import SearchQuery
from tests.knowledge.kit import SentenceHashing, make_knowledge

FERRY = SearchQuery(("When does the ferry leave?",), ("c",))
LEAVES, COSTS = "The ferry leaves at noon.", "A ticket costs ten euro."


def directions(count: int, *, seed: int = 0) -> Vectors:
    rows = np.random.default_rng(seed).normal(size=(count, 384)).astype(np.float32)
    return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), dtype=np.float32)


def test_cosines_of_packed_rows_are_nearly_those_of_the_rows() -> None:
    question = directions(1, seed=7)[0]
    rows = np.stack([question, *directions(20), -question])
    packed = pack(rows)
    assert len(packed) == 22 * 192
    found = cosines({"a": packed, "none": b"", "b": pack(rows[:1])}, question)
    assert found == {"a": pytest.approx((rows @ question).tolist(), abs=0.02), "b": pytest.approx((1,), abs=0.02)}


def test_a_sentence_without_a_vector_counts_as_the_mean_of_the_others() -> None:
    question = directions(1)[0]
    rows = np.stack([question, np.zeros_like(question), -question])
    assert cosines({"a": pack(rows)}, question) == {"a": pytest.approx((1, 0, -1), abs=0.02)}
    assert cosines({"a": pack(np.zeros((2, 384), dtype=np.float32))}, question) == {"a": (0, 0)}


def test_rows_of_another_dimension_or_none_have_no_cosines() -> None:
    assert cosines({"a": pack(directions(2)[:, :100])}, directions(1)[0]) == {}
    assert cosines({"a": b""}, directions(1)[0]) == {}
    assert cosines({}, directions(1)[0]) == {}
    assert pack(np.zeros((0, 384), dtype=np.float32)) == b""


def test_spans_are_those_of_the_sentences_of_the_chunk() -> None:
    whole = embeddable("Guide", ("Fees",), f"{LEAVES} {COSTS}")
    assert whole.text.startswith("Guide\nFees\n")
    assert [whole.text[start:end] for start, end in whole.spans] == [LEAVES, COSTS]


@pytest.mark.parametrize("cached", [False, True])
async def test_a_search_says_how_near_each_sentence_is(engine: Database, tmp_path: Path, *, cached: bool) -> None:
    embedder = SentenceHashing()
    knowledge = make_knowledge(engine, tmp_path, CachingEmbedder(embedder) if cached else embedder)
    await knowledge.add("ferry.md", f"{COSTS} {LEAVES}".encode(), "c")
    [passage] = await knowledge.search(FERRY)
    assert len(passage.sentences) == len(sentences(passage.chunk.text)) == 2
    assert passage.sentences[1] > passage.sentences[0] + 0.3
    assert (await knowledge.search(FERRY))[0] == passage


async def test_without_vectors_of_sentences_a_search_has_no_cosines_of_them(
    engine: Database, knowledge: LocalKnowledge
) -> None:
    await knowledge.add("ferry.md", LEAVES.encode(), "c")
    assert [hit.sentences for hit in await knowledge.search(FERRY)] == [()]
    async with engine.begin() as connection:
        await connection.execute(text("UPDATE vectors SET sentences = NULL"))  # as in a database of an earlier version
    assert [hit.sentences for hit in await knowledge.search(FERRY)] == [()]


async def test_sentences_embedded_later_are_found_by_a_server_that_searched_before(
    engine: Database, tmp_path: Path
) -> None:
    await make_knowledge(engine, tmp_path, None).add("ferry.md", LEAVES.encode(), "c")
    ours = make_knowledge(engine, tmp_path, SentenceHashing())
    assert [hit.sentences for hit in await ours.search(FERRY)] == [()]
    await make_knowledge(engine, tmp_path / "other", SentenceHashing()).embed_missing()
    [passage] = await ours.search(FERRY)
    assert len(passage.sentences) == 1
