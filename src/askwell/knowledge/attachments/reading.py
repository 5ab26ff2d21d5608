"""Reads queued attachments in the background, one after the other, and embeds them."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from functools import partial

from sqlalchemy import Connection

from askwell.errors import AskwellError, BadInput
from askwell.knowledge import intake
from askwell.knowledge.attachments import rows
from askwell.knowledge.attachments.files import AttachedFiles
from askwell.knowledge.embedding import embed_all
from askwell.knowledge.readers.pool import in_thread
from askwell.knowledge.readers.reading import read_as
from askwell.knowledge.search import LocalKnowledge
from askwell.knowledge.stored_vectors import StoredVectors
from askwell.types import Attachment, ParsedDocument, Principal, attached_collection

LOG = logging.getLogger("askwell")

CLAIM_S = 15.0
"""Time after which another process reads an attachment whose reader does not renew its claim, seconds."""

_MAX_ERROR_CHARS = 500

Screen = Callable[[Principal, str, ParsedDocument], Awaitable[ParsedDocument | None]]
"""The document of a conversation as it may be stored; None if it may be stored as it is."""


async def as_it_is(_: Principal, __: str, ___: ParsedDocument) -> None:
    """Store every document as it is."""


class AttachmentReader:
    """The background tasks of one process. An attachment is read by one process at a time, which holds a claim."""

    def __init__(self, knowledge: LocalKnowledge, files: AttachedFiles, screen: Screen) -> None:
        self._knowledge = knowledge
        self._shelf = knowledge.shelf
        self._files = files
        self._screen = screen
        self._sessions: set[str] = set()
        """Conversations that may have unread attachments."""
        self._collections: dict[str, None] = {}
        """Collections with chunks to embed."""
        self._reading: asyncio.Task[None] | None = None
        self._embedding: asyncio.Task[None] | None = None
        self._closed = False

    def wake(self, session_id: str) -> None:
        """Read the unread attachments of a conversation, unless another process does."""
        self._sessions.add(session_id)
        if not self._closed and (self._reading is None or self._reading.done()):
            self._reading = asyncio.create_task(self._read_all(), name="read attachments")

    async def embedded(self) -> None:
        """Wait until what this process has read is embedded."""
        while (task := self._embedding) is not None and not task.done():
            await asyncio.wait({task})

    async def close(self) -> None:
        """Stop. An attachment that is being read is queued again."""
        self._closed = True
        for task in (self._reading, self._embedding):
            if task is not None:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task

    async def _read_all(self) -> None:
        try:
            while self._sessions:
                sessions, self._sessions = self._sessions, set()
                claimed = await self._claim(sessions)
                if claimed is not None:
                    self._sessions |= sessions
                    await self._read(*claimed)
        except AskwellError as error:
            LOG.warning("attachments are read when they are needed next: %s", error.message)
        except Exception:
            LOG.exception("attachments are read when they are needed next")

    async def _claim(self, sessions: set[str]) -> tuple[Attachment, str] | None:
        now = _milliseconds(self._shelf.clock.now())
        wanted = sorted(sessions)
        until = now + int(CLAIM_S * 1000)
        return await self._shelf.engine.write(lambda tx: rows.claim(tx, now, until, wanted))

    async def _read(self, attachment: Attachment, kind: str) -> None:
        keeping = asyncio.create_task(self._keep(attachment), name=f"claim of attachment {attachment.id}")
        try:
            parsed = await in_thread(self._parse, attachment, kind)
            screened = await self._screen(await self._owner(attachment), attachment.session_id, parsed)
            prepared = await in_thread(self._split, attachment, parsed if screened is None else screened)
            await self._store(attachment, prepared)
            if screened is not None:
                await self._remove_file(attachment)
        except BadInput as error:
            await self._set(
                attachment,
                state="failed",
                error_code=error.code,
                error=error.message[:_MAX_ERROR_CHARS],
                hint=error.hint[:_MAX_ERROR_CHARS],
            )
        except asyncio.CancelledError:
            await asyncio.shield(self._set(attachment, state="queued", claimed_until=0))
            raise
        finally:
            keeping.cancel()
            with suppress(asyncio.CancelledError):
                await keeping

    def _parse(self, attachment: Attachment, kind: str) -> ParsedDocument:
        """The parsed file. Its own labels are left out: labels choose among attachments. Blocks; raises BadInput."""
        path, shelf = self._files.path_of(attachment.content_hash), self._shelf
        try:
            return replace(read_as(kind, path, attachment.name, shelf.readers, shelf.in_child), labels=())
        except BadInput:
            raise
        except Exception as error:
            raise intake.failed_by(attachment.name, error) from error

    def _split(self, attachment: Attachment, parsed: ParsedDocument) -> intake.Prepared:
        return intake.split(attachment.name, attachment.content_hash, (), self._shelf, lambda: parsed)

    async def _owner(self, attachment: Attachment) -> Principal:
        return await self._shelf.engine.read(lambda tx: rows.owner(tx, attachment.id))

    async def _remove_file(self, attachment: Attachment) -> None:
        """Remove the bytes of an attachment whose text is kept without personal data, unless they are to be read."""
        async with self._files.held():
            if not await self._shelf.engine.read(lambda tx: rows.is_to_be_read(tx, attachment.content_hash)):
                await self._files.remove(attachment.content_hash)

    async def _store(self, attachment: Attachment, prepared: intake.Prepared) -> None:
        """Write the document and make the attachment ready, in one transaction; nothing if it was removed."""
        collection = attached_collection(attachment.session_id)
        self._knowledge.adopt(collection, attachment.embedder_of)
        shelf = await self._knowledge.shelf_of(collection)
        document = intake.document_of(shelf, prepared, collection)
        document = replace(document, labels=(document.id,))
        async with shelf.engine.begin() as connection:
            if not await connection.run_sync(rows.is_wanted, attachment.id):
                return
            with StoredVectors() as none_yet:
                await intake.write(connection, shelf, document, prepared, none_yet, root=str(attachment.number))
            await connection.run_sync(
                partial(
                    rows.change,
                    attachment_id=attachment.id,
                    state="ready",
                    document_id=document.id,
                    media_type=document.media_type,
                )
            )
        self._collections[collection] = None
        if not self._closed and (self._embedding is None or self._embedding.done()):
            self._embedding = asyncio.create_task(self._embed_all(), name="embed attachments")

    async def _embed_all(self) -> None:
        while self._collections:
            collection = next(iter(self._collections))
            del self._collections[collection]
            try:
                await embed_all(await self._knowledge.shelf_of(collection), collection)
            except AskwellError as error:
                LOG.warning("an attachment is found by its words alone: %s", error.message)
            except Exception:
                LOG.exception("an attachment is found by its words alone")

    async def _keep(self, attachment: Attachment) -> None:
        """Renew the claim until cancelled."""
        while True:
            await asyncio.sleep(CLAIM_S / 3)
            with suppress(AskwellError):
                until = _milliseconds(self._shelf.clock.now()) + int(CLAIM_S * 1000)
                await self._set(attachment, claimed_until=until)

    async def _set(self, attachment: Attachment, **values: object) -> None:
        def work(tx: Connection) -> None:
            rows.change(tx, attachment.id, **values)

        await self._shelf.engine.write(work)


def _milliseconds(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)
