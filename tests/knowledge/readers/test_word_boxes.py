"""Where words are on the pages of a PDF."""

import pytest
from fpdf import FPDF

from askwell.knowledge.page_boxes import boxes_at
from askwell.knowledge.readers import pdf
from askwell.knowledge.readers.pool import read_in_child
from askwell.types import Box, PageBoxes, ParsedDocument

ROWS = (("Boat", "Seats", "Price"), ("Heron", "4", "35 euros"), ("Otter", "12", "80 euros"), ("Swift", "2", "20 euros"))


def drawn(*pages: list[tuple[float, float, str]], size: float = 10) -> bytes:
    """Pages of 400 by 300 points with texts at left ends of baselines, in points from the top left corner."""
    made = FPDF(unit="pt", format=(400, 300))
    made.set_font("Courier", size=size)
    for page in pages:
        made.add_page()
        for x, y, text in page:
            made.text(x, y, text)
    return bytes(made.output())


def at(document: ParsedDocument, words: str) -> tuple[PageBoxes, ...]:
    start = document.text.index(words)
    return boxes_at(document.boxes, start, start + len(words))


def test_words_have_the_box_that_is_drawn() -> None:
    document = read_in_child("pdf", drawn([(100, 50, "The ferry leaves at noon.")]), "a.pdf")
    (page,) = at(document, "leaves at")
    assert (page.page, page.width, page.height) == (1, 400, 300)
    (box,) = page.boxes
    # A letter of Courier is 0.6 of the size wide.
    assert box.x0 == pytest.approx(160, abs=1)
    assert box.x1 == pytest.approx(214, abs=1)
    assert 38 < box.y0 < 43
    assert 50 < box.y1 < 55


def test_a_part_of_a_word_has_the_box_of_the_word() -> None:
    document = pdf.read(drawn([(100, 50, "The ferry leaves.")]), "a.pdf")
    assert at(document, "err") == at(document, "ferry")
    assert boxes_at(document.boxes, 3, 4) == (), "a space"
    assert boxes_at(document.boxes, 5, 5) == ()
    assert boxes_at(document.boxes, 10**6, 10**6 + 5) == ()
    assert boxes_at(b"", 0, 5) == ()


def test_a_sentence_over_two_pages_has_boxes_on_both() -> None:
    document = pdf.read(drawn([(50, 280, "The ferry leaves")], [(50, 30, "at noon every day.")]), "a.pdf")
    assert [each.page for each in at(document, "The ferry leaves at noon every day.")] == [1, 2]


def test_a_torn_word_has_boxes_on_both_lines() -> None:
    document = pdf.read(drawn([(50, 50, "The ferry is punc-"), (50, 62, "tual in summer.")]), "a.pdf")
    assert "punctual" in document.text
    (page,) = at(document, "punctual")
    assert len(page.boxes) == 2
    assert at(document, "in summer.")[0].boxes[0].x0 == pytest.approx(50 + 5 * 6, abs=1)


def test_lines_with_cells_in_columns_are_rows_of_a_table() -> None:
    lines = [
        (50.0 + 110 * column, 50.0 + 14 * row, cell)
        for row, cells in enumerate(ROWS)
        for column, cell in enumerate(cells)
    ]
    document = pdf.read(drawn([(50, 20, "Boats for hire"), *lines]), "a.pdf")
    assert "\n".join(" | ".join(cells) for cells in ROWS) in document.text
    (page,) = at(document, "Otter | 12 | 80 euros")
    assert [round(box.x0) for box in page.boxes] == [50, 160, 270]
    assert len({box.y0 for box in page.boxes}) == 1


def test_columns_of_text_are_no_table() -> None:
    left, right = "A ferry leaves every morning at", "The fare is paid on board or at"
    lines = [(20.0, 50.0 + 14 * row, left) for row in range(5)] + [(230.0, 50.0 + 14 * row, right) for row in range(5)]
    rows = sorted(lines, key=lambda each: each[1])
    assert "|" not in pdf.read(drawn([(x, y, text) for x, y, text in rows], size=8), "a.pdf").text


def test_a_header_of_two_pages_is_kept_once() -> None:
    pages = [
        [(50.0, 20.0, "Harbour rules"), (380.0, 290.0, str(page)), (50.0, 50.0, f"Rule {page} is about the ferry")]
        for page in (1, 2)
    ]
    text = pdf.read(drawn(*pages), "a.pdf").text
    assert text.count("Harbour rules") == 1
    assert "Rule 1 is about the ferry" in text
    assert "Rule 2 is about the ferry" in text


def test_boxes_stay_within_the_page() -> None:
    document = pdf.read(drawn([(-20, 5, "The ferry leaves at noon.")]), "a.pdf")
    (page,) = at(document, "The ferry leaves at noon.")
    assert all(box.x0 >= 0 and box.y0 >= 0 for box in page.boxes)
    assert page.boxes[0] != Box(0, 0, 0, 0)
