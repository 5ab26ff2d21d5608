"""Reads the memory of a branch from SQL: by key, latest first, and in bounded amounts.

A branch is given as ranges of turn numbers, the latest range first. Topics and items are selected by turn number. Only
items of other branches may be read as well, and are dropped.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, cast

from sqlalchemy import Connection, Row, Select, bindparam, exists, func, select

from askwell.stores.common.defaults import ITEMS_READ, in_force
from askwell.stores.sql import statements
from askwell.stores.sql.schema import memory_items, summaries, topics
from askwell.types import Item, Memory, RememberedBy, Summary, Topic, TurnIndexEntry

Ranges = Sequence[range]

ITEMS_PAGE = 4 * ITEMS_READ
ITEMS_PAGES = 4
"""Items per page, and maximum number of pages, when the items of a branch are read from several ranges."""


def _between(statement: Select[Any], table: Any, number: Any) -> Select[Any]:
    """The statement for rows of a session with a number from `first` to `last`."""
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
    .limit(bindparam("limit"))
)
_INDEX_ENTRIES = (
    _between(select(topics.c.number, topics.c.turn_id, topics.c.imprint), topics, topics.c.number)
    .where(topics.c.imprint.is_not(None))
    .order_by(topics.c.number)
    .limit(bindparam("limit"))
)
_ITEMS = (
    _between(select(memory_items), memory_items, memory_items.c.number)
    .order_by(memory_items.c.number.desc(), memory_items.c.position.desc())
    .limit(bindparam("limit"))
    .offset(bindparam("offset"))
)


def below(ranges: Ranges, number: int) -> list[range]:
    """The ranges without numbers from `number` on."""
    return [lower for each in ranges if (lower := range(each.start, min(each.stop, number)))]


def summary(tx: Connection, session_id: str, ranges: Ranges, own: Summary | None) -> Summary:
    """The summary of a branch; its `up_to` is the last digested turn.

    This is `own`, the stored summary of the branch. If there is none, or if it covers turns outside the branch, it is
    the latest summary of any branch that ends at a turn of this one.
    """
    if own is not None and (own.up_to == 0 or any(own.up_to in each for each in ranges)):
        return own
    latest, up_to = Summary(), 0
    if not tx.execute(_ANY, {"session_id": session_id}).scalar_one():
        return latest
    for each in _from_zero(ranges):
        values = {"session_id": session_id, "first": each[0], "last": each[-1]}
        row = statements.first(tx, _SUMMARY, values)
        up_to = up_to or tx.execute(_LAST_TOPIC, values).scalar_one() or 0
        if row is not None:
            latest = summary_from(row)
            break
    return replace(latest, up_to=max(up_to, latest.up_to))


def own_summary(tx: Connection, session_id: str, branch: int) -> Summary | None:
    """The summary stored for a branch; None if there is none."""
    row = statements.first(tx, _OF_BRANCH, {"session_id": session_id, "branch": branch})
    return None if row is None else summary_from(row)


def memory(tx: Connection, session_id: str, ranges: Ranges, own: Summary | None, *, has_items: bool = True) -> Memory:
    """The memory of a branch. `own` is its stored summary; `has_items` is false if the session has no items."""
    current = summary(tx, session_id, ranges, own)
    items = tuple(in_force(_latest_items(tx, session_id, ranges))) if has_items else ()
    changed_at = current.changed_at if current is own else None
    return Memory(current.text, current.by, current.up_to, items, changed_at)


def latest_topics(tx: Connection, session_id: str, ranges: Ranges, limit: int) -> list[Topic]:
    """At most `limit` entries of the topic index, newest first; blank ones are skipped."""
    return [topic_from(row) for row in _rows(tx, session_id, _TOPICS, ranges, limit)]


def index_entries(tx: Connection, session_id: str, ranges: Ranges, limit: int) -> list[TurnIndexEntry]:
    """At most `limit` index entries, range by range in the given order, by number within a range."""
    rows = _rows(tx, session_id, _INDEX_ENTRIES, ranges, limit)
    return [TurnIndexEntry(row.number, row.turn_id, bytes(row.imprint)) for row in rows]


def summary_from(row: Row[Any]) -> Summary:
    """The summary from a row of `summaries`."""
    return Summary(row.branch, row.text, cast("RememberedBy", row.worded_by), row.up_to_number, row.updated_at)


def topic_from(row: Row[Any]) -> Topic:
    """The topic index entry from a row of `topics`."""
    return Topic(row.turn_id, row.number, row.line, tuple(row.topics), tuple(row.source_ids))


def item_from(row: Row[Any]) -> Item:
    """The item from a row of `memory_items`."""
    return Item(row.id, row.turn_id, row.number, row.text, row.kind, row.supersedes_id, row.worded_by)


def _latest_items(tx: Connection, session_id: str, ranges: Ranges) -> list[Item]:
    """The latest `ITEMS_READ` items of a branch, oldest first.

    A branch with several ranges may have few items in each, so items are read in pages across all ranges and those of
    other branches are dropped. Items beyond the last page are not found.
    """
    items: list[Item] = []
    page, pages = (ITEMS_READ, 1) if len(ranges) == 1 else (ITEMS_PAGE, ITEMS_PAGES)
    for number in range(pages if ranges else 0):
        values = {"session_id": session_id, "first": ranges[-1][0], "last": ranges[0][-1]}
        rows = statements.fetch(tx, _ITEMS, {**values, "limit": page, "offset": number * page})
        items += [item_from(row) for row in rows if any(row.number in each for each in ranges)]
        if len(rows) < page or len(items) >= ITEMS_READ:
            break
    return items[:ITEMS_READ][::-1]


def _rows(tx: Connection, session_id: str, statement: Select[Any], ranges: Ranges, limit: int) -> Iterator[Row[Any]]:
    """At most `limit` rows, range by range."""
    for each in ranges:
        if limit <= 0:
            return
        values = {"session_id": session_id, "first": each[0], "last": each[-1], "limit": limit}
        rows = statements.fetch(tx, statement, values)
        limit -= len(rows)
        yield from rows


def _from_zero(ranges: Ranges) -> Iterator[range]:
    """The ranges, then the number 0, for a summary that covers no turn."""
    yield from ranges
    yield range(1)
