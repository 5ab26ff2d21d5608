"""What a search means, as vectors."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

import numpy as np
import pytest

from askwell.knowledge.meaning import ANSWER_WORDS, read_meaning
from askwell.models.caching_embedder import CachingEmbedder
from askwell.ports import Vectors
from askwell.text.fuse import DEFAULT_WEIGHTS
from askwell.types import Earlier, SearchQuery, SearchTerm
from tests.knowledge.kit import HashingEmbedder


class CountingEmbedder(HashingEmbedder):
    """Remembers what it was asked to embed."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []

    async def embed(self, texts: Sequence[str], *, kind: Literal["query", "passage"]) -> Vectors:
        self.seen += texts
        return await super().embed(texts, kind=kind)


def query(*wordings: str, earlier: Earlier = Earlier()) -> SearchQuery:  # noqa: B008
    return SearchQuery(wordings, ("c",), earlier=earlier)


async def test_a_question_alone_means_itself() -> None:
    meaning = await read_meaning(HashingEmbedder(), query("When does the ferry leave?"), DEFAULT_WEIGHTS)
    assert meaning.whole == pytest.approx(meaning.first)
    assert float(np.linalg.norm(meaning.whole)) == pytest.approx(1.0)


async def test_the_question_as_typed_means_as_much_as_the_resolved_one() -> None:
    embedder = HashingEmbedder()
    both = await read_meaning(embedder, query("ferry price", "child dogs"), DEFAULT_WEIGHTS)
    resolved, typed = [
        (await read_meaning(embedder, query(each), DEFAULT_WEIGHTS)).whole for each in ("ferry price", "child dogs")
    ]
    assert 0 < float(both.whole @ resolved) == pytest.approx(float(both.whole @ typed))


async def test_a_question_means_itself_and_itself_with_its_search_terms() -> None:
    embedder = HashingEmbedder()
    with_terms = SearchQuery(("child dogs",), ("c",), terms=(SearchTerm("ferry", 0.7),))
    meaning = await read_meaning(embedder, with_terms, DEFAULT_WEIGHTS)
    typed, completed = [
        (await read_meaning(embedder, query(each), DEFAULT_WEIGHTS)).whole
        for each in ("child dogs", "child dogs ferry")
    ]
    assert meaning.first == pytest.approx(completed)
    assert float(completed @ typed) < float(meaning.whole @ typed) == pytest.approx(float(meaning.whole @ completed))


async def test_what_was_said_before_counts_less_than_the_question() -> None:
    embedder = HashingEmbedder()
    before = Earlier("ferry harbour", "island boats", "noon departures daily")
    meaning = await read_meaning(embedder, query("child price", earlier=before), DEFAULT_WEIGHTS)
    said = await read_meaning(embedder, query("ferry harbour"), DEFAULT_WEIGHTS)
    near = float(meaning.whole @ (await read_meaning(embedder, query("child price"), DEFAULT_WEIGHTS)).first)
    assert float(meaning.whole @ said.whole) < near < 1.0


async def test_an_incomplete_question_means_itself_after_the_previous_one() -> None:
    embedder = HashingEmbedder()
    asked = query("child price", earlier=Earlier("ferry harbour", "island boats", "noon departures daily"))
    meaning = await read_meaning(embedder, asked, DEFAULT_WEIGHTS)
    in_one = await read_meaning(embedder, query("ferry harbour child price"), DEFAULT_WEIGHTS)
    typed = await read_meaning(embedder, query("child price"), DEFAULT_WEIGHTS)
    assert float(typed.first @ in_one.first) < float(meaning.first @ in_one.first) < 1
    apart = await read_meaning(embedder, asked, replace(DEFAULT_WEIGHTS, joined=0.0))
    assert float(meaning.whole @ in_one.first) > float(apart.whole @ in_one.first)


async def test_a_resolved_question_means_its_wording() -> None:
    embedder = HashingEmbedder()
    asked = query("ferry child price", "child price", earlier=Earlier("ferry harbour"))
    meaning = await read_meaning(embedder, asked, DEFAULT_WEIGHTS)
    assert meaning.first == pytest.approx(
        (await read_meaning(embedder, query("ferry child price"), DEFAULT_WEIGHTS)).first
    )


async def test_a_text_known_from_the_turn_before_is_not_embedded_again() -> None:
    embedder = CountingEmbedder()
    cached = CachingEmbedder(embedder)
    await read_meaning(cached, query("When does the ferry leave?"), DEFAULT_WEIGHTS)
    before = Earlier("When does the ferry leave?", "When does the ferry leave?", "At noon.")
    again = await read_meaning(cached, query("And back?", earlier=before), DEFAULT_WEIGHTS)
    in_one = "When does the ferry leave? And back?"
    assert embedder.seen == ["When does the ferry leave?", "And back?", in_one, "At noon."]
    fresh = await read_meaning(HashingEmbedder(), query("And back?", earlier=before), DEFAULT_WEIGHTS)
    assert again.whole == pytest.approx(fresh.whole)


async def test_only_the_beginning_of_a_long_answer_is_read() -> None:
    embedder = CountingEmbedder()
    answer = " ".join(f"word{number}" for number in range(5_000))
    await read_meaning(embedder, query("And back?", earlier=Earlier(answer=answer)), DEFAULT_WEIGHTS)
    assert [len(text.split()) for text in embedder.seen] == [2, ANSWER_WORDS]
