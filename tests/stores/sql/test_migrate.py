"""The tables that migrations make are the ones that the code knows."""

import asyncio
import re
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import URL, MetaData, create_engine, make_url, text

from askwell.errors import BadConfig
from askwell.knowledge.schema import metadata as knowledge
from askwell.stores.sql import migrate
from askwell.stores.sql.columns import metadata as conversations
from askwell.stores.sql.database import open_database
from askwell.stores.sql.migrate import MIGRATIONS, REVISIONS, upgrade
from askwell.stores.sql.store import SqlStore
from askwell.testing.invariants import broken_invariants
from askwell.testing.store_memory import item, learn
from askwell.testing.stores import ANNA, CountedIds, HeldClock, complete
from tests.databases import create_or_upgrade
from tests.stores.conftest import url
from tests.stores.servers import libpq, make_database

OLD = """
INSERT INTO sessions (id, tenant, user_id, assistant, title, titled_by, metadata, created_at, updated_at, head, fence,
    sources_count) VALUES ('old', 'acme', 'anna', 'papers', 'Who?', 'question', '{"a":1}', 1000000, 2000000, 2, 3, 1);
INSERT INTO sessions (id, tenant, user_id, assistant, metadata, created_at, updated_at, head, fence, active_turn_id,
    lease_until) VALUES ('busy', 'acme', 'anna', 'papers', '{}', 1000000, 1000000, 1, 1, 't3', 5000000);
INSERT INTO sessions (id, tenant, user_id, assistant, metadata, created_at, updated_at)
    VALUES ('empty', 'acme', 'anna', 'papers', '{}', 1000000, 1000000);
INSERT INTO turns (id, session_id, tenant, number, fence, status, question, answer, language, decisions, created_at)
    VALUES ('t1', 'old', 'acme', 1, 1, 'completed', 'Who?', 'Me [1].', 'en', '[["route","search","why"]]', 1000000);
INSERT INTO turns (id, session_id, tenant, number, parent_id, fence, status, question, answer, language, created_at)
    VALUES ('t2', 'old', 'acme', 2, 't1', 3, 'interrupted', 'What?', 'It', 'en', 2000000);
INSERT INTO turns (id, session_id, tenant, number, fence, status, question, language, created_at)
    VALUES ('t3', 'busy', 'acme', 1, 1, 'running', 'When?', 'en', 1000000);
INSERT INTO partials VALUES ('t3', 'At', 1000000);
INSERT INTO session_sources VALUES ('old', 1, 'd', 'd.md', 'About d', '');
INSERT INTO turn_sources (turn_id, position, session_id, number, document_id, passages)
    VALUES ('t1', 0, 'old', 1, 'd', '[["c",0,4,0.5,null,["Top"],"Text"]]');
INSERT INTO idempotency_keys VALUES ('acme', 'anna', 'k', 'old', 't1', 'hash', 1000000);
INSERT INTO outbox (session_id, turn_id, topic, payload, created_at)
    VALUES ('old', 't1', 'turn.finished', '{"status":"completed"}', 1000000);
INSERT INTO outbox (session_id, turn_id, topic, payload, created_at)
    VALUES ('old', 't2', 'turn.finished', '{"status":"interrupted"}', 2000000);
INSERT INTO documents (id, collection, name, title, url, origin, labels, media_type, language, content_hash, chars,
    chunks, text, added_at) VALUES ('d', 'c', 'd.md', 'About d', '', '', '[]', 'text/markdown', 'en', 'x', 4, 1, 'Text',
    '2026-01-01 00:00:00');
INSERT INTO chunks (id, document_id, ordinal, text, start, "end", headings, tokens)
    VALUES ('c', 'd', 0, 'Text', 0, 4, '[]', 1);
"""
"""What the first revision held."""


def statements(path: Path) -> dict[str, str]:
    """Name of a table or index to the statement that made it, blanks evened out."""
    with sqlite3.connect(path) as raw:
        rows = raw.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    raw.close()
    return {name: " ".join(sql.split()) for name, sql in rows if name != "alembic_version"}


def words_of(path: Path) -> dict[str, list[str]]:
    """The words of each statement, sorted: a table that is rebuilt gets its constraints in any order."""
    return {name: sorted(re.findall(r"[^\s(),]+", sql)) for name, sql in statements(path).items()}


