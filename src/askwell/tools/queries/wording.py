"""The answer of a query as lines: what was selected, then a line for each row."""

import re
from collections.abc import Sequence
from dataclasses import replace

from askwell.languages import table_words
from askwell.languages.tables import TableWords
from askwell.tools.queries.query import Order, Query, Result, nearest, run
from askwell.tools.queries.schema import Column, Schema
from askwell.types import Language

MOST_ROWS = 10
"""Rows of an answer at most; the answer says how many there are."""
_WHOLE_ROWS = 3
"""Rows at most that are given with all cells if no column is asked for."""
_NEAREST = 3
_MOST_DECIMALS = 2


def answer_lines(query: Query, schema: Schema, language: Language) -> tuple[list[str], list[int]]:
    """The lines of the answer, and the rows that they are about; no lines if no row fits and none is near.

    A line that ends with a colon introduces the others.
    """
    words = table_words(language)
    result = run(query, schema)
    if not result.rows:
        return _none(query, schema, words)
    shown = list(result.rows[:MOST_ROWS])
    if query.unknown:
        said = ", ".join(f"“{word}”" for word in query.unknown)
        return [words.unknown.format(words=said), *_rows(shown, _columns(query, schema, shown), schema, words)], shown
    head = _head(query, result, schema, words)
    if query.group >= 0:
        return [*head, *_groups(query, result, schema, words)], shown
    rows = _rows(shown, _columns(query, schema, shown), schema, words)
    return [*head, *rows], shown


def _head(query: Query, result: Result, schema: Schema, words: TableWords) -> list[str]:
    """The lines before the rows; none for one row, or for the rows that have the names of the question."""
    everything = len(schema.rows if query.within is None else query.within)
    shown = min(len(result.rows), MOST_ROWS)
    if query.aggregate in {"total", "average"}:
        column = schema.columns[query.over]
        said = words.total_of if query.aggregate == "total" else words.average_of
        value = "–" if result.value is None else _figure(result.value, column, schema, query.aggregate)
        sentence = said.format(column=column.name, value=value, count=result.counted)
        cut = words.fitting_cut.format(count=result.fitting, all=everything, shown=shown)
        return [sentence, cut] if shown < result.fitting and query.group < 0 else [sentence]
    if query.group >= 0:
        return []
    if query.order is not None:
        return [_order_head(query.order, result, shown, schema, words)]
    if shown < result.fitting:
        return [words.fitting_cut.format(count=result.fitting, all=everything, shown=shown)]
    if query.aggregate == "count" or len(result.rows) > 1:
        return [words.fitting.format(count=result.fitting, all=everything)]
    return []


def _groups(query: Query, result: Result, schema: Schema, words: TableWords) -> list[str]:
    """A line for each value of the column of groups with its figure, in the order of the table, after one with all."""
    groups: dict[str, set[int]] = {}
    for row in result.rows:
        groups.setdefault(schema.table.rows[row][query.group] or words.empty, set()).add(row)
    lines = [words.grouped.format(column=schema.columns[query.group].name, count=result.fitting)]
    if len(groups) > MOST_ROWS:
        lines.append(words.shown.format(shown=MOST_ROWS, count=len(groups)))
    for value, rows in list(groups.items())[:MOST_ROWS]:
        figure = str(len(rows))
        if query.over >= 0:
            found = run(replace(query, within=frozenset(rows)), schema).value
            figure = "–" if found is None else _figure(found, schema.columns[query.over], schema, query.aggregate)
        lines.append(f"- {value} – {figure}.")
    return lines


def _order_head(order: Order, result: Result, shown: int, schema: Schema, words: TableWords) -> str:
    """The line before the rows of an order."""
    name = schema.columns[order.column].name
    if order.rank > 1:
        said = words.rank_lowest if order.is_least else words.rank_highest
    elif order.count == 1 and len(result.rows) == 1:
        said = words.lowest if order.is_least else words.highest
    else:
        said = words.lowest_cut if order.is_least else words.highest_cut
    return said.format(rank=order.rank, column=name, all=result.fitting, shown=shown)


def _none(query: Query, schema: Schema, words: TableWords) -> tuple[list[str], list[int]]:
    """That no row fits, with the nearest ones; empty if the question sets no limits, or nothing is near."""
    near = nearest(query, schema, _NEAREST) if any(each.kind == "bound" for each in query.conditions) else []
    if not near:
        return [], []
    columns = _columns(query, schema, near)
    return [words.none_fits.format(all=len(schema.rows)), *_rows(near, columns, schema, words, always_list=True)], near


def _columns(query: Query, schema: Schema, rows: Sequence[int]) -> list[int]:
    """The columns that a line has after the name: those the question is about, else all of a few rows."""
    about = [query.order.column] if query.order is not None else []
    about += query.asked
    about += [query.over] if query.over >= 0 else []
    specific = [at for at in dict.fromkeys(about) if at not in schema.label or len(schema.label) == 1]
    about += [each.column for each in query.conditions if each.kind != "name" or each.names > 1]
    if not specific and len(rows) <= _WHOLE_ROWS and query.aggregate != "count":
        about = [column.at for column in schema.columns]
    return [at for at in dict.fromkeys(about) if at not in schema.label]


def _rows(
    rows: Sequence[int], columns: Sequence[int], schema: Schema, words: TableWords, *, always_list: bool = False
) -> list[str]:
    bullet = "- " if always_list or len(rows) > 1 else ""
    lines = []
    for row in rows:
        cells = schema.table.rows[row]
        is_whole = len(columns) > len(schema.columns) - len(schema.label) - 1
        facts = [
            f"{schema.columns[at].name}: {cells[at] or words.empty}" for at in columns if cells[at] or not is_whole
        ]
        text = f"{schema.name_of(row)} – {'; '.join(facts)}" if facts else schema.name_of(row)
        lines.append(f"{bullet}{text.rstrip('.:')}.")
    return lines


def _figure(value: float, column: Column, schema: Schema, aggregate: str) -> str:
    """A total or average with the unit and the decimals of its column; an average has one decimal more, up to two."""
    cells = "\n".join(row[column.at] for row in schema.table.rows)
    point, thousands = (",", ".") if column.decimal_sign == "," else (".", ",")
    decimals = max((len(each) for each in re.findall(rf"\d{re.escape(point)}(\d+)(?!\d)", cells)), default=0)
    has_thousands = re.search(rf"\d{re.escape(thousands)}\d{{3}}", cells) is not None
    if aggregate == "average" and decimals < _MOST_DECIMALS:
        decimals += 1
    text = f"{value:,.{decimals}f}" if has_thousands else f"{value:.{decimals}f}"
    if column.decimal_sign == ",":
        text = text.translate({ord(","): ".", ord("."): ","})
    if decimals and value == int(value) and aggregate == "average":
        text = text.partition(point)[0]
    unit = "" if f"({column.unit}" in column.name.casefold() else column.unit
    return f"{unit} {text}" if unit in {"€", "$", "£"} else f"{text} {unit}".rstrip()
