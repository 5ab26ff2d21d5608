"""The pages of documents: where words are on them, and their images."""

import asyncio
import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path

from askwell.errors import BadInput, NotFound
from askwell.knowledge import page_rows
from askwell.knowledge.attachments.files import AttachedFiles
from askwell.knowledge.database import DocumentDatabase
from askwell.knowledge.page_boxes import boxes_at
from askwell.knowledge.page_rows import StoredFile
from askwell.knowledge.readers.content import read_content
from askwell.knowledge.readers.limits import DEFAULT, Limits
from askwell.knowledge.readers.page_image import PAGE_NOT_FOUND
from askwell.knowledge.readers.pool import ReaderPool, in_thread
from askwell.types import ATTACHED, PageBoxes

PDF = "application/pdf"
MOST_DRAWN = 2
"""Pages that are drawn at a time; each takes a process."""


class LocalPages:
    """The port `DocumentPages` on the tables of documents.

    A page is drawn from the file that was read: in the folder that it was added from, among the attachments below
    `attached`, or in the database. `folders` has the folders of roots that are names. Only bytes whose hash is that of
    the document are used.
    """

    def __init__(
        self,
        engine: DocumentDatabase,
        attached: Path,
        folders: Mapping[str, Path],
        *,
        limits: Limits = DEFAULT,
        tenant: str = "local",
    ) -> None:
        self._engine = engine
        self._tenant = tenant
        self._attached = AttachedFiles(attached)
        self._folders = folders
        self._pool = ReaderPool(limits)
        self._drawing = asyncio.Semaphore(MOST_DRAWN)

    async def boxes(self, document_id: str, start: int, end: int) -> tuple[PageBoxes, ...]:
        packed = await self._engine.read(lambda tx: page_rows.boxes_of(tx, self._tenant, document_id))
        if packed is None:
            raise _no_document(document_id)
        return await asyncio.to_thread(boxes_at, packed, start, end)

    async def content_hash(self, document_id: str) -> str:
        return (await self._file(document_id)).content_hash

    async def image(self, document_id: str, page: int) -> bytes:
        file = await self._file(document_id)
        if file.media_type != PDF:
            raise _no_page(file, page, "it is no PDF")
        data = await asyncio.to_thread(self._read, file)
        if not data:
            kept = await self._engine.read(lambda tx: page_rows.original_of(tx, document_id))
            data = kept if _hash(kept) == file.content_hash else b""
        if not data:
            raise NotFound(
                f"The file of {file.name!r} was moved or changed since it was added",
                code="file_not_found",
                hint="Add its folder again.",
            )
        try:
            return await self._draw(data, file.name, page)
        except BadInput as error:
            if error.code == PAGE_NOT_FOUND:
                raise _no_page(file, page, "it has fewer pages") from error
            raise

    async def _draw(self, data: bytes, name: str, page: int) -> bytes:
        async with self._drawing:
            return await in_thread(self._pool.draw, data, name, page)

    async def close(self) -> None:
        await asyncio.to_thread(self._pool.close)

    async def _file(self, document_id: str) -> StoredFile:
        file = await self._engine.read(lambda tx: page_rows.file_of(tx, self._tenant, document_id))
        if file is None:
            raise _no_document(document_id)
        return file

    def _read(self, file: StoredFile) -> bytes:
        """The bytes that were read as this document; empty if no file has them. Blocks."""
        for path in self._paths(file):
            try:
                data = read_content(path, file.name)
            except BadInput:
                continue
            if _hash(data) == file.content_hash:
                return data
        return b""

    def _paths(self, file: StoredFile) -> Iterator[Path]:
        if file.collection.startswith(ATTACHED):
            yield self._attached.path_of(file.content_hash)
        elif file.root in self._folders:
            yield self._folders[file.root] / file.name
        elif Path(file.root).is_absolute():
            yield Path(file.root) / file.name


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _no_document(document_id: str) -> NotFound:
    return NotFound(f"No document {document_id!r}", code="document_not_found")


def _no_page(file: StoredFile, page: int, why: str) -> NotFound:
    return NotFound(f"{file.name!r} has no page {page} that can be shown: {why}", code=PAGE_NOT_FOUND)