def both() -> MetaData:
    joined = MetaData()
    for metadata in (conversations, knowledge):
        for table in metadata.sorted_tables:
            table.to_metadata(joined)
    return joined


def test_migrated_tables_are_those_of_the_schemas(migrated: Path) -> None:
    engine = create_engine(f"sqlite:///{migrated}")
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), both()) == []
    engine.dispose()


def test_migrated_tables_on_postgres_are_those_of_the_schemas(migrated_postgres: URL) -> None:
    engine = create_engine(migrated_postgres.set(drivername="postgresql+psycopg"))
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), both()) == []
    engine.dispose()


def test_migrated_indexes_are_those_of_the_schemas_with_their_conditions(migrated: Path, tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'made.db'}")
    for metadata in (conversations, knowledge):
        metadata.create_all(engine)
    engine.dispose()
    made, found = statements(tmp_path / "made.db"), statements(migrated)
    assert set(found) == set(made)
    indexes = [name for name, sql in made.items() if "INDEX" in sql.split("(")[0]]
    assert len(indexes) >= 7
    assert {name: found[name] for name in indexes} == {name: made[name] for name in indexes}


def test_migrated_columns_are_written_as_in_the_schemas(migrated: Path, tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'made.db'}")
    for metadata in (conversations, knowledge):
        metadata.create_all(engine)
    engine.dispose()
    for table in both().tables:
        columns = []
        for path in (tmp_path / "made.db", migrated):
            with sqlite3.connect(path) as raw:
                columns.append(raw.execute(f"PRAGMA table_info({table})").fetchall())
            raw.close()
        assert columns[0] == columns[1]


def test_tables_that_tests_make_at_once_are_the_migrated_ones(migrated: Path, tmp_path: Path) -> None:
    made = tmp_path / "made.db"
    for _ in range(2):  # the second call finds the tables
        create_or_upgrade(make_url(url(made)))
    assert words_of(made) == words_of(migrated)
    with sqlite3.connect(made) as raw:
        assert raw.execute("SELECT version_num FROM alembic_version").fetchall() == [(REVISIONS[-1],)]
    raw.close()


def test_named_revisions_are_the_files_there_are() -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    scripts = ScriptDirectory.from_config(config)
    assert [each.revision for each in scripts.walk_revisions()][::-1] == list(REVISIONS)


def test_current_database_needs_no_alembic(database: Path) -> None:
    code = """
import asyncio, sys
from askwell.stores.sql.database import open_database
from askwell.stores.sql.migrate import upgrade

async def main(url):
    engine = open_database(url)
    await upgrade(engine)
    await engine.dispose()

asyncio.run(main(sys.argv[1]))
assert "alembic" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", code, url(database)], check=True)


async def test_upgrading_again_changes_nothing(database: Path) -> None:
    before = statements(database)
    engine = open_database(url(database))
    await upgrade(engine)
    await upgrade(engine)
    await engine.dispose()
    assert await asyncio.to_thread(statements, database) == before


async def test_database_of_a_newer_askwell_is_refused(database: Path) -> None:
    with sqlite3.connect(database) as raw:
        raw.execute("UPDATE alembic_version SET version_num = '9999'")
    raw.close()
    engine = open_database(url(database))
    with pytest.raises(BadConfig, match="9999") as caught:
        await upgrade(engine)
    assert caught.value.code == "database_too_new"
    await engine.dispose()


async def test_migration_that_breaks_off_leaves_nothing(tmp_path: Path) -> None:
    path = tmp_path / "askwell.db"
    with sqlite3.connect(path) as raw:
        raw.execute("CREATE TABLE vectors (in_the_way)")  # the last table that the first migration makes
    raw.close()
    engine = open_database(url(path))
    with pytest.raises(Exception, match="vectors"):
        await upgrade(engine)
    await engine.dispose()
    assert list(await asyncio.to_thread(statements, path)) == ["vectors"]


UNUSED = """
INSERT INTO summaries (session_id, text, up_to_number, updated_at) VALUES ('old', 'So far.', 1, 1000000);
INSERT INTO topics (turn_id, session_id, number, line, topics, source_ids) VALUES ('t1', 'old', 1, 'Who', '[]', '[]');
INSERT INTO memory_items (id, session_id, turn_id, text, created_at) VALUES ('i', 'old', 't1', 'A fact', 1000000);
"""
"""What the tables of memory could hold until the third revision, though nothing wrote to them."""


COPIED = """
INSERT INTO documents (id, collection, name, root, title, url, origin, labels, media_type, language, content_hash,
    chars, chunks, text, added_at) SELECT 'e', collection, name, 'another', title, url, origin, labels, media_type,
    language, content_hash, chars, chunks, text, added_at FROM documents
