"""PDF: paragraphs joined from lines, headings detected by font size, page numbers, and the place of each word."""

import ctypes
import math
import re
import sys
from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

from askwell.errors import BadInput
from askwell.knowledge.readers.blocks import Block, one_line, split_labels
from askwell.knowledge.readers.document import join_blocks
from askwell.knowledge.readers.docx import address_or_origin
from askwell.knowledge.readers.ink import Ink, is_tiny
from askwell.knowledge.readers.limits import in_force
from askwell.knowledge.readers.line_tables import MIN_ROWS, Cell, as_row, cells_of, is_next_row
from askwell.knowledge.readers.mending import Mender, with_accents
from askwell.knowledge.readers.word_boxes import BlockWords, PageRuler, empty, shifted
from askwell.languages import any_of, every
from askwell.text.characters import clean_text
from askwell.types import ParsedDocument

suffixes = (".pdf",)

_FONT_NAME_BYTES = 256
_HYPHENS = frozenset({0x02, 0xFFFE})
"""What PDFium has in place of a hyphen at the end of a line and of the line end."""
_LINE_ENDS = frozenset(map(ord, "\r\n"))
_SAME_BASELINE = 0.1
"""Maximum distance between parts of one line, in units of the font size."""
_HEADING_WORDS = 16
_HEADING_SIZE = 1.08
"""Minimum font size of a heading, relative to the body text."""
_GAP = 1.45
"""A larger distance between lines starts a new paragraph; in units of the usual line distance."""
_PAGE = any_of(lambda each: each.notations.page)
_OF = "|".join(sorted(every(lambda grammar: grammar.of)))
_PAGE_NUMBER = re.compile(rf"^(?:(?:{_PAGE})\s*)?\d{{1,4}}(?:\s*(?:/|{_OF})\s*\d{{1,4}})?$", re.I)
_BULLET = re.compile(r"^(?:[•▪‣◦–—*\-]|\(?\d{1,2}[.)]|\(?[a-z][.)])\s+")
_WORD = re.compile(r"\S+")
_SENTENCE_END = re.compile(r"[.!?:;]['\"”’)\]]*$")


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    size: float
    """Font size in points."""
    y: float
    """Height of the baseline: larger for lines above, whichever way the page is turned."""
    page: int
    bold: bool
    words: "array[int]" = field(default_factory=empty, compare=False)
    """Where its words are, as `word_boxes` describes."""
    sides: tuple[int, int] = (0, 0)
    """Width and height of the page, in the units of the words."""


def read(data: bytes, name: str) -> ParsedDocument:
    """Read the text of all pages; title, labels (keywords) and URL or origin (subject) come from the properties.

    Raises BadInput (`encrypted_document`, `broken_document`, `page_limit`).
    """
    return read_locked(data, name, ())


def read_locked(data: bytes, name: str, passwords: Sequence[str]) -> ParsedDocument:
    """Read as `read` does, with the first password that opens the file."""
    from pypdfium2 import PdfiumError

    try:
        with closing(open_pdf(data, name, passwords)) as document:
            most = in_force().pages
            if len(document) > most:
                raise BadInput(
                    f"{name!r} has {len(document):,} pages; the maximum is {most:,}",
                    code="page_limit",
                    hint="Split it into several files.",
                )
            lines = [line for number in range(len(document)) for line in _lines(document[number], number + 1)]
            properties = document.get_metadata_dict()
    except PdfiumError as error:
        raise BadInput(
            f"{name!r} cannot be read as PDF: {error}",
            code="broken_document",
            hint="Open it in a viewer and print it to a new PDF.",
        ) from error
    title, subject, author, keywords = (properties[key] for key in ("Title", "Subject", "Author", "Keywords"))
    url, origin = address_or_origin(subject, author)
    return join_blocks(
        list(_blocks(_without_headers_and_footers(lines))),
        file_title=title,
        url=url,
        origin=origin,
        labels=split_labels(keywords),
        media_type="application/pdf",
    )


def _locked(name: str, *, are_wrong: bool) -> BadInput:
    return BadInput(
        f"{name!r} needs a password" + (", and the given ones do not open it" if are_wrong else ""),
        code="encrypted_document",
        hint="Give it with `askwell add --password`, or save the file without a password.",
    )


def open_pdf(data: bytes, name: str, passwords: Sequence[str]) -> Any:
    """The document, with the first password that opens it. Raises BadInput (`encrypted_document`), PdfiumError."""
    from pypdfium2 import PdfDocument, PdfiumError
    from pypdfium2.raw import FPDF_ERR_PASSWORD

    for password in (None, *passwords):
        try:
            return PdfDocument(data, password=password)
        except PdfiumError as error:
            if error.err_code != FPDF_ERR_PASSWORD:
                raise
    raise _locked(name, are_wrong=bool(passwords))


