"""Engines: who writes, who reads, and what happens to the file."""

import asyncio
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import Connection, event, text
from sqlalchemy.ext.asyncio import AsyncEngine

from askwell.errors import BadConfig, StorageFailed
from askwell.stores.sql.database import checkpoint, open_database, read, write
from askwell.stores.sql.sqlite import wal
from askwell.stores.sql.sqlite.connection import LOG_BYTES
from askwell.stores.sql.sqlite.engine import SqliteEngine
from tests.stores.conftest import url


async def setting(engine: AsyncEngine, name: str) -> object:
    async with engine.connect() as connection:
        return (await connection.execute(text(f"PRAGMA {name}"))).scalar_one()


def say(what: str) -> Callable[[Connection], object]:
    """Work that writes so much."""
    return lambda tx: tx.execute(text("INSERT INTO said VALUES (:what)"), {"what": what})


@pytest.fixture
async def noted(engine: AsyncEngine, database: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The log of a file with a table `said`, which is copied without pauses."""
    monkeypatch.setattr(wal, "PAUSE_S", 0.0)
    await write(engine, lambda tx: tx.execute(text("CREATE TABLE said (what TEXT)")))
    return Path(f"{database}-wal")


def size(file: Path) -> int:
    return file.stat().st_size


def holds(file: Path, text: bytes) -> bool:
    return text in file.read_bytes()


@pytest.mark.parametrize(
    "address",
    ["", "nonsense", "sqlite+aiosqlite://", "sqlite:///:memory:", "mysql://u:secret@host/name", "oracle://h/d"],
)
def test_other_databases_are_refused_without_their_password(address: str) -> None:
    with pytest.raises(BadConfig) as caught:
        open_database(address)
    assert "secret" not in caught.value.message


async def test_file_is_made_with_its_folders_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "some" / "where" / "askwell.db"
    engine = open_database(url(path))
    assert not path.parent.exists()
    async with engine.begin() as connection:
        await connection.execute(text("CREATE TABLE t (x)"))
    modes = {file.name: file.stat().st_mode & 0o777 for file in path.parent.iterdir()}
    assert modes == {"askwell.db": 0o600, "askwell.db-wal": 0o600, "askwell.db-shm": 0o600}
    await engine.dispose()


async def test_engine_is_set_up_to_lose_nothing(engine: AsyncEngine) -> None:
    wanted = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 5000, "secure_delete": 1}
    assert {name: await setting(engine, name) for name in wanted} == wanted


async def test_writer_has_the_lock_before_its_first_statement(engine: AsyncEngine, database: Path) -> None:
    other = sqlite3.connect(database, timeout=0, isolation_level=None)
    async with engine.begin():
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("BEGIN IMMEDIATE")
    other.execute("BEGIN IMMEDIATE")
    other.close()


async def test_reader_sees_one_moment_beside_a_writer(engine: AsyncEngine) -> None:
    count = text("SELECT count(*) FROM collections")
    async with engine.connect() as reader:
        assert (await reader.execute(count)).scalar_one() == 0
        async with engine.begin() as writer:
            await writer.execute(text("INSERT INTO collections (name) VALUES ('papers')"))
        assert (await reader.execute(count)).scalar_one() == 0
    async with engine.connect() as reader:
        assert (await reader.execute(count)).scalar_one() == 1


async def test_tasks_that_write_wait_for_each_other(engine: AsyncEngine) -> None:
    async def slow(name: str) -> None:
        async with engine.begin() as connection:
            await connection.execute(text("INSERT INTO collections (name) VALUES (:name)"), {"name": name})
            await asyncio.sleep(0.001)

    async def quick(name: str) -> None:
        insert = text("INSERT INTO collections (name) VALUES (:name)")
        await write(engine, lambda tx: tx.execute(insert, {"name": name}))

    await asyncio.gather(*(slow(f"slow-{n}") for n in range(10)), *(quick(f"quick-{n}") for n in range(10)))
    names = await read(engine, lambda tx: tx.execute(text("SELECT count(*) FROM collections")).scalar_one())
    assert names == 20


async def test_transaction_that_raises_is_undone(engine: AsyncEngine) -> None:
    with pytest.raises(ZeroDivisionError):
        await write(engine, lambda tx: (tx.execute(text("INSERT INTO collections (name) VALUES ('x')")), 1 / 0))
    assert await read(engine, lambda tx: tx.execute(text("SELECT count(*) FROM collections")).scalar_one()) == 0


async def test_lock_of_another_program_is_said(engine: AsyncEngine, database: Path) -> None:
    event.listen(engine.sync_engine, "connect", lambda raw, _: raw.cursor().execute("PRAGMA busy_timeout = 1"))
    other = sqlite3.connect(database, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StorageFailed) as caught:
        async with engine.begin():
            pass
    assert caught.value.code == "storage_unavailable"
    other.close()


async def test_fault_in_a_statement_is_no_failure_of_storage(engine: AsyncEngine) -> None:
    with pytest.raises(Exception, match="no such table") as caught:
        await read(engine, lambda tx: tx.execute(text("SELECT * FROM nowhere")))
    assert not isinstance(caught.value, StorageFailed)


async def test_log_is_brought_in_beside_the_writers(
    engine: AsyncEngine, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wal, "CHECKPOINT_WRITES", 1)
    await write(engine, lambda tx: tx.execute(text("INSERT INTO collections (name) VALUES ('canary')")))
    async with asyncio.timeout(10):
        while not holds(database, b"canary"):  # noqa: ASYNC110  # SQLite has no event to wait for
            await asyncio.sleep(0.01)


async def test_log_is_written_over_and_not_made_longer(engine: AsyncEngine, noted: Path) -> None:
    lengths = []
    for _ in range(200):
        await write(engine, say(20_000 * "x"))
        lengths.append(size(noted))
        await asyncio.sleep(0.01)
    assert 0 < max(lengths) < 2 * LOG_BYTES < 200 * 20_000


async def test_log_stays_short_where_writers_never_rest(engine: AsyncEngine, noted: Path) -> None:
    rounds, most = 400, 0
    for _ in range(rounds):
        await asyncio.gather(*(write(engine, say(5_000 * "x")) for _ in range(8)))
        most = max(most, size(noted))
    assert most < rounds * 8 * 5_000 / 2


async def test_log_is_bounded_where_readers_never_rest(engine: AsyncEngine, noted: Path) -> None:
    def slow(tx: Connection) -> None:
        tx.execute(text("SELECT count(*) FROM collections"))
        time.sleep(0.12)  # longer than writers usually wait for readers

    async def read_on() -> None:
        while True:
            await read(engine, slow)

    readers = [asyncio.create_task(read_on()) for _ in range(2)]
    most, written = 0, 0
    while written < 4 * wal.MAX_LOG_BYTES:
        await write(engine, say(100_000 * "x"))
        await asyncio.sleep(0.005)
        written += 100_000
        most = max(most, size(noted))
    for reader in readers:
        reader.cancel()
    assert most < 2 * wal.MAX_LOG_BYTES


async def test_log_is_bounded_while_the_event_loop_is_busy(engine: AsyncEngine, noted: Path) -> None:
    most = 0
    written = [asyncio.ensure_future(write(engine, say(20_000 * "x"))) for _ in range(2_000)]
    while not all(future.done() for future in written):
        time.sleep(0.01)  # noqa: ASYNC251  # no task runs, as under load
        most = max(most, size(noted))
        await asyncio.sleep(0)
    assert wal.MAX_LOG_BYTES < most < 2 * wal.MAX_LOG_BYTES


async def test_log_that_one_transaction_has_made_long_is_cut_again(
    engine: AsyncEngine, noted: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wal, "SIZE_CHECK_EVERY_S", 0.01)
    await write(engine, say(4 * LOG_BYTES * "x"))
    assert size(noted) > 4 * LOG_BYTES
    async with asyncio.timeout(10):
        while size(noted) > LOG_BYTES:
            await asyncio.sleep(0.05)
            await write(engine, say("little"))


async def test_truncating_checkpoint_empties_the_log(engine: AsyncEngine, database: Path) -> None:
    log = Path(f"{database}-wal")
    await write(engine, lambda tx: tx.execute(text("INSERT INTO collections (name) VALUES ('x')")))
    assert size(log) > 0
    await checkpoint(engine)
    assert size(log) == 0


async def test_compacting_removes_what_was_deleted_without_being_overwritten(
    engine: AsyncEngine, database: Path
) -> None:
    """As another program leaves it that opens the file with the settings of SQLite."""
    await write(engine, lambda tx: tx.execute(text("CREATE TABLE said (what TEXT)")))
    await checkpoint(engine)
    other = sqlite3.connect(database)
    other.executescript("PRAGMA secure_delete = OFF; INSERT INTO said VALUES ('zqleft'); DELETE FROM said;")
    other.close()
    await checkpoint(engine)
    assert holds(database, b"zqleft")
    assert isinstance(engine, SqliteEngine)
    await engine.compact()
    assert not holds(database, b"zqleft")
    assert size(Path(f"{database}-wal")) == 0


async def test_compacting_says_that_another_reader_keeps_the_log(
    engine: AsyncEngine, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wal, "BUSY_S", 0.1)
    await write(engine, lambda tx: tx.execute(text("CREATE TABLE said (what TEXT)")))
    other = sqlite3.connect(database, isolation_level=None)
    other.execute("BEGIN")
    other.execute("SELECT count(*) FROM sessions").fetchall()
    assert isinstance(engine, SqliteEngine)
    with pytest.raises(StorageFailed, match="still in the log"):
        await engine.compact()
    other.close()
    await engine.compact()


async def test_disposed_engine_leaves_one_file_no_task_and_can_be_used_again(
    engine: AsyncEngine, database: Path
) -> None:
    tasks = asyncio.all_tasks()
    for _ in range(2):
        await write(engine, lambda tx: tx.execute(text("INSERT INTO collections (name) VALUES (random())")))
        await engine.dispose()
        assert [file.name for file in database.parent.iterdir()] == [database.name]
        assert asyncio.all_tasks() == tasks


async def test_capitals_are_folded_in_every_script(engine: AsyncEngine) -> None:
    assert await read(engine, lambda tx: tx.execute(text("SELECT fold_case('ÀÉÎ ΣΑΣ')")).scalar_one()) == "àéî σασ"
