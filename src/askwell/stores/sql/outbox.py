"""Stores the sources of a final turn, and its row in the outbox table."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, bindparam, insert, select

from askwell.stores.common.defaults import new_sources
from askwell.stores.sql import statements
from askwell.stores.sql.rows import passages_as_read, passages_list
from askwell.stores.sql.schema import outbox, session_sources, turn_sources
from askwell.types import Source

FINISHED = "turn.finished"
"""Topic of the outbox row of a final turn."""

_NUMBERED = select(
    *(session_sources.c[name] for name in ("number", "document_id", "name", "title", "url", "date")),
).where(
    session_sources.c.session_id == bindparam("session_id"),
    session_sources.c.document_id.in_(bindparam("documents", expanding=True))
    | session_sources.c.number.in_(bindparam("numbers", expanding=True)),
)


_NUMBER_SOURCE = insert(session_sources)
_CITE = insert(turn_sources)
_ANNOUNCE = insert(outbox)


def announce(tx: Connection, now: datetime, session_id: str, turn_id: str, status: str) -> None:
    """Add the outbox row for a final turn."""
    row = {"session_id": session_id, "turn_id": turn_id, "topic": FINISHED, "payload": {"status": status}}
    statements.run(tx, _ANNOUNCE, {**row, "created_at": now})


def add_sources(tx: Connection, session_id: str, turn_id: str, sources: Sequence[Source]) -> tuple[Source, ...]:
    """Store the sources of a turn and return them as they will be read.

    A document that is cited for the first time is added to the session with its number. An earlier one keeps the name,
    title, URL and date of its first citation. Raises BadInput (`source_renumbered`).
    """
    if not sources:
        return ()
    values: dict[str, object] = {
        "session_id": session_id,
        "documents": [source.document_id for source in sources],
        "numbers": [source.number for source in sources],
    }
    numbered = {row.document_id: row for row in statements.fetch(tx, _NUMBERED, values)}
    added = new_sources(sources, {document: row.number for document, row in numbered.items()})
    statements.run_each(tx, _NUMBER_SOURCE, [_session_source_row(session_id, source) for source in added])
    statements.run_each(
        tx,
        _CITE,
        [
            {
                "turn_id": turn_id,
                "position": position,
                "session_id": session_id,
                "number": source.number,
                "document_id": source.document_id,
                "stage": "cited",
                "passages": passages_list(source.passages),
            }
            for position, source in enumerate(sources)
        ],
    )
    return tuple([_as_read(source, numbered.get(source.document_id)) for source in sources])


def _as_read(source: Source, first_citation: Row[Any] | None) -> Source:
    passages = passages_as_read(source.passages)
    if first_citation is None:
        return replace(source, passages=passages)
    return replace(
        source,
        document=first_citation.name,
        title=first_citation.title,
        url=first_citation.url,
        date=first_citation.date,
        passages=passages,
    )


def _session_source_row(session_id: str, source: Source) -> dict[str, object]:
    return {
        "session_id": session_id,
        "number": source.number,
        "document_id": source.document_id,
        "name": source.document,
        "title": source.title,
        "url": source.url,
        "date": source.date,
    }
