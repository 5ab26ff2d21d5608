"""Values of a conversation are in no column of its databases, packed ones included, and in a dump of the server."""

import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import psycopg
import pytest

from askwell.settings import Settings
from tests.runtime.test_personal_data import CANARIES, CODE, NAME, PSEUDONYM, desk, held, talk

pytestmark = pytest.mark.anyio
OPEN = "languages: [it, en]\nresolve: {}"


def columns(folder: Path) -> Iterator[str]:
    """Every value of every table of the SQLite files below a folder, unpacked."""
    for file in folder.rglob("*.db"):
        with closing(sqlite3.connect(file)) as database:
            tables = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
            for (table,) in tables:
                for row in database.execute(f'SELECT * FROM "{table}"'):
                    yield from map(_text, row)


def _text(value: object) -> str:
    if isinstance(value, bytes):
        with suppress(zlib.error):
            value = zlib.decompress(value)
        return bytes(value).decode("utf-8", "replace")
    return str(value)


def dump(address: str) -> Iterator[str]:
    """Every row of every table of a server's database, as text."""
    with psycopg.connect(address) as database:
        tables = database.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        for (table,) in tables:
            for (row,) in database.execute(f'SELECT t::text FROM "{table}" t'):
                yield row


def found(texts: Iterator[str]) -> set[str]:
    return {each for text in texts for each in CANARIES if each.lower() in text.lower()}


@pytest.mark.parametrize(("yaml", "expected"), [(PSEUDONYM, set()), (OPEN, {CODE, NAME})])
async def test_no_column_of_sqlite_has_a_value(
    settings: Settings, tmp_path: Path, yaml: str, expected: set[str]
) -> None:
    """S3-G5, F37: without the policy the values are there, with it they are not."""
    async with desk(settings, tmp_path, yaml) as (engine, session):
        await talk(engine, session)
    assert (found(columns(settings.home)) >= expected) if expected else not found(columns(settings.home))


@pytest.mark.parametrize(("yaml", "expected"), [(PSEUDONYM, set()), (OPEN, {CODE, NAME})])
async def test_no_row_of_a_server_has_a_value(
    settings: Settings, tmp_path: Path, postgres_database: str, yaml: str, expected: set[str]
) -> None:
    """S3-G5, F37."""
    shared = settings.model_copy(update={"database_url": postgres_database})
    async with desk(shared, tmp_path, yaml) as (engine, session):
        await talk(engine, session)
        in_rows = found(dump(postgres_database))
        await engine.delete_session(session)
    assert (in_rows >= expected) if expected else not in_rows
    assert not found(dump(postgres_database))
    assert expected or held(shared.home) == set()
