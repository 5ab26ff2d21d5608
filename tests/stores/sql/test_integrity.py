"""Damage of an SQLite file is found, whatever it is."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from askwell.errors import StorageFailed
from askwell.stores.sql.database import open_database
from askwell.stores.sql.integrity import MOST_PROBLEMS, find_damage
from tests.stores.conftest import url

ROWS = 2_000
SCHEMA = """
PRAGMA page_size = 4096;
PRAGMA journal_mode = WAL;
CREATE TABLE parents (id INTEGER PRIMARY KEY);
CREATE TABLE rows (id INTEGER PRIMARY KEY, parent INTEGER REFERENCES parents, text TEXT);
CREATE INDEX texts ON rows (text);
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """An intact database."""
    path = tmp_path / "some.db"
    with closing(sqlite3.connect(path)) as made:
        made.executescript(SCHEMA)
        made.executemany("INSERT INTO rows (text) VALUES (?)", [(f"{n} {200 * 'x'}",) for n in range(ROWS)])
        made.commit()
    return path


async def damage_of(path: Path) -> list[str]:
    engine = open_database(url(path))
    try:
        return await find_damage(engine)
    finally:
        await engine.dispose()


def page_of_table(path: Path) -> None:
    """Overwrite a page in the middle of the file."""
    with path.open("r+b") as file:
        file.seek(4096 * 60)
        file.write(4096 * b"\xff")


def header(path: Path) -> None:
    """Overwrite the beginning of the file."""
    with path.open("r+b") as file:
        file.write(100 * b"\xff")


def cut(path: Path) -> None:
    """Remove the second half of the file."""
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size // 8192 * 4096)


def index(path: Path) -> None:
    """Add a row that the index does not have."""
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        file.execute("PRAGMA writable_schema = ON")
        [row] = file.execute("SELECT * FROM sqlite_schema WHERE name = 'texts'").fetchall()
        file.execute("DELETE FROM sqlite_schema WHERE name = 'texts'")
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        file.execute("INSERT INTO rows (text) VALUES ('new')")
        file.execute("PRAGMA writable_schema = ON")
        file.execute("INSERT INTO sqlite_schema VALUES (?, ?, ?, ?, ?)", row)


def reference(path: Path) -> None:
    """Add a row that refers to a missing one."""
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        file.execute("INSERT INTO rows (parent) VALUES (7)")


async def test_an_intact_file_has_no_damage(file: Path) -> None:
    assert await damage_of(file) == []


@pytest.mark.parametrize(
    ("spoil", "found"),
    [
        (page_of_table, "age"),
        (header, "not a database"),
        (cut, "malformed"),
        (index, "index texts"),
        (reference, "row 2001 of rows refers to a missing row of parents"),
    ],
)
async def test_damage_is_named(file: Path, spoil: Callable[[Path], None], found: str) -> None:
    spoil(file)
    damage = await damage_of(file)
    assert 0 < len(damage) <= 2 * MOST_PROBLEMS
    assert any(found in each for each in damage), damage


async def test_a_file_that_is_missing_is_not_damaged_but_cannot_be_opened(tmp_path: Path) -> None:
    with pytest.raises(StorageFailed):
        await damage_of(tmp_path / "none.db")
