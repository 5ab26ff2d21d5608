"""The attachments of conversations, for their owners."""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from askwell.composition.container import Container
from askwell.errors import NotFound
from askwell.ports import Attachments, DocumentPages
from askwell.runtime.noting import noted
from askwell.types import Attachment, Document, PageBoxes, Passage, Principal, Source, Turn

LOCAL = Principal()

T = TypeVar("T")


class SessionAttachments:
    """Files that people give to a conversation: added, listed, chosen, removed.

    Every method raises NotFound (`session_not_found`) if the conversation is not the principal's or does not exist.
    """

    def __init__(self, container: Container, collection_of: Callable[[str, Principal], Awaitable[str]]) -> None:
        self._container = container
        self._store = container.store
        self._knowledge = container.knowledge
        self._attachments = container.attachments
        self._pages = container.pages
        self._personal = container.personal
        self._collection_of = collection_of
        """First collection of the assistant of a session."""

    async def add(self, session: str, name: str, data: bytes, *, principal: Principal = LOCAL) -> Attachment:
        """Add a file and return at once; it is read in the background. The same bytes again are the same attachment.

        `name` is shown and never becomes a path. Raises BadInput (`unsupported_document`, `empty_document`,
        `body_too_large`, `bad_name`), Conflict (`too_many_attachments`).
        """
        port = await self._of_owner(principal, session)
        collection = await self._collection_of(session, principal)
        hidden = await self._personal.hidden(principal, session, await self._assistant(principal, session), name)
        added = await port.add(principal, session, hidden, data, embedder_of=collection)
        try:
            await self._store.sessions.get(principal, session)
        except NotFound:  # it was deleted in between
            await port.forget(principal, session)
            raise
        return await self._shown(principal, session, added)

    async def list(self, session: str, *, principal: Principal = LOCAL) -> Sequence[Attachment]:
        """The attachments by number."""
        port = await self._of_owner(principal, session)
        present = [each for each in await port.of(principal, session) if not each.is_removed]
        return await self._shown(principal, session, present)

    async def get(self, session: str, number: int, *, principal: Principal = LOCAL) -> Attachment:
        """One attachment. Raises NotFound (`attachment_not_found`)."""
        found = next((each for each in await self.list(session, principal=principal) if each.number == number), None)
        if found is None:
            raise NotFound(
                f"The conversation has no attachment {number}",
                code="attachment_not_found",
                hint="List the attachments.",
            )
        return found

    async def change(
        self,
        session: str,
        number: int,
        *,
        active: bool | None = None,
        only: bool | None = None,
        principal: Principal = LOCAL,
    ) -> Attachment:
        """Change whether questions search an attachment (`active`), and whether they search nothing else (`only`).

        Raises NotFound (`attachment_not_found`), Conflict (`attachment_failed`).
        """
        port = await self._of_owner(principal, session)
        changed = await port.change(principal, session, number, active=active, only=only)
        return await self._shown(principal, session, changed)

    async def remove(self, session: str, number: int, *, principal: Principal = LOCAL) -> None:
        """Remove an attachment; searches that begin afterwards do not find it. Raises NotFound."""
        found = await self.get(session, number, principal=principal)
        port = await self._of_owner(principal, session)
        async with noted(self._container, "attachment", found.id):
            await port.remove(principal, session, number)

    async def settled(self, session: str, *, principal: Principal = LOCAL) -> Sequence[Attachment]:
        """The attachments by number, when all of them are ready or failed."""
        port = await self._of_owner(principal, session)
        return await self._shown(principal, session, await port.settled(principal, session))

    async def document(self, document_id: str, *, principal: Principal = LOCAL) -> tuple[Document, str]:
        """A document and its text. Raises NotFound, also for the attachment of another principal."""
        found = await self._knowledge.document(document_id)
        await self._check_owner(document_id, principal)
        return found

    async def boxes(
        self, document_id: str, start: int, end: int, *, principal: Principal = LOCAL
    ) -> Sequence[PageBoxes]:
        """Where the words of a document from `start` to `end` are on its pages. Raises NotFound as `document` does.

        Offsets count characters of its text. Empty for words without a known place.
        """
        await self._check_owner(document_id, principal)
        return await self._pages.boxes(document_id, start, end) if self._pages else ()

    async def page_hash(self, document_id: str, *, principal: Principal = LOCAL) -> str:
        """SHA-256 of the file that `page` draws. Raises NotFound as `document` does."""
        await self._check_owner(document_id, principal)
        return await self._shown_pages().content_hash(document_id)

    async def page(self, document_id: str, page: int, *, principal: Principal = LOCAL) -> bytes:
        """A page, counted from 1, as PNG; see `DocumentPages.image`. Raises NotFound as `document` does."""
        await self._check_owner(document_id, principal)
        return await self._shown_pages().image(document_id, page)

    async def passage(self, chunk_id: str, *, principal: Principal = LOCAL) -> Passage:
        """A chunk with its document. Raises NotFound, also for the attachment of another principal."""
        found = await self._knowledge.passage(chunk_id)
        if self._attachments is not None and not await self._attachments.allows(principal, found.chunk.document_id):
            raise NotFound(f"No passage {chunk_id!r}", code="passage_not_found", hint="Its document may have changed.")
        return found

    async def marked(self, turns: Iterable[Turn]) -> Sequence[Turn]:
        """Stored turns, whose sources say whether their documents have been removed since."""
        shown = list(turns)
        cited = [source.document_id for turn in shown for source in turn.sources]
        missing = await self._knowledge.missing(cited) if cited else frozenset()
        if not missing:
            return shown
        return [replace(turn, sources=tuple(_marked(source, missing) for source in turn.sources)) for turn in shown]

    async def _assistant(self, principal: Principal, session: str) -> str:
        return (await self._store.sessions.get(principal, session)).assistant

    async def _shown(self, principal: Principal, session: str, value: T) -> T:
        """Attachments with names as their owner gave them."""
        shown: T = (await self._personal.show_of(principal, session))(value)
        return shown

    async def _check_owner(self, document_id: str, principal: Principal) -> None:
        """Raise NotFound for the attachment of another principal."""
        if self._attachments is not None and not await self._attachments.allows(principal, document_id):
            raise NotFound(f"No document {document_id!r}", code="document_not_found")

    def _shown_pages(self) -> DocumentPages:
        if self._pages is None:
            raise NotFound("Pages of documents are not shown here", code="page_not_found")
        return self._pages

    async def _of_owner(self, principal: Principal, session: str) -> Attachments:
        await self._store.sessions.get(principal, session)
        if self._attachments is None:
            raise NotFound("Conversations have no attachments here", code="attachment_not_found")
        return self._attachments


def _marked(source: Source, missing: frozenset[str]) -> Source:
    return replace(source, is_removed=True) if source.document_id in missing else source
