"""SQL statements that read documents. The caller owns the transaction."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Select, and_, func, or_, select
from sqlalchemy.engine import RowMapping
from sqlalchemy.ext.asyncio import AsyncConnection

from askwell.knowledge.schema import documents
from askwell.types import Document

_CURSOR = re.compile(r"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}):")


@dataclass(frozen=True, slots=True)
class Known:
    """The columns of a stored document that tell whether its file has changed."""

    id: str
    root: str
    name: str
    content_hash: str
    recipe: str


async def known_documents(connection: AsyncConnection, tenant: str, collection: str) -> list[Known]:
    """Documents of a collection."""
    of = documents.c
    rows = await connection.execute(
        select(of.id, of.root, of.name, of.content_hash, of.recipe).where(
            of.tenant == tenant, of.collection == collection
        )
    )
    return [Known(*row) for row in rows]


async def document_page(
    connection: AsyncConnection, tenant: str, collection: str, after: str, limit: int
) -> list[Document]:
    """Documents sorted by name, then id, after the cursor or name `after`."""
    of = documents.c
    key, name = _split_cursor(after)
    later = of.name > name
    page = (
        _without_text()
        .where(of.tenant == tenant, of.collection == collection)
        .where(or_(later, and_(of.name == name, of.id > key)) if key else later)
        .order_by(of.name, of.id)
        .limit(limit)
    )
    return [_document(row) for row in (await connection.execute(page)).mappings()]


async def document_with_text(connection: AsyncConnection, tenant: str, document_id: str) -> tuple[Document, str] | None:
    """A document and its text; None if it does not exist."""
    of = documents.c
    wanted = _without_text().add_columns(of.text).where(of.tenant == tenant, of.id == document_id)
    row = (await connection.execute(wanted)).mappings().first()
    return None if row is None else (_document(row), row["text"])


async def collection_of(connection: AsyncConnection, tenant: str, document_id: str) -> str | None:
    """The collection of a document; None if there is no such document."""
    of = documents.c
    found = await connection.execute(select(of.collection).where(of.tenant == tenant, of.id == document_id))
    return found.scalar_one_or_none()


async def count_documents(connection: AsyncConnection, tenant: str) -> Mapping[str, int]:
    """Number of documents by collection, sorted by name."""
    of = documents.c
    counted = (
        select(of.collection, func.count().label("documents"))
        .where(of.tenant == tenant)
        .group_by(of.collection)
        .order_by(of.collection)
    )
    return {row.collection: row.documents for row in await connection.execute(counted)}


def _split_cursor(cursor: str) -> tuple[str, str]:
    """Id and name of a `Document.cursor`. A plain name has no id and means after all documents of that name."""
    match = _CURSOR.match(cursor)
    return (match.group(1), cursor[match.end() :]) if match else ("", cursor)


def _without_text() -> Select[Any]:
    hidden = {"text", "tenant", "root", "recipe", "boxes"}
    return select(*(column for column in documents.c if column.name not in hidden))


def _document(row: RowMapping) -> Document:
    values = {name: row[name] for name in Document.__dataclass_fields__}
    added: datetime = values["added_at"]
    # SQLite stores no time zone; the value is UTC.
    values["added_at"] = added.replace(tzinfo=UTC) if added.tzinfo is None else added
    values["labels"] = tuple(values["labels"])
    return Document(**values)
