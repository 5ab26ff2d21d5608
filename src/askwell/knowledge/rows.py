"""SQL statements on the tables of documents. The caller owns the transaction."""

import asyncio
import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

import numpy as np
from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from askwell.knowledge.chunk_list import ChunkList, ChunkListBuilder
from askwell.knowledge.index_writer import IndexRow
from askwell.knowledge.schema import chunks, collections, documents
from askwell.knowledge.schema import vectors as vector_table
from askwell.knowledge.stored_vectors import STORED, StoredVector, StoredVectors, stored
from askwell.ports import Vectors
from askwell.types import Chunk, Document

IDS_A_STATEMENT = 500
"""Maximum number of ids, or of rows to insert, per statement. SQLite allows 32,766 parameters, older versions 999.

Rows are made on the event loop: between two statements, other tasks run.
"""

T = TypeVar("T")

_ROWS_AT_ONCE = 5_000
_FIRST_REVISIONS = 1 << 30


async def write_document(
    connection: AsyncConnection,
    tenant: str,
    document: Document,
    *,
    text: str,
    pieces: Iterable[Sequence[Chunk]],
    vectors: StoredVectors,
    embedder: str,
    root: str,
    recipe: str,
) -> Document:
    """Store a document with its chunks, which come in lists of at most `IDS_A_STATEMENT`, and the vectors they have.

    It replaces one with the same root and name and takes over its id.
    """
    await bump_revision(connection, tenant, document.collection)
    of = documents.c
    same = (
        of.tenant == tenant,
        of.collection == document.collection,
        of.name == document.name,
        of.root == root,
    )
    values: dict[str, Any] = {
        "title": document.title,
        "url": document.url,
        "origin": document.origin,
        "labels": list(document.labels),
        "media_type": document.media_type,
        "language": document.language,
        "content_hash": document.content_hash,
        "chars": document.chars,
        "chunks": document.chunks,
        "added_at": document.added_at,
        "date": document.date,
        "text": text,
        "recipe": recipe,
    }
    known = (await connection.execute(select(of.id).where(*same))).scalar()
    key = document.id if known is None else known
    if known is None:
        names = {"id": key, "tenant": tenant, "collection": document.collection, "name": document.name, "root": root}
        await connection.execute(insert(documents), values | names)
    else:
        await _delete_chunks(connection, key)
        await connection.execute(update(documents).where(of.id == key), values)
    vectors.rewind()
    for some in pieces:
        await connection.execute(insert(chunks), [_chunk_values(piece, key) for piece in some])
        found = await asyncio.to_thread(vectors.take, len(some))
        await _insert_vectors(connection, [piece.id for piece in some], found, embedder)
    return replace(document, id=key)


async def write_vectors(
    connection: AsyncConnection, ids: Sequence[str], embedded: Vectors, sentences: Sequence[bytes], embedder: str
) -> None:
    """Store vectors of chunks with their packed sentences, in the order of the ids. Existing vectors are kept."""
    for some in in_batches(list(zip(ids, stored(embedded, sentences), strict=True))):
        await _insert_vectors(connection, [key for key, _ in some], [each for _, each in some], embedder)


async def _insert_vectors(
    connection: AsyncConnection, ids: Sequence[str], found: Sequence[StoredVector | None], embedder: str
) -> None:
    rows = [
        {"chunk_id": key, "embedder": embedder, "dimension": each.dimension, **each._asdict()}
        for key, each in zip(ids, found, strict=True)
        if each is not None
    ]
    if rows:
        await connection.execute(_make_insert(connection)(vector_table).on_conflict_do_nothing(), rows)


async def remove_documents(connection: AsyncConnection, tenant: str, ids: Sequence[str]) -> int:
    """Remove documents with their chunks and vectors. Returns the number removed."""
    of = documents.c
    removed = 0
    for some in in_batches(ids):
        mine = (of.tenant == tenant, of.id.in_(list(some)))
        rows = (await connection.execute(select(of.id, of.collection).where(*mine))).all()
        for collection in {row.collection for row in rows}:
            await bump_revision(connection, tenant, collection)
        for row in rows:
            await _delete_chunks(connection, row.id)
        await connection.execute(delete(documents).where(*mine))
        removed += len(rows)
    return removed


async def set_root(connection: AsyncConnection, ids: Sequence[str], root: str) -> None:
    """Change the root of documents."""
    for some in in_batches(ids):
        await connection.execute(update(documents).where(documents.c.id.in_(list(some))).values(root=root))


async def bump_revision(connection: AsyncConnection, tenant: str, collection: str) -> None:
    """Increase the revision of a collection. This also locks its row, so writers run one after the other.

    The first revision is random, so that the index files of a deleted database never match by accident.
    """
    first = secrets.randbelow(_FIRST_REVISIONS)
    statement = _make_insert(connection)(collections).values(tenant=tenant, name=collection, revision=first)
    await connection.execute(
        statement.on_conflict_do_update(
            index_elements=["tenant", "name"], set_={"revision": collections.c.revision + 1}
        )
    )


