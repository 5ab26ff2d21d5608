"""Keeps index files in sync with the database: an index is rewritten when the collection's revision changes."""

import asyncio
import errno
import hashlib
import logging
import os
import shutil
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from math import inf
from pathlib import Path

import numpy as np
import numpy.typing as npt
from sqlalchemy.ext.asyncio import AsyncConnection

from askwell.errors import AskwellError, BadConfig, StorageFailed
from askwell.knowledge.chunk_list import ChunkList
from askwell.knowledge.database import DocumentDatabase
from askwell.knowledge.freed import return_freed_memory
from askwell.knowledge.index_files import remove_old_generations
from askwell.knowledge.index_local import LocalIndex, is_panic, open_index
from askwell.knowledge.index_writer import IndexRow, Kept, NewGeneration
from askwell.knowledge.lock import locked
from askwell.knowledge.rows import IDS_A_STATEMENT, chunk_list, index_rows, revisions
from askwell.ports import Embedder

LOG = logging.getLogger("askwell")

PURGED_CHUNKS = 5_000
"""Largest index, in chunks, that is written completely when a chunk is gone: it takes up to a second of CPU.

tantivy keeps the words of removed chunks in its files until it merges them.
"""
REBUILD_PAUSE_S = 10.0
"""Shortest time between two rebuilds of one index in the background, seconds."""


class LocalIndexes:
    """The indexes of all collections below one folder. Close it before the database."""

    def __init__(self, engine: DocumentDatabase, folder: Path, embedder: Embedder | None, tenant: str) -> None:
        self._engine = engine
        self._folder = folder
        self._tenant = tenant
        self._model = embedder
        self._embedder = embedder.name if embedder else ""
        self._open: dict[str, LocalIndex] = {}
        self._locks: dict[str, asyncio.Lock] = {}
        self._rebuilding: dict[str, asyncio.Task[None]] = {}
        self._next_rebuild: dict[str, float] = {}
        self._next_removal: dict[str, float] = {}
        """Collections with files of old generations that could not be removed, and when to try again."""
        self.damaged: set[str] = set()
        """Collections with a damaged index that is not rebuilt yet."""

    async def at(self, names: Sequence[str]) -> list[LocalIndex]:
        """The indexes of those collections that exist, at least as recent as the database at the time of the call."""
        return [index for _, index in await self.of(names)]

    async def of(self, names: Sequence[str]) -> list[tuple[str, LocalIndex]]:
        """Like `at`, each index with the name of its collection."""
        found = await self._engine.read(lambda tx: revisions(tx, self._tenant, names))
        return [(name, await self._at(name, found[name])) for name in dict.fromkeys(names) if name in found]

    @property
    def revisions(self) -> dict[str, int]:
        """Revision of each open index."""
        return {name: index.revision for name, index in self._open.items()}

    async def close(self) -> None:
        """Stop rebuilding and drop the open indexes; the files stay."""
        for task in list(self._rebuilding.values()):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        self._open.clear()

    async def renew(self, collection: str) -> None:
        """Bring an existing index in line with the database, so that nothing of removed documents stays in it."""
        with translated(collection, self._folder):
            exists = await asyncio.to_thread(self._folder_of(collection).exists)
        if exists:
            await self.at([collection])

    async def drop(self, collection: str) -> None:
        """Remove the files of a collection's index."""
        folder = self._folder_of(collection)
        async with self._locks.setdefault(collection, asyncio.Lock()):
            self._open.pop(collection, None)
            with translated(collection, self._folder):
                if await asyncio.to_thread(folder.exists):
                    async with locked(folder):
                        await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)
        self._locks.pop(collection, None)

    def collection_of(self, index: LocalIndex) -> str:
        """The collection of an open index; empty if another index has replaced it."""
        return next((name for name, opened in self._open.items() if opened.folder == index.folder), "")

    def mark_damaged(self, index: LocalIndex) -> None:
        """Note that an index is damaged, unless another one has replaced it."""
        name = self.collection_of(index)
        if name and name not in self.damaged:
            self.damaged.add(name)
            LOG.warning("the index of %r is damaged and will be rebuilt", name)

    def rebuild(self, collection: str, *, completely: bool) -> "asyncio.Task[None] | None":
        """Rebuild a damaged or removed index in the background; None if the last rebuild was a moment ago.

        Unless `completely`, an index whose checksums are right is opened again.
        """
        running = self._rebuilding.get(collection)
        if running is not None:
            return running
        if time.monotonic() < self._next_rebuild.get(collection, 0.0):
            return None
        self._next_rebuild[collection] = time.monotonic() + REBUILD_PAUSE_S
        task = asyncio.create_task(self._rebuild(collection, completely=completely), name=f"rebuild {collection}")
        self._rebuilding[collection] = task
        task.add_done_callback(lambda _: self._rebuilding.pop(collection, None))
        return task

    async def _rebuild(self, collection: str, *, completely: bool) -> None:
        async with self._locks.setdefault(collection, asyncio.Lock()):
            damaged = self._open.get(collection)
            try:
                self._open[collection] = await self._renew(collection, not_from=damaged if completely else None)
            except AskwellError as error:
                LOG.warning("the index of %r cannot be rebuilt: %s. %s", collection, error.message, error.hint)
                return
            except Exception:
                LOG.exception("the index of %r cannot be rebuilt", collection)
                return
        if collection in self.damaged:
            self.damaged.discard(collection)
            LOG.warning("the index of %r is rebuilt", collection)

    async def _at(self, collection: str, revision: int) -> LocalIndex:
        opened = self._open.get(collection)
        if opened is not None and opened.revision == revision:
            if time.monotonic() > self._next_removal.get(collection, inf):
                with suppress(OSError):
                    async with locked(self._folder_of(collection)):
                        await self._remove_old(collection)
            return opened
        async with self._locks.setdefault(collection, asyncio.Lock()):
            opened = self._open.get(collection)
            if opened is not None and opened.revision == revision:
                return opened
            try:
                self._open[collection] = await self._renew(collection)
            except StorageFailed as error:
                opened = opened or await self._as_it_is(collection)
                if opened is None:
                    raise
                self._open[collection] = opened
                if opened.revision == revision:
                    return opened
                # Reading goes on while nothing can be written; what was removed since is left out by the database.
                LOG.warning("the index of %r cannot be renewed, the old one is used: %s", collection, error.message)
                self.damaged.add(collection)
                return opened
            self.damaged.discard(collection)
            return self._open[collection]

    async def _renew(self, collection: str, not_from: LocalIndex | None = None) -> LocalIndex:
        """The index at the database's revision: read, if another process has written it, or written now.

        `not_from` is a damaged index that nothing is read from.
        """
        if self._model is not None and not self._model.dimension:
            # The dimension of an endpoint is known after its first vector.
            await self._model.embed(["dimension"], kind="query")
        folder = self._folder_of(collection)
        with translated(collection, self._folder):
            async with locked(folder), self._engine.connect() as connection:
                # Read before the ids. If a document is added in between, the index is newer than its revision, and the
                # next search renews it.
                found = await connection.run_sync(revisions, self._tenant, [collection])
                revision = found.get(collection, 0)
                base = await asyncio.to_thread(open_index, folder, self._embedder_key)
                if base is not None and not_from is not None and base.folder == not_from.folder:
                    base = None
                if base is None or base.revision != revision:
                    await self._write(connection, collection, revision, base)
                    base = await asyncio.to_thread(open_index, folder, self._embedder_key)
                    if base is not None and len(base.chunks) > PURGED_CHUNKS:
                        await asyncio.to_thread(return_freed_memory)
                await self._remove_old(collection)
        if base is None:
            raise StorageFailed(
                f"The index of {collection!r} cannot be read back", hint=f"Delete {str(folder)!r}; it will be rebuilt."
            )
        return base

    async def _as_it_is(self, collection: str) -> LocalIndex | None:
        """The index on a disk that cannot be written. None if it cannot be read either."""
        with suppress(StorageFailed), translated(collection, self._folder):
            return await asyncio.to_thread(open_index, self._folder_of(collection), self._embedder_key)
        return None

    async def _remove_old(self, collection: str) -> None:
        """Remove the files of old generations, which may hold removed documents; later if that fails now."""
        self._next_removal[collection] = time.monotonic() + REBUILD_PAUSE_S
        if await asyncio.to_thread(remove_old_generations, self._folder_of(collection)):
            del self._next_removal[collection]

    async def _write(
        self, connection: AsyncConnection, collection: str, revision: int, base: LocalIndex | None
    ) -> None:
        stored = await chunk_list(connection, self._tenant, collection, self._embedder)
        keep, new = _unchanged(base, stored)
        kept = int(keep.sum())
        has_removed = kept < len(keep)
        if kept < len(stored) / 2 or (has_removed and len(stored) <= PURGED_CHUNKS):
            base, (keep, new) = None, _unchanged(None, stored)
        generation = await asyncio.to_thread(self._begin, self._folder_of(collection), base, keep, len(stored))
        try:
            await self._fill(connection, generation, stored.batches(new, IDS_A_STATEMENT))
            await asyncio.to_thread(generation.publish, revision)
        except BaseException:
            await asyncio.to_thread(generation.discard)
            raise

    def _begin(self, folder: Path, base: LocalIndex | None, keep: Kept, rows: int) -> NewGeneration:
        return NewGeneration(
            folder, embedder=self._embedder_key, dimension=self._dimension, base=base, keep=keep, rows=rows
        )

    async def _fill(self, connection: AsyncConnection, generation: NewGeneration, ids: Iterable[Sequence[str]]) -> None:
        for some in ids:
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
        return self._folder / folder_name(self._tenant, collection)


