"""Documents in a database, searched through index files in a folder."""

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import replace
from functools import partial
from pathlib import Path

from askwell.errors import AskwellError, BadInput, NotFound, StorageFailed
from askwell.knowledge import document_rows, intake, passage_rows, rows
from askwell.knowledge.by_language import ByLanguage
from askwell.knowledge.database import DocumentDatabase
from askwell.knowledge.embedding import embed_all
from askwell.knowledge.hash_cache import HashCache
from askwell.knowledge.hybrid import Sought
from askwell.knowledge.index_local import LexicalDamaged
from askwell.knowledge.ingest import ingest, plan
from askwell.knowledge.intact import Found, find_intact
from askwell.knowledge.leftovers import remove_leftovers
from askwell.knowledge.ongoing import ongoing
from askwell.knowledge.passage_cache import PassageCache
from askwell.knowledge.readers import PluggedReader
from askwell.knowledge.readers.limits import DEFAULT, Limits
from askwell.knowledge.readers.pool import ReaderPool
from askwell.knowledge.sentence_codes import cosines, packed_of
from askwell.knowledge.spaces import Spaces
from askwell.knowledge.spelling import absent_words, spellings
from askwell.languages import LANGUAGES
from askwell.ports import Clock, Embedder, Ids
from askwell.text.fuse import DEFAULT_WEIGHTS, FusionWeights
from askwell.types import (
    ATTACHED,
    Closeness,
    Document,
    Ingestion,
    IngestPlan,
    IngestProgress,
    Language,
    Passage,
    SearchQuery,
)

LOG = logging.getLogger("askwell")

WORDS_ONLY = "words_only"
"""Code of a search by words alone although an embedder is configured: its weights cannot be loaded."""

VECTORS_INCOMPLETE = "vectors_incomplete"
"""Code of a search of a collection where some chunks are not embedded yet."""

INDEX_REBUILDING = "index_rebuilding"
"""Code of a search while a part of an index is damaged: it went by the other part."""


