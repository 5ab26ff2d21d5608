"""Invariants of a database of conversations, checked directly on its tables.

1. Numbers of a session's turns go from 1 without gap or repeat.
2. The session's head is the highest of them.
3. At most one turn runs, and the session knows which.
4. What was acknowledged as done is a final turn with the same text.
5. A completed turn has an answer, and every final turn its row in the outbox.
6. After the leases have run out and a sweep nothing runs.
7. A key belongs to one turn, of its session.

Tree: a turn's parent is an earlier turn of its session, the stretches agree with the parents, and the active line ends
where its branch does. Memory: its turns belong to its session and have their numbers, digested turns exist, and an item
supersedes an earlier one of its session. No row refers to a turn or session that no longer exists.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Row, select
from sqlalchemy.ext.asyncio import AsyncEngine

from askwell.stores.sql.database import read
from askwell.stores.sql.schema import (
    feedback,
    idempotency_keys,
    memory_items,
    outbox,
    partials,
    session_sources,
    sessions,
    stretches,
    summaries,
    topics,
    turn_sources,
    turns,
)

Rows = Sequence[Row[Any]]


async def broken_invariants(
    engine: AsyncEngine, *, acknowledged: Mapping[str, str] | None = None, swept: bool = False
) -> list[str]:
    """The violated invariants, one sentence each; empty if there are none.

    `acknowledged` maps turn id to the answer that its owner was given as stored; with `swept` no turn may be running.
    """
    return await read(engine, lambda tx: list(_broken(tx, acknowledged or {}, swept=swept)))


def _broken(tx: Connection, acknowledged: Mapping[str, str], *, swept: bool) -> Iterator[str]:
    of_session: dict[str, list[Row[Any]]] = {}
    every: dict[str, Row[Any]] = {}
    for row in tx.execute(select(turns).order_by(turns.c.session_id, turns.c.number)):
        of_session.setdefault(row.session_id, []).append(row)
        every[row.id] = row
    known = tx.execute(select(sessions)).all()
    ids = {session.id for session in known}
    for session in known:
        own = of_session.get(session.id, [])
        yield from _numbers(session, own)
        yield from _owner(session, own, swept=swept)
        yield from _tree(session, own, _stretches(tx, session.id))
        yield from _memory(tx, session, own)
    yield from _said(acknowledged, every)
    yield from _announced(tx, every)
    yield from _keys(tx, every)
    for table in (turns, session_sources, stretches, outbox, idempotency_keys, summaries, topics, memory_items):
        for row in tx.execute(select(table)):
            if row.session_id not in ids:
                yield f"{table.name} holds a row of session {row.session_id}, which is gone"
    for table in (partials, turn_sources, feedback):
        for row in tx.execute(select(table)):
            if row.turn_id not in every:
                yield f"{table.name} holds a row of turn {row.turn_id}, which is gone"
            elif table is partials and every[row.turn_id].status != "running":
                yield f"turn {row.turn_id} is final and has a partial answer"


def _numbers(session: Row[Any], own: Rows) -> Iterator[str]:
    numbers = [row.number for row in own]
    if numbers != list(range(1, len(own) + 1)):
        yield f"session {session.id} has the turns {numbers}"
    if session.head != max(numbers, default=0):
        yield f"session {session.id} has the head {session.head} and the turns {numbers}"


def _owner(session: Row[Any], own: Rows, *, swept: bool) -> Iterator[str]:
    running = [row.id for row in own if row.status == "running"]
    if running != ([session.active_turn_id] if session.active_turn_id else []):
        yield f"session {session.id} thinks that {session.active_turn_id} runs; running are {running}"
    if (session.lease_until is None) != (session.active_turn_id is None):
        yield f"session {session.id} has a lease without a turn, or a turn without one"
    if session.stop_asked and not running:
        yield f"session {session.id} is asked to stop and nothing runs"
    if swept and running:
        yield f"turn {running[0]} of session {session.id} still runs"
    if any(row.fence > session.fence for row in own):
        yield f"session {session.id} has a fence below that of a turn"


def _stretches(tx: Connection, session_id: str) -> Mapping[int, Row[Any]]:
    found = tx.execute(select(stretches).where(stretches.c.session_id == session_id))
    return {row.first_number: row for row in found}


def _tree(session: Row[Any], own: Rows, turned_off: Mapping[int, Row[Any]]) -> Iterator[str]:
    number_of: Mapping[str | None, int] = {None: 0, **{row.id: row.number for row in own}}
    roots, ends, opened = {0: 0}, {0: 0}, 0
    for row in own:
        parent = number_of.get(row.parent_id, row.number)
        if parent >= row.number:
            yield f"turn {row.id} has the parent {row.parent_id}, which is no earlier one of its session"
            return
        stretch = turned_off.get(row.number)
        if parent != (row.number - 1 if stretch is None else stretch.after_number):
            yield f"turn {row.id} continues {parent}, its stretch says otherwise"
        roots[row.number] = roots[parent] or row.number
        if stretch is not None and (stretch.branch, stretch.root_number) != (row.branch, roots[row.number]):
            yield f"turn {row.id} is on branch {row.branch} from {roots[row.number]}, its stretch says otherwise"
        if row.branch > opened + 1 or (row.branch <= opened and parent != ends[row.branch]):
            yield f"turn {row.id} is on branch {row.branch} and does not continue it"
        opened = max(opened, row.branch)
        ends[row.branch] = row.number
    if session.branches != opened or session.tip != ends.get(session.branch):
        yield f"session {session.id} shows branch {session.branch} of {session.branches} up to {session.tip}: {ends}"


def _memory(tx: Connection, session: Row[Any], own: Rows) -> Iterator[str]:
    number_of = {row.id: row.number for row in own}
    for row in tx.execute(select(summaries).where(summaries.c.session_id == session.id)):
        if not (0 <= row.branch <= session.branches and 0 <= row.up_to_number <= session.head):
            yield f"session {session.id} has a summary of branch {row.branch} up to turn {row.up_to_number}"
    kept = tx.execute(select(memory_items).where(memory_items.c.session_id == session.id)).all()
    indexed = tx.execute(select(topics).where(topics.c.session_id == session.id)).all()
    for row in (*kept, *indexed):
        if number_of.get(row.turn_id) != row.number:
            yield f"session {session.id} remembers turn {row.turn_id} under number {row.number}"
    items = {row.id: row.number for row in kept}
    for row in kept:
        if row.supersedes_id is not None and items.get(row.supersedes_id, row.number) >= row.number:
            yield f"item {row.id} supersedes {row.supersedes_id}, which is no earlier one of its session"


def _said(acknowledged: Mapping[str, str], every: Mapping[str, Row[Any]]) -> Iterator[str]:
    for turn_id, answer in acknowledged.items():
        row = every.get(turn_id)
        if row is None or row.status != "completed" or row.answer != answer:
            yield f"turn {turn_id} was acknowledged as done and is {row.status if row else 'gone'}"


def _announced(tx: Connection, every: Mapping[str, Row[Any]]) -> Iterator[str]:
    published = {(row.turn_id, row.payload["status"]) for row in tx.execute(select(outbox))}
    for row in every.values():
        if row.status == "completed" and not row.answer:
            yield f"turn {row.id} is completed without an answer"
        if row.status != "running" and (row.id, row.status) not in published:
            yield f"turn {row.id} is {row.status} and the outbox does not say so"


def _keys(tx: Connection, every: Mapping[str, Row[Any]]) -> Iterator[str]:
    made: dict[str, str] = {}
    for row in tx.execute(select(idempotency_keys)):
        turn = every.get(row.turn_id)
        if turn is None or turn.session_id != row.session_id:
            yield f"key {row.key!r} belongs to turn {row.turn_id}, which is not in its session"
        if made.setdefault(row.turn_id, row.key) != row.key:
            yield f"turn {row.turn_id} has two keys"
