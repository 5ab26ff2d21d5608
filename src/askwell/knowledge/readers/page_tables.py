"""What the rows of a table in a web page are: whether they begin with the names of columns, or define names."""

import re
from collections.abc import Sequence
from typing import Any

from askwell.knowledge.readers.blocks import are_names, one_line

Row = Sequence[Any]
"""Cells of a row."""

_BOLD = frozenset({"b", "strong", "th"})
_FIGURE = re.compile(r"[^\w\s]?\s?\d[\d.,:/\-]*\s?\S{0,4}")
_MIN_LINKED = 0.9
_MOST_NAME_WORDS = 3
_LEAST_TEXT_WORDS = 4
"""Words of the name of a column, and of each text below it, if nothing but their lengths tells them apart."""


def cells_of(row: Any) -> list[Any]:
    """The cells of a row, without what is no cell."""
    return [cell for cell in row if cell.tag in {"td", "th"}]


def has_text(cell: Any) -> bool:
    """Whether a cell has anything but white space."""
    return any(not part.isspace() for part in cell.itertext() if part)


def is_menu(table: Any) -> bool:
    """Whether the words of a table are links, but for a few."""
    linked = sum(_letters(link) for link in table.iter("a") if link.get("href"))
    return linked > 0 and linked >= _MIN_LINKED * _letters(table)


def _letters(element: Any) -> int:
    return sum(map(str.isalnum, "".join(element.itertext())))


def begins_with_names(rows: Sequence[Row]) -> bool:
    """Whether the first row has the names of the columns.

    It is marked so, or the only one that is set off as a whole, or above figures, or above texts that are all longer.
    """
    first, *others = rows
    if {cell.tag for cell in first} == {"th"} or first[0].getparent().getparent().tag == "thead":
        return True
    if len(first) < 2 or not others:
        return False
    if _is_set_off(first):
        return not any(map(_is_set_off, others))
    names = [_text(cell) for cell in first]
    if not are_names(names):
        return False
    columns = list(zip(*([_text(cell) for cell in row] for row in others if len(row) == len(first)), strict=True))
    if any(all(map(_FIGURE.fullmatch, column)) for column in columns[1:]):
        return True
    is_short = all(len(name.split()) <= _MOST_NAME_WORDS for name in names)
    return is_short and len(columns) == 2 and all(len(text.split()) >= _LEAST_TEXT_WORDS for text in columns[1])


def are_definitions(rows: Sequence[Row]) -> bool:
    """Whether each row is a name and one cell about it; a row of one cell goes on, or is about all of them."""
    pairs = [row for row in rows if len(row) == 2]
    if not pairs or any(len(row) > 2 for row in rows):
        return False
    names = [_text(row[0]) for row in pairs]
    return all(names) and len(set(names)) == len(names)


def _is_set_off(row: Row) -> bool:
    """Whether all cells of a row are bold or have a class of headers."""
    return all(map(_is_head, filter(has_text, row)))


def _is_head(cell: Any) -> bool:
    while True:
        if cell.tag in _BOLD or "head" in (cell.get("class") or "").lower():
            return True
        if len(cell) != 1 or (cell.text or "").strip() or (cell[0].tail or "").strip():
            return False
        cell = cell[0]


def _text(cell: Any) -> str:
    return one_line(" ".join(cell.itertext()))
