"""What a final turn leaves in SQL: its sources, the new ones under their numbers, and a note for others to act on."""

from datetime import datetime

from sqlalchemy import Connection, bindparam, insert, select

from askwell.stores.fresh import new_sources
from askwell.stores.rows import passages_list
from askwell.stores.schema import outbox, session_sources, turn_sources
from askwell.types import Source, Turn

FINISHED = "turn.finished"
"""Topic of the outbox row that every final turn leaves."""

_GIVEN = select(session_sources.c.number, session_sources.c.document_id).where(
    session_sources.c.session_id == bindparam("session_id"),
    session_sources.c.document_id.in_(bindparam("documents", expanding=True))
    | session_sources.c.number.in_(bindparam("numbers", expanding=True)),
)


def announce(tx: Connection, now: datetime, session_id: str, turn_id: str, status: str) -> None:
    """The outbox's row for a turn that is final."""
    row = {"session_id": session_id, "turn_id": turn_id, "topic": FINISHED, "payload": {"status": status}}
    tx.execute(insert(outbox), {**row, "created_at": now})


def add_sources(tx: Connection, turn: Turn) -> None:
    """The turn's sources, the new ones of them under their numbers in the conversation."""
    if not turn.sources:
        return
    given = tx.execute(
        _GIVEN,
        {
            "session_id": turn.session_id,
            "documents": [source.document_id for source in turn.sources],
            "numbers": [source.number for source in turn.sources],
        },
    )
    fresh = new_sources(turn.sources, {row.document_id: row.number for row in given})
    if fresh:
        tx.execute(insert(session_sources), [_session_source(turn.session_id, source) for source in fresh])
    tx.execute(
        insert(turn_sources),
        [
            {
                "turn_id": turn.id,
                "position": position,
                "session_id": turn.session_id,
                "number": source.number,
                "document_id": source.document_id,
                "stage": "cited",
                "passages": passages_list(source.passages),
            }
            for position, source in enumerate(turn.sources)
        ],
    )


def _session_source(session_id: str, source: Source) -> dict[str, object]:
    return {
        "session_id": session_id,
        "number": source.number,
        "document_id": source.document_id,
        "name": source.document,
        "title": source.title,
        "url": source.url,
    }
