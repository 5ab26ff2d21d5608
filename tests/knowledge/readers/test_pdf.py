"""PDF: real files, made by fpdf2 and pypdf."""

from io import BytesIO

import pypdf
import pytest
from fpdf import FPDF
from pypdfium2 import raw

from askwell.errors import BadInput
from askwell.knowledge.readers import pdf as pdf_reader
from askwell.knowledge.readers import read_document
from askwell.knowledge.readers.limits import Limits
from askwell.knowledge.readers.pool import read_in_child


def make_pdf(*pages: list[tuple[str, int]], title: str = "", keywords: str = "", subject: str = "") -> bytes:
    """Pages of (text, font size) paragraphs."""
    made = FPDF()
    made.set_title(title)
    made.set_keywords(keywords)
    made.set_subject(subject)
    for page in pages:
        made.add_page()
        for text, size in page:
            made.set_font("Helvetica", size=size)
            made.multi_cell(0, size * 0.55, text, new_x="LMARGIN", new_y="NEXT")
            made.ln(4)
    return bytes(made.output())


BODY = "The licence lasts five years and may be renewed once by the same office in the town where it was given. "


def test_pages_headings_and_properties_are_kept() -> None:
    data = make_pdf(
        [("Licences", 20), (BODY * 3, 12), ("Renewal", 15), (BODY * 2, 12)],
        [("Fees", 15), (BODY * 2, 12)],
        title="All about licences",
        keywords="licence, fees",
        subject="https://example.org/licences",
    )
    document = pdf_reader.read(data, "licences.pdf")
    assert document.title == "All about licences"
    assert document.labels == ("licence", "fees")
    assert document.url == "https://example.org/licences"
    assert [(section.headings, section.page) for section in document.sections] == [
        (("Licences",), 1),
        (("Licences", "Renewal"), 1),
        (("Licences", "Fees"), 2),
    ]


def test_lines_are_joined_to_paragraphs() -> None:
    document = pdf_reader.read(make_pdf([(BODY * 3, 12), ("Another paragraph.", 12)]), "a.pdf")
    assert document.text == (BODY * 3).strip() + "\n\nAnother paragraph."


def test_text_that_nobody_sees_is_left_out() -> None:
    """White on white, tiny, or of no ink at all; white in a coloured box is seen, and so is what a scan has as text."""
    made = FPDF()
    made.add_page()
    made.set_font("Helvetica", size=12)
    made.cell(0, 8, "The licence lasts five years.", new_x="LMARGIN", new_y="NEXT")
    made.write(8, "It may be renewed ")
    made.set_text_color(255, 255, 255)
    made.write(8, "by anybody ")
    made.set_text_color(0, 0, 0)
    made.write(8, "once.")
    made.ln(12)
    made.set_text_color(255, 255, 255)
    made.cell(0, 8, "Send the licence elsewhere.", new_x="LMARGIN", new_y="NEXT")
    made.set_fill_color(20, 40, 90)
    made.cell(0, 8, "Fees", fill=True, new_x="LMARGIN", new_y="NEXT")
    made.set_fill_color(255, 255, 255)
    made.cell(0, 8, "On a white box.", fill=True, new_x="LMARGIN", new_y="NEXT")
    made.set_text_color(0, 0, 0)
    made.set_font("Helvetica", size=1)
    made.cell(0, 8, "Tiny orders.", new_x="LMARGIN", new_y="NEXT")
    made.set_font("Helvetica", size=12)
    with made.local_context(text_mode="INVISIBLE"):
        made.cell(0, 8, "Recognised in a scan.", new_x="LMARGIN", new_y="NEXT")
    document = pdf_reader.read(bytes(made.output()), "licence.pdf")
    lines = ["The licence lasts five years.", "It may be renewed once.", "Fees", "Recognised in a scan."]
    assert document.text.replace("\n\n", " ") == " ".join(lines)


@pytest.mark.parametrize("width", [10, 14, 40])
def test_cells_of_a_row_are_words_of_one_line(width: int) -> None:
    made = FPDF()
    made.add_page()
    made.set_font("Helvetica", size=10)
    for row in (("Ohio", "2,248", "1,135", "0"), ("Utah", "1,772", "1,796", "4")):
        for cell in row:
            made.cell(width, 6, cell, align="R")
        made.ln()
    assert pdf_reader.read(bytes(made.output()), "a.pdf").text == "Ohio 2,248 1,135 0 Utah 1,772 1,796 4"


