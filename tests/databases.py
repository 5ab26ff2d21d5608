"""Empty SQLite databases with all tables, made from the statements of one that was migrated."""

import sqlite3
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import event
from sqlalchemy.engine import URL

from askwell.stores.common.errors import translate
from askwell.stores.sql import migrate
from askwell.stores.sql.migrate import REVISIONS

_migrated = migrate._upgrade


def create_or_upgrade(url: URL, revision: str = REVISIONS[-1]) -> None:
    """Like the migrations, with the same lock and transaction, but an empty SQLite file gets its tables at once.

    Five migrations of an empty database take 0.1 s of CPU, the statements that come out of them 3 ms.
    """
    if url.get_backend_name() != "sqlite" or revision != REVISIONS[-1] or not _create(url):
        _migrated(url, revision)


def _create(url: URL) -> bool:
    """Whether the database had no tables and has got them."""
    engine = migrate._sqlite_engine(url)
    event.listen(engine, "handle_error", translate)
    with engine.begin() as connection:
        if connection.exec_driver_sql("SELECT count(*) FROM sqlite_master").scalar_one():
            return False
        for statement in _statements():
            connection.exec_driver_sql(statement)
        return True


@cache
def _statements() -> tuple[str, ...]:
    """What makes the tables and indexes of the newest revision, and its number."""
    with TemporaryDirectory(prefix="askwell-tables-") as folder:
        path = Path(folder) / "migrated.db"
        _migrated(URL.create("sqlite", database=str(path)))
        raw = sqlite3.connect(path)
        rows = raw.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type = 'index', rowid")
        made = [str(sql) for (sql,) in rows]
        raw.close()
    return (*made, f"INSERT INTO alembic_version VALUES ('{REVISIONS[-1]}')")
