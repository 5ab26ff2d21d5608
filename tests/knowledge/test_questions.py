"""What a search means, and what is not embedded twice."""

from collections.abc import Sequence
from typing import Literal

import numpy as np
import pytest

from askwell.knowledge.questions import ANSWER_WORDS, Questions
from askwell.ports import Vectors
from askwell.text.fuse import DEFAULT_WEIGHTS
from askwell.types import Earlier, SearchQuery
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
    meaning = await Questions(HashingEmbedder()).read(query("When does the ferry leave?"), DEFAULT_WEIGHTS)
    assert meaning.whole == pytest.approx(meaning.first)
    assert float(np.linalg.norm(meaning.whole)) == pytest.approx(1.0)


async def test_the_question_as_typed_means_more_than_the_resolved_one() -> None:
    questions = Questions(HashingEmbedder())
    both = await questions.read(query("ferry price", "child dogs"), DEFAULT_WEIGHTS)
    resolved, typed = [
        (await questions.read(query(each), DEFAULT_WEIGHTS)).whole for each in ("ferry price", "child dogs")
    ]
    assert 0 < float(both.whole @ resolved) < float(both.whole @ typed)


async def test_what_was_said_before_counts_less_than_the_question() -> None:
    questions = Questions(HashingEmbedder())
    before = Earlier("ferry harbour", "island boats", "noon departures daily")
    meaning = await questions.read(query("child price", earlier=before), DEFAULT_WEIGHTS)
    said = await questions.read(query("ferry harbour"), DEFAULT_WEIGHTS)
    near = float(meaning.whole @ meaning.first)
    assert float(meaning.whole @ said.whole) < near < 1.0


async def test_a_text_known_from_the_turn_before_is_not_embedded_again() -> None:
    embedder = CountingEmbedder()
    questions = Questions(embedder)
    await questions.read(query("When does the ferry leave?"), DEFAULT_WEIGHTS)
    before = Earlier("When does the ferry leave?", "When does the ferry leave?", "At noon.")
    again = await questions.read(query("And back?", earlier=before), DEFAULT_WEIGHTS)
    assert embedder.seen == ["When does the ferry leave?", "And back?", "At noon."]
    fresh = await Questions(HashingEmbedder()).read(query("And back?", earlier=before), DEFAULT_WEIGHTS)
    assert again.whole == pytest.approx(fresh.whole)


async def test_only_the_beginning_of_a_long_answer_is_read() -> None:
    embedder = CountingEmbedder()
    answer = " ".join(f"word{number}" for number in range(5_000))
    await Questions(embedder).read(query("And back?", earlier=Earlier(answer=answer)), DEFAULT_WEIGHTS)
    assert [len(text.split()) for text in embedder.seen] == [2, ANSWER_WORDS]


async def test_what_is_kept_is_bounded_and_long_texts_are_read_anew() -> None:
    embedder = CountingEmbedder()
    questions = Questions(embedder)
    for number in range(600):
        await questions.read(query(f"question {number}"), DEFAULT_WEIGHTS)
    embedder.seen.clear()
    await questions.read(query("question 599"), DEFAULT_WEIGHTS)
    await questions.read(query("question 0"), DEFAULT_WEIGHTS)
    long = "long " * 1_000
    await questions.read(query(long), DEFAULT_WEIGHTS)
    await questions.read(query(long), DEFAULT_WEIGHTS)
    assert embedder.seen == ["question 0", long, long]
