"""Stores a file: reads it, detects its language, splits, embeds and writes it."""

import asyncio
import hashlib
import logging
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import PurePosixPath

from sqlalchemy.ext.asyncio import AsyncConnection

from askwell.errors import BadInput, BrokenWeights
from askwell.knowledge.database import DocumentDatabase
from askwell.knowledge.page_rows import write_pages
from askwell.knowledge.readers import PluggedReader, read_document
from askwell.knowledge.readers.content import Content, pieces_of, read_content
from askwell.knowledge.readers.notes import may_have_notes
from askwell.knowledge.readers.pool import ReadInChild, in_thread, read_in_child
from askwell.knowledge.readers.raised import may_have_raised
from askwell.knowledge.reused_vectors import reusable_vectors
from askwell.knowledge.rows import IDS_A_STATEMENT, write_document
from askwell.knowledge.sentence_codes import Embeddable, embed_chunks, embeddable
from askwell.knowledge.stored_vectors import StoredVector, StoredVectors, stored
from askwell.ports import Clock, Embedder, Ids
from askwell.text.chunk import chunks
from askwell.text.detect import detect_language
from askwell.types import Chunk, Document, Language, ParsedDocument

BATCH = 32
"""Number of chunks per embedder call."""

LOG = logging.getLogger("askwell")

_SHOWN_CHARS = 200
_RECIPE = 6
"""Increase it when readers or chunking change so much that unchanged files should be read again.

Chunks that are embedded from the same text as before keep their vectors (`reuse`).
"""
_RECIPE_OF = {
    **dict.fromkeys((".pdf", ".pptx", ".odt", ".rtf"), 8),
    **dict.fromkeys((".docx", ".xlsx"), 9),
    **dict.fromkeys((".html", ".htm", ".xhtml"), 10),
    **dict.fromkeys((".epub", ".eml"), 7),
    **dict.fromkeys((".md", ".markdown"), 8),
    **dict.fromkeys((".txt", ".text", ".csv", ".tsv"), 7),
}
"""The same for one format, by the suffix of the name; increase both together."""
_SAME_WITHOUT: Mapping[str, Mapping[int, Sequence[Callable[[bytes], bool]]]] = {
    **{key: {7: [may_have_notes], 6: [may_have_notes, may_have_raised]} for key in (".md", ".markdown")},
    **{key: {6: [may_have_raised]} for key in (".txt", ".text")},
}
"""Earlier versions of a format, each with what a file must have to be read differently today."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """The database and the services needed to store documents."""

    engine: DocumentDatabase
    tenant: str
    embedder: Embedder | None
    clock: Clock
    ids: Ids
    languages: tuple[Language, ...]
    """Languages to distinguish; the first one if detection is not sure."""
    readers: tuple[PluggedReader, ...] = ()
    """Plugged-in readers, which take precedence over the built-in ones."""
    in_child: ReadInChild = read_in_child


@dataclass(frozen=True, slots=True)
class Span:
    """A chunk without its text, which is `parsed.text[start:end]`."""

    start: int
    end: int
    headings: tuple[str, ...]
    page: int | None
    tokens: int


@dataclass(frozen=True, slots=True)
class Prepared:
    """A file that was read and split, but not embedded."""

    name: str
    content_hash: str
    labels: tuple[str, ...]
    """Labels from the caller, without those in the file."""
    parsed: ParsedDocument
    language: Language
    spans: tuple[Span, ...]

    def text_of(self, span: Span) -> str:
        """The text of a chunk."""
        return self.parsed.text[span.start : span.end]

    def texts(self, spans: Sequence[Span]) -> list[Embeddable]:
        """Text to embed for each of these chunks."""
        return [embeddable(self.parsed.title, span.headings, self.text_of(span)) for span in spans]


def hash_content(content: Content, name: str) -> str:
    """SHA-256 of a file, hexadecimal. Raises BadInput (`unreadable_file`, `document_too_large`)."""
    found = hashlib.sha256()
    for piece in pieces_of(content, name):
        found.update(piece)
    return found.hexdigest()


def recipe(name: str, labels: Sequence[str]) -> str:
    """Hash of everything but the file's bytes that determines how it is stored: labels and version of the reader."""
    return _recipe_of(_RECIPE_OF.get(PurePosixPath(name).suffix.lower(), _RECIPE), labels)


def is_current(stored: str, name: str, content: Content, labels: Sequence[str]) -> bool:
    """Whether a document with this stored recipe would be read alike today. Raises what `read_content` raises."""
    if stored == recipe(name, labels):
        return True
    for version, differs in _SAME_WITHOUT.get(PurePosixPath(name).suffix.lower(), {}).items():
        if stored == _recipe_of(version, labels):
            data = read_content(content, name)
            return not any(each(data) for each in differs)
    return False


def _recipe_of(version: int, labels: Sequence[str]) -> str:
    return hashlib.sha256("\0".join([str(version), *labels]).encode()).hexdigest()[:32]


def prepare(name: str, content: Content, content_hash: str, labels: Sequence[str], shelf: Shelf) -> Prepared:
    """Read and split a file. It blocks, so call it in a thread. Raises BadInput for any failure.

    `content_hash` is computed before: if the file changes in between, the next sync finds another one and reads again.
    """
    check_name(name)

    def read() -> ParsedDocument:
        return read_document(content, name, shelf.readers, shelf.in_child)

    return split(name, content_hash, labels, shelf, read)


