"""Documents in a database, searched through index files in a folder."""

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
from askwell.knowledge.readers import PluggedReader
from askwell.knowledge.readers.pool import ReaderPool
from askwell.knowledge.spaces import Spaces
from askwell.languages import LANGUAGES
from askwell.ports import Clock, Embedder, Ids
from askwell.text.fuse import DEFAULT_WEIGHTS, FusionWeights
from askwell.types import Document, IngestProgress, Language, Passage, SearchQuery

WORDS_ONLY = "words_only"
"""Code of a search by words alone although an embedder is configured: its weights cannot be loaded."""


class LocalKnowledge:
    """The port `Knowledge` on an engine whose tables exist; `engine.begin()` must begin a writing transaction.

    `index_dir` holds derived files only and may be deleted while nothing runs. Without an embedder, search is lexical.
    `embedders` maps a collection to its own embedder, or to None. `languages` are those that documents may have; the
    first one is assumed if detection is not sure. `readers` take precedence over the built-in ones.
    """

    def __init__(
        self,
        engine: AsyncEngine,
        index_dir: Path,
        embedder: Embedder | None,
        *,
        clock: Clock,
        ids: Ids,
        embedders: Mapping[str, Embedder | None] | None = None,
        weights: FusionWeights = DEFAULT_WEIGHTS,
        boosts: LexicalBoosts = DEFAULT_BOOSTS,
        languages: Sequence[Language] = LANGUAGES,
        readers: Sequence[PluggedReader] = (),
        tenant: str = "local",
    ) -> None:
        self._engine = engine
        self._weights = weights
        self._boosts = boosts
        self._tenant = tenant
        self._pool = ReaderPool()
        self._shelf = intake.Shelf(
            engine, tenant, embedder, clock, ids, tuple(languages), tuple(readers), in_child=self._pool.read
        )
        self._spaces = Spaces(engine, index_dir, tenant, otherwise=embedder, own=embedders or {})

    def ingest(
        self, folder: Path, collection: str, *, labels: Sequence[str] = (), root: str = ""
    ) -> AsyncIterator[IngestProgress]:
        return ingest(self._shelf_of(collection), folder, collection, labels, root)

    async def add(self, name: str, data: bytes, collection: str, *, labels: Sequence[str] = ()) -> Document:
        return await intake.add(self._shelf_of(collection), name, data, collection, labels)

    async def search(self, query: SearchQuery) -> list[Passage]:
        wordings = tuple(dict.fromkeys(wording for wording in query.wordings if wording.strip()))
        if not wordings or query.k < 1:
            return []
        query = replace(query, wordings=wordings)
        sought = await self._spaces.seek(query, self._weights)
        if not sought:
            return []
        candidates = await asyncio.to_thread(find, sought, query, self._weights, self._boosts)
        async with self._engine.connect() as connection:
            passages = await rows.passages(connection, self._tenant, [candidate.id for candidate in candidates])
        return [
            replace(passages[candidate.id], score=candidate.score, scores=candidate.scores)
            for candidate in candidates
            if candidate.id in passages
        ]

    def lacking(self, collections: Sequence[str]) -> tuple[str, ...]:
        """Codes of what the latest search of these collections went without: `words_only`."""
        return (WORDS_ONLY,) if self._spaces.lack_meaning(collections) else ()

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
            removed = await rows.remove_documents(connection, self._tenant, [document_id])
        if not removed:
            raise _no_document(document_id)

    async def collections(self) -> Mapping[str, int]:
        async with self._engine.connect() as connection:
            return await rows.count_documents(connection, self._tenant)

    async def close(self) -> None:
        self._spaces.close()
        await asyncio.to_thread(self._pool.close)

    def _shelf_of(self, collection: str) -> intake.Shelf:
        return replace(self._shelf, embedder=self._spaces.embedder_of(collection))


def _no_document(document_id: str) -> NotFound:
    return NotFound(f"No document {document_id!r}", code="document_not_found")
