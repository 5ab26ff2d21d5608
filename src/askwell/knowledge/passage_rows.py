"""SQL statements that read chunks as passages. The caller owns the transaction."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row, and_, false, or_, select

from askwell.knowledge.rows import in_batches
from askwell.knowledge.schema import chunks, documents
from askwell.types import Chunk, Passage

_PASSAGES = select(
    chunks,
    documents.c.name.label("document_name"),
    *(documents.c[each] for each in ("title", "url", "language", "labels", "collection", "tenant", "date")),
).join(documents, chunks.c.document_id == documents.c.id)


def passages(connection: Connection, tenant: str, ids: Sequence[str]) -> dict[str, Passage]:
    """Passages by chunk id, with score 0, without those that no longer exist."""
    found: dict[str, Passage] = {}
    for some in in_batches(ids):
        rows = connection.execute(_PASSAGES.where(chunks.c.id.in_(list(some))))
        # No tenant condition in SQL: SQLite would scan all chunks of the tenant for a few ids.
        found.update((row.id, _passage(row)) for row in rows if row.tenant == tenant)
    return found


def around(connection: Connection, tenant: str, ids: Sequence[str]) -> list[Passage]:
    """The chunks directly before and after these in their documents, in order, without these."""
    known = passages(connection, tenant, ids)
    found: dict[str, Passage] = {}
    for document_id in dict.fromkeys(each.chunk.document_id for each in known.values()):
        own = [each.chunk.ordinal for each in known.values() if each.chunk.document_id == document_id]
        next_to = sorted({at + step for at in own for step in (-1, 1)} - set(own))
        rows = connection.execute(
            _PASSAGES.where(chunks.c.document_id == document_id, chunks.c.ordinal.in_(next_to)).order_by(
                chunks.c.ordinal
            )
        )
        found.update((row.id, _passage(row)) for row in rows if row.tenant == tenant)
    return list(found.values())


def excerpt(
    connection: Connection, tenant: str, document_ids: Sequence[str], page: int | None, limit: int
) -> list[Passage]:
    """The first chunks of each document, of which there are a few, or those on a page; score 0, at most `limit`.

    On a page are the chunks that begin there. If none does, it is the one before that goes on there.
    """
    found: list[Passage] = []
    for document_id in document_ids:
        own = _PASSAGES.where(chunks.c.document_id == document_id).order_by(chunks.c.ordinal)
        wanted = own if page is None else own.where(chunks.c.page == page)
        rows = connection.execute(wanted.limit(max(1, limit // len(document_ids)))).all()
        if page is not None and not rows:
            goes_on = connection.execute(own.where(chunks.c.page > page).limit(1)).first() is not None
            before = own.order_by(None).where(chunks.c.page < page).order_by(chunks.c.ordinal.desc()).limit(1)
            rows = connection.execute(before).all() if goes_on else []
        found += [_passage(row) for row in rows if row.tenant == tenant]
    return found[:limit]


def passages_at(connection: Connection, tenant: str, document_id: str, offsets: Sequence[int]) -> list[Passage]:
    """Passages of a document that contain these offsets, of which there are a few, in order, with score 0."""
    here = or_(false(), *(and_(chunks.c.start <= offset, chunks.c.end > offset) for offset in offsets))
    rows = connection.execute(_PASSAGES.where(chunks.c.document_id == document_id, here).order_by(chunks.c.ordinal))
    passages = [_passage(row) for row in rows if row.tenant == tenant]
    found: dict[str, Passage] = {}
    for offset in offsets:
        first = next((each for each in passages if each.chunk.start <= offset < each.chunk.end), None)
        if first is not None:
            found.setdefault(first.chunk.id, first)
    return list(found.values())


def _passage(row: Row[Any]) -> Passage:
    chunk = Chunk(
        id=row.id,
        document_id=row.document_id,
        ordinal=row.ordinal,
        text=row.text,
        start=row.start,
        end=row.end,
        headings=tuple(row.headings),
        page=row.page,
        tokens=row.tokens,
    )
    return Passage(
        chunk=chunk,
        document_name=row.document_name,
        title=row.title,
        url=row.url,
        language=row.language,
        labels=tuple(row.labels),
        collection=row.collection,
        score=0.0,
        date=row.date,
    )
