"""Clicks on marks: do they open the page and the box of the words? On PDF files whose places are known.

It needs no data: the files are made and seeded. A file is read and split as for a search, and each of its sentences is
an answer that cites it, word for word and in other words. A click opens the first place of the answer. It is right if
that begins on the page where the sentence begins, and if the boxes have at least half of their union with the sentence
in common (intersection over union, on a grid of half points, all pages together).

Of PDF files in the folder of `--data`, whose places nobody knows, up to 300 sentences of each are taken: PDFium's text
within their boxes must have at least nine tenths of the letters and digits of both in common.
"""

import random
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from pypdfium2 import PdfDocument

from askwell.knowledge.page_boxes import boxes_at
from askwell.knowledge.readers import pdf
from askwell.knowledge.readers.pool import ReaderPool
from askwell.text.chunk import chunks
from askwell.text.sentences import sentences
from askwell.text.support import places
from askwell.types import Chunk, PageBoxes, ParsedDocument, Passage
from bench.options import Options
from bench.place_pdfs import LAYOUTS, Known, Layout, Rectangle, make_pdf
from bench.report import Report

SEEDS = 5
LEAST_OVERLAP = 0.5
SAMPLED = 300
LEAST_CHARS = 30
LEAST_HELD = 0.9
_GRID = 2
"""Cells of the grid for each point."""


@dataclass(frozen=True, slots=True)
class Clicks:
    """Clicks on the marks of one file, or of several."""

    quoted: int = 0
    reworded: int = 0
    """Right ones of `n` each."""
    n: int = 0
    overlap: float = 0.0
    """Sum of the overlaps of quoted sentences."""
    read_ms: float = 0.0
    box_bytes: int = 0
    chars: int = 0

    def __add__(self, other: "Clicks") -> "Clicks":
        return Clicks(*(getattr(self, name) + getattr(other, name) for name in self.__dataclass_fields__))


def run(options: Options) -> Report:
    """A row for each layout, and one for all of them."""
    pool = ReaderPool()
    try:
        found = {
            layout.name: sum((clicks(layout, seed, pool) for seed in range(options.limit or SEEDS)), Clicks())
            for layout in LAYOUTS
        }
    finally:
        pool.close()
    rows = [_row(name, each) for name, each in (*found.items(), ("all", sum(found.values(), Clicks())))]
    rows += [_held(file) for file in sorted(options.data.glob("*.pdf"))]
    notes = (
        "right: the page, and at least half of the union of the boxes; quoted word for word, and in other words."
        " overlap: mean of the quoted ones.",
        "held: sentences of a file of `--data` whose boxes have their letters.",
        "bytes: stored boxes for each character of text. ms: reading a file.",
    )
    return Report("places", ("quoted", "reworded", "overlap", "held", "bytes", "ms"), tuple(rows), notes)


def _row(name: str, found: Clicks) -> dict[str, object]:
    return {
        "system": "askwell",
        "set": name,
        "n": found.n,
        "quoted": found.quoted / found.n,
        "reworded": found.reworded / found.n,
        "overlap": found.overlap / found.n,
        "bytes": found.box_bytes / found.chars,
        "ms": found.read_ms / max(1, found.n // 60),
    }


def _held(file: Path) -> dict[str, object]:
    data = file.read_bytes()
    parsed = pdf.read(data, file.name)
    spans = [span for span in sentences(parsed.text) if span[1] - span[0] > LEAST_CHARS]
    spans = random.Random(SEEDS).sample(spans, min(SAMPLED, len(spans)))
    with closing(PdfDocument(data)) as document:
        shares = [held(document, parsed, *span) for span in spans]
    right = sum(each >= LEAST_HELD for each in shares) / len(shares)
    of_text = len(parsed.boxes) / len(parsed.text)
    return {"system": "askwell", "set": file.stem[:18], "n": len(shares), "held": right, "bytes": of_text}


def held(document: PdfDocument, parsed: ParsedDocument, start: int, end: int) -> float:
    """The share of letters and digits that a part of a text and the text in its boxes have in common, 0 to 1.

    Pages must be neither turned nor cropped.
    """
    found = Counter[str]()
    for page in boxes_at(parsed.boxes, start, end):
        text = document[page.page - 1].get_textpage()
        for box in page.boxes:
            # Boxes of lines that touch: a point is left out above and below.
            inside = (box.x0 - 0.5, page.height - box.y1 + 1, box.x1 + 0.5, page.height - box.y0 - 1)
            found.update(filter(str.isalnum, text.get_text_bounded(*inside)))
    wanted = Counter(filter(str.isalnum, parsed.text[start:end]))
    return (wanted & found).total() / max(1, (wanted | found).total())


def clicks(layout: Layout, seed: int, pool: ReaderPool, count: int = 60) -> Clicks:
    """The clicks of one file."""
    data, known = make_pdf(layout, seed, count)
    begun = time.perf_counter()
    parsed = pool.read("pdf", data, f"{layout.name}.pdf")
    took_ms = (time.perf_counter() - begun) * 1000
    passages = [
        Passage(_chunk(at, each.start, each.end, each.page, parsed), "a.pdf", parsed.title, "", "en", (), "a", 1.0)
        for at, each in enumerate(chunks(parsed))
    ]
    quoted = [overlap(each, opened(each.text, parsed, passages)) for each in known]
    reworded = [overlap(each, opened(each.reworded, parsed, passages)) for each in known]
    return Clicks(
        sum(each >= LEAST_OVERLAP for each in quoted),
        sum(each >= LEAST_OVERLAP for each in reworded),
        len(known),
        sum(quoted),
        took_ms,
        len(parsed.boxes),
        len(parsed.text),
    )


def opened(statement: str, parsed: ParsedDocument, passages: Sequence[Passage]) -> tuple[PageBoxes, ...]:
    """What a click on the mark of a statement opens; empty if it has no place."""
    place = next(iter(places(statement, "en", {1: passages})), None)
    return boxes_at(parsed.boxes, place.start, place.end) if place else ()


def overlap(known: Known, pages: Sequence[PageBoxes]) -> float:
    """Intersection over union of the boxes with those of a sentence; 0 on another page than where that begins."""
    if not pages or pages[0].page != known.boxes[0][0]:
        return 0.0
    shown = [(page.page, box.x0, box.y0, box.x1, box.y1) for page in pages for box in page.boxes]
    own, other = _painted(known.boxes), _painted(shown)
    common = sum(int((own[page] & other[page]).sum()) for page in own.keys() & other.keys())
    return common / (sum(int(each.sum()) for each in (*own.values(), *other.values())) - common)


def _painted(boxes: Sequence[Rectangle]) -> dict[int, npt.NDArray[np.bool_]]:
    """Page to the cells of its grid that the boxes cover."""
    found: dict[int, npt.NDArray[np.bool_]] = {}
    for page, *sides in boxes:
        x0, y0, x1, y1 = (max(0, round(side * _GRID)) for side in sides)
        cells = found.setdefault(page, np.zeros((2_000, 2_000), dtype=np.bool_))
        cells[y0:y1, x0:x1] = True
    return found


def _chunk(at: int, start: int, end: int, page: int | None, parsed: ParsedDocument) -> Chunk:
    return Chunk(f"c{at}", "d", at, parsed.text[start:end], start, end, (), page, 0)
