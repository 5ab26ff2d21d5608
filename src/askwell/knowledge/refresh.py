"""Keeps index files in sync with the database: an index is rewritten when the collection's revision changes."""

import asyncio
import errno
import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from askwell.errors import BadConfig, StorageFailed
from askwell.knowledge.index_local import IndexRow, LocalIndex, NewGeneration, open_index
from askwell.knowledge.lock import locked
from askwell.knowledge.rows import chunk_ids, in_batches, index_rows, revisions
from askwell.ports import Embedder


class LocalIndexes:
    """The indexes of all collections below one folder. Close it before the database."""

    def __init__(self, engine: AsyncEngine, folder: Path, embedder: Embedder | None, tenant: str) -> None:
        self._engine = engine
        self._folder = folder
        self._tenant = tenant
        self._model = embedder
        self._embedder = embedder.name if embedder else ""
        self._open: dict[str, LocalIndex] = {}
        self._locks: dict[str, asyncio.Lock] = {}

    async def at(self, names: Sequence[str]) -> list[LocalIndex]:
        """The indexes of those collections that exist, at least as recent as the database at the time of the call."""
        async with self._engine.connect() as connection:
            found = await revisions(connection, self._tenant, names)
        return [await self._at(name, found[name]) for name in dict.fromkeys(names) if name in found]

    def close(self) -> None:
        """Drop the open indexes; the files stay."""
        self._open.clear()

    async def _at(self, collection: str, revision: int) -> LocalIndex:
        opened = self._open.get(collection)
        if opened is not None and opened.revision == revision:
            return opened
        async with self._locks.setdefault(collection, asyncio.Lock()):
            opened = self._open.get(collection)
            if opened is None or opened.revision != revision:
                opened = await self._renew(collection)
            self._open[collection] = opened
            return opened

    async def _renew(self, collection: str) -> LocalIndex:
        """The index at the database's revision: read, if another process has written it, or written now."""
        if self._model is not None and not self._model.dimension:
            # The dimension of an endpoint is known after its first vector.
            await self._model.embed(["dimension"], kind="query")
        folder = self._folder_of(collection)
        try:
            async with locked(folder), self._engine.connect() as connection:
                # Read before the ids. If a document is added in between, the index is newer than its revision, and the
                # next search renews it.
                revision = (await revisions(connection, self._tenant, [collection])).get(collection, 0)
                base = await asyncio.to_thread(open_index, folder, self._embedder_key)
                if base is None or base.revision != revision:
                    await self._write(connection, collection, revision, base)
                    base = await asyncio.to_thread(open_index, folder, self._embedder_key)
        except OSError as error:
            raise StorageFailed(
                f"The index of {collection!r} cannot be written: {error.strerror or error}",
                code="disk_full" if error.errno == errno.ENOSPC else "storage_unavailable",
                hint=f"Free disk space below {str(self._folder)!r}; the documents themselves are safe.",
            ) from error
        if base is None:
            raise StorageFailed(
                f"The index of {collection!r} cannot be read back", hint=f"Delete {str(folder)!r}; it will be rebuilt."
            )
        return base

    async def _write(
        self, connection: AsyncConnection, collection: str, revision: int, base: LocalIndex | None
    ) -> None:
        stored = await chunk_ids(connection, self._tenant, collection, self._embedder)
        keep = _unchanged(base, stored)
        if len(keep) < len(stored) / 2:
            base, keep = None, frozenset()
        generation = await asyncio.to_thread(self._begin, self._folder_of(collection), base, keep, len(stored))
        try:
            await self._fill(connection, generation, [key for key in stored if key not in keep])
            await asyncio.to_thread(generation.publish, revision)
        except BaseException:
            await asyncio.to_thread(generation.discard)
            raise

    def _begin(self, folder: Path, base: LocalIndex | None, keep: frozenset[str], rows: int) -> NewGeneration:
        return NewGeneration(
            folder, embedder=self._embedder_key, dimension=self._dimension, base=base, keep=keep, rows=rows
        )

    async def _fill(self, connection: AsyncConnection, generation: NewGeneration, ids: Sequence[str]) -> None:
        for some in in_batches(ids):
            rows = await index_rows(connection, some, self._embedder)
            self._check_dimension(rows)
            await asyncio.to_thread(generation.add, rows)

    @property
    def _dimension(self) -> int:
        return self._model.dimension if self._model else 0

    @property
    def _embedder_key(self) -> str:
        return f"{self._embedder}/{self._dimension}" if self._model else ""

    def _check_dimension(self, rows: Sequence[IndexRow]) -> None:
        """Raise BadConfig if stored vectors of this embedder have another dimension."""
        other = next(
            (len(row.vector) for row in rows if row.vector is not None and len(row.vector) != self._dimension), 0
        )
        if other:
            raise BadConfig(
                f"The documents were embedded with another {self._embedder!r} of {other} dimensions; "
                f"this one has {self._dimension}",
                code="embedder_changed",
                hint="Remove the documents and add them again, or switch back to the model that embedded them.",
            )

    def _folder_of(self, collection: str) -> Path:
        # The name of a collection is untrusted and must not become a path.
        return self._folder / hashlib.sha256(f"{self._tenant}\0{collection}".encode()).hexdigest()[:32]


def _unchanged(base: LocalIndex | None, stored: Mapping[str, bool]) -> frozenset[str]:
    """Chunks that need no update: they are in index and database, in both with or in both without a vector."""
    if base is None:
        return frozenset()
    return frozenset(key for key in base.ids if key in stored and stored[key] == (key not in base.unembedded))
