"""Documents kept in a database and searched through indexes in a folder beside it."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from sqlalchemy.ext.asyncio import AsyncEngine

from askwell.errors import NotFound
from askwell.knowledge import intake, rows
from askwell.knowledge.hybrid import find
from askwell.knowledge.index_local import DEFAULT_BOOSTS, LexicalBoosts
from askwell.knowledge.ingest import ingest
from askwell.knowledge.questions import Questions
from askwell.knowledge.refresh import LocalIndexes
from askwell.ports import Clock, Embedder, Ids
from askwell.text.fuse import DEFAULT_WEIGHTS, FusionWeights
from askwell.text.languages import LEXICONS
from askwell.types import Document, IngestProgress, Language, Passage, SearchQuery


class LocalKnowledge:
    """The port `Knowledge` on an engine whose tables exist; `engine.begin()` must begin a writing transaction.

    `index_dir` holds derived files only and may be deleted while nothing runs. Without an embedder, search goes by
    words alone. `languages` are those told apart in documents, the first one where it cannot be told.
    """

    def __init__(
        self,
        engine: AsyncEngine,
        index_dir: Path,
        embedder: Embedder | None,
        *,
        clock: Clock,
        ids: Ids,
        weights: FusionWeights = DEFAULT_WEIGHTS,
        boosts: LexicalBoosts = DEFAULT_BOOSTS,
        languages: Sequence[Language] = tuple(LEXICONS),
        tenant: str = "local",
    ) -> None:
        self._engine = engine
        self._questions = Questions(embedder) if embedder else None
        self._weights = weights
        self._boosts = boosts
        self._tenant = tenant
        self._shelf = intake.Shelf(engine, tenant, embedder, clock, ids, tuple(languages))
        self._indexes = LocalIndexes(engine, index_dir, embedder, tenant)

    def ingest(self, folder: Path, collection: str, *, labels: Sequence[str] = ()) -> AsyncIterator[IngestProgress]:
        return ingest(self._shelf, folder, collection, labels)

    async def add(self, name: str, data: bytes, collection: str, *, labels: Sequence[str] = ()) -> Document:
        return await intake.add(self._shelf, name, data, collection, labels)

    async def search(self, query: SearchQuery) -> list[Passage]:
        wordings = tuple(dict.fromkeys(wording for wording in query.wordings if wording.strip()))
        if not wordings or query.k < 1:
            return []
        indexes = [index for index in await self._indexes.at(query.collections) if index.ids]
        if not indexes:
            return []
        asked = replace(query, wordings=wordings)
        # Where nothing was embedded by this embedder yet, cosines of 0 would speak against every passage.
        embedded = any(len(index.unembedded) < len(index.ids) for index in indexes)
        meaning = await self._questions.read(asked, self._weights) if self._questions and embedded else None
        found = await asyncio.to_thread(find, indexes, asked, meaning, self._weights, self._boosts)
        async with self._engine.connect() as connection:
            passages = await rows.passages(connection, self._tenant, [candidate.id for candidate in found])
        return [
            replace(passages[candidate.id], score=candidate.score, scores=candidate.scores)
            for candidate in found
            if candidate.id in passages
        ]

    async def documents(self, collection: str, *, after: str = "", limit: int = 100) -> list[Document]:
        async with self._engine.connect() as connection:
            return await rows.document_page(connection, self._tenant, collection, after, limit)

    async def document(self, document_id: str) -> tuple[Document, str]:
        async with self._engine.connect() as connection:
            found = await rows.document_with_text(connection, self._tenant, document_id)
        if found is None:
            raise _no_document(document_id)
        return found

    async def passage(self, chunk_id: str) -> Passage:
        async with self._engine.connect() as connection:
            found = await rows.passages(connection, self._tenant, [chunk_id])
        if chunk_id not in found:
            raise NotFound(f"No passage {chunk_id!r}", code="passage_not_found", hint="Its document may have changed.")
        return found[chunk_id]

    async def remove(self, document_id: str) -> None:
        async with self._engine.begin() as connection:
            removed = await rows.remove_document(connection, self._tenant, document_id)
        if not removed:
            raise _no_document(document_id)

    async def collections(self) -> Mapping[str, int]:
        async with self._engine.connect() as connection:
            return await rows.count_documents(connection, self._tenant)

    async def close(self) -> None:
        self._indexes.close()


def _no_document(document_id: str) -> NotFound:
    return NotFound(f"No document {document_id!r}", code="document_not_found")