def folder_name(tenant: str, collection: str) -> str:
    """Name of the folder of an index. The name of a collection is untrusted and must not become a path."""
    return hashlib.sha256(f"{tenant}\0{collection}".encode()).hexdigest()[:32]


def _unchanged(base: LocalIndex | None, stored: ChunkList) -> tuple[Kept, npt.NDArray[np.bool_]]:
    """The rows of the index that need no update, and those of the database that the index lacks.

    Needing none are chunks in index and database, in both with or in both without a vector.
    """
    if base is None:
        return np.empty(0, dtype=np.bool_), np.ones(len(stored), dtype=np.bool_)
    rows = base.chunks.rows_of_all(stored)
    same = (rows >= 0) & (base.chunks.embedded[rows] == stored.embedded if len(base.chunks) else False)
    keep = np.zeros(len(base.chunks), dtype=np.bool_)
    keep[rows[same]] = True
    return keep, ~same


@contextmanager
def translated(collection: str, folder: Path) -> Iterator[None]:
    """Turn errors of the files of an index into StorageFailed. tantivy reports them as ValueError, or panics."""
    try:
        yield
    except BaseException as error:
        if not isinstance(error, OSError | ValueError) and not is_panic(error):
            raise
        reason = error.strerror or str(error) if isinstance(error, OSError) else str(error)
        raise StorageFailed(
            f"The index of {collection!r} cannot be written: {reason}",
            code="disk_full" if os.strerror(errno.ENOSPC) in reason else "storage_unavailable",
            hint=f"Free disk space below {str(folder)!r}; the documents themselves are safe.",
        ) from error
