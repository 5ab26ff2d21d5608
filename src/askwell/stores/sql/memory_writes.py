"""Memory in SQL: read, add, edit and delete. Each function runs inside one transaction.

The caller of a writing function holds the lock on the session's row (`transactions.py`). If two digests of the same
memory race, the second one therefore sees that it has changed. The row itself is not modified.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, Select, bindparam, delete, exists, func, insert, literal, select, update

from askwell.stores.common import validation
from askwell.stores.common.defaults import RECALL_SPAN
from askwell.stores.sql import branches, memory_reads, statements
from askwell.stores.sql.columns import Moment
from askwell.stores.sql.history import active_turns_after, own_session, owner_values
from askwell.stores.sql.schema import memory_items, sessions, summaries, topics, turns
from askwell.stores.sql.turn_cache import TurnCache
from askwell.types import (
    CarriedMemory,
    Item,
    Learnt,
    Memory,
    Principal,
    RememberedBy,
    Summary,
    TakenIn,
    Topic,
    TurnIndexEntry,
    Undigested,
)

_STATE: Select[Any] = select(
    sessions.c.head, sessions.c.tip, sessions.c.branch, sessions.c.branches, sessions.c.id.label("session_id")
).where(sessions.c.id == bindparam("session_id"), own_session)
_LEARNING = (
    select(
        turns.c.id, turns.c.number, turns.c.branch, exists().where(topics.c.turn_id == turns.c.id).label("has_topic")
    )
    .select_from(turns)
    .where(turns.c.id == bindparam("turn_id"), turns.c.session_id == bindparam("session_id"))
)
_ADD_TOPIC, _ADD_SUMMARY, _ADD_ITEM = insert(topics), insert(summaries), insert(memory_items)
_OF_SESSION = summaries.c.session_id == bindparam("session")
_UPDATE_SUMMARY = update(summaries).where(_OF_SESSION, summaries.c.branch == bindparam("own"))
_SET_CHANGED_AT = update(summaries).where(_OF_SESSION)
_DELETE_SUMMARIES = delete(summaries).where(_OF_SESSION)
_ITEM_OF_SESSION = memory_items.c.session_id == bindparam("session")
_ITEM = select(memory_items).where(_ITEM_OF_SESSION, memory_items.c.id == bindparam("item"))
_EARLIER_ITEMS = select(memory_items.c.id).where(
    _ITEM_OF_SESSION,
    memory_items.c.id.in_(bindparam("items", expanding=True)),
    memory_items.c.number < bindparam("number"),
)
_ITEMS_OF_TURN = (
    select(memory_items)
    .where(_ITEM_OF_SESSION, memory_items.c.number == bindparam("number"))
    .order_by(memory_items.c.position)
)
_UPDATE_ITEM = update(memory_items).where(_ITEM_OF_SESSION, memory_items.c.id == bindparam("item"))
_DELETE_ITEM = delete(memory_items).where(_ITEM_OF_SESSION, memory_items.c.id == bindparam("item"))
_RELINK_ITEMS = update(memory_items).where(_ITEM_OF_SESSION, memory_items.c.supersedes_id == bindparam("item"))
_DELETE_ITEMS = delete(memory_items).where(_ITEM_OF_SESSION)
_DELETE_TOPICS = delete(topics).where(topics.c.session_id == bindparam("session"))
_BLANK_TOPIC = update(topics).where(
    topics.c.session_id == bindparam("session"), topics.c.number == bindparam("of_turn"), topics.c.line != ""
)
_SUMMARIES = select(summaries).where(_OF_SESSION).order_by(summaries.c.branch)
_EVERY_TOPIC = select(topics).where(topics.c.session_id == bindparam("session")).order_by(topics.c.number)
_EVERY_ITEM = select(memory_items).where(_ITEM_OF_SESSION).order_by(memory_items.c.number, memory_items.c.position)
_MARK_DIGESTED = insert(summaries).from_select(
    ["session_id", "branch", "text", "worded_by", "up_to_number", "updated_at"],
    select(
        turns.c.session_id,
        turns.c.branch,
        literal(""),
        literal("rules"),
        func.max(turns.c.number),
        bindparam("now", type_=Moment),
    )
    .where(turns.c.session_id == bindparam("session"))
    .group_by(turns.c.session_id, turns.c.branch),
)


@dataclass(frozen=True, slots=True)
class BranchRanges:
    """The turns of a branch."""

    ranges: Sequence[range]
    """Turn numbers, the latest range first."""
    branch: int


def memory(tx: Connection, principal: Principal, session_id: str, *, before: int) -> Memory:
    """The memory of the branch before turn `before`. Without such a turn, as in the functions below, the active branch.

    All functions of this module with a principal raise NotFound if the session is not theirs.
    """
    return _memory(tx, session_id, _branch_ranges(tx, principal, session_id, before))


def latest_topics(
    tx: Connection, principal: Principal, session_id: str, *, before: int, below: int, limit: int
) -> list[Topic]:
    """Entries of the topic index on the branch before a turn, newest first; below number `below` if it is not 0."""
    ranges = _branch_ranges(tx, principal, session_id, before).ranges
    return memory_reads.latest_topics(tx, session_id, memory_reads.below(ranges, below) if below else ranges, limit)


def index_entries(
    tx: Connection, principal: Principal, session_id: str, *, before: int, after: int, limit: int
) -> list[TurnIndexEntry]:
    """Index entries on the branch before a turn, with a number above `after`, in order."""
    ranges = _branch_ranges(tx, principal, session_id, before, after=after).ranges
    return memory_reads.index_entries(tx, session_id, ranges[::-1], limit)


def undigested(
    tx: Connection, principal: Principal, session_id: str, *, limit: int, max_topics: int, cache: TurnCache
) -> Undigested:
    """The memory of the active branch, its latest topics, and the first turns that are not digested yet."""
    state = _state(tx, principal, session_id)
    ranges = _ranges(tx, state, state.tip, state.head + 1)
    memory = _memory(tx, session_id, BranchRanges(ranges, state.branch))
    tip, branches = state.tip, state.branches
    turns = active_turns_after(tx, session_id, tip=tip, branches=branches, after=memory.up_to, limit=limit, cache=cache)
    latest = memory_reads.latest_topics(tx, session_id, ranges, max_topics) if turns else []
    return Undigested(memory, tuple(latest[::-1]), tuple(turns))


def learn(
    tx: Connection, now: datetime, principal: Principal, session_id: str, *, learnt: Learnt, new_id: Callable[[], str]
) -> TakenIn | None:
    """Add the digest of a turn and return the changes; None if memory has changed since it was read."""
    state = _state(tx, principal, session_id)
    turn = statements.first(tx, _LEARNING, {"session_id": session_id, "turn_id": learnt.topic.turn_id})
    if turn is None:
        raise validation.no_turn_of_id(learnt.topic.turn_id)
    own = memory_reads.own_summary(tx, session_id, turn.branch)
    if turn.has_topic or (own is not None and own.up_to >= turn.number):
        return None
    if learnt.made_from is not None and (own is None or own.changed_at != learnt.made_from):
        return None
    ranges = _ranges(tx, state, turn.number, turn.number)
    current = memory_reads.summary(tx, session_id, ranges, own)
    if current.up_to != learnt.after:
        return None
    statements.run(tx, _ADD_TOPIC, topic_row(session_id, replace(learnt.topic, number=turn.number), learnt.index_entry))
    items = [replace(item, id=new_id(), turn_id=turn.id, number=turn.number) for item in learnt.items]
    added = _add_items(tx, session_id, turn.number, items)
    is_unchanged = not learnt.summary or (current.by == "user" and learnt.summary_by != "user")
    text, by = (current.text, current.by) if is_unchanged else (validation.storable(learnt.summary), learnt.summary_by)
    _store_summary(tx, now, session_id, Summary(turn.branch, text, by, turn.number), is_new=own is None)
    return TakenIn(text, by, added, now)


def amend_summary(
    tx: Connection, now: datetime, principal: Principal, session_id: str, *, text: str, by: RememberedBy
) -> Memory:
    """Replace the summary of the active branch, and return the memory."""
    active = _branch_ranges(tx, principal, session_id, 0)
    own = memory_reads.own_summary(tx, session_id, active.branch)
    current = memory_reads.summary(tx, session_id, active.ranges, own)
    _store_summary(tx, now, session_id, Summary(active.branch, text, by, current.up_to), is_new=own is None)
    return _memory(tx, session_id, active)


def amend_item(
    tx: Connection, now: datetime, principal: Principal, session_id: str, item_id: str, *, text: str
) -> Item:
    """Replace the text of an item, and return it."""
    _item(tx, principal, session_id, item_id)
    tx.execute(_SET_CHANGED_AT, {"session": session_id, "updated_at": now})
    tx.execute(_UPDATE_ITEM, {"session": session_id, "item": item_id, "text": text, "worded_by": "user"})
    return _item(tx, principal, session_id, item_id)


def forget_item(tx: Connection, now: datetime, principal: Principal, session_id: str, item_id: str) -> None:
    """Remove an item."""
    tx.execute(_SET_CHANGED_AT, {"session": session_id, "updated_at": now})
    _remove_item(tx, session_id, _item(tx, principal, session_id, item_id))


def forget_topic(tx: Connection, now: datetime, principal: Principal, session_id: str, number: int) -> None:
    """Blank a turn's entry and remove its items. The blank entry prevents the turn from being digested again."""
    _state(tx, principal, session_id)
    turn_number = validation.bounded(number)
    tx.execute(_SET_CHANGED_AT, {"session": session_id, "updated_at": now})
    blank: dict[str, object] = {"line": "", "topics": [], "source_ids": [], "imprint": None}
    if tx.execute(_BLANK_TOPIC, {"session": session_id, "of_turn": turn_number, **blank}).rowcount == 0:
        raise validation.no_topic(session_id, number)
    for row in tx.execute(_ITEMS_OF_TURN, {"session": session_id, "number": turn_number}).all():
        _remove_item(tx, session_id, memory_reads.item_from(row))


