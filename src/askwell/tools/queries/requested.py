"""A query that somebody else has written, with the names of columns, as a query of a table."""

from collections.abc import Callable, Iterable, Mapping
from math import inf
from operator import eq, ge, gt, le, lt, ne
from typing import Literal

from askwell.errors import BadInput
from askwell.text.words import fold
from askwell.tools.queries.cells import read_cells
from askwell.tools.queries.query import Aggregate, Condition, Order, Query
from askwell.tools.queries.schema import Column, Schema
from askwell.types import Comparison, TableColumn, TableFilter, TableRequest

EXAMPLES = 12
"""Different cells of a column at most that are shown."""
_LONGEST = 60
"""Characters of a cell that is shown; longer ones say nothing of what a column holds."""
_HOLDS: Mapping[Comparison, Callable[[float, float], bool]] = {
    "equals": eq, "differs": ne, "less": lt, "at_most": le, "greater": gt, "at_least": ge,
}  # fmt: skip
_KINDS: Mapping[Comparison, Literal["equal", "flag"]] = {"equals": "equal", "differs": "flag"}
"""Of a condition; any other comparison is a bound, near which rows may be."""
_AGGREGATES: dict[str, Aggregate] = {"count": "count", "total": "total", "average": "average"}


def columns_of(schema: Schema) -> tuple[TableColumn, ...]:
    """The columns of a table, with some of their cells."""
    return tuple(
        TableColumn(column.name, column.kind, column.unit, tuple(_examples(schema, column))[:EXAMPLES])
        for column in schema.columns
    )


def query_of_request(request: TableRequest, schema: Schema) -> Query:
    """The query of the table. Without filter, order and summary it selects all rows.

    Raises BadInput with one of the codes `no_such_column`, `no_such_value` (no cell has the text, or it is no value of
    the column's kind), `not_ordered` (an order, a limit or a sum of texts).
    """
    conditions = tuple(_condition(each, schema) for each in request.filters)
    aggregate = _AGGREGATES.get(request.summary, "")
    over = -1
    if aggregate in {"total", "average"}:
        over = _ordered(request.over, schema).at
    order = None
    if request.order_by and not aggregate:
        order = Order(_ordered(request.order_by, schema).at, not request.descending, count=max(0, request.limit))
    return Query(
        conditions=conditions,
        within=None if conditions or order or aggregate else frozenset(schema.rows),
        asked=tuple(dict.fromkeys(_column(name, schema).at for name in request.columns)),
        order=order,
        aggregate=aggregate,
        over=over,
        group=_column(request.group_by, schema).at if request.group_by and aggregate else -1,
        has_subject=True,
    )


def _examples(schema: Schema, column: Column) -> Iterable[str]:
    cells = (row[column.at] for row in schema.table.rows)
    return dict.fromkeys(cell for cell in cells if cell and len(cell) <= _LONGEST)


def _column(name: str, schema: Schema) -> Column:
    for column in schema.columns:
        if fold(column.name) == fold(name):
            return column
    raise BadInput(f"The table has no column {name[:80]!r}", code="no_such_column")


def _ordered(name: str, schema: Schema) -> Column:
    column = _column(name, schema)
    if not column.is_ordered:
        raise BadInput(f"The column {name[:80]!r} has no order", code="not_ordered")
    return column


def _condition(wanted: TableFilter, schema: Schema) -> Condition:
    column = _column(wanted.column, schema)
    text = f"{column.name} {wanted.value}"
    if column.is_ordered:
        limit, holds = _value(column, wanted), _HOLDS[wanted.comparison]
        fitting = [row for row in schema.rows if (value := column.number(row)) is not None and holds(value, limit)]
        lower = limit if wanted.comparison in {"greater", "at_least"} else -inf
        upper = limit if wanted.comparison in {"less", "at_most"} else inf
        return Condition(column.at, frozenset(fitting), text, _KINDS.get(wanted.comparison, "bound"), lower, upper)
    rows = _with_text(column, wanted, schema)
    return Condition(column.at, frozenset(rows), text, "flag" if wanted.comparison == "differs" else "name")


def _with_text(column: Column, wanted: TableFilter, schema: Schema) -> list[int]:
    """The rows with a text or without it. A limit of texts is none, and what no cell has is no value."""
    if wanted.comparison not in {"equals", "differs", "contains"}:
        raise BadInput(f"The column {column.name[:80]!r} has no order", code="not_ordered")
    sought = fold(wanted.value.strip())
    cells = [fold(row[column.at].strip()) for row in schema.table.rows]
    found = [
        row for row, cell in enumerate(cells) if (sought in cell if wanted.comparison == "contains" else sought == cell)
    ]
    if not sought or not found:
        raise BadInput(f"No cell of {column.name[:80]!r} has {wanted.value[:80]!r}", code="no_such_value")
    return found if wanted.comparison != "differs" else [row for row in schema.rows if row not in set(found)]


def _value(column: Column, wanted: TableFilter) -> float:
    """The value of a filter. Raises BadInput if it is none of the column's kind."""
    cells = read_cells([wanted.value], column.decimal_sign)
    value = cells.values[0] if cells.kind == column.kind else None
    if not isinstance(value, float | int) or wanted.comparison not in _HOLDS:
        raise BadInput(f"{wanted.value[:80]!r} is no {column.kind}", code="no_such_value")
    return float(value)
