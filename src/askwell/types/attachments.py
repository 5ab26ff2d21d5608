"""Files that a person has given to a conversation."""

import hashlib
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from askwell.types.documents import ATTACHED

AttachmentState = Literal["queued", "parsing", "ready", "failed"]
"""State of an attachment: it waits to be read, is being read, can be searched, or cannot be read."""


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file of a conversation."""

    id: str
    session_id: str
    number: int
    """From 1, in the order in which files were added; a number is not used again after a removal."""
    name: str
    """Name as given, without folders. It is data only and never a part of a path."""
    media_type: str
    """From the content, not from the name."""
    size: int
    """Bytes."""
    content_hash: str
    """SHA-256 of the bytes, hexadecimal."""
    state: AttachmentState
    added_at: datetime
    error_code: str = ""
    """Stable code of the error if `failed`; else empty."""
    error: str = ""
    hint: str = ""
    document_id: str = ""
    """Its document in the conversation's collection; empty before it was `ready`. It is kept after a removal."""
    is_active: bool = True
    """Whether questions search it."""
    is_only: bool = False
    """Whether questions search nothing else; true for at most one attachment of a conversation."""
    removed_at: datetime | None = None
    embedder_of: str = ""
    """Collection whose embedder it has, that of the conversation's assistant."""

    @property
    def is_removed(self) -> bool:
        """Whether it was removed from the conversation."""
        return self.removed_at is not None

    @property
    def is_pending(self) -> bool:
        """Whether it is not read yet."""
        return self.state in {"queued", "parsing"} and not self.is_removed

    @property
    def is_searchable(self) -> bool:
        """Whether it is read and not removed."""
        return self.state == "ready" and not self.is_removed


@dataclass(frozen=True, slots=True)
class AttachmentMention:
    """What a question says of the attachments of its conversation."""

    numbers: tuple[int, ...]
    """Those that it names; only these are searched."""
    expression: str
    """The words that name them, as typed; empty if an earlier question named them."""
    question: str
    """The question with the name of the file in place of these words, so that it can be read without the list."""
    rest: str
    """The question without these words, or with a pronoun in their place, which is searched."""
    asked: str = ""
    """The question as typed, without the words in it that name attachments."""
    page: int | None = None
    """The page that it asks about."""


def attached_collection(session_id: str) -> str:
    """Name of the collection of a conversation's attachments, of 40 characters."""
    return ATTACHED + hashlib.sha256(session_id.encode(errors="surrogatepass")).hexdigest()[:32]
