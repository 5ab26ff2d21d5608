"""Conditions that have no figure: what is in stock, columns of yes and no, months and days of the week."""

from dataclasses import dataclass
from datetime import date

from askwell.tools.queries.cells import Value, day_numbers, month_numbers
from askwell.tools.queries.query import Aggregate, Condition, Order
from askwell.tools.queries.question import Reading
from askwell.tools.queries.schema import Column
from askwell.tools.queries.words import tokens


@dataclass(frozen=True, slots=True)
class Stock:
    """Words such as `in stock`, and the column that says how many there are, or whether."""

    column: Column
    start: int
    text: str
    is_wanted: bool
    """Whether rows with some are asked for; else those with none."""


def read_stock(reading: Reading) -> Stock | None:
    """Words that ask for rows with some, or with none, of what a column counts.

    They name this column for limits only right after a number, as in `more than 3 in stock`. A column of stocks has
    many names; any other one must be named with its preposition, as in `on loan`.
    """
    counting = [each for each in reading.schema.columns if "stock" in each.concepts and each.kind in {"number", "flag"}]
    phrases: dict[str, Column] = {}
    absent = reading.words.phrases(lambda each: each.out_of_stock)
    if len(counting) == 1:
        phrases = dict.fromkeys(absent | reading.words.phrases(lambda each: each.in_stock), counting[0])
    for column in reading.schema.columns:
        name = [token.folded for token in tokens(column.name, reading.schema.language)]
        if column.kind == "number" and 0.0 in column.values and len(name) > 1 and name[0] in reading.words.small:
            phrases[" ".join(name)] = column
    for start, end, phrase in reading.places(phrases):
        column = phrases[phrase]
        reading.use(start, end)
        if start and reading.tokens[start - 1].is_number:
            reading.mentions.setdefault(column.at, []).append(start)
        is_wanted = phrase not in absent and not reading.is_negated(start)
        return Stock(column, start, reading.text(start, end), is_wanted)
    return None


def select_stock(reading: Reading, stock: Stock | None, aggregate: Aggregate, order: Order | None) -> None:
    """Add the condition of what is in stock, unless its column is asked for: of named rows, or as a figure."""
    is_figure = aggregate in {"total", "average"} or (order is not None and stock and order.column == stock.column.at)
    if stock is None or is_figure or _names_rows(reading):
        return
    rows = frozenset(
        row
        for row, value in enumerate(stock.column.values)
        if isinstance(value, bool | float) and (value > 0) is stock.is_wanted
    )
    reading.conditions.append(Condition(stock.column.at, rows, stock.text, "flag"))


def read_flags(reading: Reading) -> None:
    """Columns of yes and no that select rows; of rows with these names they are asked for instead."""
    if _names_rows(reading):
        return
    taken = {each.column for each in reading.conditions}
    for at, places in reading.mentions.items():
        column = reading.schema.columns[at]
        if column.kind == "flag" and at not in taken:
            wanted = not reading.is_negated(min(places))
            rows = frozenset(row for row in reading.schema.rows if (column.values[row] is True) is wanted)
            text = reading.text(min(places), min(places) + 1)
            reading.conditions.append(Condition(at, rows, text, "flag"))


def _names_rows(reading: Reading) -> bool:
    """Whether the question names single rows, not only rows of a kind."""
    return any(each.kind == "name" and len(each.rows) <= each.names for each in reading.conditions)


def read_periods(reading: Reading) -> None:
    """Months and days of the week, in a column of these, of dates, or of one whose name has the day."""
    for kind, numbers in (("months", month_numbers()), ("days", day_numbers())):
        for at, token in enumerate(reading.tokens):
            if reading.used[at] or token.folded not in numbers:
                continue
            columns = reading.mentioned(each for each in reading.schema.columns if each.kind == kind)
            if not columns and kind == "months":
                columns = reading.mentioned(each for each in reading.schema.columns if each.kind == "date")
            if len(columns) == 1:
                reading.conditions.append(_period(columns[0], numbers[token.folded], token.typed))
                reading.use(at, at + 1)


def _period(column: Column, number: int, text: str) -> Condition:
    """The rows of a month or a day of the week."""
    rows = frozenset(row for row, value in enumerate(column.values) if _is_in(value, number, column))
    return Condition(column.at, rows, text, "period")


def _is_in(value: Value | None, number: int, column: Column) -> bool:
    """Whether months or days have a number, or a date is in that month."""
    if isinstance(value, frozenset):
        return number in value
    return column.kind == "date" and isinstance(value, float) and date.fromordinal(int(value)).month == number