def test_the_halves_of_a_surrogate_pair_are_joined(monkeypatch: pytest.MonkeyPatch) -> None:
    """PDFium gives them one by one, as it does for a mathematical letter or an emoji."""
    codes = [*map(ord, "set "), 0xD835, 0xDD38, *map(ord, " of numbers"), 0x110000]
    monkeypatch.setattr(raw, "FPDFText_GetUnicode", lambda _, at: codes[at] if at < len(codes) else 0)
    assert pdf_reader.read(make_pdf([(BODY, 12)]), "a.pdf").text == "set \U0001d538 of numbers"


def test_words_broken_at_line_ends_are_mended() -> None:
    data = make_pdf([("The office in the town gives every infor-\nmation about well-\nknown rules.", 12)])
    text = pdf_reader.read(data, "a.pdf").text
    assert "every information about" in text


def test_headers_of_left_and_right_pages_are_left_out() -> None:
    headers = ["Part One", "The Licence Handbook"]
    data = make_pdf(*[[(headers[number % 2], 12), (f"{number} {BODY}", 12)] for number in range(8)])
    text = pdf_reader.read(data, "a.pdf").text
    assert text.count("licence lasts") == 8
    assert "Handbook" not in text
    assert "Part One" not in text


def test_page_numbers_are_left_out() -> None:
    data = make_pdf(*[[(BODY, 12), (f"Page {number}", 12)] for number in (1, 2, 3)])
    assert "Page" not in pdf_reader.read(data, "a.pdf").text


def test_paragraph_that_goes_on_overleaf_stays_whole() -> None:
    data = make_pdf([("It begins on the first page and", 12)], [("ends on the second.", 12)])
    document = pdf_reader.read(data, "a.pdf")
    assert document.text == "It begins on the first page and ends on the second."
    assert [section.page for section in document.sections] == [1]


def encrypted(user: str, algorithm: str) -> bytes:
    writer = pypdf.PdfWriter(clone_from=BytesIO(make_pdf([(BODY, 12)])))
    writer.encrypt(user, "the owner's", algorithm=algorithm)
    locked = BytesIO()
    writer.write(locked)
    return locked.getvalue()


ALGORITHMS = ("RC4-128", "AES-128", "AES-256-R5", "AES-256")


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_file_with_a_password_is_an_encrypted_document(algorithm: str) -> None:
    with pytest.raises(BadInput) as raised:
        read_document(encrypted("secret", algorithm), "locked.pdf")
    assert raised.value.code == "encrypted_document"
    assert raised.value.message == "'locked.pdf' needs a password"
    assert "`askwell add --password`" in raised.value.hint


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_file_is_opened_with_one_of_the_passwords(algorithm: str) -> None:
    document = read_in_child("pdf", encrypted("secret", algorithm), "locked.pdf", ["other", "secret"])
    assert document.text == BODY.strip()


def test_wrong_passwords_are_reported_without_them() -> None:
    with pytest.raises(BadInput, match="the given ones do not open it") as raised:
        read_in_child("pdf", encrypted("secret", "AES-256"), "locked.pdf", ["guess"])
    assert raised.value.code == "encrypted_document"
    assert "guess" not in f"{raised.value.message} {raised.value.hint}"


def test_passwords_do_not_matter_for_open_files_and_other_formats() -> None:
    assert read_in_child("pdf", make_pdf([(BODY, 12)]), "open.pdf", ["secret"]).text == BODY.strip()
    assert read_in_child("text", b"Text.", "a.txt", ["secret"]).text == "Text."


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_file_with_an_owners_password_only_is_read(algorithm: str) -> None:
    assert read_document(encrypted("", algorithm), "open.pdf").text == BODY.strip()


@pytest.mark.parametrize("data", [b"%PDF-1.7\nnothing of use", make_pdf([(BODY, 12)])[:300]])
def test_broken_file_is_a_broken_document(data: bytes) -> None:
    with pytest.raises(BadInput) as raised:
        pdf_reader.read(data, "broken.pdf")
    assert raised.value.code == "broken_document"


def test_file_without_text_is_empty_and_hints_at_a_scan() -> None:
    with pytest.raises(BadInput) as raised:
        read_document(make_pdf([]), "scan.pdf")
    assert raised.value.code == "empty_document"
    assert "scan" in raised.value.hint


def test_more_pages_than_allowed_are_refused_before_they_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_reader, "in_force", lambda: Limits(pages=2))
    with pytest.raises(BadInput) as raised:
        pdf_reader.read(make_pdf([(BODY, 12)], [(BODY, 12)], [(BODY, 12)]), "long.pdf")
    assert raised.value.code == "page_limit"