def forget_memory(tx: Connection, now: datetime, principal: Principal, session_id: str) -> None:
    """Delete the memory of all branches. Their turns so far still count as digested."""
    _state(tx, principal, session_id)
    for statement in (_DELETE_ITEMS, _DELETE_TOPICS, _DELETE_SUMMARIES):
        tx.execute(statement, {"session": session_id})
    tx.execute(_MARK_DIGESTED, {"session": session_id, "now": now})


def carried(tx: Connection, principal: Principal, session_id: str) -> CarriedMemory:
    """The memory of all branches, for export."""
    _state(tx, principal, session_id)
    summary_rows, topic_rows, item_rows = (
        tx.execute(statement, {"session": session_id}).all() for statement in (_SUMMARIES, _EVERY_TOPIC, _EVERY_ITEM)
    )
    indexed = [row for row in topic_rows if row.imprint is not None]
    return CarriedMemory(
        tuple(memory_reads.summary_from(row) for row in summary_rows),
        tuple(memory_reads.topic_from(row) for row in topic_rows),
        tuple(memory_reads.item_from(row) for row in item_rows),
        tuple(TurnIndexEntry(row.number, row.turn_id, bytes(row.imprint)) for row in indexed),
    )


def topic_row(session_id: str, topic: Topic, index_entry: bytes) -> dict[str, object]:
    """The row of `topics` for a topic and the turn's index entry, which may be empty."""
    return {
        "turn_id": topic.turn_id,
        "session_id": session_id,
        "number": topic.number,
        "line": validation.storable(topic.line),
        "topics": [validation.storable(each) for each in topic.topics],
        "source_ids": [validation.storable(each) for each in topic.source_ids],
        "imprint": index_entry or None,
    }


