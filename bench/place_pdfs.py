"""PDF files of made-up sentences whose places are known: many layouts, each word drawn where this file decides."""

import random
import re
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from io import BytesIO
from itertools import groupby

from fpdf import FPDF
from pypdfium2 import PdfDocument, PdfMatrix, PdfPage

Rectangle = tuple[int, float, float, float, float]
"""Page from 1, then left, top, right, bottom in points from the top left corner of the page as it is shown."""

_THINGS = "valve gate pump sluice lamp bridge tower engine cabin rope wheel mast".split()
_TOWNS = "Kessel Ostra Velda Brant Mirow Talum Sorvik Hadden Pelm Arrow".split()
_TAILS = (
    "",
    ", which the council had expected",
    ", because the winter floods had damaged its foundation",
    ", although the official field office confirmed the final figures only after the fifth inspection of the works",
)
_SENTENCES_A_PARAGRAPH = 4
_ASCENT, _DESCENT = 0.75, 0.25
"""Of a line of text above and below its baseline, in units of its size."""
_LEADING = 1.35
_MARGIN = 48.0
_GUTTER = 24.0
_CELL_GAP = 40.0
_LEAST_TORN = 7
_LIGATURES = {"fi": "\xad", "fl": "\xaf"}
"""Ligature to the character code that draws it."""
_ENCODING = b"/Encoding /WinAnsiEncoding"
_WITH_LIGATURES = b"/Encoding << /BaseEncoding /WinAnsiEncoding /Differences [173 /fi 175 /fl] >>"


@dataclass(frozen=True, slots=True)
class Layout:
    """How a file looks."""

    name: str
    font: str = "Helvetica"
    size: float = 11.0
    paper: str | tuple[float, float] = "a4"
    columns: int = 1
    is_justified: bool = False
    """Each word is drawn alone, with stretched spaces."""
    tears_words: bool = False
    has_ligatures: bool = False
    is_table: bool = False
    turn: int = 0
    """Degrees, clockwise."""
    is_sideways: bool = False
    """The text is turned with the page; otherwise it is upright on the turned page."""
    crop: float = 0.0
    """Points that are cut off on each side."""


LAYOUTS = (
    Layout("plain"),
    Layout("small type", font="Times", size=7.5),
    Layout("large type", font="Courier", size=16, paper="letter"),
    Layout("two columns", font="Times", size=10, columns=2),
    Layout("justified", font="Times", is_justified=True, tears_words=True),
    Layout("justified columns", font="Times", size=9, columns=2, is_justified=True, tears_words=True),
    Layout("torn words", size=12, paper=(420, 595), tears_words=True),
    Layout("ligatures", font="Times", is_justified=True, has_ligatures=True),
    Layout("table", is_table=True),
    Layout("turned 90", font="Times", turn=90),
    Layout("turned 180", turn=180, paper="letter", columns=2, size=9),
    Layout("turned 270, table", turn=270, is_table=True),
    Layout("turned 270", font="Times", turn=270),
    Layout("sideways 90", turn=90, is_sideways=True),
    Layout("sideways 270", turn=270, is_sideways=True, columns=2, size=9),
    Layout("cropped", crop=30, columns=2, size=9),
)


@dataclass(frozen=True, slots=True)
class Known:
    """A sentence, or a row of a table, and where it is."""

    text: str
    reworded: str
    """The same in other words."""
    boxes: tuple[Rectangle, ...]
    """One for each of its lines or cells."""


@dataclass(frozen=True, slots=True)
class _Fact:
    thing: str
    town: str
    price: int
    year: int
    tail: str

    @property
    def sentence(self) -> str:
        return f"The {self.thing} of {self.town} was repaired for {self.price} crowns in {self.year}{self.tail}."

    @property
    def reworded(self) -> str:
        return f"In {self.year} the repair of the {self.thing} of {self.town} cost {self.price} crowns."


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    fact: int


def make_pdf(layout: Layout, seed: int, sentences: int = 60) -> tuple[bytes, list[Known]]:
    """A file, and its sentences or rows."""
    draw = random.Random(f"{layout.name} {seed}")
    pairs = draw.sample([(thing, town) for thing in _THINGS for town in _TOWNS], sentences)
    facts = [
        _Fact(thing, town, draw.randint(100, 9999), draw.randint(1801, 1999), draw.choice(_TAILS))
        for thing, town in pairs
    ]
    sheet = _Sheet(layout)
    boxes = sheet.rows(facts) if layout.is_table else sheet.paragraphs(facts)
    rows = [f"{each.thing} {each.town} {each.price} crowns {each.year}" for each in facts]
    texts = rows if layout.is_table else [each.sentence for each in facts]
    known = [Known(text, fact.reworded, tuple(found)) for text, fact, found in zip(texts, facts, boxes, strict=True)]
    return sheet.file(), known


