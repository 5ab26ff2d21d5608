"""Reads the memory of a branch from SQL: by key, the latest first, bounded.

A branch is given as ranges of turn numbers, the latest range first. A turn's topics and items are found by its number,
so the memory of other branches is never read.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, cast

from sqlalchemy import Connection, Row, Select, bindparam, exists, func, select

from askwell.stores.common.defaults import ITEMS_READ, in_force
from askwell.stores.sql import statements
from askwell.stores.sql.schema import memory_items, summaries, topics
from askwell.types import Item, Memory, RememberedBy, Summary, Topic, TurnIndexEntry

Parts = Sequence[range]

ITEMS_PAGE = 4 * ITEMS_READ
ITEMS_PAGES = 4
"""How many items of a conversation with branches are read at a time, and how often."""


def _between(statement: Select[Any], table: Any, number: Any) -> Select[Any]:
    """The rows of a session with a number from `first` to `last`."""
    return statement.where(
        table.c.session_id == bindparam("session_id"), number.between(bindparam("first"), bindparam("last"))
    )


_SUMMARY = (
    _between(select(summaries), summaries, summaries.c.up_to_number)
    .order_by(summaries.c.up_to_number.desc(), summaries.c.branch.desc())
    .limit(1)
)
_OF_BRANCH = select(summaries).where(
    summaries.c.session_id == bindparam("session_id"), summaries.c.branch == bindparam("branch")
)
_ANY = select(exists().where(summaries.c.session_id == bindparam("session_id")))
_LAST_TOPIC = _between(select(func.max(topics.c.number)), topics, topics.c.number)
_TOPIC = (topics.c.turn_id, topics.c.number, topics.c.line, topics.c.topics, topics.c.source_ids)
_TOPICS = (
    _between(select(*_TOPIC), topics, topics.c.number)
    .where(topics.c.line != "")
    .order_by(topics.c.number.desc())
    .limit(bindparam("most"))
)
_INDEX_ENTRIES = (
    _between(select(topics.c.number, topics.c.turn_id, topics.c.imprint), topics, topics.c.number)
    .where(topics.c.imprint.is_not(None))
    .order_by(topics.c.number)
    .limit(bindparam("most"))
)
_ITEMS = (
    _between(select(memory_items), memory_items, memory_items.c.number)
    .order_by(memory_items.c.number.desc(), memory_items.c.position.desc())
    .limit(bindparam("most"))
    .offset(bindparam("passed"))
)


def below(line: Parts, number: int) -> list[range]:
    """The parts of a line with the numbers below one."""
    return [part for each in line if (part := range(each.start, min(each.stop, number)))]


def summary(tx: Connection, session_id: str, parts: Parts, own: Summary | None) -> Summary:
    """The summary of a branch, with the last turn that was digested.

    The branch's own summary. Without one, or if it covers turns that are not on the branch, the latest summary of any
    branch that covers only the beginning of this one.
    """
    if own is not None and (own.up_to == 0 or any(own.up_to in part for part in parts)):
        return own
    found, up_to = Summary(), 0
    if not tx.execute(_ANY, {"session_id": session_id}).scalar_one():
        return found
    for part in _from_zero(parts):
        values = {"session_id": session_id, "first": part[0], "last": part[-1]}
        row = statements.first(tx, _SUMMARY, values)
        up_to = up_to or tx.execute(_LAST_TOPIC, values).scalar_one() or 0
        if row is not None:
            found = summary_from(row)
            break
    return replace(found, up_to=max(up_to, found.up_to))


def own_summary(tx: Connection, session_id: str, branch: int) -> Summary | None:
    """The summary stored for a branch; None if there is none."""
    row = statements.first(tx, _OF_BRANCH, {"session_id": session_id, "branch": branch})
    return None if row is None else summary_from(row)


def memory(tx: Connection, session_id: str, parts: Parts, own: Summary | None, *, has_items: bool = True) -> Memory:
    """The memory of a branch; `own` is its stored summary. Without `has_items` no items are read."""
    said = summary(tx, session_id, parts, own)
    items = tuple(in_force(_latest_items(tx, session_id, parts))) if has_items else ()
    changed_at = said.changed_at if said is own else None
    return Memory(said.text, said.by, said.up_to, items, changed_at)


def latest_topics(tx: Connection, session_id: str, parts: Parts, most: int) -> list[Topic]:
    """Entries of the topic index, newest first."""
    return [topic_from(row) for row in _rows(tx, session_id, _TOPICS, parts, most)]


def index_entries(tx: Connection, session_id: str, parts: Parts, most: int) -> list[TurnIndexEntry]:
    """Index entries in the order of the parts, each in its order."""
    rows = _rows(tx, session_id, _INDEX_ENTRIES, parts, most)
    return [TurnIndexEntry(row.number, row.turn_id, bytes(row.imprint)) for row in rows]


def summary_from(row: Row[Any]) -> Summary:
    """The summary of a row of `summaries`."""
    return Summary(row.branch, row.text, cast("RememberedBy", row.worded_by), row.up_to_number, row.updated_at)


def topic_from(row: Row[Any]) -> Topic:
    """The entry of a row of `topics`."""
    return Topic(row.turn_id, row.number, row.line, tuple(row.topics), tuple(row.source_ids))


def item_from(row: Row[Any]) -> Item:
    """The item of a row of `memory_items`."""
    return Item(row.id, row.turn_id, row.number, row.text, row.kind, row.supersedes_id, row.worded_by)


def _latest_items(tx: Connection, session_id: str, parts: Parts) -> list[Item]:
    """The latest items, oldest first.

    With branches, items of other branches are read and dropped, since a branch may have many ranges and few items.
    Items older than very many items of other branches are not found.
    """
    found: list[Item] = []
    page, pages = (ITEMS_READ, 1) if len(parts) == 1 else (ITEMS_PAGE, ITEMS_PAGES)
    for number in range(pages if parts else 0):
        values = {"session_id": session_id, "first": parts[-1][0], "last": parts[0][-1]}
        rows = statements.fetch(tx, _ITEMS, {**values, "most": page, "passed": number * page})
        found += [item_from(row) for row in rows if any(row.number in part for part in parts)]
        if len(rows) < page or len(found) >= ITEMS_READ:
            break
    return found[:ITEMS_READ][::-1]


def _rows(tx: Connection, session_id: str, statement: Select[Any], parts: Parts, most: int) -> Iterator[Row[Any]]:
    """At most this many rows, range by range."""
    for part in parts:
        if most <= 0:
            return
        values = {"session_id": session_id, "first": part[0], "last": part[-1], "most": most}
        rows = statements.fetch(tx, statement, values)
        most -= len(rows)
        yield from rows


def _from_zero(parts: Parts) -> Iterator[range]:
    """The ranges, and the number 0 for summaries from before the first digested turn."""
    yield from parts
    yield range(1)