def item_row(session_id: str, item: Item, position: int) -> dict[str, object]:
    """The row of `memory_items` for an item."""
    return {
        "session_id": session_id,
        "id": item.id,
        "turn_id": item.turn_id,
        "number": item.number,
        "position": position,
        "text": validation.storable(item.text),
        "kind": item.kind,
        "worded_by": item.by,
        "supersedes_id": item.supersedes_id,
    }


def summary_row(now: datetime, session_id: str, summary: Summary) -> dict[str, object]:
    """The row of `summaries` for a summary."""
    values = {"text": summary.text, "worded_by": summary.by, "up_to_number": summary.up_to, "updated_at": now}
    return {"session_id": session_id, "branch": summary.branch, **values}


def _state(tx: Connection, principal: Principal, session_id: str) -> Row[Any]:
    """The session's head, tip and branches. Raises NotFound."""
    row: Row[Any] | None = statements.first(tx, _STATE, {"session_id": session_id, **owner_values(principal)})
    if row is None:
        raise validation.no_session(session_id)
    return row


def _branch_ranges(
    tx: Connection, principal: Principal, session_id: str, before: int, *, after: int | None = None
) -> BranchRanges:
    """The turns before turn `before` on its branch; without such a turn, those of the active branch. Raises NotFound.

    With `after`, all turns above that number; otherwise at most the latest `RECALL_SPAN` ranges.
    """
    state = _state(tx, principal, session_id)
    if 1 <= before <= state.head:
        branch = branches.at(tx, session_id, before).branch if state.branches else 0
        return BranchRanges(_ranges(tx, state, before, before, after=after), branch)
    return BranchRanges(_ranges(tx, state, state.tip, state.head + 1, after=after), state.branch)


