"""Runs the statements of a turn. On SQLite they are compiled once and go directly to the driver.

For a short statement, SQLAlchemy takes several times as long as SQLite. Here it still compiles the statement and
provides the type converters of parameters and columns. On a server, where the round trip dominates, it also runs it.
"""

import sqlite3
from collections import namedtuple
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, Delete, Dialect, Insert, Select, Update
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.types import TypeEngine

Statement = Select[Any] | Insert | Update | Delete
Values = Mapping[str, Any]
Converter = Callable[[Any], Any]
Row = Any
"""A named tuple of the columns."""

MAX_COMPILED = 512
"""Size of the cache of compiled statements, for all engines of a process."""


def fetch(tx: Connection, statement: Select[Any], values: Values) -> Sequence[Row]:
    """All rows. A list in `values` is an expanding parameter."""
    if tx.dialect.driver != "pysqlite":
        return tx.execute(statement, values).all()
    sizes = tuple([(name, len(value)) for name, value in values.items() if isinstance(value, list)])
    compiled = _compiled(tx.dialect, statement, tuple(values), sizes)
    rows = _execute(tx, compiled, values).fetchall()
    return [compiled.row(each) for each in rows]


def first(tx: Connection, statement: Select[Any], values: Values) -> Row | None:
    """The first row; None if there is none."""
    rows = fetch(tx, statement, values)
    return rows[0] if rows else None


def run(tx: Connection, statement: Insert | Update | Delete, values: Values) -> None:
    """Execute a statement that returns no rows."""
    if tx.dialect.driver == "pysqlite":
        _execute(tx, _compiled(tx.dialect, statement, tuple(values), ()), values)
    else:
        tx.execute(statement, values)


def run_each(tx: Connection, statement: Insert, rows: Sequence[Values]) -> None:
    """Insert rows that have the same columns; no statement is run for an empty sequence."""
    if tx.dialect.driver == "pysqlite":
        for row in rows:
            run(tx, statement, row)
    elif rows:
        tx.execute(statement, rows)


@dataclass(frozen=True, slots=True)
class _Compiled:
    """A statement compiled for the driver."""

    sql: str
    parameters: tuple[tuple[str, int, Converter | None], ...]
    """For each parameter its name, its index in an expanding parameter or -1, and the converter of its type."""
    constants: Mapping[str, Any]
    """Values of parameters that are part of the statement."""
    row_type: Any
    """The named tuple of its rows."""
    converters: tuple[tuple[int, Converter], ...]
    """Column index and converter, for columns whose type converts values."""

    def bind(self, values: Values) -> list[Any]:
        """The converted parameter values in order."""
        bound = []
        for name, index, convert in self.parameters:
            value = values[name] if name in values else self.constants[name]
            if index >= 0:
                value = value[index]
            bound.append(convert(value) if convert else value)
        return bound

    def row(self, values: tuple[Any, ...]) -> Row:
        """The row with converted values."""
        if not self.converters:
            return self.row_type._make(values)
        converted = list(values)
        for index, convert in self.converters:
            converted[index] = convert(converted[index])
        return self.row_type._make(converted)


def _execute(tx: Connection, compiled: _Compiled, values: Values) -> sqlite3.Cursor:
    """Run a statement. Errors of the driver are translated at the end of the transaction."""
    file: Any = tx.connection.driver_connection
    cursor: sqlite3.Cursor = file.execute(compiled.sql, compiled.bind(values))
    return cursor


@lru_cache(MAX_COMPILED)
def _compiled(
    dialect: Dialect, statement: Statement, names: tuple[str, ...], sizes: tuple[tuple[str, int], ...]
) -> _Compiled:
    keys = None if isinstance(statement, Select) else list(names)
    compiled = statement.compile(dialect=dialect, column_keys=keys)
    assert isinstance(compiled, SQLCompiler)
    lists = {name: list(range(size)) for name, size in sizes}
    expanded = compiled.construct_expanded_state({**dict.fromkeys(names), **lists})
    list_values = {f"{name}_{index + 1}": (name, index) for name, size in sizes for index in range(size)}
    binders = {name: _bind_converter(bind.type, dialect) for name, bind in compiled.binds.items()}
    parameters = [list_values.get(each, (each, -1)) for each in expanded.positiontup or ()]
    columns = statement.selected_columns.values() if isinstance(statement, Select) else ()
    converters = [_result_converter(column.type, dialect) for column in columns]
    return _Compiled(
        expanded.statement,
        tuple([(name, index, binders.get(name)) for name, index in parameters]),
        {name: value for name, value in expanded.parameters.items() if name not in names},
        namedtuple("Row", [str(column.key) for column in columns]),
        tuple([(index, convert) for index, convert in enumerate(converters) if convert is not None]),
    )


def _bind_converter(kind: TypeEngine[Any], dialect: Dialect) -> Converter | None:
    return kind.dialect_impl(dialect).bind_processor(dialect)


def _result_converter(kind: TypeEngine[Any], dialect: Dialect) -> Converter | None:
    return kind.dialect_impl(dialect).result_processor(dialect, None)
