"""Memory in SQL: read, add, edit and delete. Each function runs inside one transaction.

A writing function runs while its caller holds the session's row (`transactions.py`): of two digests of the same memory,
the second finds it changed. The row itself is not changed, so the owner of a running turn is not disturbed.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, Select, bindparam, delete, exists, func, insert, literal, select, update

from askwell.stores.common import validation
from askwell.stores.common.defaults import RECALL_SPAN
from askwell.stores.sql import branches, memory_reads, statements
from askwell.stores.sql.history import line_after, own_session, who
from askwell.stores.sql.schema import Moment, memory_items, sessions, summaries, topics, turns
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

_STANDING: Select[Any] = select(
    sessions.c.head, sessions.c.tip, sessions.c.branch, sessions.c.branches, sessions.c.id.label("session_id")
).where(sessions.c.id == bindparam("session_id"), own_session)
_LEARNING = (
    select(turns.c.id, turns.c.number, turns.c.branch, exists().where(topics.c.turn_id == turns.c.id).label("known"))
    .select_from(turns)
    .where(turns.c.id == bindparam("turn_id"), turns.c.session_id == bindparam("session_id"))
)
_ADD_TOPIC, _ADD_SUMMARY, _ADD_ITEM = insert(topics), insert(summaries), insert(memory_items)
_OF_SESSION = summaries.c.session_id == bindparam("session")
_UPDATE_SUMMARY = update(summaries).where(_OF_SESSION, summaries.c.branch == bindparam("own"))
_TOUCH = update(summaries).where(_OF_SESSION)
_DELETE_SUMMARIES = delete(summaries).where(_OF_SESSION)
_ITEM_OF_SESSION = memory_items.c.session_id == bindparam("session")
_ITEM = select(memory_items).where(_ITEM_OF_SESSION, memory_items.c.id == bindparam("item"))
_KNOWN_ITEMS = select(memory_items.c.id).where(
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
_INHERIT = update(memory_items).where(_ITEM_OF_SESSION, memory_items.c.supersedes_id == bindparam("item"))
_DELETE_ITEMS = delete(memory_items).where(_ITEM_OF_SESSION)
_DELETE_TOPICS = delete(topics).where(topics.c.session_id == bindparam("session"))
_BLANK_TOPIC = update(topics).where(
    topics.c.session_id == bindparam("session"), topics.c.number == bindparam("place"), topics.c.line != ""
)
_SUMMARIES = select(summaries).where(_OF_SESSION).order_by(summaries.c.branch)
_EVERY_TOPIC = select(topics).where(topics.c.session_id == bindparam("session")).order_by(topics.c.number)
_EVERY_ITEM = select(memory_items).where(_ITEM_OF_SESSION).order_by(memory_items.c.number, memory_items.c.position)
_TAKEN_IN = insert(summaries).from_select(
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
class Place:
    """The line that a call is about."""

    parts: Sequence[range]
    branch: int


def memory(tx: Connection, principal: Principal, session_id: str, *, before: int) -> Memory:
    """What the line below a turn remembers."""
    place = _place(tx, principal, session_id, before)
    return _memory(tx, session_id, place)


def latest_topics(
    tx: Connection, principal: Principal, session_id: str, *, before: int, below: int, limit: int
) -> list[Topic]:
    """Entries of the topic index on the line below a turn, newest first, with numbers below `below` unless it is 0."""
    parts = _place(tx, principal, session_id, before).parts
    return memory_reads.latest_topics(tx, session_id, memory_reads.below(parts, below) if below else parts, limit)


def index_entries(
    tx: Connection, principal: Principal, session_id: str, *, before: int, after: int, limit: int
) -> list[TurnIndexEntry]:
    """Index entries of the line below a turn, above a number, in order."""
    parts = _place(tx, principal, session_id, before, after=after).parts
    return memory_reads.index_entries(tx, session_id, parts[::-1], limit)


def undigested(
    tx: Connection, principal: Principal, session_id: str, *, limit: int, most_topics: int, known: TurnCache
) -> Undigested:
    """The memory of the active branch, and the first turns that are not in it yet."""
    standing = _standing(tx, principal, session_id)
    parts = _parts(tx, standing, standing.tip, standing.head + 1)
    memory = _memory(tx, session_id, Place(parts, standing.branch))
    tip, branches = standing.tip, standing.branches
    turns = line_after(tx, session_id, tip=tip, branches=branches, after=memory.up_to, limit=limit, known=known)
    latest = memory_reads.latest_topics(tx, session_id, parts, most_topics) if turns else []
    return Undigested(memory, tuple(latest[::-1]), tuple(turns))


def learn(
    tx: Connection, now: datetime, principal: Principal, session_id: str, *, learnt: Learnt, new_id: Callable[[], str]
) -> TakenIn | None:
    """Add what a turn adds; None if memory has changed since, in this process or another."""
    standing = _standing(tx, principal, session_id)
    turn = statements.first(tx, _LEARNING, {"session_id": session_id, "turn_id": learnt.topic.turn_id})
    if turn is None:
        raise validation.no_turn_of_id(learnt.topic.turn_id)
    own = memory_reads.own_summary(tx, session_id, turn.branch)
    if turn.known or (own is not None and own.up_to >= turn.number):
        return None
    if learnt.made_from is not None and (own is None or own.changed_at != learnt.made_from):
        return None
    parts = _parts(tx, standing, turn.number, turn.number)
    said = memory_reads.summary(tx, session_id, parts, own)
    if said.up_to != learnt.after:
        return None
    statements.run(tx, _ADD_TOPIC, topic_row(session_id, replace(learnt.topic, number=turn.number), learnt.index_entry))
    items = [replace(item, id=new_id(), turn_id=turn.id, number=turn.number) for item in learnt.items]
    added = _add_items(tx, session_id, turn.number, items)
    keeps = not learnt.summary or (said.by == "user" and learnt.summary_by != "user")
    text, by = (said.text, said.by) if keeps else (validation.storable(learnt.summary), learnt.summary_by)
    _put_summary(tx, now, session_id, Summary(turn.branch, text, by, turn.number), is_new=own is None)
    return TakenIn(text, by, added, now)


def amend_summary(
    tx: Connection, now: datetime, principal: Principal, session_id: str, *, text: str, by: RememberedBy
) -> Memory:
    """Replace the summary of the active branch, and return the memory."""
    place = _place(tx, principal, session_id, 0)
    own = memory_reads.own_summary(tx, session_id, place.branch)
    said = memory_reads.summary(tx, session_id, place.parts, own)
    _put_summary(tx, now, session_id, Summary(place.branch, text, by, said.up_to), is_new=own is None)
    return _memory(tx, session_id, place)


def amend_item(
    tx: Connection, now: datetime, principal: Principal, session_id: str, item_id: str, *, text: str
) -> Item:
    """Replace the text of an item, and return it."""
    _item(tx, principal, session_id, item_id)
    tx.execute(_TOUCH, {"session": session_id, "updated_at": now})
    tx.execute(_UPDATE_ITEM, {"session": session_id, "item": item_id, "text": text, "worded_by": "user"})
    return _item(tx, principal, session_id, item_id)


def forget_item(tx: Connection, now: datetime, principal: Principal, session_id: str, item_id: str) -> None:
    """Remove an item."""
    tx.execute(_TOUCH, {"session": session_id, "updated_at": now})
    _remove_item(tx, session_id, _item(tx, principal, session_id, item_id))


def forget_topic(tx: Connection, now: datetime, principal: Principal, session_id: str, number: int) -> None:
    """Blank the turn's entry and remove its items. The blank entry keeps the turn from being learnt again."""
    _standing(tx, principal, session_id)
    place = validation.bounded(number)
    tx.execute(_TOUCH, {"session": session_id, "updated_at": now})
    blank: dict[str, object] = {"line": "", "topics": [], "source_ids": [], "imprint": None}
    if tx.execute(_BLANK_TOPIC, {"session": session_id, "place": place, **blank}).rowcount == 0:
        raise validation.no_topic(session_id, number)
    for row in tx.execute(_ITEMS_OF_TURN, {"session": session_id, "number": place}).all():
        _remove_item(tx, session_id, memory_reads.item_from(row))


