"""Files that people give to a conversation."""

from collections.abc import AsyncIterator, Sequence
from typing import Protocol

from askwell.types import Attachment, Principal


class Attachments(Protocol):
    """The attachments of conversations. Their files are read in the background.

    The caller has checked that the conversation is the principal's. An attachment of another principal does not exist:
    NotFound (`attachment_not_found`). Any method may raise StorageFailed.
    """

    async def add(
        self, principal: Principal, session_id: str, name: str, data: bytes, *, embedder_of: str = ""
    ) -> Attachment:
        """Store a file and queue it to be read; the same bytes again are the same attachment.

        One that had failed is read again. `embedder_of` is a collection whose embedder it gets. Raises BadInput
        (`unsupported_document`, `body_too_large`, `empty_document`, `bad_name`) and Conflict (`too_many_attachments`).
        """
        ...

    async def of(self, principal: Principal, session_id: str) -> Sequence[Attachment]:
        """All attachments of a conversation by number, including removed ones. Files left unread are read again."""
        ...

    async def change(
        self,
        principal: Principal,
        session_id: str,
        number: int,
        *,
        active: bool | None = None,
        only: bool | None = None,
    ) -> Attachment:
        """Change whether questions search an attachment, and whether they search nothing else.

        `only` also makes it active, and ends that of another one. Raises NotFound, and Conflict (`attachment_failed`)
        for one that cannot be read.
        """
        ...

    async def remove(self, principal: Principal, session_id: str, number: int) -> None:
        """Remove an attachment: from then on no search finds it. Raises NotFound."""
        ...

    async def forget(self, principal: Principal, session_id: str) -> None:
        """Erase all attachments of a conversation: rows, documents, index, and bytes that no other attachment has."""
        ...

    async def erase(self, principal: Principal) -> int:
        """Erase all attachments of a person, in all conversations; returns how many there were."""
        ...

    async def remove_leftovers(self) -> None:
        """Remove files and indexes that belong to no attachment, as a process leaves that is killed."""
        ...

    async def conversations(self) -> set[tuple[Principal, str]]:
        """The conversations of everybody that have attachments, each with its owner."""
        ...

    def data(self, attachment: Attachment) -> AsyncIterator[bytes]:
        """The bytes of an attachment in pieces whose lengths are multiples of three; none if they are not kept."""
        ...

    async def settled(self, principal: Principal, session_id: str) -> Sequence[Attachment]:
        """Wait until every attachment of a conversation is ready or failed; returns those that are not removed.

        What this process has read is embedded then.
        """
        ...

    async def allows(self, principal: Principal, document_id: str) -> bool:
        """Whether the principal may read a document: it is none of the attachments of another one."""
        ...

    async def close(self) -> None:
        """Stop reading; what is not read is read by the next process that needs it."""
        ...
