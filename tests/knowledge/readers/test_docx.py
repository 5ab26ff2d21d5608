"""Word documents: real files, made by python-docx, some with another body."""

import sys
import zipfile
from io import BytesIO

import docx
import pytest
from docx.enum.style import WD_STYLE_TYPE
from docx.enum.text import WD_COLOR_INDEX
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from docx.shared import Pt, RGBColor

from askwell.errors import BadInput
from askwell.knowledge.readers import archive as archive_reader
from askwell.knowledge.readers import docx as docx_reader
from askwell.knowledge.readers import read_document, word_body


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


def test_text_that_nobody_sees_is_left_out() -> None:
    """Hidden, tiny, or white on white; white on a dark cell or a highlight is seen."""
    made = docx.Document()
    paragraph = made.add_paragraph("The fine is 40 euros.")
    table = made.add_table(rows=1, cols=1)
    dark = table.rows[0].cells[0]
    dark._tc.get_or_add_tcPr().append(parse_xml(f"<w:shd {nsdecls('w')} w:val='clear' w:fill='1F3864'/>"))
    for holder, text in ((paragraph, " Hidden order."), (paragraph, " Tiny order."), (paragraph, " White order.")):
        run = holder.add_run(text)
        run.font.hidden = text.startswith(" Hidden") or None
        run.font.size = Pt(1) if text.startswith(" Tiny") else None
        run.font.color.rgb = RGBColor(255, 255, 255)
    seen = paragraph.add_run(" Lit words.")
    seen.font.color.rgb = RGBColor(255, 255, 255)
    seen.font.highlight_color = WD_COLOR_INDEX.BLUE
    dark.paragraphs[0].add_run("Head of a table").font.color.rgb = RGBColor(255, 255, 255)
    made.add_paragraph("Noise at night.")
    out = BytesIO()
    made.save(out)
    text = read_document(out.getvalue(), "rules.docx").text
    assert text == "The fine is 40 euros. Lit words.\n\nHead of a table\n\nNoise at night."


def test_run_that_its_style_hides_and_that_shows_itself_is_read() -> None:
    made = docx.Document()
    made.styles.add_style("Secret", WD_STYLE_TYPE.CHARACTER).font.hidden = True
    run = made.add_paragraph().add_run("No noise at night.", "Secret")
    run.font.hidden = False
    out = BytesIO()
    made.save(out)
    assert read_document(out.getvalue(), "rules.docx").text == "No noise at night."


def test_archive_that_is_no_document_is_broken() -> None:
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("hello.txt", "hello")
    for data in (out.getvalue(), make_docx()[:2000]):
        with pytest.raises(BadInput) as raised:
            read_document(data, "rules.docx")
        assert raised.value.code == "broken_document"


def test_archive_that_unpacks_to_too_much_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive_reader, "MAX_UNPACKED_BYTES", 5_000_000)
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


MERGED = "<w:vMerge w:val='restart'/>"
SPANNING = "<w:gridSpan w:val='2'/>"


def with_body(body: str, document: bytes | None = None) -> bytes:
    """A document whose body is this XML."""
    out = BytesIO()
    with zipfile.ZipFile(BytesIO(document or make_docx())) as plain, zipfile.ZipFile(out, "w") as archive:
        for entry in plain.infolist():
            content = plain.read(entry)
            if entry.filename == "word/document.xml":
                before, _, rest = content.partition(b"<w:body>")
                content = before + b"<w:body>" + body.encode() + b"</w:body></w:document>"
                assert rest, "there is a body"
            archive.writestr(entry.filename, content)
    return out.getvalue()


def paragraph(text: str) -> str:
    return f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>"


def cell(text: str, properties: str = "") -> str:
    return f"<w:tc><w:tcPr>{properties}</w:tcPr>{paragraph(text)}</w:tc>"


def text_of(body: str) -> str:
    return docx_reader.read(with_body(body), "a.docx").text


def test_inserted_text_and_content_controls_are_read_and_deleted_text_is_not() -> None:
    inserted = (
        "<w:p><w:ins><w:r><w:t>new </w:t></w:r></w:ins><w:del><w:r><w:delText>old</w:delText></w:r></w:del></w:p>"
    )
    controlled = f"<w:sdt><w:sdtContent>{paragraph('a form')}</w:sdtContent></w:sdt>"
    assert text_of(inserted + controlled) == "new\n\na form"


