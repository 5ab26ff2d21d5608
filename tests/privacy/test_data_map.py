"""The map of the data names every column with texts and every file."""

import sqlite3
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from askwell.privacy.data_map import FILES, NOT_STORED, TABLES
from askwell.settings import Settings
from askwell.types import Principal
from tests.alpine import alpine
from tests.conftest import REPOSITORY
from tests.runtime.canaries import Person

pytestmark = pytest.mark.anyio

NUMBERS = ("INT", "FLOAT", "DOUBLE", "BOOL", "REAL", "NUMERIC", "TIMESTAMP", "DATE")
"""Beginnings of types that hold no text. All others do, unknown ones too."""
MAPPED = {(table.name, column) for table in TABLES for column in table.columns}


def is_text(kind: str) -> bool:
    return not kind.upper().startswith((*NUMBERS, "BIGINT", "SMALLINT"))


def in_sqlite(path: Path) -> set[tuple[str, str]]:
    """Table and column of all columns with texts."""
    with closing(sqlite3.connect(path)) as database:
        tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        columns = [(table, *row) for table in tables for row in database.execute(f'PRAGMA table_info("{table}")')]
    return {(table, name) for table, _, name, kind, *_ in columns if is_text(kind)}


def in_postgres(address: str) -> set[tuple[str, str]]:
    query = "SELECT table_name, column_name, data_type FROM information_schema.columns WHERE table_schema = 'public'"
    with psycopg.connect(address) as database:
        return {(table, name) for table, name, kind in database.execute(query) if is_text(kind)}


async def test_every_column_with_texts_is_in_the_map_of_sqlite(settings: Settings, tmp_path: Path) -> None:
    async with alpine(settings, tmp_path):
        pass
    path = settings.home / "askwell.db"
    assert in_sqlite(path) == MAPPED
    with closing(sqlite3.connect(path)) as database:
        database.execute("ALTER TABLE turns ADD COLUMN remark VARCHAR(20)")
        database.execute("CREATE TABLE notes (id INTEGER, note BLOB)")
    assert in_sqlite(path) - MAPPED == {("turns", "remark"), ("notes", "note")}


async def test_every_column_with_texts_is_in_the_map_of_a_server(postgres_database: str) -> None:
    assert in_postgres(postgres_database) == MAPPED


@pytest.mark.parametrize("store", ["sql", "files"])
async def test_every_file_of_a_data_folder_is_in_the_map(settings: Settings, tmp_path: Path, store: str) -> None:
    """In the middle of a turn and of an attachment, and afterwards."""
    settings = settings.model_copy(update={"store": store, "lease_s": 1.0})
    async with alpine(settings, tmp_path) as engine:
        await Person(Principal("acme", "ann")).fill(engine)
        await engine.deletions.subject(Principal("acme", "ben"))
        unknown = unmapped(settings.home)
    assert unknown | unmapped(settings.home) == set()
    (settings.home / "new.log").write_text("a question")
    assert unmapped(settings.home) == {"new.log"}


def unmapped(home: Path) -> set[str]:
    """The files of no pattern. A folder that a pattern names has all that is in it."""
    mapped = {path for each in FILES for path in home.glob(each.pattern)}
    return {str(path.relative_to(home)) for path in home.rglob("*") if path.is_file() and path not in mapped}


def test_the_page_on_privacy_shows_the_map() -> None:
    page = (REPOSITORY / "docs/privacy.md").read_text(encoding="utf-8")
    for table in TABLES:
        assert f"| `{table.name}` | {table.holds} | {table.exported} | {table.erased} |" in page, table.name
    for file in FILES:
        assert f"| `{file.pattern}` | {file.holds} | {file.exported} | {file.erased} |" in page, file.pattern
    for what, becomes in NOT_STORED:
        assert f"- {what}: {becomes}" in page, what


def test_what_is_kept_has_no_owner() -> None:
    kept = {table.name for table in TABLES if table.erased.startswith("kept")}
    owned = {name for name, column in MAPPED if column in {"user_id", "session_id", "turn_id"}}
    assert kept
    assert kept & owned == set()
