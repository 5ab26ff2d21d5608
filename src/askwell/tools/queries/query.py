"""A question about a table as a query: conditions, an order, an aggregate, and the columns that are asked for."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Literal

from askwell.tools.queries.schema import Schema

Aggregate = Literal["", "count", "total", "average"]


@dataclass(frozen=True, slots=True)
class Condition:
    """What a column of a row must have."""

    column: int
    rows: frozenset[int]
    """The rows that have it."""
    text: str
    """As typed."""
    kind: Literal["name", "equal", "bound", "flag", "period"]
    lower: float = -inf
    upper: float = inf
    """Limits of a bound, for the nearest rows."""
    names: int = 1
    """Number of names, of which a row has one."""


@dataclass(frozen=True, slots=True)
class Order:
    """An order of the rows by a column."""

    column: int
    is_least: bool
    """Whether the smallest value comes first."""
    rank: int = 1
    """Place of the first row that is asked for, from 1."""
    count: int = 1
    """Rows that are asked for; 0 for all, as in a comparison."""


@dataclass(frozen=True, slots=True)
class Query:
    """A question about a table."""

    conditions: tuple[Condition, ...] = ()
    within: frozenset[int] | None = None
    """Rows of an earlier answer that the question is limited to; None for all."""
    asked: tuple[int, ...] = ()
    """Columns that are asked for; empty for all."""
    order: Order | None = None
    aggregate: Aggregate = ""
    over: int = -1
    """Column of a total or an average."""
    group: int = -1
    """Column whose values each get the count, the total or the average; -1 for none."""
    unknown: tuple[str, ...] = ()
    """Words of the question that the query does not use."""
    has_subject: bool = False
    """Whether the question names what the table lists, or one of its columns."""
    used: int = 0
    """Number of words of the question that the query uses."""
    continues: bool = False
    """Whether it continues an earlier question."""

    @property
    def is_about_rows(self) -> bool:
        """Whether it selects rows or summarises them."""
        about_all = bool(self.order or self.aggregate) and self.has_subject
        return bool(self.conditions) or self.within is not None or about_all

    @property
    def is_sure(self) -> bool:
        """Whether it uses every content word of the question."""
        return self.is_about_rows and not self.unknown

    @property
    def computes(self) -> bool:
        """Whether it needs all rows, as an order, an aggregate and a limit do."""
        return bool(self.order or self.aggregate) or any(each.kind == "bound" for each in self.conditions)

    @property
    def names_rows(self) -> bool:
        """Whether one of the conditions is a name in a cell."""
        return any(each.kind == "name" for each in self.conditions)


@dataclass(frozen=True, slots=True)
class Result:
    """The rows of a query."""

    rows: tuple[int, ...]
    """The rows that fit; for an order, those that are asked for, in this order."""
    fitting: int
    """Number of rows that fit; of an order, of those with a value."""
    value: float | None = None
    """Total or average; None if no row has a value."""
    counted: int = 0
    """Rows with a value, for a total or an average."""


def run(query: Query, schema: Schema) -> Result:
    """The rows that a query selects, from all rows of the table."""
    fitting = rows_of(query, schema)
    if query.order is not None:
        ordered = in_order(fitting, query.order, schema)
        first = query.order.rank - 1
        chosen = ordered[first:] if not query.order.count else _with_ties(ordered, first, query.order, schema)
        return Result(tuple(chosen), len(ordered))
    if query.aggregate in {"total", "average"}:
        column = schema.columns[query.over]
        found = [value for row in fitting if (value := column.number(row)) is not None]
        value = sum(found) / (len(found) if query.aggregate == "average" else 1) if found else None
        return Result(tuple(fitting), len(fitting), value, len(found))
    return Result(tuple(fitting), len(fitting))


def rows_of(query: Query, schema: Schema) -> list[int]:
    """The rows that satisfy all conditions, in the order of the table."""
    return [
        row
        for row in schema.rows
        if (query.within is None or row in query.within) and all(row in each.rows for each in query.conditions)
    ]


def in_order(rows: Iterable[int], order: Order, schema: Schema) -> list[int]:
    """The rows that have a value, by it."""
    column = schema.columns[order.column]
    found = [(value, row) for row in rows if (value := column.number(row)) is not None]
    return [row for _, row in sorted(found, key=lambda pair: (pair[0] if order.is_least else -pair[0], pair[1]))]


def nearest(query: Query, schema: Schema, most: int) -> list[int]:
    """The rows that satisfy all but the bounds, by their distance from these."""
    bounds = [each for each in query.conditions if each.kind == "bound"]
    others = replace(query, conditions=tuple(each for each in query.conditions if each.kind != "bound"))

    def distance(row: int) -> float:
        total = 0.0
        for each in bounds:
            value = schema.columns[each.column].number(row)
            if value is None:
                return inf
            end = min(max(value, each.lower), each.upper)
            total += abs(value - end) / max(abs(end), 1.0)
        return total

    return sorted((row for row in rows_of(others, schema) if distance(row) < inf), key=distance)[:most]


def _with_ties(ordered: Sequence[int], first: int, order: Order, schema: Schema) -> list[int]:
    """The rows from a place on, and those that share the value of the last one."""
    chosen = list(ordered[first : first + order.count])
    column = schema.columns[order.column]
    for row in ordered[first + order.count :]:
        if not chosen or column.number(row) != column.number(chosen[-1]):
            break
        chosen.append(row)
    return chosen