"""
"""A second document of the same name, from another folder."""


async def check_that_old_conversations_go_on(address: str, revision: str) -> None:
    """Bring a database of an older revision that holds some up to date, and go on with them."""
    engine = open_database(address)
    await asyncio.to_thread(migrate._upgrade, engine.url, "0001")
    async with engine.begin() as connection:
        for statement in (OLD + UNUSED).split(";\n")[:-1]:
            await connection.execute(text(statement.replace(":", "\\:")))
    await asyncio.to_thread(migrate._upgrade, engine.url, revision)
    await upgrade(engine)
    store = SqlStore(engine, HeldClock(), CountedIds())
    old = await store.sessions.get(ANNA, "old")
    assert (old.head, old.branch, old.pinned, old.sources_count, old.metadata) == (2, 0, False, 1, {"a": 1})
    first, second = await store.turns.page(ANNA, "old")
    assert (first.answer, first.sources[0].passages[0].headings, first.decisions[0].step) == (
        "Me [1].",
        ("Top",),
        "route",
    )
    assert (first.support, first.warnings, first.feedback, first.siblings, second.parent_id) == ((), (), None, (), "t1")
    assert await store.turns.sweep() == 1
    assert (await store.turns.get(ANNA, "busy", 1)).answer == "At"
    following = await complete(store, "old", "And?")
    assert (following.number, following.parent_id) == (3, "t2")
    again = await complete(store, "old", "Who?", instead_of=1)
    assert (again.siblings, again.supersedes_id) == ((1, 4), "t1")
    assert (await store.memory.read(ANNA, "old")).summary == ""
    assert (await learn(store, "old", 4, items=(item("A fact"),))).up_to == 4
    assert (await store.turns.recall(ANNA, "old", before=5, window_turns=1)).memory.items[0].text == "A fact"
    assert (await complete(store, "empty", "Now?")).number == 1
    assert await broken_invariants(engine, swept=True) == []
    async with engine.begin() as connection:
        await connection.execute(text(COPIED))
        kept = (await connection.execute(text("SELECT name, documents.text FROM documents ORDER BY id"))).all()
        assert list(map(tuple, kept)) == [("d.md", "Text"), ("d.md", "Text")]
        assert (await connection.execute(text("SELECT document_id FROM chunks"))).scalars().all() == ["d"]
    await store.close()


@pytest.mark.parametrize("revision", REVISIONS[:-1])
async def test_conversations_of_an_older_revision_go_on_after_an_upgrade(tmp_path: Path, revision: str) -> None:
    await check_that_old_conversations_go_on(url(tmp_path / "askwell.db"), revision)


@pytest.mark.parametrize("revision", REVISIONS[:-1])
async def test_conversations_of_an_older_revision_on_postgres_go_on_after_an_upgrade(
    postgres: URL, revision: str
) -> None:
    await check_that_old_conversations_go_on(libpq(make_database(postgres, f"old-{revision}")), revision)


async def test_processes_that_start_at_once_on_an_empty_server_migrate_it_once(postgres: URL) -> None:
    address = libpq(make_database(postgres, "raced"))
    engines = [open_database(address) for _ in range(4)]
    await asyncio.gather(*(upgrade(engine) for engine in engines))
    for engine in engines:
        await engine.dispose()
    checked = create_engine(make_url(address).set(drivername="postgresql+psycopg"))
    with checked.connect() as connection:
        found = connection.execute(text("SELECT version_num FROM alembic_version")).scalars().all()
    checked.dispose()
    assert found == [REVISIONS[-1]]
