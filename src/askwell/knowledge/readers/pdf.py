"""PDF: paragraphs joined from lines, headings detected by font size, and page numbers."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import pairwise
from typing import Any

from askwell.errors import BadInput
from askwell.knowledge.readers.blocks import Block, one_line, split_labels
from askwell.knowledge.readers.document import join_blocks
from askwell.knowledge.readers.docx import address_or_origin
from askwell.knowledge.readers.mending import Mender, with_accents
from askwell.languages import any_of, every
from askwell.types import ParsedDocument

suffixes = (".pdf",)

MAX_PAGES = 2_000

_HEADING_WORDS = 16
_HEADING_SIZE = 1.08
"""Minimum font size of a heading, relative to the body text."""
_GAP = 1.45
"""A larger distance between lines starts a new paragraph; in units of the usual line distance."""
_PAGE = any_of(lambda each: each.notations.page)
_OF = "|".join(sorted(every(lambda grammar: grammar.of)))
_PAGE_NUMBER = re.compile(rf"^(?:(?:{_PAGE})\s*)?\d{{1,4}}(?:\s*(?:/|{_OF})\s*\d{{1,4}})?$", re.I)
_BULLET = re.compile(r"^(?:[•▪‣◦–—*\-]|\(?\d{1,2}[.)]|\(?[a-z][.)])\s+")
_SENTENCE_END = re.compile(r"[.!?:;]['\"”’)\]]*$")


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    size: float
    """Font size in points."""
    y: float
    """Distance of the baseline from the bottom of the page."""
    page: int
    bold: bool


def read(data: bytes, name: str) -> ParsedDocument:
    """Read the text of all pages; title, labels (keywords) and URL or origin (subject) come from the properties.

    Raises BadInput (`encrypted_document`, `broken_document`, `page_limit`).
    """
    return read_locked(data, name, ())


def read_locked(data: bytes, name: str, passwords: Sequence[str]) -> ParsedDocument:
    """Read as `read` does, with the first password that opens the file."""
    import logging

    import pypdf
    from pypdf.errors import PyPdfError

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    try:
        reader = pypdf.PdfReader(BytesIO(data))
        if reader.is_encrypted and not any(reader.decrypt(each) for each in ("", *passwords)):
            raise _locked(name, are_wrong=bool(passwords))
        if len(reader.pages) > MAX_PAGES:
            raise BadInput(
                f"{name!r} has {len(reader.pages):,} pages; the maximum is {MAX_PAGES:,}",
                code="page_limit",
                hint="Split it into several files.",
            )
        lines = [line for number, page in enumerate(reader.pages, 1) for line in _lines(page, number)]
        properties: Mapping[str, Any] = reader.metadata or {}
        title, subject, author, keywords = (
            str(properties.get(key) or "") for key in ("/Title", "/Subject", "/Author", "/Keywords")
        )
    except (PyPdfError, ValueError, KeyError, IndexError, TypeError, AttributeError, OSError, ArithmeticError) as error:
        # pypdf raises many kinds of errors for a broken file.
        raise BadInput(
            f"{name!r} cannot be read as PDF: {error}",
            code="broken_document",
            hint="Open it in a viewer and print it to a new PDF.",
        ) from error
    url, origin = address_or_origin(subject, author)
    return join_blocks(
        list(_blocks(_without_headers_and_footers(lines))),
        title=title,
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


def _lines(page: Any, number: int) -> list[_Line]:
    """Lines of a page in reading order, with font size and position of their first text."""
    lines: list[_Line] = []
    pieces: list[str] = []
    seen: list[tuple[float, float, bool]] = []

    def end_line() -> None:
        text = with_accents(one_line("".join(pieces)))
        if text:
            size, y, bold = seen[0] if seen else (0.0, 0.0, False)
            lines.append(_Line(text, size, y, number, bold))
        pieces.clear()
        seen.clear()

    def visit(text: str, outer: Sequence[float], matrix: Sequence[float], font: Any, size: float) -> None:
        first, *others = text.split("\n")
        for index, piece in enumerate([first, *others]):
            if index:
                end_line()
            if piece.strip() and not seen:
                scale = abs(matrix[3] or matrix[1]) * abs(outer[3] or outer[1])
                name = str((font or {}).get("/BaseFont", ""))
                seen.append((round(size * (scale or 1.0), 1), matrix[5] * outer[3] + outer[5], "Bold" in name))
            pieces.append(piece)

    page.extract_text(visitor_text=visit)
    end_line()
    return lines


def _without_headers_and_footers(lines: Sequence[_Line]) -> list[_Line]:
    """Lines without page numbers and, from four pages on, without headers and footers repeated on most pages."""
    pages: dict[int, list[_Line]] = {}
    for line in lines:
        pages.setdefault(line.page, []).append(line)
    # Left and right pages may have different headers.
    edges = Counter(
        (number % 2, text) for number, page in pages.items() for text in {_shape(page[0].text), _shape(page[-1].text)}
    )
    sides = Counter(number % 2 for number in pages)
    repeated = {text for (side, text), count in edges.items() if len(pages) >= 4 and count > max(1, sides[side] / 2)}
    kept: list[_Line] = []
    for page in pages.values():
        for index, line in enumerate(page):
            at_edge = index in {0, len(page) - 1}
            if not (at_edge and (_PAGE_NUMBER.match(line.text) or _shape(line.text) in repeated)):
                kept.append(line)
    return kept


def _shape(text: str) -> str:
    return re.sub(r"\d+", "0", text).casefold()


def _blocks(lines: Sequence[_Line]) -> Iterator[Block]:
    body = _body_size(Counter({line.size: 0 for line in lines}), lines)
    distance = _line_distance(lines)
    levels = _levels(lines, body)
    mender = Mender([line.text for line in lines])
    block_lines: list[_Line] = []
    for line in lines:
        if block_lines and not _continues(block_lines[-1], line, levels, distance):
            yield _block(block_lines, levels, mender)
            block_lines = []
        block_lines.append(line)
    if block_lines:
        yield _block(block_lines, levels, mender)


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


def _block(lines: Sequence[_Line], levels: dict[_Line, int], mender: Mender) -> Block:
    text = lines[0].text
    for line in lines[1:]:
        text = mender.join(text, line.text) or f"{text} {line.text}"
    return Block(text, levels.get(lines[0], 0), lines[0].page)
