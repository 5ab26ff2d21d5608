"""A server's tables are written again without what was removed."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import URL, Connection, make_url, text
from sqlalchemy.ext.asyncio import AsyncEngine

from askwell.errors import StorageFailed
from askwell.stores.sql import postgres as module
from askwell.stores.sql.database import open_database, write
from askwell.stores.sql.postgres import PostgresEngine
from tests.stores.servers import NEWER, OLDER, data_folder, execute, libpq, make_database, migrate, server

pytestmark = pytest.mark.anyio

WORD = "zqcompacted"


def say(tx: Connection) -> None:
    tx.execute(text("INSERT INTO deletions VALUES (:word, 'subject', :word, 0)"), {"word": WORD})
    tx.execute(text("DELETE FROM deletions WHERE id = :word"), {"word": WORD})


def say_often(tx: Connection) -> None:
    """So often that the samples of a column hold it."""
    for number in range(100):
        tx.execute(
            text("INSERT INTO deletions VALUES (:id, 'subject', :word, 0)"), {"id": f"often{number}", "word": WORD}
        )


@contextmanager
def reading(url: str) -> Iterator[None]:
    """Others read all the time: one of two overlapping snapshots is always open, none for more than a second."""
    ended = threading.Event()

    def read() -> None:
        with psycopg.connect(url, autocommit=True) as connection:
            while not ended.is_set():
                connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ")
                connection.execute("SELECT count(*) FROM alembic_version")
                ended.wait(1.0)
                connection.execute("COMMIT")

    readers = [threading.Thread(target=read) for _ in range(2)]
    for each in readers:
        each.start()
        ended.wait(0.5)
    try:
        yield
    finally:
        ended.set()
        for each in readers:
            each.join()


def held(url: URL) -> bool:
    """Whether the word is in a file of the tables, once the server has written them."""
    execute(url, "CHECKPOINT")
    return any(WORD.encode() in path.read_bytes() for path in (data_folder(url) / "base").rglob("*") if path.is_file())


async def test_what_was_removed_is_in_no_table(postgres_engine: AsyncEngine, postgres: URL) -> None:
    assert isinstance(postgres_engine, PostgresEngine)
    await write(postgres_engine, say)
    assert held(postgres)
    await postgres_engine.compact()
    assert not held(postgres)


async def test_the_owner_of_the_tables_may_do_it(restricted_postgres: URL, postgres: URL) -> None:
    """It needs no superuser, as the page on security recommends."""
    engine = open_database(libpq(restricted_postgres))
    assert isinstance(engine, PostgresEngine)
    await write(engine, say)
    await engine.compact()
    await engine.dispose()
    assert not held(postgres)


async def test_it_does_not_end_while_somebody_may_read_what_was_removed(
    postgres_engine: AsyncEngine, postgres_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert isinstance(postgres_engine, PostgresEngine)
    monkeypatch.setattr(module, "OLDER_S", 0.2)
    with psycopg.connect(postgres_database) as reader:
        reader.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        reader.execute("SELECT count(*) FROM alembic_version")
        with pytest.raises(StorageFailed, match="may still read what was removed"):
            await postgres_engine.compact()
    await postgres_engine.compact()


async def test_samples_of_the_columns_are_removed_while_others_read(
    postgres_engine: AsyncEngine, postgres_database: str, postgres: URL
) -> None:
    """The samples are replaced by the compaction itself; a snapshot from before that would keep the old ones."""
    assert isinstance(postgres_engine, PostgresEngine)
    await write(postgres_engine, say_often)
    await write(
        postgres_engine, lambda tx: tx.execute(text("INSERT INTO deletions VALUES ('stays', 'subject', '', 0)"))
    )
    execute(make_url(postgres_database), "ANALYZE deletions")
    await write(postgres_engine, lambda tx: tx.execute(text("DELETE FROM deletions WHERE id LIKE 'often%'")))
    with reading(postgres_database):
        await postgres_engine.compact()
    assert not held(postgres)


@pytest.mark.parametrize("binaries", [NEWER, OLDER], ids=["18", "16"])
async def test_samples_of_a_table_without_rows_are_removed(binaries: Path) -> None:
    """ANALYZE leaves them as they are."""
    with server(binaries) as running:
        made = make_database(running, "askwell")
        migrate(libpq(made))
        engine = open_database(libpq(made))
        assert isinstance(engine, PostgresEngine)
        await write(engine, say_often)
        execute(made, "ANALYZE deletions")
        await write(engine, lambda tx: tx.execute(text("DELETE FROM deletions")))
        await engine.compact()
        assert not held(made)
        await engine.dispose()
