"""Documents: reading, storage and search."""

from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from askwell.types import (
    Closeness,
    Document,
    Ingestion,
    IngestPlan,
    IngestProgress,
    Language,
    LookedUp,
    PageBoxes,
    ParsedDocument,
    Passage,
    Principal,
    Route,
    SearchQuery,
    TableAnswer,
    TableQuestion,
    TableRequest,
    TableSketch,
)


class Reader(Protocol):
    """Extracts the text of a file. Runs in a thread or a child process, so it is not async."""

    suffixes: tuple[str, ...]
    """Lower-case file suffixes that it reads, with the dot."""

    def read(self, data: bytes, name: str) -> ParsedDocument:
        """Text, sections and metadata of the file.

        Raises BadInput (`encrypted_document`, `broken_document`, `unsupported_document`, `empty_document`).
        """
        ...


class Vocabulary(Protocol):
    """The words of the documents of collections."""

    async def absent(
        self, words: Sequence[str], collections: Sequence[str], language: Language
    ) -> frozenset[str] | None:
        """Those of the words of a language that no chunk has in any form; None without documents."""
        ...


class Searcher(Vocabulary, Protocol):
    """Finds passages; the only part of `Knowledge` that a turn needs."""

    async def search(self, query: SearchQuery) -> list[Passage]:
        """The best passages for all wordings, fused, best first; at most `k`. Filters are applied before ranking."""
        ...

    async def spellings(
        self, words: Sequence[str], collections: Sequence[str], language: Language
    ) -> Mapping[str, str]:
        """The words that no chunk has, each with the nearest word in spelling that a chunk has, if there is one.

        `words` are lower-case words of a question in this language.
        """
        ...

    async def around(self, chunk_ids: Sequence[str], *, labels: Sequence[str] = ()) -> list[Passage]:
        """The chunks directly before and after these in their documents, in order, without these; their score is 0.

        Chunks that no longer exist have none. `labels` restrict the documents of collections, not attachments.
        """
        ...

    async def excerpt(self, document_ids: Sequence[str], *, page: int | None, k: int) -> list[Passage]:
        """The first chunks of documents in order, or those on a page; at most `k`, their scores are 0."""
        ...


class CollectionMeaning(Vocabulary, Protocol):
    """What the documents of collections are about, as far as their vectors and their words tell."""

    async def closeness(self, texts: Sequence[str], collections: Sequence[str]) -> Closeness:
        """How close each text is to the nearest chunks; empty without an embedder that works, or without vectors."""
        ...


class TableTexts(Protocol):
    """The texts of documents that tables are read from."""

    async def content_hashes(self, document_ids: Sequence[str]) -> Mapping[str, str]:
        """SHA-256 of each document's file by id, hexadecimal, as of the last search; of those that exist."""
        ...

    async def document(self, document_id: str) -> tuple[Document, str]:
        """A document and its text. Raises NotFound."""
        ...

    async def passages_at(self, document_id: str, offsets: Sequence[int]) -> list[Passage]:
        """The chunks of a document that contain these offsets, in order, each once; their scores are 0."""
        ...


class Backlog(Protocol):
    """What collections have, and what is still to be done until they are complete."""

    async def embed_missing(self) -> int:
        """Embed chunks that were added without their collection's embedder; returns how many."""
        ...

    async def ongoing(self, collections: Sequence[str]) -> Sequence[Ingestion]:
        """The ingestions into these collections that are in progress, in this process or another one.

        Embedding is no part of them; see `Knowledge.lacking`. One whose process was killed is listed for half a minute.
        """
        ...

    async def documents(self, collection: str, *, after: str = "", limit: int = 100) -> list[Document]:
        """Documents by name, those after the `Document.cursor` of another, or after a name."""
        ...


