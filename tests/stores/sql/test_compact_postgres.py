"""A server's tables are written again without what was removed."""

import psycopg
import pytest
from sqlalchemy import URL, Connection, text
from sqlalchemy.ext.asyncio import AsyncEngine

from askwell.errors import StorageFailed
from askwell.stores.sql import postgres as server
from askwell.stores.sql.database import open_database, write
from askwell.stores.sql.postgres import PostgresEngine
from tests.stores.servers import data_folder, execute, libpq

pytestmark = pytest.mark.anyio

WORD = "zqcompacted"


def say(tx: Connection) -> None:
    tx.execute(text("INSERT INTO deletions VALUES (:word, 'subject', :word, 0)"), {"word": WORD})
    tx.execute(text("DELETE FROM deletions WHERE id = :word"), {"word": WORD})


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
    monkeypatch.setattr(server, "OLDER_S", 0.2)
    with psycopg.connect(postgres_database) as reader:
        reader.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        reader.execute("SELECT count(*) FROM alembic_version")
        with pytest.raises(StorageFailed, match="may still read what was removed"):
            await postgres_engine.compact()
    await postgres_engine.compact()