def forget_memory(tx: Connection, now: datetime, principal: Principal, session_id: str) -> None:
    """Delete all memory; every branch keeps that its turns so far were digested."""
    _standing(tx, principal, session_id)
    for statement in (_DELETE_ITEMS, _DELETE_TOPICS, _DELETE_SUMMARIES):
        tx.execute(statement, {"session": session_id})
    tx.execute(_TAKEN_IN, {"session": session_id, "now": now})


def carried(tx: Connection, principal: Principal, session_id: str) -> CarriedMemory:
    """The whole memory, of every branch."""
    _standing(tx, principal, session_id)
    said, found, kept = (
        tx.execute(statement, {"session": session_id}).all() for statement in (_SUMMARIES, _EVERY_TOPIC, _EVERY_ITEM)
    )
    return CarriedMemory(
        tuple(memory_reads.summary_from(row) for row in said),
        tuple(memory_reads.topic_from(row) for row in found),
        tuple(memory_reads.item_from(row) for row in kept),
        tuple(TurnIndexEntry(row.number, row.turn_id, bytes(row.imprint)) for row in found if row.imprint is not None),
    )


def topic_row(session_id: str, topic: Topic, imprint: bytes) -> dict[str, object]:
    """The row of `topics` for an entry."""
    return {
        "turn_id": topic.turn_id,
        "session_id": session_id,
        "number": topic.number,
        "line": validation.storable(topic.line),
        "topics": [validation.storable(each) for each in topic.topics],
        "source_ids": [validation.storable(each) for each in topic.source_ids],
        "imprint": imprint or None,
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


def summary_row(now: datetime, session_id: str, said: Summary) -> dict[str, object]:
    """The row of `summaries` for what a branch keeps."""
    values = {"text": said.text, "worded_by": said.by, "up_to_number": said.up_to, "updated_at": now}
    return {"session_id": session_id, "branch": said.branch, **values}


def _standing(tx: Connection, principal: Principal, session_id: str) -> Row[Any]:
    """How far the session's lines go. Raises NotFound."""
    found: Row[Any] | None = statements.first(tx, _STANDING, {"session_id": session_id, **who(principal)})
    if found is None:
        raise validation.no_session(session_id)
    return found


def _place(tx: Connection, principal: Principal, session_id: str, before: int, *, after: int | None = None) -> Place:
    """The line that leads to a turn, below it; without such a turn the whole active line.

    With `after` everything after that number, otherwise the latest ranges.
    """
    standing = _standing(tx, principal, session_id)
    if 1 <= before <= standing.head:
        branch = branches.at(tx, session_id, before).branch if standing.branches else 0
        return Place(_parts(tx, standing, before, before, after=after), branch)
    return Place(_parts(tx, standing, standing.tip, standing.head + 1, after=after), standing.branch)


def _parts(tx: Connection, standing: Row[Any], end: int, below: int, *, after: int | None = None) -> list[range]:
    if not standing.branches:
        line = [range((after or 0) + 1, end + 1)]
    elif after is None:
        line = branches.line(tx, standing.session_id, end, depth=RECALL_SPAN)
    else:
        line = branches.line(tx, standing.session_id, end, beyond=after)
    return memory_reads.below(line, below)


def _memory(tx: Connection, session_id: str, place: Place) -> Memory:
    return memory_reads.memory(tx, session_id, place.parts, memory_reads.own_summary(tx, session_id, place.branch))


def _put_summary(tx: Connection, now: datetime, session_id: str, said: Summary, *, is_new: bool) -> None:
    row = summary_row(now, session_id, said)
    if is_new:
        statements.run(tx, _ADD_SUMMARY, row)
    else:
        statements.run(tx, _UPDATE_SUMMARY, {"session": row.pop("session_id"), "own": row.pop("branch"), **row})


def _add_items(tx: Connection, session_id: str, number: int, items: Sequence[Item]) -> tuple[Item, ...]:
    """Store items of one turn. An item that supersedes a missing or later one supersedes nothing."""
    if not items:
        return ()
    named = [each for item in items if (each := item.supersedes_id) and validation.can_be_turn_id(each)]
    values = {"session": session_id, "items": named, "number": number}
    there = {row.id for row in statements.fetch(tx, _KNOWN_ITEMS, values)} if named else set()
    held = tuple([item if item.supersedes_id in there else replace(item, supersedes_id=None) for item in items])
    statements.run_each(tx, _ADD_ITEM, [item_row(session_id, item, place) for place, item in enumerate(held)])
    return held


def _item(tx: Connection, principal: Principal, session_id: str, item_id: str) -> Item:
    """An item of the principal's. Raises NotFound."""
    _standing(tx, principal, session_id)
    row = tx.execute(_ITEM, {"session": session_id, "item": item_id}).first()
    if row is None:
        raise validation.no_item(item_id)
    return memory_reads.item_from(row)


def _remove_item(tx: Connection, session_id: str, item: Item) -> None:
    """Remove an item; an item that superseded it now supersedes what the removed one superseded."""
    tx.execute(_DELETE_ITEM, {"session": session_id, "item": item.id})
    tx.execute(_INHERIT, {"session": session_id, "item": item.id, "supersedes_id": item.supersedes_id})