def _lines(page: Any, number: int) -> list[_Line]:
    """Lines of a page in the order of the file, with font size and position of their first character."""
    from pypdfium2 import raw

    ruler = PageRuler(page)
    text = ruler.upright_text()
    ink = Ink(page, text)
    lines: list[_Line] = []
    pieces: list[str] = []
    places: list[int] = []
    first, is_seen = -1, True
    handle, code_of = text.raw, raw.FPDFText_GetUnicode  # looked up once: pages have thousands of characters
    for at in range(count := text.count_chars()):
        code = code_of(handle, at)
        is_end = code in _LINE_ENDS or code in _HYPHENS
        if not pieces or pieces[-1].isspace():  # a word begins
            is_seen = ink.is_seen(at)
        if is_seen and 0 < code <= sys.maxunicode and code not in _LINE_ENDS:
            pieces.append("-" if is_end else chr(code))
            places.append(at)
        if first < 0 and pieces and not pieces[-1].isspace():
            first = at
        if (is_end or at == count - 1) and pieces:
            # PDFium gives the halves of a surrogate pair one by one.
            raw_line = "".join(pieces)
            size, y, bold = _look(text, first, ruler)
            if (line := _cleaned(raw_line)) and not is_tiny(size):
                words = _measured(raw_line, line, places, ruler)
                # PDFium also ends a line before a wide gap, as between the cells of a table.
                if lines and abs(lines[-1].y - y) < _SAME_BASELINE * size and not lines[-1].text.endswith("-"):
                    joined = lines[-1].words + shifted(words, len(lines[-1].text) + 1)
                    lines[-1] = replace(lines[-1], text=f"{lines[-1].text} {line}", words=joined)
                else:
                    lines.append(_Line(line, size, y, number, bold, words, ruler.sides))
            pieces, places, first = [], [], -1
    return lines


def _cleaned(text: str) -> str:
    return with_accents(one_line(clean_text(text)))


def _measured(raw_line: str, line: str, places: Sequence[int], ruler: PageRuler) -> "array[int]":
    """The words of a line with their boxes. `places` has the character of the page for each of `raw_line`."""
    spans = [match.span() for match in _WORD.finditer(raw_line)]
    words = [match.span() for match in _WORD.finditer(line)]
    if len(spans) != len(words):  # a word of characters that are not kept
        spans = [span for span in spans if _cleaned(raw_line[slice(*span)])]
    if len(spans) != len(words):
        spans = [(spans[0][0], spans[-1][1])] * len(words) if spans else []
    found = empty()
    for word, (start, end) in zip(words, spans, strict=False):
        if box := ruler.box(places[start], places[end - 1]):
            found.extend((*word, *box))
    return found


def _look(text: Any, at: int, ruler: PageRuler) -> tuple[float, float, bool]:
    """Font size in points, height of the baseline in the direction of the text, and whether the font is bold."""
    from pypdfium2 import raw

    matrix, x, y, flags = raw.FS_MATRIX(), ctypes.c_double(), ctypes.c_double(), ctypes.c_int()
    raw.FPDFText_GetMatrix(text, at, ctypes.byref(matrix))
    raw.FPDFText_GetCharOrigin(text, at, ctypes.byref(x), ctypes.byref(y))
    font = ctypes.create_string_buffer(_FONT_NAME_BYTES)
    raw.FPDFText_GetFontInfo(text, at, font, _FONT_NAME_BYTES, ctypes.byref(flags))
    scale = math.hypot(matrix.c, matrix.d) or 1.0
    return round(raw.FPDFText_GetFontSize(text, at) * scale, 1), ruler.height_of(x.value, y.value), b"Bold" in font.raw


def _without_headers_and_footers(lines: Sequence[_Line]) -> list[_Line]:
    """Lines without page numbers, headers and footers.

    From four pages on, those that are repeated on most pages are left out. Before, a text that is at the same height on
    all pages is kept on the first one.
    """
    pages: dict[int, list[_Line]] = {}
    for line in lines:
        pages.setdefault(line.page, []).append(line)
    at_edge = {number: _edges(page) for number, page in pages.items()}
    # Left and right pages may have different headers.
    edges = Counter(
        (number % 2, text)
        for number, page in pages.items()
        for text in {_shape(page[at].text) for at in at_edge[number]}
    )
    sides = Counter(number % 2 for number in pages)
    repeated = {text for (side, text), count in edges.items() if len(pages) >= 4 and count > max(1, sides[side] / 2)}
    placed = Counter(
        place for number, page in pages.items() for place in {_text_and_height(page[at]) for at in at_edge[number]}
    )
    on_all = {place for place, count in placed.items() if count == len(pages)}
    kept: list[_Line] = []
    for number, page in pages.items():
        is_first = number == lines[0].page
        for index, line in enumerate(page):
            is_edge = index in at_edge[number] and (
                _PAGE_NUMBER.match(line.text)
                or _shape(line.text) in repeated
                or (not is_first and _text_and_height(line) in on_all)
            )
            if not is_edge:
                kept.append(line)
    return kept