def split(
    name: str, content_hash: str, labels: Sequence[str], shelf: Shelf, read: Callable[[], ParsedDocument]
) -> Prepared:
    """The document that `read` returns, with its language and its chunks. Raises BadInput for any failure."""
    try:
        parsed = read()
        language = detect_language(parsed.text, allowed=shelf.languages, default=shelf.languages[0])
        spans = tuple(Span(each.start, each.end, each.headings, each.page, each.tokens) for each in chunks(parsed))
        return Prepared(name, content_hash, tuple(labels), parsed, language, spans)
    except BadInput:
        raise
    except Exception as error:  # a bug of ours or of a library must not stop the other files
        raise failed_by(name, error) from error


def failed_by(name: str, error: Exception) -> BadInput:
    """The failure of one file after an unexpected error, whose traceback is logged."""
    LOG.info("%r cannot be added", name, exc_info=error)
    what = f"{type(error).__name__}: {error}".removesuffix(": ")
    return BadInput(
        f"{name!r} cannot be added: {what[:_SHOWN_CHARS]}",
        code="broken_document",
        hint="Save it again or in another format.",
    )


async def reuse(
    shelf: Shelf, prepared: Prepared, collection: str, root: str
) -> AsyncIterator[tuple[list[Embeddable], list[StoredVector | None]]]:
    """What to embed for the chunks, in batches of `BATCH`, in order, each with the vector that it has already, if any.

    It has one if it is what a chunk of the stored document was embedded from: the one with the same root and name,
    which this one replaces. Nothing without an embedder.
    """
    if shelf.embedder is not None:
        known = await reusable_vectors(
            shelf.engine, shelf.tenant, shelf.embedder, collection=collection, root=root, name=prepared.name
        )
        for at in range(0, len(prepared.spans), BATCH):
            texts = prepared.texts(prepared.spans[at : at + BATCH])
            yield texts, await known.of(texts)


async def _with_missing(
    embedder: Embedder, texts: Sequence[Embeddable], known: Sequence[StoredVector | None]
) -> list[StoredVector | None]:
    """The vectors of texts, of which some are known. The others are missing if the weights cannot be loaded."""
    missing = [at for at, each in enumerate(known) if each is None]
    found = list(known)
    if missing:
        # Without weights words find the document; `embed_missing` adds its vectors later.
        with suppress(BrokenWeights):
            embedded = stored(*await embed_chunks(embedder, [texts[at] for at in missing]))
            for at, vector in zip(missing, embedded, strict=True):
                found[at] = vector
    return found


async def put(
    shelf: Shelf, prepared: Prepared, vectors: StoredVectors, collection: str, root: str, *, original: bytes = b""
) -> Document:
    """Write a document with its chunks and vectors in one transaction, and the bytes of its file if they are given."""
    document = document_of(shelf, prepared, collection)
    async with shelf.engine.begin() as connection:
        return await write(connection, shelf, document, prepared, vectors, root=root, original=original)


def document_of(shelf: Shelf, prepared: Prepared, collection: str) -> Document:
    """The document, with a new id."""
    parsed = prepared.parsed
    return Document(
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
        chunks=len(prepared.spans),
        added_at=shelf.clock.now(),
        date=parsed.date,
    )


async def write(
    connection: AsyncConnection,
    shelf: Shelf,
    document: Document,
    prepared: Prepared,
    vectors: StoredVectors,
    *,
    root: str,
    original: bytes = b"",
) -> Document:
    """Write a document with its chunks, vectors and boxes, in the transaction of the caller."""
    written = await write_document(
        connection,
        shelf.tenant,
        document,
        text=prepared.parsed.text,
        pieces=_chunks(document.id, prepared, shelf.ids),
        vectors=vectors,
        embedder=shelf.embedder.name if shelf.embedder else "",
        root=root,
        recipe=recipe(prepared.name, prepared.labels),
    )
    await write_pages(connection, written.id, prepared.parsed.boxes, original)
    return written


def _chunks(document_id: str, prepared: Prepared, ids: Ids) -> Iterator[list[Chunk]]:
    """The chunks in lists of at most `IDS_A_STATEMENT`: a document may have a hundred thousand."""
    for at in range(0, len(prepared.spans), IDS_A_STATEMENT):
        yield [
            Chunk(
                id=ids.new(),
                document_id=document_id,
                ordinal=ordinal,
                text=prepared.text_of(span),
                start=span.start,
                end=span.end,
                headings=span.headings,
                page=span.page,
                tokens=span.tokens,
            )
            for ordinal, span in enumerate(prepared.spans[at : at + IDS_A_STATEMENT], at)
        ]


async def add(shelf: Shelf, name: str, data: bytes, collection: str, labels: Sequence[str]) -> Document:
    """Store the bytes of one file. Raises BadInput."""
    prepared = await in_thread(prepare, name, data, hash_content(data, name), labels, shelf)
    with StoredVectors() as vectors:
        async for texts, known in reuse(shelf, prepared, collection, root=""):
            assert shelf.embedder is not None, "nothing is reused without one"
            await asyncio.to_thread(vectors.add, await _with_missing(shelf.embedder, texts, known))
        # Nobody else has the file; the others stay where they are.
        original = data if prepared.parsed.boxes else b""
        return await put(shelf, prepared, vectors, collection, root="", original=original)


def check_name(name: str) -> None:
    """Raise BadInput (`bad_name`) for a name that a document cannot have."""
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
