"""Vectors of a stored document for its next version: a chunk whose embedded text stays is not embedded again."""

import asyncio
import hashlib
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from sqlalchemy import Connection, select

from askwell.knowledge.database import DocumentDatabase
from askwell.knowledge.schema import chunks, documents, vectors
from askwell.knowledge.sentence_codes import Embeddable, embeddable, has_sentences
from askwell.knowledge.stored_vectors import StoredVector
from askwell.ports import Embedder

_ROWS_AT_ONCE = 500


class ReusableVectors:
    """The vectors that an embedder has given for the chunks of one stored document."""

    def __init__(self, engine: DocumentDatabase, embedder: str, chunk_ids: Mapping[bytes, str]) -> None:
        self._engine = engine
        self._embedder = embedder
        self._chunk_ids = chunk_ids
        """Hash of what was embedded to a chunk."""

    async def of(self, texts: Sequence[Embeddable]) -> list[StoredVector | None]:
        """The vector of each of these texts, a few hundred at most; None for a text that has to be embedded.

        It has to be if no chunk had it, if that chunk was removed since, or if there is not a vector for each sentence.
        """
        ids = [self._chunk_ids.get(_hash(each)) for each in texts]
        wanted = [key for key in dict.fromkeys(ids) if key is not None]
        if not wanted:
            return [None] * len(texts)
        found = await self._engine.read(partial(_vectors, ids=wanted, embedder=self._embedder))
        stored = [None if key is None else found.get(key) for key in ids]
        return [each if each and has_sentences(each, text) else None for each, text in zip(stored, texts, strict=True)]


async def reusable_vectors(
    engine: DocumentDatabase, tenant: str, embedder: Embedder, *, collection: str, root: str, name: str
) -> ReusableVectors:
    """The vectors of a document as it is stored now; none if there is no such document.

    Those of earlier versions of askwell, which had none of sentences, are left out, and those of another dimension, if
    the embedder knows its own already.
    """
    of, own = documents.c, vectors.c
    wanted = (
        select(chunks.c.id, chunks.c.headings, chunks.c.text, of.title)
        .join(documents, chunks.c.document_id == of.id)
        .join(vectors, (own.chunk_id == chunks.c.id) & (own.embedder == embedder.name))
        .where(of.tenant == tenant, of.collection == collection, of.root == root, of.name == name)
        .where(own.sentences.is_not(None))
    )
    if embedder.dimension:
        wanted = wanted.where(own.dimension == embedder.dimension)
    chunk_ids: dict[bytes, str] = {}
    async with engine.connect() as connection:
        rows = await connection.stream(wanted)
        async for some in rows.partitions(_ROWS_AT_ONCE):
            chunk_ids |= await asyncio.to_thread(_by_hash, some)
    return ReusableVectors(engine, embedder.name, chunk_ids)


def _by_hash(rows: Sequence[Any]) -> dict[bytes, str]:
    return {_hash(embeddable(row.title, row.headings, row.text)): row.id for row in rows}


def _hash(text: Embeddable) -> bytes:
    """A hash of all that an embedder is given for a text."""
    return hashlib.sha256(f"{list(text.spans)}\0{text.text}".encode("utf-8", "surrogatepass")).digest()


def _vectors(connection: Connection, ids: Sequence[str], embedder: str) -> dict[str, StoredVector]:
    of = vectors.c
    rows = connection.execute(
        select(of.chunk_id, of.data, of.sentences).where(of.chunk_id.in_(list(ids)), of.embedder == embedder)
    )
    return {row.chunk_id: StoredVector(row.data, row.sentences) for row in rows}