class _Sheet:
    """Draws words and notes where they are."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._pdf = FPDF(unit="pt", format=layout.paper)
        self._pdf.set_font(layout.font, size=layout.size)
        self._pdf.set_auto_page_break(auto=False)
        self._pdf.set_title("Repairs")
        self._top = _MARGIN + layout.crop + 2 * layout.size
        self._y = 0.0
        self._column = layout.columns
        self._width = (self._pdf.w - 2 * (_MARGIN + layout.crop) - _GUTTER * (layout.columns - 1)) / layout.columns

    def paragraphs(self, facts: Sequence[_Fact]) -> list[list[Rectangle]]:
        """The boxes of each sentence."""
        boxes: list[list[Rectangle]] = [[] for _ in facts]
        for start in range(0, len(facts), _SENTENCES_A_PARAGRAPH):
            part = facts[start : start + _SENTENCES_A_PARAGRAPH]
            words = [_Word(word, at) for at, fact in enumerate(part, start) for word in fact.sentence.split()]
            for line, is_last in self._broken(words):
                self._line(line, boxes, is_last=is_last)
            self._y += self._layout.size
        return boxes

    def rows(self, facts: Sequence[_Fact]) -> list[list[Rectangle]]:
        """The boxes of the cells of each row."""
        boxes: list[list[Rectangle]] = []
        heads = ("Thing", "Town", "Price", "Year")
        for cells in (heads, *((each.thing, each.town, f"{each.price} crowns", str(each.year)) for each in facts)):
            left = self._next_line()
            found = []
            for cell in cells:
                found.append(self._text(left, cell))
                left += max(map(self._width_of, ("9999 crowns", "Sorvik"))) + _CELL_GAP
            boxes.append(found)
        return boxes[1:]

    def file(self) -> bytes:
        """The file, with its pages turned and cropped."""
        data = bytes(self._pdf.output())
        if self._layout.has_ligatures:
            data = data.replace(_ENCODING, _WITH_LIGATURES)
        with closing(PdfDocument(data)) as document:
            for page in document:
                if self._layout.turn and not self._layout.is_sideways:
                    self._turn_back(page)
                page.set_rotation(self._layout.turn)
                if crop := self._layout.crop:
                    width, height = self._pdf.w, self._pdf.h
                    page.set_cropbox(crop, crop, width - crop, height - crop)
            made = BytesIO()
            document.save(made)
        return made.getvalue()

    def _turn_back(self, page: PdfPage) -> None:
        """Turn what is on the page against the clock, so that it is upright when the page is turned."""
        width, height = self._pdf.w, self._pdf.h
        matrix = {
            90: PdfMatrix(0, 1, -1, 0, height, 0),
            180: PdfMatrix(-1, 0, 0, -1, width, height),
            270: PdfMatrix(0, -1, 1, 0, 0, width),
        }[self._layout.turn]
        for each in page.get_objects():
            each.transform(matrix)
        if self._layout.turn != 180:
            page.set_mediabox(0, 0, height, width)
        page.gen_content()

    def _broken(self, words: Sequence[_Word]) -> Iterator[tuple[list[_Word], bool]]:
        """The words in lines, and whether a line is the last one."""
        line: list[_Word] = []
        waiting = list(words)
        while waiting:
            word = waiting.pop(0)
            room = self._width - self._width_of(" ".join([*(each.text for each in line), ""]))
            if self._width_of(word.text) <= room:
                line.append(word)
                continue
            for at in self._tears(word.text, room):
                line.append(_Word(f"{word.text[:at]}-", word.fact))
                word = _Word(word.text[at:], word.fact)
            yield line, False
            line = [word]
        yield line, True

    def _tears(self, word: str, room: float) -> list[int]:
        """Where a word is torn; empty if it is not."""
        if not (self._layout.tears_words and len(word) >= _LEAST_TORN and re.fullmatch(r"[a-z]+,?", word)):
            return []
        fit = [at for at in range(3, len(word) - 3) if self._width_of(f"{word[:at]}-") <= room]
        return fit[-1:]

    def _line(self, words: Sequence[_Word], boxes: list[list[Rectangle]], *, is_last: bool) -> None:
        left = self._next_line()
        texts = [each.text for each in words]
        space = self._width_of(" ")
        if self._layout.is_justified and not is_last and len(words) > 1:
            space = (self._width - sum(map(self._width_of, texts))) / (len(words) - 1)
        if not self._layout.is_justified:
            self._draw(left, " ".join(texts))
        for fact, group in groupby(words, lambda each: each.fact):
            own = list(group)
            begun = left
            for word in own:
                if self._layout.is_justified:
                    self._draw(left, word.text)
                left += self._width_of(word.text) + space
            boxes[fact].append(self._rectangle(begun, left - space))

    def _next_line(self) -> float:
        """Go to the next line, column or page; returns its left end."""
        layout = self._layout
        self._y += layout.size * _LEADING
        if self._column >= layout.columns or self._y > self._pdf.h - _MARGIN - layout.crop - 2 * layout.size:
            self._column += 1
            self._y = self._top
            if self._column >= layout.columns:
                self._add_page()
                self._column = 0
        return _MARGIN + layout.crop + self._column * (self._width + _GUTTER)

    def _add_page(self) -> None:
        self._pdf.add_page()
        edge = _MARGIN + self._layout.crop
        self._pdf.text(edge, edge, "Annual report of the works")
        self._pdf.text(self._pdf.w / 2, self._pdf.h - edge, str(self._pdf.page_no()))

    def _text(self, left: float, text: str) -> Rectangle:
        self._draw(left, text)
        return self._rectangle(left, left + self._width_of(text))

    def _draw(self, left: float, text: str) -> None:
        if self._layout.has_ligatures:
            for letters, code in _LIGATURES.items():
                text = text.replace(letters, code)
        self._pdf.text(left, self._y, text)

    def _width_of(self, text: str) -> float:
        return float(self._pdf.get_string_width(text))

    def _rectangle(self, left: float, right: float) -> Rectangle:
        """A part of the current line on the page as it is shown."""
        size, crop = self._layout.size, self._layout.crop
        width, height = self._pdf.w - 2 * crop, self._pdf.h - 2 * crop
        x0, x1 = left - crop, right - crop
        y0, y1 = self._y - _ASCENT * size - crop, self._y + _DESCENT * size - crop
        shown = {
            0: (x0, y0, x1, y1),
            90: (height - y1, x0, height - y0, x1),
            180: (width - x1, height - y1, width - x0, height - y0),
            270: (y0, width - x1, y1, width - x0),
        }[self._layout.turn if self._layout.is_sideways else 0]
        return (self._pdf.page_no(), *shown)
