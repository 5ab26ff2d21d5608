"""The port `Attachments` on the tables of documents."""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from askwell.errors import AskwellError, BadInput, Conflict, NotFound, StorageFailed
from askwell.knowledge.attachments import rows
from askwell.knowledge.attachments.files import AttachedFiles
from askwell.knowledge.attachments.reading import AttachmentReader, Screen, as_it_is
from askwell.knowledge.intake import check_name, hash_content
from askwell.knowledge.readers.plugged import reader_of
from askwell.knowledge.readers.recognition import MEDIA_TYPES, recognise
from askwell.knowledge.rows import remove_documents
from askwell.knowledge.search import LocalKnowledge
from askwell.types import Attachment, Principal, attached_collection

LOG = logging.getLogger("askwell")

POLL_S = 0.1
"""Time between two looks at attachments that another process may be reading, seconds."""

_TRIES = 5
"""Attempts to get a number while others add files to the same conversation."""


class LocalAttachments:
    """The attachments of all conversations in the database of `knowledge`, their bytes in `folder`.

    A conversation has at most `most` attachments of at most `most_bytes` each. Close it before the database.
    """

    def __init__(
        self, knowledge: LocalKnowledge, folder: Path, *, most: int, most_bytes: int, screen: Screen = as_it_is
    ) -> None:
        """`screen` gives what of a document may be stored; the bytes of a file that it changes are removed."""
        self._knowledge = knowledge
        self._shelf = knowledge.shelf
        self._files = AttachedFiles(folder)
        self._reader = AttachmentReader(knowledge, self._files, screen)
        self._most = most
        self._most_bytes = most_bytes

    async def add(
        self, principal: Principal, session_id: str, name: str, data: bytes, *, embedder_of: str = ""
    ) -> Attachment:
        check_name(name)
        if len(data) > self._most_bytes:
            raise BadInput(
                f"{name!r} has {len(data):,} bytes; the maximum is {self._most_bytes:,}",
                code="body_too_large",
                hint="Split it, or raise `max_upload_bytes`.",
            )
        kind, media_type = await asyncio.to_thread(self._recognise, data, name)
        content_hash = await asyncio.to_thread(hash_content, data, name)
        new = Attachment(
            id=self._shelf.ids.new(),
            session_id=session_id,
            number=0,
            name=name,
            media_type=media_type,
            size=len(data),
            content_hash=content_hash,
            state="queued",
            added_at=self._shelf.clock.now(),
            embedder_of=embedder_of,
        )
        async with self._files.held():
            await self._files.add(content_hash, data)
            try:
                added = await self._insert(principal, new, kind)
            except AskwellError:
                await self._remove_unused([content_hash])
                raise
        if added.is_pending:
            self._reader.wake(session_id)
        return added

    async def of(self, principal: Principal, session_id: str) -> Sequence[Attachment]:
        found = await self._shelf.engine.read(lambda tx: rows.of_session(tx, principal, session_id))
        if any(each.is_pending for each in found):
            self._reader.wake(session_id)
        return found

    async def change(
        self,
        principal: Principal,
        session_id: str,
        number: int,
        *,
        active: bool | None = None,
        only: bool | None = None,
    ) -> Attachment:
        def work(tx: Connection) -> Attachment:
            found = _find(rows.lock_session(tx, principal, session_id), number)
            if found.state == "failed" and (active or only):
                raise Conflict(
                    f"Attachment {number} ({found.name!r}) cannot be read: {found.error}",
                    code="attachment_failed",
                    hint=found.hint,
                )
            changed = replace(
                found,
                is_active=True if only else found.is_active if active is None else active,
                is_only=found.is_only if only is None else only,
            )
            if not changed.is_active:
                changed = replace(changed, is_only=False)
            if only:
                rows.end_only(tx, principal, session_id)
            rows.change(tx, found.id, is_active=changed.is_active, is_only=changed.is_only)
            return changed

        return await self._shelf.engine.write(work)

    async def remove(self, principal: Principal, session_id: str, number: int) -> None:
        now = self._shelf.clock.now()
        async with self._files.held():
            async with self._shelf.engine.begin() as connection:
                known = await connection.run_sync(rows.lock_session, principal, session_id)
                found = _find(known, number)
                await connection.run_sync(
                    partial(rows.change, attachment_id=found.id, removed_at=now, is_active=False, is_only=False)
                )
                await remove_documents(connection, self._shelf.tenant, [found.document_id])
            await self._remove_unused([found.content_hash])
        await self._knowledge.purge(attached_collection(session_id))

    async def forget(self, principal: Principal, session_id: str) -> None:
        collection = attached_collection(session_id)
        if not await self._shelf.engine.read(lambda tx: rows.of_session(tx, principal, session_id)):
            return
        async with self._files.held():
            async with self._shelf.engine.begin() as connection:
                known = await connection.run_sync(rows.lock_session, principal, session_id)
                await remove_documents(connection, self._shelf.tenant, [each.document_id for each in known])
                await connection.run_sync(rows.forget, principal, session_id, self._shelf.tenant, collection)
            await self._remove_unused({each.content_hash for each in known})
        await self._knowledge.drop(collection)

    async def erase(self, principal: Principal) -> int:
        mine = await self._shelf.engine.read(lambda tx: rows.sessions_of(tx, principal))
        for session_id in mine:
            await self.forget(principal, session_id)
        return sum(mine.values())

    async def remove_leftovers(self) -> None:
        async with self._files.held():
            await self._files.remove_others(await self._shelf.engine.read(rows.all_hashes))
        await self._knowledge.remove_leftovers()

    async def conversations(self) -> set[tuple[Principal, str]]:
        return await self._shelf.engine.read(rows.conversations)

    def data(self, attachment: Attachment) -> AsyncIterator[bytes]:
        return self._files.read(attachment.content_hash)

    async def settled(self, principal: Principal, session_id: str) -> Sequence[Attachment]:
        found = await self.of(principal, session_id)
        while any(each.is_pending for each in found):
            await asyncio.sleep(POLL_S)  # another process may be reading
            found = await self.of(principal, session_id)
        await self._reader.embedded()
        return [each for each in found if not each.is_removed]

    async def allows(self, principal: Principal, document_id: str) -> bool:
        found = await self._shelf.engine.read(lambda tx: rows.owner_of(tx, document_id))
        return found in {None, principal}

    async def close(self) -> None:
        await self._reader.close()

    def _recognise(self, data: bytes, name: str) -> tuple[str, str]:
        """The name of the reader and the media type of a file."""
        if plugged := reader_of(name, self._shelf.readers):
            return plugged.name, "application/octet-stream"
        kind = recognise(data, name)
        return kind, MEDIA_TYPES[kind]

    async def _insert(self, principal: Principal, new: Attachment, kind: str) -> Attachment:
        """The new attachment with its number, or the one with the same bytes."""
        for _ in range(_TRIES):
            try:
                return await self._shelf.engine.write(lambda tx: _insert(tx, principal, new, kind, self._most))
            except IntegrityError:  # another process has taken the number
                continue
        raise StorageFailed(f"{new.name!r} could not be added, as too many files were at the same time")

    async def _remove_unused(self, content_hashes: Iterable[str]) -> None:
        """Remove the files that no attachment has. The lock of the folder is held. A failure is logged."""
        wanted = list(content_hashes)
        try:
            used = await self._shelf.engine.read(lambda tx: rows.hashes_in_use(tx, wanted))
            for content_hash in set(wanted) - used:
                await self._files.remove(content_hash)
        except StorageFailed as error:
            LOG.warning("the file of a removed attachment is still on disk: %s", error.message)