class LocalKnowledge:
    """The port `Knowledge` on an engine whose tables exist; `engine.begin()` must begin a writing transaction.

    `index_dir` holds derived files only and may be deleted while nothing runs. Without an embedder, search is lexical.
    `embedders` maps a collection to its own embedder, or to None; the others have `embedder`. `languages` are those
    that documents may have; the first one is assumed if detection is not sure. `readers` take precedence over the
    built-in ones.
    """

    def __init__(
        self,
        engine: DocumentDatabase,
        index_dir: Path,
        embedder: Embedder | ByLanguage | None,
        *,
        clock: Clock,
        ids: Ids,
        embedders: Mapping[str, Embedder | None] | None = None,
        weights: FusionWeights = DEFAULT_WEIGHTS,
        languages: Sequence[Language] = LANGUAGES,
        readers: Sequence[PluggedReader] = (),
        limits: Limits = DEFAULT,
        tenant: str = "local",
    ) -> None:
        self._engine = engine
        self._index_folder = index_dir
        self._weights = weights
        self._tenant = tenant
        self._pool = ReaderPool(limits)
        self.shelf = intake.Shelf(
            engine, tenant, None, clock, ids, tuple(languages), tuple(readers), in_child=self._pool.read
        )
        """What is needed to store documents, without an embedder."""
        self._spaces = Spaces(engine, index_dir, tenant, otherwise=embedder, own=embedders or {})
        self._cache = PassageCache()
        self._hashes = HashCache()

    def ingest(
        self,
        folder: Path,
        collection: str,
        *,
        labels: Sequence[str] = (),
        root: str = "",
        passwords: Sequence[str] = (),
    ) -> AsyncIterator[IngestProgress]:
        _check_collection(collection)
        return self._ingest(folder, collection, labels, root, tuple(passwords))

    async def plan(self, folder: Path, collection: str, *, labels: Sequence[str] = (), root: str = "") -> IngestPlan:
        _check_collection(collection)
        return await plan(self.shelf, folder, collection, labels, root)

    async def _ingest(
        self, folder: Path, collection: str, labels: Sequence[str], root: str, passwords: tuple[str, ...]
    ) -> AsyncIterator[IngestProgress]:
        shelf = await self.shelf_of(collection)
        if passwords:
            shelf = replace(shelf, in_child=partial(self._pool.read, passwords=passwords))
        embedding = partial(self.shelf_of, collection)
        async with aclosing(ingest(shelf, folder, collection, labels, root, embedding=embedding)) as updates:
            async for progress in updates:
                if self._spaces.embedder_of(collection) and progress.is_searchable and not progress.to_embed:
                    # The weights of the embedder take the memory of several processes.
                    await asyncio.to_thread(self._pool.end_idle)
                if progress.done and (progress.removed or progress.changed):
                    await self.purge(collection)
                yield progress

    async def purge(self, collection: str) -> None:
        """Forget deleted documents, in the index files and the log of the database too.

        A failure is logged: the next search renews the index, and later transactions overwrite the log.
        """
        self._cache.clear()
        try:
            await self._spaces.renew(collection)
        except AskwellError as error:
            LOG.warning("deleted documents are still in the index of %r: %s", collection, error.message)
        try:
            await self._engine.empty_log()
        except AskwellError as error:
            LOG.warning("deleted documents are still in the log of the database: %s", error.message)

    async def add(self, name: str, data: bytes, collection: str, *, labels: Sequence[str] = ()) -> Document:
        _check_collection(collection)
        shelf = await self.shelf_of(collection)
        added = await intake.add(shelf, name, data, collection, labels)
        if shelf.embedder is None:
            # Its language may decide which embedder the collection has.
            await embed_all(await self.shelf_of(collection), collection)
        return added

    async def search(self, query: SearchQuery) -> list[Passage]:
        wordings = tuple(dict.fromkeys(wording for wording in query.wordings if wording.strip()))
        if not wordings or query.k < 1:
            return []
        query = replace(query, wordings=wordings)
        sought = await self._spaces.seek(query, self._weights)
        if not sought:
            return []
        found = await self._find(sought, query)
        passages = await self._passages([each.id for each in found.candidates])
        near = await self._sentences(list(passages), sought, query.all_collections)
        self._rebuild(found)
        return [
            replace(passages[each.id], score=each.score, scores=each.scores, sentences=near.get(each.id, ()))
            for each in found.candidates
            if each.id in passages
        ]

    async def _sentences(
        self, ids: Sequence[str], sought: Sequence[Sought], searched: Sequence[str]
    ) -> dict[str, tuple[float, ...]]:
        """The cosines of the sentences of chunks with the question, for chunks that have vectors of sentences."""
        near: dict[str, tuple[float, ...]] = {}
        for each in sought:
            if each.meaning is None:
                continue
            packed = self._cache.known_sentences(ids, each.embedder)
            if missing := [key for key in ids if key not in packed]:
                read = await self._engine.read(partial(packed_of, ids=missing, embedder=each.embedder))
                self._cache.keep_sentences(read, each.embedder, all_embedded=not self._spaces.are_incomplete(searched))
                packed |= read
            near |= cosines(packed, each.meaning.first)
        return near

    async def _passages(self, ids: Sequence[str]) -> dict[str, Passage]:
        """Passages by id, without those that no longer exist."""
        known = self._cache.known(ids)
        if missing := [key for key in ids if key not in known]:
            read = await self._engine.read(lambda tx: passage_rows.passages(tx, self._tenant, missing))
            self._cache.keep(read)
            known |= read
        return known

    async def around(self, chunk_ids: Sequence[str], *, labels: Sequence[str] = ()) -> list[Passage]:
        found = await self._engine.read(lambda tx: passage_rows.around(tx, self._tenant, chunk_ids))
        return [passage for passage in found if passage.is_attached or set(labels) <= set(passage.labels)]

    async def excerpt(self, document_ids: Sequence[str], *, page: int | None, k: int) -> list[Passage]:
        return await self._engine.read(lambda tx: passage_rows.excerpt(tx, self._tenant, document_ids, page, k))

    async def closeness(self, texts: Sequence[str], collections: Sequence[str]) -> Closeness:
        return await self._spaces.closeness(texts, collections)

    async def absent(
        self, words: Sequence[str], collections: Sequence[str], language: Language
    ) -> frozenset[str] | None:
        indexes = await self._spaces.indexes(collections)
        if not indexes:
            return None
        try:
            return await asyncio.to_thread(absent_words, indexes, words, language)
        except LexicalDamaged:
            return None  # the next search rebuilds it

    async def spellings(
        self, words: Sequence[str], collections: Sequence[str], language: Language
    ) -> Mapping[str, str]:
        indexes = await self._spaces.indexes(collections)
        try:
            return await spellings(indexes, words, language, self._passages)
        except LexicalDamaged:
            return {}  # the next search rebuilds it

    async def _find(self, sought: Sequence[Sought], query: SearchQuery) -> Found:
        """The best chunks by the parts of the indexes that work. Raises StorageFailed (`index_damaged`).

        Where no part of an index works it waits until the index is rebuilt.
        """
        for _ in range(2):
            found = await asyncio.to_thread(find_intact, sought, query, self._weights)
            if not found.lost:
                return found
            await asyncio.gather(*(asyncio.shield(task) for task in self._rebuild(found)))
            sought = await self._spaces.seek(query, self._weights)
        raise StorageFailed(
            "The index of a collection is damaged and cannot be rebuilt now",
            code="index_damaged",
            hint="See the log. The documents themselves are safe; the index folder may be deleted.",
        )

    def _rebuild(self, found: Found) -> "list[asyncio.Task[None]]":
        """Rebuild what a search found damaged or removed, in the background."""
        if not found.damaged and not found.gone:
            return []
        self._spaces.mark_damaged(found.damaged)
        return self._spaces.rebuild([*found.damaged, *found.gone], completely=found.raised)

    def lacking(self, collections: Sequence[str]) -> tuple[str, ...]:
        """Codes of what the latest search of these collections went without: the three constants above."""
        lacks = {
            WORDS_ONLY: self._spaces.lack_meaning(collections),
            VECTORS_INCOMPLETE: self._spaces.are_incomplete(collections),
            INDEX_REBUILDING: self._spaces.are_damaged(collections),
        }
        return tuple(code for code, is_lacking in lacks.items() if is_lacking)

    async def ongoing(self, collections: Sequence[str]) -> list[Ingestion]:
        now = self.shelf.clock.now()
        return await self._engine.read(lambda tx: ongoing(tx, self._tenant, collections, now))

    async def embed_missing(self) -> int:
        return sum([await embed_all(await self.shelf_of(each), each) for each in await self._counted()])

    async def documents(self, collection: str, *, after: str = "", limit: int = 100) -> list[Document]:
        async with self._engine.connect() as connection:
            return await document_rows.document_page(connection, self._tenant, collection, after, limit)

    async def document(self, document_id: str) -> tuple[Document, str]:
        async with self._engine.connect() as connection:
            found = await document_rows.document_with_text(connection, self._tenant, document_id)
        if found is None:
            raise _no_document(document_id)
        return found

    async def content_hashes(self, document_ids: Sequence[str]) -> Mapping[str, str]:
        revisions = self._spaces.revisions()
        found = self._hashes.known(document_ids, revisions)
        if missing := [key for key in document_ids if key not in found]:
            read = await self._engine.read(lambda tx: rows.content_hashes(tx, self._tenant, missing))
            self._hashes.keep(read, revisions)
            found |= read
        return found

    async def missing(self, document_ids: Sequence[str]) -> frozenset[str]:
        ids = list(dict.fromkeys(document_ids))
        found: dict[str, str] = {}
        for some in rows.in_batches(ids):
            found |= await self._engine.read(partial(rows.content_hashes, tenant=self._tenant, document_ids=some))
        return frozenset(ids) - found.keys()

    async def passages_at(self, document_id: str, offsets: Sequence[int]) -> list[Passage]:
        return await self._engine.read(lambda tx: passage_rows.passages_at(tx, self._tenant, document_id, offsets))

    async def passage(self, chunk_id: str) -> Passage:
        found = await self._engine.read(lambda tx: passage_rows.passages(tx, self._tenant, [chunk_id]))
        if chunk_id not in found:
            raise NotFound(f"No passage {chunk_id!r}", code="passage_not_found", hint="Its document may have changed.")
        return found[chunk_id]

    async def remove(self, document_id: str) -> None:
        async with self._engine.begin() as connection:
            collection = await document_rows.collection_of(connection, self._tenant, document_id)
            if collection is None:
                raise _no_document(document_id)
            await rows.remove_documents(connection, self._tenant, [document_id])
        await self.purge(collection)

    async def collections(self) -> Mapping[str, int]:
        counted = await self._counted()
        return {name: count for name, count in counted.items() if not name.startswith(ATTACHED)}

    async def _counted(self) -> Mapping[str, int]:
        """Number of documents by collection, including those of attachments."""
        async with self._engine.connect() as connection:
            return await document_rows.count_documents(connection, self._tenant)

    def adopt(self, collection: str, other: str) -> None:
        """Let a collection have the embedder of another one."""
        self._spaces.adopt(collection, other)

    async def drop(self, collection: str) -> None:
        """Remove the index of a collection without documents, and these from the log. Raises StorageFailed."""
        self._cache.clear()
        await self._engine.empty_log()
        await self._spaces.drop(collection)

    async def remove_leftovers(self) -> None:
        """Remove index files of collections that do not exist. Raises StorageFailed."""
        await remove_leftovers(self._engine, self._index_folder)

    async def close(self) -> None:
        await self._spaces.close()
        await asyncio.to_thread(self._pool.close)

    async def shelf_of(self, collection: str) -> intake.Shelf:
        """What is needed to store documents of a collection, with its embedder as far as that is settled."""
        await self._spaces.settle([collection])
        return replace(self.shelf, embedder=self._spaces.embedder_of(collection))


def _no_document(document_id: str) -> NotFound:
    return NotFound(f"No document {document_id!r}", code="document_not_found")


def _check_collection(name: str) -> None:
    """Raise BadInput (`reserved_collection`) for the collection of a conversation, which only attachments fill."""
    if name.startswith(ATTACHED):
        raise BadInput(
            f"The collection {name!r} is reserved for the attachments of a conversation",
            code="reserved_collection",
            hint=f"Choose a name that does not begin with {ATTACHED!r}.",
        )