class Knowledge(Searcher, CollectionMeaning, TableTexts, Backlog, Protocol):
    """Documents in collections: added, searched, shown, removed.

    `ingest`, `plan` and `add` raise BadInput (`reserved_collection`) for a collection of attachments.
    """

    def lacking(self, collections: Sequence[str]) -> tuple[str, ...]:
        """Codes of what the latest search of these collections went without, such as `words_only`; empty for nothing.

        Each is a warning of the answer.
        """
        ...

    def ingest(
        self,
        folder: Path,
        collection: str,
        *,
        labels: Sequence[str] = (),
        root: str = "",
        passwords: Sequence[str] = (),
    ) -> AsyncIterator[IngestProgress]:
        """Sync a collection with a folder (or one file): add new and changed files, remove missing ones.

        A document is identified by `root` and its path in the folder. `root` is a name that stays the same when the
        folder moves; if empty, it is the folder's path. Unchanged files (same content hash) cost only a hash. A file
        that fails is listed in `failures` and keeps its earlier version, if any; the others are read. Files without a
        reader are listed in `skipped`. The last progress has `done`. An empty or missing folder loses its documents; if
        it had none, raises BadInput (`no_documents`) or NotFound (`folder_not_found`). `passwords` are tried on
        encrypted PDF files.
        """
        ...

    async def plan(self, folder: Path, collection: str, *, labels: Sequence[str] = (), root: str = "") -> IngestPlan:
        """What `ingest` would do with these arguments, from names and contents of the files; nothing is written.

        Raises the errors of `ingest`.
        """
        ...

    async def add(self, name: str, data: bytes, collection: str, *, labels: Sequence[str] = ()) -> Document:
        """Add one file's bytes under a name, replacing earlier bytes of that name. Raises BadInput."""
        ...

    async def missing(self, document_ids: Sequence[str]) -> frozenset[str]:
        """Those of the documents that do not exist, for example because they were removed."""
        ...

    async def passage(self, chunk_id: str) -> Passage:
        """A chunk with its document; its score is 0. Raises NotFound."""
        ...

    async def remove(self, document_id: str) -> None:
        """Remove a document with its chunks and vectors. Raises NotFound."""
        ...

    async def collections(self) -> Mapping[str, int]:
        """Collection to number of documents, without the collections of attachments."""
        ...

    async def close(self) -> None:
        """Release files and threads."""
        ...


class DocumentPages(Protocol):
    """The pages of documents that have pages."""

    async def boxes(self, document_id: str, start: int, end: int) -> Sequence[PageBoxes]:
        """Where the words from `start` to `end` of a document's text are, by page. Raises NotFound.

        Offsets count characters. Empty for words without a known place: of a format without pages, or of a document
        that was read by an earlier version.
        """
        ...

    async def content_hash(self, document_id: str) -> str:
        """SHA-256 of the file, hexadecimal; images of its pages depend on nothing else. Raises NotFound."""
        ...

    async def image(self, document_id: str, page: int) -> bytes:
        """A page, counted from 1, as PNG. Boxes have the same proportions.

        Raises NotFound (`document_not_found`, `page_not_found`, `file_not_found` if the file was moved or changed), and
        BadInput for a file that cannot be drawn, for example one with a password.
        """
        ...

    async def close(self) -> None:
        """Release processes."""
        ...


class TableSearcher(Protocol):
    """Finds rows in the tables of an assistant's routes."""

    async def look_up(self, route: Route, question: str, principal: Principal) -> LookedUp:
        """The rows of the route's table that a standalone question names, of those that the principal may see.

        Never fails on any text; bounded in time.
        """
        ...

    async def names(self, route: Route, question: str, principal: Principal) -> tuple[str, ...]:
        """Names of rows that the principal may see, in a standalone question."""
        ...


class DocumentTables(Protocol):
    """Answers questions from tables in documents."""

    async def ask(self, question: TableQuestion, found: Sequence[Passage]) -> TableAnswer:
        """The answer of the table that fits best, of the documents found and of those that the last answer cites.

        Without lines if the question is no query of a table. Never fails on any text; bounded in time.
        """
        ...

    async def sketches(self, question: TableQuestion, found: Sequence[Passage]) -> Sequence[TableSketch]:
        """The tables that may answer, without most of their rows; empty for none."""
        ...

    async def answer(self, table: TableSketch, request: TableRequest, language: Language) -> TableAnswer:
        """The answer to a query of one of these tables, from all of its rows; sure if any row fits or is near.

        Raises BadInput if the query does not fit the table's columns.
        """
        ...
