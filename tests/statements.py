"""What is sent to databases, seen just before it is run: by way of SQLAlchemy, or the short way."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, event

from askwell.stores.sql import statements as prepared

Sent = list[tuple[str, Any]]
"""Statements with their parameters."""


@contextmanager
def statements() -> Iterator[Sent]:
    """What is sent within the block."""
    sent: Sent = []
    with watched(lambda statement, parameters: sent.append((statement, parameters))):
        yield sent


@contextmanager
def watched(note: Callable[[str, Any], None]) -> Iterator[None]:
    """Have a statement and its parameters noted before it is run, within the block."""

    def long_way(_connection: Any, _cursor: Any, statement: str, parameters: Any, *_rest: Any) -> None:
        note(statement, parameters)

    short_way = prepared._execute

    def noted(tx: Connection, compiled: prepared._Compiled, values: prepared.Values) -> sqlite3.Cursor:
        note(compiled.sql, tuple(compiled.bind(values)))
        return short_way(tx, compiled, values)

    event.listen(Engine, "before_cursor_execute", long_way)
    prepared._execute = noted
    try:
        yield
    finally:
        prepared._execute = short_way
        event.remove(Engine, "before_cursor_execute", long_way)


def of_conversations(sent: Sent) -> list[str]:
    """Those that ask for something of conversations."""
    tables = ("sessions", "turns", "partials", "outbox", "idempotency_keys")
    return [statement for statement, _ in sent if any(table in statement for table in tables)]