def revisions(connection: Connection, tenant: str, names: Sequence[str]) -> dict[str, int]:
    """Revision of each of these collections that exists."""
    of = collections.c
    rows = connection.execute(select(of.name, of.revision).where(of.tenant == tenant, of.name.in_(list(names))))
    return {row.name: row.revision for row in rows}


async def chunk_list(connection: AsyncConnection, tenant: str, collection: str, embedder: str) -> ChunkList:
    """All chunks of a collection in a stable order, and whether each has a vector of the embedder."""
    of = documents.c
    joined = chunks.join(documents, chunks.c.document_id == of.id).outerjoin(
        vector_table, (vector_table.c.chunk_id == chunks.c.id) & (vector_table.c.embedder == embedder)
    )
    found = ChunkListBuilder()
    rows = await connection.stream(
        select(chunks.c.id, vector_table.c.chunk_id.is_not(None))
        .select_from(joined)
        .where(of.tenant == tenant, of.collection == collection)
        .order_by(chunks.c.id)
    )
    async for some in rows.partitions(_ROWS_AT_ONCE):
        found.add([(key, bool(embedded)) for key, embedded in some])
    return found.build()


async def index_rows(connection: AsyncConnection, ids: Sequence[str], embedder: str) -> list[IndexRow]:
    """Index rows of these chunks, without those that no longer exist."""
    of = documents.c
    joined = chunks.join(documents, chunks.c.document_id == of.id).outerjoin(
        vector_table, (vector_table.c.chunk_id == chunks.c.id) & (vector_table.c.embedder == embedder)
    )
    rows = await connection.execute(
        select(chunks.c.id, chunks.c.text, chunks.c.headings, of.title, of.labels, of.language, vector_table.c.data)
        .select_from(joined)
        .where(chunks.c.id.in_(list(ids)))
    )
    return [
        IndexRow(
            id=row.id,
            text=row.text,
            title=row.title,
            headings=tuple(row.headings),
            labels=tuple(row.labels),
            language=row.language,
            vector=None if row.data is None else np.frombuffer(row.data, dtype=STORED).astype(np.float32),
        )
        for row in rows
    ]


async def unembedded(connection: AsyncConnection, tenant: str, collection: str, embedder: str) -> list[str]:
    """Ids of the chunks without a vector of the embedder, by document."""
    of = documents.c
    joined = chunks.join(documents, chunks.c.document_id == of.id).outerjoin(
        vector_table, (vector_table.c.chunk_id == chunks.c.id) & (vector_table.c.embedder == embedder)
    )
    rows = await connection.execute(
        select(chunks.c.id)
        .select_from(joined)
        .where(of.tenant == tenant, of.collection == collection, vector_table.c.chunk_id.is_(None))
        .order_by(of.name, of.id, chunks.c.ordinal)
    )
    return list(rows.scalars())


async def chunk_parts(
    connection: AsyncConnection, ids: Sequence[str]
) -> list[tuple[str, str, str, tuple[str, ...], str]]:
    """Id, name of the document, its title, headings and text of the chunks that exist, of `IDS_A_STATEMENT` at most."""
    of = documents.c
    rows = await connection.execute(
        select(chunks.c.id, of.name, of.title, chunks.c.headings, chunks.c.text)
        .select_from(chunks.join(documents, chunks.c.document_id == of.id))
        .where(chunks.c.id.in_(list(ids)))
    )
    return [(key, name, title, tuple(headings), text) for key, name, title, headings, text in rows]


async def still_there(connection: AsyncConnection, ids: Sequence[str]) -> set[str]:
    """The chunks that exist, of at most `IDS_A_STATEMENT`."""
    return set((await connection.execute(select(chunks.c.id).where(chunks.c.id.in_(list(ids))))).scalars())


def content_hashes(connection: Connection, tenant: str, document_ids: Sequence[str]) -> dict[str, str]:
    """The hash of the file of each of these documents that exists, by id; at most `IDS_A_STATEMENT`."""
    of = documents.c
    rows = connection.execute(select(of.id, of.content_hash, of.tenant).where(of.id.in_(list(document_ids))))
    return {row.id: row.content_hash for row in rows if row.tenant == tenant}


async def _delete_chunks(connection: AsyncConnection, document_id: str) -> None:
    own = select(chunks.c.id).where(chunks.c.document_id == document_id)
    await connection.execute(delete(vector_table).where(vector_table.c.chunk_id.in_(own)))
    await connection.execute(delete(chunks).where(chunks.c.document_id == document_id))


def _make_insert(connection: AsyncConnection) -> Callable[..., Any]:
    """The INSERT of the dialect, which supports ON CONFLICT."""
    return postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert


def _chunk_values(piece: Chunk, document_id: str) -> dict[str, Any]:
    return {
        "id": piece.id,
        "document_id": document_id,
        "ordinal": piece.ordinal,
        "text": piece.text,
        "start": piece.start,
        "end": piece.end,
        "headings": list(piece.headings),
        "page": piece.page,
        "tokens": piece.tokens,
    }


def in_batches(values: Sequence[T]) -> Iterable[Sequence[T]]:
    """The ids or rows in batches of at most `IDS_A_STATEMENT`."""
    return (values[at : at + IDS_A_STATEMENT] for at in range(0, len(values), IDS_A_STATEMENT))
