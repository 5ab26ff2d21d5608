"""Lines of plain text: which breaks are meant, which lines are headings, and which are columns.

A line break inside a paragraph is meant if the next word would have fitted into the line; else the line was full.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from askwell.knowledge.readers.blocks import Block, table_blocks, tidy
from askwell.text.sentences import LIST_ITEM

FULL = 0.75
"""Share of the usual width from which on a line is full. People who break lines by hand leave up to a quarter free."""
MIN_WIDTH, MAX_WIDTH = 40, 120
"""Narrower texts are lists and poems, and wider lines are whole paragraphs: all their breaks are meant. Characters."""
HEADING_CHARS = 60
TITLE_CHARS = 80
HEADING_WORDS = 8
PROSE_CHARS = 40
"""A line of at least this length, or a list item, is what a heading may stand above."""
CAPITALS_LEVEL, OTHER_LEVEL = 2, 3
"""Levels of headings in capitals, and of others."""

_BLANK_LINES = re.compile(r"\n\s*\n")
_RULE = re.compile(r"\s*([-=_*~#.])(?:\s*\1){3,}\s*")
_GAP = re.compile(r"(?<=\S)(?: {3,}|\t+ *)(?=\S)|(?<=:) {2,}(?=\S)")
"""What separates columns; two spaces may also follow a full stop."""
_IN_BRACKETS = re.compile(r"\([^()]*\)")
_TORN = re.compile(r"[^\W\d_][-\u2010\u00ad]\Z")
_ENDS = ".,:;!…"


@dataclass(frozen=True, slots=True)
class _Line:
    """A line as meant, with the text lines that it was broken into."""

    text: str
    cells: tuple[str, ...]
    is_first: bool
    """Whether it begins a paragraph."""

    @property
    def is_prose(self) -> bool:
        return len(self.cells) == 1 and (len(self.text) >= PROSE_CHARS or LIST_ITEM.match(self.text) is not None)


def title_of(blocks: Sequence[Block]) -> str:
    """The first line, if it is short and no sentence; else empty. A later heading says nothing of the whole text."""
    first = blocks[0].text if blocks else ""
    return first if len(first) <= TITLE_CHARS and "\n" not in first and first[-1:] not in _ENDS else ""


def blocks_of(text: str) -> list[Block]:
    """The blocks of a plain text: headings, rows of columns as tables, and every other line as meant."""
    lines = list(_lines(text))
    found: list[Block] = []
    at = 0
    while at < len(lines):
        rows, items = _rows(lines, at), _items(lines, at)
        if len(rows) > 1:
            found += table_blocks(rows)
        elif items:
            found.append(Block(tidy("\n".join(items))))
        else:
            found += _block(lines, at)
        at += len(rows) if len(rows) > 1 else len(items) or 1
    return found


def _block(lines: Sequence[_Line], at: int) -> Iterator[Block]:
    line = lines[at]
    below = lines[at + 1] if at + 1 < len(lines) else None
    level = _level(line, below)
    if level or not _is_named(line.cells):
        yield Block(tidy(line.text), level)
    else:
        yield from (
            Block(tidy(f"{name} {value}")) for name, value in zip(line.cells[::2], line.cells[1::2], strict=True)
        )


def _rows(lines: Sequence[_Line], at: int) -> list[tuple[str, ...]]:
    """The cells of this line and of those after it with as many columns; empty if it is no row of a table."""
    columns = len(lines[at].cells)
    if columns < 3 or _is_named(lines[at].cells):
        return []
    end = at
    while end < len(lines) and len(lines[end].cells) == columns and not _is_named(lines[end].cells):
        end += 1
    return [line.cells for line in lines[at:end]]


def _items(lines: Sequence[_Line], at: int) -> list[str]:
    """The item of a list that begins here, and those after it in its paragraph; empty if none does."""
    end = at
    while end < len(lines) and LIST_ITEM.match(lines[end].text) and (end == at or not lines[end].is_first):
        end += 1
    return [line.text for line in lines[at:end]]


def _is_named(cells: Sequence[str]) -> bool:
    """Whether the cells are pairs of a name and its value: `Name:   value   Name:   value`."""
    return len(cells) > 2 and len(cells) % 2 == 0 and all(cell.endswith(":") for cell in cells[::2])


def _level(line: _Line, below: _Line | None) -> int:
    """The level of a heading; 0 for any other line."""
    text = line.text.strip()
    is_short = len(text) <= HEADING_CHARS and len(text.split()) <= HEADING_WORDS
    if below is None or len(line.cells) > 1 or not is_short or text[-1] in _ENDS or LIST_ITEM.match(text):
        return 0
    if any(char.isdigit() for char in text):
        return 0
    outside = _IN_BRACKETS.sub("", text).strip()
    if len(outside) > 3 and outside.isupper():
        return CAPITALS_LEVEL
    return OTHER_LEVEL if line.is_first and text[0].isupper() and "," not in text and below.is_prose else 0


def _lines(text: str) -> Iterator[_Line]:
    """The lines as meant: breaks of full lines are kept inside of them, rules between parts are left out."""
    paragraphs = [
        [line.rstrip() for line in part.split("\n") if line.strip() and not _RULE.fullmatch(line)]
        for part in _BLANK_LINES.split(text)
    ]
    width = _width([line for part in paragraphs for line in part])
    for part in paragraphs:
        begun: list[str] = []
        for number, line in enumerate(part):
            begun.append(line)
            after = part[number + 1] if number + 1 < len(part) else None
            if after is not None and _is_full(line, after, width):
                continue
            whole = "\n".join(begun)
            cells = tuple(_GAP.split(line.strip())) if len(begun) == 1 else (whole,)
            yield _Line(whole, cells, number + 1 == len(begun))
            begun = []


def _width(lines: Sequence[str]) -> int:
    """The usual length of a full line: nine lines of ten are not longer."""
    lengths = sorted(len(line) for line in lines if not _GAP.search(line.strip()))
    return lengths[int(0.9 * (len(lengths) - 1))] if lengths else 0


def _is_full(line: str, after: str, width: int) -> bool:
    """Whether the line was broken because the next word, or the rest of its last one, did not fit."""
    if _TORN.search(line):
        return True
    if _GAP.search(line.strip()) or _GAP.search(after.strip()) or LIST_ITEM.match(after):
        return False
    if after.lstrip()[0].islower() and line[-1] not in _ENDS:
        return True
    return MIN_WIDTH <= width <= MAX_WIDTH and len(line) + 1 + len(after.split(maxsplit=1)[0]) > FULL * width
