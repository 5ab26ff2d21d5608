"""Statements run the short way give what SQLAlchemy gives, on SQLite and on PostgreSQL."""

from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import Connection, bindparam, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from askwell.errors import StorageFailed
from askwell.stores.sql import statements
from askwell.stores.sql.database import read, write
from askwell.stores.sql.schema import sessions

NOW = datetime(2026, 5, 4, 3, 2, 1, 654321, UTC)
ROW = {
    "id": "s",
    "tenant": "t",
    "user_id": "u",
    "assistant": "a",
    "metadata": {"note": ["é", 1.5, None]},
    "created_at": NOW,
    "updated_at": NOW,
    "pinned": True,
}
_ADD = insert(sessions)
_RENAME = update(sessions).where(sessions.c.id == bindparam("session"))
_SOME = (
    select(sessions.c.id, sessions.c.metadata, sessions.c.created_at, sessions.c.pinned.label("is_pinned"))
    .where(
        sessions.c.id.in_(bindparam("ids", expanding=True)),
        sessions.c.title.in_(("", "x")),
        sessions.c.created_at <= bindparam("before", type_=sessions.c.created_at.type),
    )
    .order_by(sessions.c.id)
    .limit(bindparam("most"))
)


async def added(engine: AsyncEngine, *ids: str) -> None:
    await write(engine, lambda tx: statements.run_each(tx, _ADD, [{**ROW, "id": each} for each in ids]))


@pytest.mark.parametrize("ids", [[], ["a"], ["c", "a"], ["a", "b", "c", "d"]])
async def test_rows_are_those_that_sqlalchemy_gives(engine: AsyncEngine, ids: list[str]) -> None:
    await added(engine, "a", "b", "c")
    values: dict[str, Any] = {"ids": ids, "before": NOW, "most": 2}

    def both(tx: Connection) -> tuple[Any, Any]:
        return statements.fetch(tx, _SOME, values), tx.execute(_SOME, values).all()

    ours, theirs = await read(engine, both)
    assert [tuple(row) for row in ours] == [tuple(row) for row in theirs]
    assert len(ours) == min(2, len(set(ids) & {"a", "b", "c"}))
    for row in ours:
        assert (row.metadata, row.created_at, row.is_pinned) == (ROW["metadata"], NOW, True)


async def test_changes_are_those_that_were_said(engine: AsyncEngine) -> None:
    await added(engine, "a", "b")
    later = NOW.replace(year=2027)
    await write(engine, lambda tx: statements.run(tx, _RENAME, {"session": "b", "title": "New", "updated_at": later}))
    every = select(sessions.c.id, sessions.c.title, sessions.c.updated_at).order_by(sessions.c.id)
    rows = await read(engine, lambda tx: tx.execute(every).all())
    assert [tuple(row) for row in rows] == [("a", "", NOW), ("b", "New", later)]


async def test_first_row_is_none_where_there_is_none(engine: AsyncEngine) -> None:
    values = {"ids": ["nobody"], "before": NOW, "most": 1}
    assert await read(engine, lambda tx: statements.first(tx, _SOME, values)) is None


async def test_what_the_database_refuses_is_said(engine: AsyncEngine) -> None:
    await added(engine, "a")

    def full(tx: Connection) -> None:
        tx.exec_driver_sql("PRAGMA max_page_count = 1")
        statements.run(tx, _RENAME, {"session": "a", "title": "x" * 1_000_000})

    with pytest.raises(StorageFailed) as caught:
        await write(engine, full)
    assert caught.value.code == "disk_full"


async def test_postgres_gets_the_same_statements(postgres_engine: AsyncEngine) -> None:
    await added(postgres_engine, "a", "b")
    values = {"ids": ["b", "a"], "before": NOW, "most": 5}
    rows = await read(postgres_engine, lambda tx: statements.fetch(tx, _SOME, values))
    assert [(row.id, row.metadata, row.is_pinned) for row in rows] == [
        ("a", ROW["metadata"], True),
        ("b", ROW["metadata"], True),
    ]
