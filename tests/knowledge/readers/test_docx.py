"""Word documents: real files, made by python-docx."""

import zipfile
from io import BytesIO

import docx
import pytest

from askwell.errors import BadInput
from askwell.knowledge.readers import docx as docx_reader
from askwell.knowledge.readers import read_document


def make_docx() -> bytes:
    made = docx.Document()
    made.core_properties.title = "House rules"
    made.core_properties.subject = "Handbook, part 2"
    made.core_properties.keywords = "rules; house"
    made.add_heading("Rules", level=1)
    made.add_paragraph("No noise at night.")
    made.add_heading("Fines", level=2)
    table = made.add_table(rows=2, cols=2)
    for cell, text in zip([*table.rows[0].cells, *table.rows[1].cells], ["What", "Fine", "Noise", "€ 40"], strict=True):
        cell.text = text
    out = BytesIO()
    made.save(out)
    return out.getvalue()


def test_headings_tables_and_properties_are_kept() -> None:
    document = read_document(make_docx(), "rules.docx")
    assert document.title == "House rules"
    assert document.origin == "Handbook, part 2"
    assert document.labels == ("rules", "house")
    assert document.text == "Rules\n\nNo noise at night.\n\nFines\n\nWhat | Fine\nNoise | € 40"
    assert [section.headings for section in document.sections] == [("Rules",), ("Rules", "Fines")]


def test_archive_that_is_no_document_is_broken() -> None:
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("hello.txt", "hello")
    for data in (out.getvalue(), make_docx()[:2000]):
        with pytest.raises(BadInput) as raised:
            read_document(data, "rules.docx")
        assert raised.value.code == "broken_document"


def test_archive_that_unpacks_to_too_much_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(docx_reader, "MAX_UNPACKED_BYTES", 5_000_000)
    out = BytesIO(make_docx())
    with zipfile.ZipFile(out, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/media/bomb.bin", bytes(6_000_000))
    assert len(out.getvalue()) < 100_000
    with pytest.raises(BadInput) as raised:
        docx_reader.read(out.getvalue(), "bomb.docx")
    assert raised.value.code == "document_too_complex"


def test_word_file_with_a_password_is_encrypted() -> None:
    container = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(512) + "EncryptedPackage".encode("utf-16-le")
    with pytest.raises(BadInput) as raised:
        read_document(container, "locked.docx")
    assert raised.value.code == "encrypted_document"
