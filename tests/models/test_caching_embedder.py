"""The cache of question vectors: the same vectors, computed once, bounded, also when many ask at once."""

import asyncio
from collections.abc import Sequence
from typing import Literal

import numpy as np
import pytest

from askwell.models.caching_embedder import MOST_CHARS, CachingEmbedder
from askwell.ports import Vectors
from tests.knowledge.kit import HashingEmbedder


class SlowEmbedder(HashingEmbedder):
    """Takes longer for later calls, so that questions are evicted while others wait."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []
        self._calls = 0

    async def embed(self, texts: Sequence[str], *, kind: Literal["query", "passage"]) -> Vectors:
        self.seen += texts
        self._calls += 1
        await asyncio.sleep(0.001 * self._calls)
        return await super().embed(texts, kind=kind)


async def test_questions_evicted_while_others_wait_for_them_keep_their_vectors() -> None:
    cached = CachingEmbedder(SlowEmbedder(), most_questions=2)
    await cached.embed(["first"], kind="query")
    filling = [cached.embed([f"left {number}", f"right {number}"], kind="query") for number in range(32)]
    waiting = [cached.embed([f"new {number}", "first"], kind="query") for number in range(32)]
    rows = (await asyncio.gather(*filling, *waiting))[-1]
    assert rows == pytest.approx(await HashingEmbedder().embed(["new 31", "first"], kind="query"))
    assert cached.size == 2


async def test_a_question_is_computed_once_and_counted() -> None:
    slow = SlowEmbedder()
    cached = CachingEmbedder(slow)
    once = await cached.embed(["ferry"], kind="query")
    again = await cached.embed(["harbour", "ferry", "harbour"], kind="query")
    assert slow.seen == ["ferry", "harbour"]
    assert np.array_equal(once[0], again[1])
    assert (cached.hits, cached.misses, cached.size) == (1, 2, 2)


async def test_the_latest_questions_stay_and_long_texts_do_not() -> None:
    slow = SlowEmbedder()
    cached = CachingEmbedder(slow, most_questions=3)
    long = "x" * (MOST_CHARS + 1)
    for text in ("a", "b", "c", "a", "d", long):
        await cached.embed([text], kind="query")
    slow.seen.clear()
    for text in ("a", "c", "d", "b", long):
        await cached.embed([text], kind="query")
    assert slow.seen == ["b", long]


async def test_passages_are_not_cached() -> None:
    cached = CachingEmbedder(HashingEmbedder())
    await cached.embed(["a passage"], kind="passage")
    assert (cached.size, cached.misses) == (0, 0)
