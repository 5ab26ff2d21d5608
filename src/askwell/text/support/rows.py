"""Tables of a text as tokens: which row and which column a value stands in, and whether a statement means them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from askwell.text.sentences import is_table_row

_AFTER = 0.5
"""Weight of a word after a value for the head of its column, next to one before it."""
_CLEARLY = 1.1
"""A head that fits so much better than that of the value is another one."""

Stems = frozenset[str]


@dataclass(frozen=True, slots=True)
class Table:
    """A table: the stems of the heads of its columns, and of each row."""

    heads: Mapping[int, Stems]
    rows: Mapping[int, Stems]
    """By the number of the sentence that a row is."""
    first: int
    """The first column with words, which names the rows."""
    words: Stems
    """Of all rows, without those of the heads."""


@dataclass(frozen=True, slots=True)
class Cell:
    """Where a token stands."""

    table: Table
    row: int
    column: int


def find_cells(
    text: str, spans: Sequence[tuple[int, int]], first: Mapping[int, int], stems: Sequence[str], token: re.Pattern[str]
) -> dict[int, Cell]:
    """Index of each token below the head of a table to its cell.

    `spans` are the sentences of the text, `first` the index of the first token of each that has one.
    """
    found: dict[int, Cell] = {}
    for rows in _tables(text, spans):
        cells = [list(_cells(text, spans[row], first.get(row, 0), token)) for row in rows]
        heads = {
            column: frozenset(stems[at] for at, own in cells[0] if own == column) for column in dict(cells[0]).values()
        }
        held = {row: frozenset(stems[at] for at, _ in each) for row, each in zip(rows[1:], cells[1:], strict=True)}
        words = frozenset[str]().union(*held.values()).difference(*heads.values())
        table = Table(heads, held, min((column for each in cells for _, column in each), default=0), words)
        for row, each in zip(rows[1:], cells[1:], strict=True):
            found.update({at: Cell(table, row, column) for at, column in each})
    return found


def means_cell(cell: Cell, stems: Sequence[str], at: int, label: Stems) -> bool:
    """Whether what surrounds a value in a statement, whose words these are, fits no other row or column better.

    `label` are the words of the clause before, which may be a whole head: `Largest group: 35`. In prose a word after
    the value says half as much as one before. The first column names the rows, mostly without the word at its head.
    """
    heads, rows = cell.table.heads, cell.table.rows
    sizes = {row: _run(stems, at, row, cell.table) for row in rows}
    if max(sizes.values()) > sizes[cell.row]:
        return False
    if cell.column == cell.table.first:
        return True
    if any(head and head <= label for head in heads.values()):
        return _is_best(cell.column, heads, dict.fromkeys(label, 1.0))
    before = {stem: 1 / (at - place) for place, stem in enumerate(stems[:at])}
    after = {stem: _AFTER / place for place, stem in reversed([*enumerate(stems[at + 1 :], 1)])}
    around = {stem: max(before.get(stem, 0.0), after.get(stem, 0.0)) for stem in before.keys() | after.keys()}
    return _is_best(cell.column, heads, around)


def _run(stems: Sequence[str], at: int, row: int, table: Table) -> int:
    """Words of a row around a place, up to the first word on each side that only other rows have."""
    own = table.rows[row]
    size = 0
    for side in (reversed(stems[:at]), stems[at + 1 :]):
        known = (stem for stem in side if stem in table.words)
        size += sum(1 for _ in takewhile(own.__contains__, known))
    return size


def _is_best(own: int, groups: Mapping[int, Stems], near: Mapping[str, float]) -> bool:
    sums = {key: sum(near.get(stem, 0.0) for stem in group) for key, group in groups.items()}
    return max(sums.values(), default=0.0) <= sums.get(own, 0.0) * _CLEARLY


def _tables(text: str, spans: Sequence[tuple[int, int]]) -> Iterator[list[int]]:
    """The numbers of the sentences that are rows, of each table with two or more."""
    rows: list[int] = []
    for number, (start, end) in enumerate(spans):
        if is_table_row(text[start:end]):
            rows.append(number)
            continue
        if len(rows) > 1:
            yield rows
        rows = []
    if len(rows) > 1:
        yield rows


def _cells(text: str, span: tuple[int, int], first: int, token: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    """The index of each token of a row with the number of bars before it."""
    for at, match in enumerate(token.finditer(text, *span), first):
        yield at, text.count("|", span[0], match.start())
