"""What the tests of documents share: a hashing embedder that counts, a clock, ids, and a database in a file."""

import hashlib
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Literal

import numpy as np

from askwell.knowledge.schema import metadata
from askwell.knowledge.search import LocalKnowledge
from askwell.ports import Embedder, Spans, Vectors
from askwell.stores.sql.database import Database, open_database
from askwell.text.words import words
from askwell.types import IngestProgress


class HashingEmbedder:
    """Words to dimensions by hash: texts that share words are near."""

    def __init__(self, name: str = "hashing", dimension: int = 64) -> None:
        self.name = name
        self.dimension = dimension
        self.passages: list[str] = []

    async def embed(self, texts: Sequence[str], *, kind: Literal["query", "passage"]) -> Vectors:
        if kind == "passage":
            self.passages.extend(texts)
        rows = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            for word in words(text):
                row[int(hashlib.md5(word.encode()).hexdigest(), 16) % self.dimension] += 1
        normalised: Vectors = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)
        return normalised


class SentenceHashing(HashingEmbedder):
    """Hashes each sentence on its own."""

    async def embed_sentences(self, texts: Sequence[str], spans: Sequence[Spans]) -> tuple[Vectors, list[Vectors]]:
        parts = [[text[start:end] for start, end in own] for text, own in zip(texts, spans, strict=True)]
        return await self.embed(texts, kind="passage"), [await self.embed(each, kind="query") for each in parts]


class LateEmbedder(HashingEmbedder):
    """One that knows its dimension only after its first vector, like an endpoint."""

    def __init__(self) -> None:
        super().__init__("late", 0)

    async def embed(self, texts: Sequence[str], *, kind: Literal["query", "passage"]) -> Vectors:
        self.dimension = 64
        return await super().embed(texts, kind=kind)


class FixedClock:
    def now(self) -> datetime:
        return datetime(2026, 3, 1, 12, tzinfo=UTC)


class CountingIds:
    _numbers = count()

    def new(self) -> str:
        return f"00000000-0000-7000-8000-{next(self._numbers):012d}"


@asynccontextmanager
async def open_engine(folder: Path) -> AsyncIterator[Database]:
    engine = open_database(f"sqlite+aiosqlite:///{folder / 'askwell.db'}")
    async with engine.begin() as connection:
        await connection.run_sync(metadata.create_all)
    try:
        yield engine
    finally:
        await engine.dispose()


def make_knowledge(
    engine: Database, folder: Path, embedder: Embedder | None = None, tenant: str = "local"
) -> LocalKnowledge:
    return LocalKnowledge(engine, folder / "index", embedder, clock=FixedClock(), ids=CountingIds(), tenant=tenant)


async def drain(progress: AsyncIterator[IngestProgress]) -> IngestProgress:
    """The last progress of an ingestion."""
    return [step async for step in progress][-1]


def write(folder: Path, **texts: str) -> None:
    """Markdown files by name without ending."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (folder / f"{name}.md").write_text(text, encoding="utf-8")