def test_tabs_and_breaks_of_runs_are_read_and_tab_positions_are_not() -> None:
    run = "<w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:noBreakHyphen/><w:t>d</w:t></w:r>"
    assert text_of(f"<w:p><w:pPr><w:tabs><w:tab w:val='left'/></w:tabs></w:pPr>{run}</w:p>") == "a b\nc-d"


def test_text_is_read_once_if_a_fallback_repeats_it() -> None:
    choice = "<w:r><mc:AlternateContent><mc:Choice><w:t>a</w:t></mc:Choice><mc:Fallback><w:t>a</w:t></mc:Fallback>"
    namespace = 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
    assert text_of(f"<w:p {namespace}>{choice}</mc:AlternateContent></w:r></w:p>") == "a"


def test_merged_cells_are_repeated_downwards_and_written_once_across() -> None:
    rows = (
        f"<w:tr>{cell('Noise', MERGED)}{cell('day')}{cell('40')}</w:tr>"
        f"<w:tr>{cell('', '<w:vMerge/>')}{cell('night and day', SPANNING)}</w:tr>"
    )
    assert text_of(f"<w:tbl>{rows}</w:tbl>") == "Noise | day | 40\nNoise | night and day"


def test_a_long_merged_cell_is_not_repeated_in_full() -> None:
    rows = f"<w:tr>{cell('a' * 10_000)}</w:tr>" + f"<w:tr>{cell('', '<w:vMerge/>')}</w:tr>" * 100
    assert len(text_of(f"<w:tbl>{rows}</w:tbl>")) < 10_000 + 101 * word_body.MAX_REPEATED_CHARS


def test_a_strict_document_is_read() -> None:
    transitional, strict = (namespace.encode() for namespace in word_body._NAMESPACES)
    out = BytesIO()
    with zipfile.ZipFile(BytesIO(make_docx())) as plain, zipfile.ZipFile(out, "w") as archive:
        for entry in plain.infolist():
            archive.writestr(entry.filename, plain.read(entry).replace(transitional, strict))
    assert docx_reader.read(out.getvalue(), "strict.docx").text.startswith("Rules\n\nNo noise")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("<w:tbl><w:tr><w:tc>" * 200 + paragraph("a") + "</w:tc></w:tr></w:tbl>" * 200, "document_too_complex"),
        ("<w:p>&none;</w:p>", "broken_document"),
        ("<w:p>", "broken_document"),
    ],
)
def test_a_harmful_body_is_refused(body: str, code: str) -> None:
    with pytest.raises(BadInput) as raised:
        text_of(body)
    assert raised.value.code == code


def test_entities_are_refused_where_they_are_declared() -> None:
    out = BytesIO()
    with zipfile.ZipFile(BytesIO(make_docx())) as plain, zipfile.ZipFile(out, "w") as archive:
        for entry in plain.infolist():
            declared = b"<!DOCTYPE x [<!ENTITY a 'aaa'>]>" if entry.filename == "word/document.xml" else b""
            archive.writestr(entry.filename, plain.read(entry).replace(b"<w:document", declared + b"<w:document"))
    with pytest.raises(BadInput, match="document type declaration"):
        docx_reader.read(out.getvalue(), "a.docx")


def test_text_over_the_limit_is_refused_before_it_is_joined(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(word_body, "MAX_CHARS", 1_000)
    with pytest.raises(BadInput, match=r"more than 1,000 characters, which is the limit") as raised:
        text_of(paragraph("a" * 100) * 11)
    assert raised.value.code == "document_too_complex"
    assert raised.value.hint == "Split it into several files."


@pytest.mark.parametrize(
    "shape",
    [
        (paragraph("a"), "", ""),
        ("<w:r><w:t>a </w:t></w:r>", "<w:p>", "</w:p>"),
        (f"<w:tr>{cell('a', '<w:vMerge/>')}{cell('b')}</w:tr>", "<w:tbl>", "</w:tbl>"),
        (cell("a"), "<w:tbl><w:tr>", "</w:tr></w:tbl>"),
    ],
    ids=["short paragraphs", "runs", "merged cells", "wide row"],
)
def test_the_work_for_an_element_does_not_grow_with_the_document(shape: tuple[str, str, str]) -> None:
    part, before, after = shape

    def calls(count: int) -> int:
        data, called = with_body(before + part * count + after), 0

        def note(_frame: object, event: str, _argument: object) -> None:
            nonlocal called
            called += event in {"call", "c_call"}

        sys.setprofile(note)
        try:
            docx_reader.read(data, "a.docx")
        finally:
            sys.setprofile(None)
        return called

    few, many = calls(1_000), calls(2_000)
    assert many < 2.05 * few