def _insert(tx: Connection, principal: Principal, new: Attachment, kind: str, most: int) -> Attachment:
    known = rows.lock_session(tx, principal, new.session_id)
    present = [each for each in known if not each.is_removed]
    same = next((each for each in present if each.content_hash == new.content_hash), None)
    if same is not None and same.state != "failed":
        return same
    if same is not None:
        again = replace(same, state="queued", error_code="", error="", hint="", name=new.name)
        rows.change(tx, same.id, state="queued", error_code="", error="", hint="", name=new.name, kind=kind)
        return again
    if len(present) >= most:
        raise Conflict(
            f"The conversation has {len(present)} attachments; the maximum is {most}",
            code="too_many_attachments",
            hint="Remove one that is not needed, or raise `max_attachments`.",
        )
    added = replace(new, number=max((each.number for each in known), default=0) + 1)
    rows.add(tx, principal, added, kind)
    # A new file is to be searched.
    rows.end_only(tx, principal, new.session_id)
    return added


def _find(known: Sequence[Attachment], number: int) -> Attachment:
    """Raises NotFound (`attachment_not_found`)."""
    found = next((each for each in known if each.number == number and not each.is_removed), None)
    if found is None:
        raise NotFound(
            f"The conversation has no attachment {number}", code="attachment_not_found", hint="List the attachments."
        )
    return found
