"""From a file's bytes to what the database keeps: read, language detected, split, embedded, stored."""

import hashlib
import logging
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

import numpy as np
from sqlalchemy.ext.asyncio import AsyncEngine

from askwell.errors import BadInput
from askwell.knowledge.readers import PluggedReader, read_document
from askwell.knowledge.readers.pool import ReadInChild, in_thread, read_in_child
from askwell.knowledge.rows import bump_revision, still_there, unembedded, write_document, write_vectors
from askwell.ports import Clock, Embedder, Ids, Vectors
from askwell.text.chunk import Piece, chunk
from askwell.text.detect import detect_language
from askwell.types import Chunk, Document, Language, ParsedDocument

BATCH = 32
"""Chunks embedded at once."""

LOG = logging.getLogger("askwell")

_SHOWN_CHARS = 200
_RECIPE = 1
"""Changes when readers or chunks change so much that unchanged files deserve to be read again."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """Where documents go, and what is needed to get them there."""

    engine: AsyncEngine
    tenant: str
    embedder: Embedder | None
    clock: Clock
    ids: Ids
    languages: tuple[Language, ...]
    """Languages to distinguish; the first one if detection is not sure."""
    readers: tuple[PluggedReader, ...] = ()
    """Readers of others, before our own ones."""
    in_child: ReadInChild = read_in_child


@dataclass(frozen=True, slots=True)
class Prepared:
    """A file that has been read and cut, but not embedded."""

    name: str
    content_hash: str
    labels: tuple[str, ...]
    """Labels given with the file, without its own."""
    parsed: ParsedDocument
    language: Language
    pieces: tuple[Piece, ...]

    @property
    def texts(self) -> list[str]:
        """What is embedded of each chunk."""
        return [embedded_text(self.parsed.title, piece.headings, piece.text) for piece in self.pieces]


def hash_content(data: bytes) -> str:
    """SHA-256, hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def recipe(labels: Sequence[str]) -> str:
    """What decides, besides a file's bytes, how it is stored."""
    return hashlib.sha256("\0".join([str(_RECIPE), *labels]).encode()).hexdigest()[:32]


def prepare(name: str, data: bytes, labels: Sequence[str], shelf: Shelf) -> Prepared:
    """Read and cut a file; blocks, so call it in a thread. Raises BadInput, whatever goes wrong."""
    _check_name(name)
    try:
        parsed = read_document(data, name, shelf.readers, shelf.in_child)
        language = detect_language(parsed.text, allowed=shelf.languages, default=shelf.languages[0])
        return Prepared(name, hash_content(data), tuple(labels), parsed, language, tuple(chunk(parsed)))
    except BadInput:
        raise
    except Exception as error:  # a fault met by one file, ours or a library's: the other files must go on
        raise failed_by(name, error) from error


def failed_by(name: str, error: Exception) -> BadInput:
    """The failure of one file by an error that nothing foresaw; the log has the traceback."""
    LOG.info("%r cannot be taken in", name, exc_info=error)
    what = f"{type(error).__name__}: {error}".removesuffix(": ")
    return BadInput(
        f"{name!r} cannot be taken in: {what[:_SHOWN_CHARS]}",
        code="broken_document",
        hint="Save it again, or in another format.",
    )


async def embed(embedder: Embedder | None, texts: Sequence[str]) -> AsyncIterator[Vectors]:
    """Vectors in batches of `BATCH`, in order; nothing without an embedder."""
    if embedder is not None:
        for at in range(0, len(texts), BATCH):
            yield await embedder.embed(texts[at : at + BATCH], kind="passage")


async def put(shelf: Shelf, prepared: Prepared, batches: Sequence[Vectors], collection: str, root: str) -> Document:
    """Write a document with its chunks and vectors in one transaction."""
    parsed = prepared.parsed
    document = Document(
        id=shelf.ids.new(),
        collection=collection,
        name=prepared.name,
        title=parsed.title,
        url=parsed.url,
        origin=parsed.origin,
        labels=tuple(dict.fromkeys((*prepared.labels, *parsed.labels))),
        media_type=parsed.media_type,
        language=prepared.language,
        content_hash=prepared.content_hash,
        chars=len(parsed.text),
        chunks=len(prepared.pieces),
        added_at=shelf.clock.now(),
    )
    pieces = [
        Chunk(
            id=shelf.ids.new(),
            document_id=document.id,
            ordinal=ordinal,
            text=piece.text,
            start=piece.start,
            end=piece.end,
            headings=piece.headings,
            page=piece.page,
            tokens=piece.tokens,
        )
        for ordinal, piece in enumerate(prepared.pieces)
    ]
    async with shelf.engine.begin() as connection:
        return await write_document(
            connection,
            shelf.tenant,
            document,
            text=parsed.text,
            pieces=pieces,
            embedded=np.concatenate(batches) if batches else None,
            embedder=shelf.embedder.name if shelf.embedder else "",
            root=root,
            recipe=recipe(prepared.labels),
        )


async def add(shelf: Shelf, name: str, data: bytes, collection: str, labels: Sequence[str]) -> Document:
    """Take in one file's bytes. Raises BadInput."""
    prepared = await in_thread(prepare, name, data, labels, shelf)
    batches = [batch async for batch in embed(shelf.embedder, prepared.texts)]
    return await put(shelf, prepared, batches, collection, root="")


async def embed_missing(shelf: Shelf, collection: str) -> AsyncIterator[int]:
    """Embed what was taken in without this embedder; yields how many chunks each batch brought."""
    embedder = shelf.embedder
    while embedder is not None:
        async with shelf.engine.connect() as connection:
            rows = await unembedded(connection, shelf.tenant, collection, embedder.name, BATCH)
        if not rows:
            return
        ids = [row[0] for row in rows]
        batch = await embedder.embed(
            [embedded_text(title, headings, text) for _, title, headings, text in rows], kind="passage"
        )
        async with shelf.engine.begin() as connection:
            there = await still_there(connection, ids)
            kept = [row for row, key in enumerate(ids) if key in there]
            await write_vectors(connection, [ids[row] for row in kept], batch[kept], embedder.name)
            await bump_revision(connection, shelf.tenant, collection)
        yield len(kept)


def embedded_text(title: str, headings: Sequence[str], text: str) -> str:
    """A chunk as an embedder should see it: title and headings, unless it begins with them, before its text.

    A chunk seldom names what it is about; with its headings it is found for it.
    """
    above = [part for part in dict.fromkeys((title, *headings)) if part and not text.startswith(part)]
    return "\n".join([*above, text])


def _check_name(name: str) -> None:
    try:
        name.encode()
    except UnicodeEncodeError:
        name = name.encode(errors="replace").decode()
    else:
        if name.strip() and "\0" not in name:
            return
    raise BadInput(
        f"{name!r} cannot be the name of a document", code="bad_name", hint="Rename it with letters and digits."
    )