def _ranges(tx: Connection, state: Row[Any], end: int, below: int, *, after: int | None = None) -> list[range]:
    """The path to turn `end`, without numbers from `below` on."""
    if not state.branches:
        path = [range((after or 0) + 1, end + 1)]
    elif after is None:
        path = branches.path(tx, state.session_id, end, max_ranges=RECALL_SPAN)
    else:
        path = branches.path(tx, state.session_id, end, above=after)
    return memory_reads.below(path, below)


def _memory(tx: Connection, session_id: str, turns: BranchRanges) -> Memory:
    return memory_reads.memory(tx, session_id, turns.ranges, memory_reads.own_summary(tx, session_id, turns.branch))


def _store_summary(tx: Connection, now: datetime, session_id: str, summary: Summary, *, is_new: bool) -> None:
    row = summary_row(now, session_id, summary)
    if is_new:
        statements.run(tx, _ADD_SUMMARY, row)
    else:
        statements.run(tx, _UPDATE_SUMMARY, {"session": row.pop("session_id"), "own": row.pop("branch"), **row})


def _add_items(tx: Connection, session_id: str, number: int, items: Sequence[Item]) -> tuple[Item, ...]:
    """Store the items of one turn and return them.

    `supersedes_id` is cleared if it names no item of an earlier turn.
    """
    if not items:
        return ()
    superseded = [each for item in items if (each := item.supersedes_id) and validation.can_be_turn_id(each)]
    values = {"session": session_id, "items": superseded, "number": number}
    existing = {row.id for row in statements.fetch(tx, _EARLIER_ITEMS, values)} if superseded else set()
    stored = tuple([item if item.supersedes_id in existing else replace(item, supersedes_id=None) for item in items])
    statements.run_each(tx, _ADD_ITEM, [item_row(session_id, item, index) for index, item in enumerate(stored)])
    return stored


def _item(tx: Connection, principal: Principal, session_id: str, item_id: str) -> Item:
    """An item of a session of the principal. Raises NotFound."""
    _state(tx, principal, session_id)
    row = tx.execute(_ITEM, {"session": session_id, "item": item_id}).first()
    if row is None:
        raise validation.no_item(item_id)
    return memory_reads.item_from(row)


def _remove_item(tx: Connection, session_id: str, item: Item) -> None:
    """Remove an item; an item that superseded it now supersedes what the removed one superseded."""
    tx.execute(_DELETE_ITEM, {"session": session_id, "item": item.id})
    tx.execute(_RELINK_ITEMS, {"session": session_id, "item": item.id, "supersedes_id": item.supersedes_id})
