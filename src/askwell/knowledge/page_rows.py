"""SQL statements on the pages of documents: where their words are, and their files. The caller owns the transaction."""

from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from askwell.knowledge.schema import documents, originals

_OF = documents.c


@dataclass(frozen=True, slots=True)
class StoredFile:
    """What is known of the file of a document."""

    collection: str
    name: str
    root: str
    media_type: str
    content_hash: str


async def write_pages(connection: AsyncConnection, document_id: str, boxes: bytes, original: bytes) -> None:
    """Store where the words of a document are, and the bytes of its file; nothing of either if it is empty."""
    await connection.execute(update(documents).where(_OF.id == document_id).values(boxes=boxes or None))
    await connection.execute(delete(originals).where(originals.c.document_id == document_id))
    if original:
        await connection.execute(insert(originals).values(document_id=document_id, data=original))


def boxes_of(tx: Connection, tenant: str, document_id: str) -> bytes | None:
    """Where the words of a document are; empty if not known, None if it does not exist."""
    row = tx.execute(select(_OF.boxes).where(_OF.tenant == tenant, _OF.id == document_id)).first()
    return None if row is None else row.boxes or b""


def file_of(tx: Connection, tenant: str, document_id: str) -> StoredFile | None:
    """The file of a document; None if there is no such document."""
    wanted = select(_OF.collection, _OF.name, _OF.root, _OF.media_type, _OF.content_hash)
    row = tx.execute(wanted.where(_OF.tenant == tenant, _OF.id == document_id)).first()
    return None if row is None else StoredFile(*row)


def original_of(tx: Connection, document_id: str) -> bytes:
    """The stored bytes of a document's file; empty if there are none."""
    return tx.execute(select(originals.c.data).where(originals.c.document_id == document_id)).scalar() or b""
