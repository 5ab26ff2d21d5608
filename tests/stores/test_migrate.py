"""The tables that migrations make are the ones that the code knows."""

import asyncio
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import MetaData, create_engine

from askwell.errors import BadConfig
from askwell.knowledge.schema import metadata as knowledge
from askwell.stores.database import open_database
from askwell.stores.migrate import MIGRATIONS, REVISIONS, upgrade
from askwell.stores.schema import metadata as conversations
from tests.stores.conftest import url


def statements(path: Path) -> dict[str, str]:
    """Name of a table or index to the statement that made it, blanks evened out."""
    with sqlite3.connect(path) as raw:
        rows = raw.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    raw.close()
    return {name: " ".join(sql.split()) for name, sql in rows if name != "alembic_version"}


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


def test_named_revisions_are_the_files_there_are() -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    scripts = ScriptDirectory.from_config(config)
    assert [each.revision for each in scripts.walk_revisions()][::-1] == list(REVISIONS)


def test_current_database_needs_no_alembic(database: Path) -> None:
    code = """
import asyncio, sys
from askwell.stores.database import open_database
from askwell.stores.migrate import upgrade

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
