"""Probes of a database: a write that changes nothing, and a check of all pages."""

import sqlite3
from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from askwell.errors import StorageFailed
from askwell.stores.sql.database import open_database
from askwell.stores.sql.migrate import upgrade
from askwell.stores.sql.probe import PageCheck, damage, probe

READ_ONLY = "options=-c%20default_transaction_read_only%3Don"


async def test_a_probe_writes_to_the_log_of_a_file_and_changes_nothing(tmp_path: Path) -> None:
    engine = open_database(f"sqlite+aiosqlite:///{tmp_path / 'a.db'}")
    try:
        await upgrade(engine)
        with sqlite3.connect(tmp_path / "a.db") as other:
            other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            before = other.execute("PRAGMA user_version").fetchone()
            assert (tmp_path / "a.db-wal").stat().st_size == 0
            await probe(engine)
            assert (tmp_path / "a.db-wal").stat().st_size > 0
            assert other.execute("PRAGMA user_version").fetchone() == before
        other.close()
        assert await damage(engine) == ""
    finally:
        await engine.dispose()


async def test_a_table_with_garbage_is_named(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with sqlite3.connect(path) as file:
        file.execute("CREATE TABLE fine (x)")
        file.execute("CREATE TABLE broken (x)")
        file.executemany("INSERT INTO broken VALUES (?)", [("text " * 200,) for _ in range(50)])
        size, root = (
            file.execute("PRAGMA page_size").fetchone()[0],
            file.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'broken'").fetchone()[0],
        )
    file.close()
    with path.open("r+b") as raw:
        raw.seek((root - 1) * size)
        raw.write(b"\xff" * size)
    engine = open_database(f"sqlite+aiosqlite:///{path}")
    assert (await damage(engine)).startswith("table broken: ")
    await engine.dispose()
    stopped = PageCheck(path)
    stopped.stop()
    assert stopped.damage() == "", "a stopped check reads no further table"


async def test_a_server_is_probed_with_a_transaction(postgres_engine: AsyncEngine) -> None:
    await probe(postgres_engine)
    assert await damage(postgres_engine) == ""


async def test_a_server_that_is_read_only_fails_the_probe(postgres_database: str) -> None:
    other = open_database(f"{postgres_database}{'&' if '?' in postgres_database else '?'}{READ_ONLY}")
    try:
        with pytest.raises(StorageFailed):
            await probe(other)
    finally:
        await other.dispose()
