"""Stores an imported conversation in SQL."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Table, insert
from sqlalchemy.exc import IntegrityError

from askwell.stores.common import validation
from askwell.stores.common.restored import Placed, Restored
from askwell.stores.sql import branches, memory_writes, outbox
from askwell.stores.sql.branches import Stretch
from askwell.stores.sql.rows import final_values
from askwell.stores.sql.schema import feedback, memory_items, sessions, summaries, topics, turns
from askwell.types import Session

_BATCH_ROWS = 1000


def restore(tx: Connection, now: datetime, restored: Restored) -> Session:
    """Store the conversation and return its session. Raises Conflict if its id or that of a turn is in use."""
    session = restored.session
    try:
        tx.execute(insert(sessions), _session_row(restored))
        for start in range(0, len(restored.turns), _BATCH_ROWS):
            batch = restored.turns[start : start + _BATCH_ROWS]
            tx.execute(insert(turns), [_turn_row(each, session.tenant) for each in batch])
    except IntegrityError as error:
        raise validation.session_exists(session.id) from error
    branches.add(tx, session.id, list(_stretches(restored)))
    for each in restored.turns:
        turn = each.turn
        outbox.add_sources(tx, turn.session_id, turn.id, turn.sources)
        outbox.announce(tx, now, session.id, turn.id, turn.status)
        if turn.feedback is not None:
            values = {"rating": turn.feedback.rating, "comment": turn.feedback.comment}
            row = {"turn_id": turn.id, "session_id": session.id, **values, "given_at": turn.feedback.given_at}
            tx.execute(insert(feedback), row)
    _insert_memory(tx, now, restored)
    return session


def _insert_memory(tx: Connection, now: datetime, restored: Restored) -> None:
    session_id, memory = restored.session.id, restored.memory
    packed = {each.turn_id: each.packed for each in memory.index_entries}
    rows_by_table: list[tuple[Table, list[dict[str, object]]]] = [
        (summaries, [memory_writes.summary_row(now, session_id, each) for each in memory.summaries]),
        (topics, [memory_writes.topic_row(session_id, each, packed.get(each.turn_id, b"")) for each in memory.topics]),
        (memory_items, [memory_writes.item_row(session_id, each, index) for index, each in enumerate(memory.items)]),
    ]
    for table, rows in rows_by_table:
        for start in range(0, len(rows), _BATCH_ROWS):
            tx.execute(insert(table), rows[start : start + _BATCH_ROWS])


def _session_row(restored: Restored) -> dict[str, Any]:
    session = restored.session
    return {
        "id": session.id,
        "tenant": session.tenant,
        "user_id": session.user,
        "assistant": session.assistant,
        "title": session.title,
        "titled_by": "user" if session.title else "",
        "pinned": session.pinned,
        "metadata": dict(session.metadata),
        "created_at": session.created_at,
        "updated_at": session.updated_at,
        "head": session.head,
        "fence": session.head,
        "sources_count": session.sources_count,
        "branch": session.branch,
        "branches": restored.branches,
        "tip": restored.tip,
    }


def _turn_row(placed: Placed, tenant: str) -> dict[str, Any]:
    turn = placed.turn
    return {
        "id": turn.id,
        "session_id": turn.session_id,
        "tenant": tenant,
        "number": turn.number,
        "parent_id": turn.parent_id,
        "supersedes_id": turn.supersedes_id,
        "branch": turn.branch,
        "fence": turn.number,
        "question": turn.question,
        "created_at": turn.created_at,
        **final_values(turn, turn.question),
    }


def _stretches(restored: Restored) -> Iterator[Stretch]:
    """The stretches of the tree, without the first one, which has no row."""
    roots = {0: 0}
    for each in restored.turns:
        number, parent = each.turn.number, each.parent
        roots[number] = roots[parent] or number
        parent_turn = restored.turns[parent - 1].turn if parent else None
        is_next = parent == number - 1 and (parent_turn is None or parent_turn.branch == each.turn.branch)
        if not is_next:
            yield Stretch(number, each.turn.branch, parent, roots[number])
