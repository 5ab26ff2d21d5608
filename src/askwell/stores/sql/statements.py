"""The statements of a turn, run the short way: on SQLite as the driver takes them, made ready once for each engine.

SQLAlchemy takes several times as long for a short statement as SQLite for its work. The statements, their types and the
shape of their rows stay SQLAlchemy's; on a server, where the way to it takes longer, they run by it as ever.
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
Process = Callable[[Any], Any]
Row = Any
"""Has the columns as attributes, and is a tuple of them."""

READY = 512
"""Statements kept ready, over all engines of a process."""


def fetch(tx: Connection, statement: Select[Any], values: Values) -> Sequence[Row]:
    """All rows. A list among the values stands for an expanding parameter."""
    if tx.dialect.driver != "pysqlite":
        return tx.execute(statement, values).all()
    sizes = tuple([(name, len(value)) for name, value in values.items() if isinstance(value, list)])
    ready = _ready(tx.dialect, statement, tuple(values), sizes)
    rows = _execute(tx, ready, values).fetchall()
    return [ready.row(each) for each in rows]


def first(tx: Connection, statement: Select[Any], values: Values) -> Row | None:
    """The first row; None for none."""
    rows = fetch(tx, statement, values)
    return rows[0] if rows else None


def run(tx: Connection, statement: Insert | Update | Delete, values: Values) -> None:
    """Change what the statement says."""
    if tx.dialect.driver == "pysqlite":
        _execute(tx, _ready(tx.dialect, statement, tuple(values), ()), values)
    else:
        tx.execute(statement, values)


def run_each(tx: Connection, statement: Insert, rows: Sequence[Values]) -> None:
    """Insert rows that have the same columns; none at all where there are none."""
    if tx.dialect.driver == "pysqlite":
        for row in rows:
            run(tx, statement, row)
    elif rows:
        tx.execute(statement, rows)


@dataclass(frozen=True, slots=True)
class _Ready:
    """A statement as the driver takes it."""

    sql: str
    values: tuple[tuple[str, int, Process | None], ...]
    """For each of its parameters: name, place in the list or -1, and what the type makes of the value."""
    constants: Mapping[str, Any]
    """Values of the parameters that the statement itself brings."""
    shape: Any
    """Makes a row of a tuple."""
    columns: tuple[tuple[int, Process], ...]
    """Columns whose values the type makes something of."""

    def bound(self, given: Values) -> list[Any]:
        """The parameters in order."""
        bound = []
        for name, place, process in self.values:
            value = given[name] if name in given else self.constants[name]
            if place >= 0:
                value = value[place]
            bound.append(process(value) if process else value)
        return bound

    def row(self, values: tuple[Any, ...]) -> Row:
        """The row."""
        if not self.columns:
            return self.shape._make(values)
        made = list(values)
        for place, process in self.columns:
            made[place] = process(made[place])
        return self.shape._make(made)


def _execute(tx: Connection, ready: _Ready, values: Values) -> sqlite3.Cursor:
    """What the driver raises is translated where the transaction ends."""
    file: Any = tx.connection.driver_connection
    cursor: sqlite3.Cursor = file.execute(ready.sql, ready.bound(values))
    return cursor


@lru_cache(READY)
def _ready(
    dialect: Dialect, statement: Statement, names: tuple[str, ...], sizes: tuple[tuple[str, int], ...]
) -> _Ready:
    keys = None if isinstance(statement, Select) else list(names)
    compiled = statement.compile(dialect=dialect, column_keys=keys)
    assert isinstance(compiled, SQLCompiler)
    lists = {name: list(range(size)) for name, size in sizes}
    spelt = compiled.construct_expanded_state({**dict.fromkeys(names), **lists})
    listed = {f"{name}_{place + 1}": (name, place) for name, size in sizes for place in range(size)}
    there = {name: _way_there(bind.type, dialect) for name, bind in compiled.binds.items()}
    places = [listed.get(each, (each, -1)) for each in spelt.positiontup or ()]
    columns = statement.selected_columns.values() if isinstance(statement, Select) else ()
    back = [_way_back(column.type, dialect) for column in columns]
    return _Ready(
        spelt.statement,
        tuple([(name, place, there.get(name)) for name, place in places]),
        {name: value for name, value in spelt.parameters.items() if name not in names},
        namedtuple("Row", [str(column.key) for column in columns]),
        tuple([(place, process) for place, process in enumerate(back) if process is not None]),
    )


def _way_there(kind: TypeEngine[Any], dialect: Dialect) -> Process | None:
    return kind.dialect_impl(dialect).bind_processor(dialect)


def _way_back(kind: TypeEngine[Any], dialect: Dialect) -> Process | None:
    return kind.dialect_impl(dialect).result_processor(dialect, None)
