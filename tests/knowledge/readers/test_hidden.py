"""Text that its author hid is left out in every format, and the text around it is read."""

import zipfile
from collections.abc import Mapping
from io import BytesIO

import pytest

from askwell.knowledge.readers import read_document
from tests.hostile.office_files import pptx, relations, row, shape, xlsx
from tests.knowledge.readers.hidden_files import (
    AFTER,
    BEFORE,
    BLUE_PAGE,
    CELL_STYLES,
    HIDDEN,
    SECRET,
    WHITE,
    box,
    open_table,
    open_text,
    paragraph,
    rgb,
    rich_text,
    run,
    solid,
    span,
    themed,
)
from tests.knowledge.readers.parts import parts_of


@pytest.mark.parametrize("name", HIDDEN)
def test_text_that_its_author_hid_is_left_out(name: str) -> None:
    text = " ".join(part for _, _, part in parts_of(read_document(HIDDEN[name], name)))
    assert (BEFORE in text, SECRET in text, AFTER in text) == (True, False, True)
    assert "keys" not in text


SEEN_IN_MARKDOWN = {
    "tags in a sentence": "{} <script> and List<String> {}",
    "white on blue": "<div style='background:#036'>\n\n<b style='color:white'>{}</b> {}\n\n</div>",
    "details": "<details><summary>{}</summary>\n\n{}\n\n</details>",
    "an open paragraph": "<p align=center>{}\n\n{}",
    "a key by platform": "<kbd><i hidden class=MAC>Cmd</i><i hidden>{}</i></kbd> {}",
}


@pytest.mark.parametrize("name", SEEN_IN_MARKDOWN)
def test_html_of_markdown_that_is_seen_is_read(name: str) -> None:
    text = read_document(SEEN_IN_MARKDOWN[name].format(BEFORE, AFTER).encode(), "rules.md").text
    assert (BEFORE in text, AFTER in text) == (True, True)


def test_rows_that_a_filter_hides_are_read() -> None:
    cells = {"A": row("What", "Fine") + row("Noise", 40).replace("<row ", "<row hidden='1' ")}
    filtered = xlsx(cells, settings="<sheetPr filterMode='1'/>")
    assert "Noise" in read_document(filtered, "a.xlsx").text
    assert "Noise" not in read_document(xlsx(cells), "a.xlsx").text


def test_white_cells_that_a_condition_or_a_table_may_fill_are_read() -> None:
    """Conditions fill by differential formats, and a table has a style of its own."""
    cells = {"A": f'<row><c t="str" s="2"><v>{BEFORE}</v></c></row>'}
    condition = "<dxfs><dxf><fill/></dxf></dxfs>"
    assert BEFORE in read_document(xlsx(cells, styles=CELL_STYLES + condition), "a.xlsx").text
    relation = {"xl/worksheets/_rels/0.xml.rels": relations(("t", "table", "../tables/0.xml"))}
    assert BEFORE in read_document(with_parts(xlsx(cells, styles=CELL_STYLES), relation), "a.xlsx").text


def test_hidden_row_does_not_end_a_table() -> None:
    rows = row("What", "Fine") + row("Noise", 40) + row("Dogs", 50).replace("<row ", "<row hidden='true' ")
    assert (
        read_document(xlsx({"A": rows + row("Cats", 20)}), "a.xlsx").text == "A\n\nWhat | Fine\nNoise | 40\nCats | 20"
    )


@pytest.mark.parametrize(
    "body",
    [
        f"{{\\cf2\\highlight1 {BEFORE}}}",
        f"\\pard\\cbpat1\\cf2 {BEFORE}\\par",
        f"\\trowd\\clcbpat1\\intbl a\\cell\\cf2 {BEFORE}\\cell\\row",
        f"{{\\v a}}\\cf1\\fs18 {BEFORE}",
    ],
)
def test_rich_text_that_is_seen_is_read(body: str) -> None:
    assert BEFORE in read_document(rich_text(body), "a.rtf").text


@pytest.mark.parametrize(
    "body",
    [
        paragraph(span(BEFORE, "T6")),
        open_table("a", span(BEFORE, "T2"), cell='table:style-name="C1"'),
        paragraph(f'<text:hidden-text text:is-hidden="false">{BEFORE}</text:hidden-text>'),
    ],
)
def test_open_text_that_is_seen_is_read(body: str) -> None:
    assert BEFORE in read_document(open_text(body), "a.odt").text


def test_slide_that_is_hidden_keeps_its_number() -> None:
    document = read_document(pptx(shape(BEFORE), shape(SECRET), shape(AFTER), hidden={1}), "a.pptx")
    assert [page for _, page, _ in parts_of(document)] == [1, 3]


STYLE = '<p:style><a:fillRef idx="1"/></p:style>'


@pytest.mark.parametrize(
    "slide",
    [
        box(run(BEFORE, WHITE), fill=solid("003366")),
        box(run(BEFORE, WHITE), style=STYLE),
        box(run(BEFORE, WHITE), fill="<a:gradFill/>"),
        box(run(BEFORE, f"{WHITE}<a:highlight>{rgb('000000')}</a:highlight>")),
        box(run(BEFORE, f"<a:ln>{solid('000000')}</a:ln>{WHITE}")),
        box("", fill=solid("003366")) + box(run(BEFORE, WHITE)),
        f"<p:pic/>{box(run(BEFORE, WHITE))}",
        f"<p:graphicFrame><a:tbl><a:tr><a:tc>{run(BEFORE, WHITE)}</a:tc></a:tr></a:tbl></p:graphicFrame>",
        BLUE_PAGE + box(run(BEFORE, WHITE)),
        box(run(BEFORE, solid("003366"), 'sz="1800"')),
    ],
)
def test_text_of_slides_that_is_seen_is_read(slide: str) -> None:
    assert BEFORE in read_document(pptx(slide), "a.pptx").text


def test_white_text_on_the_dark_paper_of_a_theme_is_read() -> None:
    assert BEFORE in read_document(themed(box(run(BEFORE, WHITE)), "dk1"), "a.pptx").text


def with_parts(data: bytes, parts: Mapping[str, str]) -> bytes:
    """An archive with further parts."""
    made = BytesIO(data)
    with zipfile.ZipFile(made, "a") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return made.getvalue()
