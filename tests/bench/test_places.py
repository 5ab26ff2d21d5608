"""Marks open the right page and box; a quick part of `python -m bench places`."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from bench.place_pdfs import LAYOUTS, Known, Layout, make_pdf
from bench.places import Clicks, clicks, held, overlap
from pypdfium2 import PdfDocument

from askwell.knowledge.readers import pdf
from askwell.knowledge.readers.pool import ReaderPool
from askwell.types import Box, PageBoxes

SENTENCES = 24


@pytest.fixture(scope="module")
def pool() -> Iterator[ReaderPool]:
    made = ReaderPool()
    yield made
    made.close()


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.name)
def test_at_least_95_of_100_marks_open_the_right_box(layout: Layout, pool: ReaderPool) -> None:
    found = clicks(layout, 11, pool, SENTENCES)
    assert found.quoted >= 0.95 * found.n
    assert found.reworded >= 0.95 * found.n


def test_a_box_is_right_if_half_of_the_union_is_common() -> None:
    known = Known("", "", ((2, 0, 0, 100, 10),))
    assert overlap(known, [PageBoxes(2, 500, 500, (Box(0, 0, 100, 10),))]) == 1
    assert overlap(known, [PageBoxes(2, 500, 500, (Box(0, 0, 100, 20),))]) == 0.5
    assert overlap(known, [PageBoxes(2, 500, 500, (Box(0, 0, 50, 10), Box(200, 0, 250, 10)))]) == pytest.approx(1 / 3)
    assert overlap(known, [PageBoxes(1, 500, 500, (Box(0, 0, 100, 10),))]) == 0
    assert overlap(known, []) == 0


def test_the_boxes_of_a_sentence_hold_its_letters() -> None:
    data, known = make_pdf(LAYOUTS[0], 3, SENTENCES)
    parsed = pdf.read(data, "a.pdf")
    start = parsed.text.index(known[5].text)
    with PdfDocument(data) as document:
        assert held(document, parsed, start, start + len(known[5].text)) > 0.95
        assert held(document, replace(parsed, text=parsed.text[::-1]), start, start + len(known[5].text)) < 0.9


def test_clicks_add_up() -> None:
    assert Clicks(1, 2, 3, 0.5) + Clicks(1, 1, 1, 0.5, 2) == Clicks(2, 3, 4, 1.0, 2)
