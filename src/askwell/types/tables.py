"""Tables of documents as a model sees them, and the queries that it writes."""

from dataclasses import dataclass
from typing import Literal

from askwell.types.decisions import Reason
from askwell.types.usage import Usage

Comparison = Literal["equals", "differs", "contains", "less", "at_most", "greater", "at_least"]
TableSummary = Literal["none", "count", "total", "average"]


@dataclass(frozen=True, slots=True)
class TableColumn:
    """A column of a table."""

    name: str
    kind: str
    """`text`, `number`, `time`, `date`, `months`, `days` or `flag`."""
    unit: str
    """Symbol of its numbers; empty for none."""
    examples: tuple[str, ...]
    """Different cells, in the order of the table."""


@dataclass(frozen=True, slots=True)
class TableSketch:
    """A table without most of its rows."""

    document_id: str
    number: int
    """Its place among the tables of its document, from 0."""
    name: str
    """Of the document."""
    columns: tuple[TableColumn, ...]
    rows: int


@dataclass(frozen=True, slots=True)
class TableFilter:
    """What a column of a row must have."""

    column: str
    """Its name."""
    comparison: Comparison
    value: str


@dataclass(frozen=True, slots=True)
class TableRequest:
    """A query of one table. Columns are named; an empty name is none."""

    filters: tuple[TableFilter, ...] = ()
    order_by: str = ""
    descending: bool = False
    limit: int = 0
    """Rows of an order that are asked for; 0 for all."""
    summary: TableSummary = "none"
    over: str = ""
    """Column of a total or an average."""
    group_by: str = ""
    columns: tuple[str, ...] = ()
    """Columns that are asked for; empty for all."""


@dataclass(frozen=True, slots=True)
class WrittenQuery:
    """What a model makes of a question about tables."""

    reason: Reason
    """Who wrote it, or why there is none."""
    table: TableSketch | None = None
    """None if there is no query."""
    request: TableRequest = TableRequest()
    usage: Usage = Usage()
