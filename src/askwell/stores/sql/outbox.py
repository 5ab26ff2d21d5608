"""What a final turn leaves in SQL: its sources, the new ones under their numbers, and a note for others to act on."""

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
"""Topic of the outbox row that every final turn leaves."""

_GIVEN = select(
    *(session_sources.c[name] for name in ("number", "document_id", "name", "title", "url")),
).where(
    session_sources.c.session_id == bindparam("session_id"),
    session_sources.c.document_id.in_(bindparam("documents", expanding=True))
    | session_sources.c.number.in_(bindparam("numbers", expanding=True)),
)


_NUMBER_SOURCE = insert(session_sources)
_CITE = insert(turn_sources)
_ANNOUNCE = insert(outbox)


def announce(tx: Connection, now: datetime, session_id: str, turn_id: str, status: str) -> None:
    """The outbox's row for a turn that is final."""
    row = {"session_id": session_id, "turn_id": turn_id, "topic": FINISHED, "payload": {"status": status}}
    statements.run(tx, _ANNOUNCE, {**row, "created_at": now})


def add_sources(tx: Connection, session_id: str, turn_id: str, sources: Sequence[Source]) -> tuple[Source, ...]:
    """The sources of a turn as they are stored, the new ones of them under their numbers in the conversation.

    A document keeps the name, title and address that it was first cited by.
    """
    if not sources:
        return ()
    cited: dict[str, object] = {
        "session_id": session_id,
        "documents": [source.document_id for source in sources],
        "numbers": [source.number for source in sources],
    }
    given = {row.document_id: row for row in statements.fetch(tx, _GIVEN, cited)}
    fresh = new_sources(sources, {document: row.number for document, row in given.items()})
    statements.run_each(tx, _NUMBER_SOURCE, [_session_source(session_id, source) for source in fresh])
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
    return tuple([_as_read(source, given.get(source.document_id)) for source in sources])


def _as_read(source: Source, given: Row[Any] | None) -> Source:
    passages = passages_as_read(source.passages)
    if given is None:
        return replace(source, passages=passages)
    return replace(source, document=given.name, title=given.title, url=given.url, passages=passages)


def _session_source(session_id: str, source: Source) -> dict[str, object]:
    return {
        "session_id": session_id,
        "number": source.number,
        "document_id": source.document_id,
        "name": source.document,
        "title": source.title,
        "url": source.url,
    }