def _edges(page: Sequence[_Line]) -> set[int]:
    """The first and last line in the order of the file, and the highest and lowest one."""
    heights = [line.y for line in page]
    return {0, len(page) - 1, heights.index(max(heights)), heights.index(min(heights))}


def _text_and_height(line: _Line) -> tuple[str, int]:
    return line.text, round(line.y)


def _shape(text: str) -> str:
    return re.sub(r"\d+", "0", text).casefold()


def _blocks(lines: Sequence[_Line]) -> Iterator[Block]:
    body = _body_size(Counter({line.size: 0 for line in lines}), lines)
    distance = _line_distance(lines)
    levels = _levels(lines, body)
    mender = Mender([line.text for line in lines])
    rows = _rows(lines, levels)
    block_lines: list[_Line] = []
    for at, line in enumerate(lines):
        if block_lines and not (
            at in rows if at - 1 in rows else at not in rows and _continues(block_lines[-1], line, levels, distance)
        ):
            yield _block(block_lines, levels, mender, is_table=at - 1 in rows)
            block_lines = []
        block_lines.append(line)
    if block_lines:
        yield _block(block_lines, levels, mender, is_table=len(lines) - 1 in rows)


def _rows(lines: Sequence[_Line], levels: dict[_Line, int]) -> set[int]:
    """Indexes of the lines that are rows of a table, at least `MIN_ROWS` below each other."""
    found: set[int] = set()
    run: list[int] = []
    above: tuple[Cell, ...] = ()
    for at, line in enumerate(lines):
        cells = () if line in levels else cells_of(line.words)
        if not (run and line.page == lines[at - 1].page and is_next_row(above, cells)):
            found.update(run if len(run) >= MIN_ROWS else ())
            run = []
        run.append(at)
        above = cells
    return found.union(run if len(run) >= MIN_ROWS else ())


def _body_size(sizes: Counter[float], lines: Sequence[_Line]) -> float:
    for line in lines:
        sizes[line.size] += len(line.text)
    return sizes.most_common(1)[0][0] if sizes else 0.0


def _line_distance(lines: Sequence[_Line]) -> float:
    """The most frequent distance between two lines of a page, in points; 0 if unknown."""
    distances = Counter(
        round(above.y - below.y, 1)
        for above, below in pairwise(lines)
        if above.page == below.page and 0 < above.y - below.y < 4 * max(above.size, 1)
    )
    return distances.most_common(1)[0][0] if distances else 0.0


def _levels(lines: Sequence[_Line], body: float) -> dict[_Line, int]:
    """Heading level by line: a larger font than the body text, or a short bold line in text that is mostly not bold."""
    found = [line for line in lines if _may_be_heading(line) and line.size >= body * _HEADING_SIZE]
    sizes = sorted({line.size for line in found}, reverse=True)
    levels = {line: min(6, sizes.index(line.size) + 1) for line in found}
    bold_share = sum(len(line.text) for line in lines if line.bold) / max(1, sum(len(line.text) for line in lines))
    if bold_share < 0.3:
        below = min(6, len(sizes) + 1)
        for line in lines:
            if line.bold and line not in levels and _may_be_heading(line) and not _SENTENCE_END.search(line.text):
                levels[line] = below
    return levels


def _may_be_heading(line: _Line) -> bool:
    return len(line.text.split()) <= _HEADING_WORDS and any(char.isalpha() for char in line.text)


def _continues(above: _Line, line: _Line, levels: dict[_Line, int], distance: float) -> bool:
    """Whether a line belongs to the same block as the line above it."""
    if levels.get(above, 0) != levels.get(line, 0):
        return False
    if _BULLET.match(line.text) or abs(above.size - line.size) > 0.5:
        return False
    if above.page != line.page:
        return line not in levels and not _SENTENCE_END.search(above.text)
    drop = above.y - line.y
    if line in levels:
        return drop <= 1.6 * line.size
    usual = distance or 1.2 * line.size
    return not (drop > _GAP * usual or (drop < 0 and bool(_SENTENCE_END.search(above.text))))


def _block(lines: Sequence[_Line], levels: dict[_Line, int], mender: Mender, *, is_table: bool) -> Block:
    text = ""
    words: list[BlockWords] = []
    for line in lines:
        own, places = as_row(line.text, line.words, cells_of(line.words)) if is_table else (line.text, line.words)
        if is_table:
            text = f"{text}\n{own}" if text else own
        else:
            text = (mender.join(text, own) or f"{text} {own}") if text else own
        if places:
            words.append(BlockWords(places, len(text) - len(own), line.page, line.sides))
    return Block(text, levels.get(lines[0], 0), lines[0].page, words=tuple(words))
