"""Documents read, kept and searched."""

from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from askwell.types import Document, IngestProgress, LookedUp, ParsedDocument, Passage, SearchQuery, Way


class Reader(Protocol):
    """Makes text of a file. Runs in a thread or a child process, so it is not async."""

    suffixes: tuple[str, ...]
    """Lower-case file endings it reads, with the dot."""

    def read(self, data: bytes, name: str) -> ParsedDocument:
        """Text, sections and what the file says of itself.

        Raises BadInput (`encrypted_document`, `broken_document`, `unsupported_document`, `empty_document`).
        """
        ...


class Searcher(Protocol):
    """Finds passages; the one thing of `Knowledge` that a turn needs."""

    async def search(self, query: SearchQuery) -> list[Passage]:
        """The best passages for all wordings, fused, best first; at most `k`. Filters hold before ranking."""
        ...


class Knowledge(Searcher, Protocol):
    """Documents in collections: taken in, searched, shown, removed."""

    def ingest(
        self, folder: Path, collection: str, *, labels: Sequence[str] = (), root: str = ""
    ) -> AsyncIterator[IngestProgress]:
        """Bring a collection in line with a folder (or one file): new and changed files in, missing ones out.

        A document is known by `root` and its path in the folder; `root` is a name that stays when the folder is moved,
        and the folder's path when it is empty. Unchanged files (same content hash) cost a hash only. A file that fails
        is named in `failures`, keeps its earlier version if it had one, and the rest goes on; what no reader takes is
        named in `skipped`. The last progress has `done`. A folder that is empty or gone loses the documents that it
        brought; where it brought none, raises BadInput (`no_documents`) and NotFound (`folder_not_found`).
        """
        ...

    async def add(self, name: str, data: bytes, collection: str, *, labels: Sequence[str] = ()) -> Document:
        """Take in one file's bytes under a name, replacing earlier bytes of that name. Raises BadInput."""
        ...

    async def documents(self, collection: str, *, after: str = "", limit: int = 100) -> list[Document]:
        """Documents by name, those after the `Document.cursor` of another, or after a name."""
        ...

    async def document(self, document_id: str) -> tuple[Document, str]:
        """A document and its text. Raises NotFound."""
        ...

    async def passage(self, chunk_id: str) -> Passage:
        """A chunk with its document, score 0. Raises NotFound."""
        ...

    async def remove(self, document_id: str) -> None:
        """Remove a document with its chunks and vectors. Raises NotFound."""
        ...

    async def collections(self) -> Mapping[str, int]:
        """Collection to number of documents."""
        ...

    async def close(self) -> None:
        """Let go of files and threads."""
        ...


class TableSearcher(Protocol):
    """Finds rows in the tables of an assistant's own routes."""

    async def look_up(self, way: Way, question: str) -> LookedUp:
        """The rows of the way's table that a standalone question names. Never fails on any text; bounded in time."""
        ...

    async def names(self, way: Way, question: str) -> tuple[str, ...]:
        """Names of the way's table that stand in a standalone question."""
        ...
