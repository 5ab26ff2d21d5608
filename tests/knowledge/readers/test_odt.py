"""OpenDocument texts: headings by outline level, lists, tables, notes."""

import pytest

from askwell.errors import BadInput
from askwell.knowledge.readers import read_document
from tests.hostile.office_files import odt
from tests.knowledge.readers.parts import parts_of


def text_of(body: str) -> str:
    return read_document(odt(body), "a.odt").text


def heading(text: str, level: int) -> str:
    return f'<text:h text:outline-level="{level}">{text}</text:h>'


def table(*rows: tuple[str, ...]) -> str:
    cells = ("".join(f"<table:table-cell><text:p>{text}</text:p></table:table-cell>" for text in row) for row in rows)
    made = "".join(f"<table:table-row>{each}</table:table-row>" for each in cells)
    return f"<table:table><table:table-column/>{made}</table:table>"


def test_headings_begin_sections_at_their_level() -> None:
    body = f"{heading('Rules', 1)}<text:p>No noise.</text:p>{heading('Fines', 2)}<text:p>Forty.</text:p>"
    document = read_document(odt(body + heading("Visitors", 1)), "a.odt")
    assert parts_of(document) == [
        (("Rules",), None, "Rules\n\nNo noise."),
        (("Rules", "Fines"), None, "Fines\n\nForty."),
        (("Visitors",), None, "Visitors"),
    ]
    assert (document.title, document.media_type) == ("Rules", "application/vnd.oasis.opendocument.text")


def test_title_subject_and_keywords_come_from_the_metadata() -> None:
    meta = (
        '<m xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:meta="urn:oasis:names:tc:opendocument:xmlns:meta:1.0">'
        "<dc:title>House rules</dc:title><dc:subject>The board</dc:subject>"
        "<meta:keyword>rules</meta:keyword><meta:keyword>house</meta:keyword></m>"
    )
    document = read_document(odt("<text:p>No noise.</text:p>", **{"meta.xml": meta}), "a.odt")
    assert (document.title, document.origin, document.labels) == ("House rules", "The board", ("rules", "house"))


def test_items_of_a_list_are_blocks() -> None:
    items = "".join(f"<text:list-item><text:p>{item}</text:p></text:list-item>" for item in ("one", "two"))
    assert text_of(f"<text:list>{items}</text:list>") == "one\n\ntwo"


def test_table_repeats_its_column_names() -> None:
    text = text_of(table(("What", "Fine"), *((f"Noise {number}", "forty") for number in range(60))))
    assert text.startswith("What | Fine\nNoise 0 | forty\n")
    assert text.count("What | Fine\n") == len(text.split("\n\n")) > 2


def test_inner_table_and_repeated_cells_stay_in_their_row() -> None:
    cell = '<table:table-cell table:number-columns-repeated="2"><text:p>x</text:p></table:table-cell>'
    outer = f"<table:table-cell>{table(('a', 'b'))}</table:table-cell>"
    assert text_of(f"<table:table><table:table-row>{cell}{outer}</table:table-row></table:table>") == "x | x | a b"


def test_signs_are_spaces_and_breaks_and_deleted_text_is_left_out() -> None:
    body = "<text:p>a<text:s/>b<text:tab/>c<text:line-break/>d<text:span>e</text:span></text:p>"
    assert text_of(f"<text:tracked-changes><text:p>old</text:p></text:tracked-changes>{body}") == "a b c\nde"


def test_note_is_a_paragraph_before_the_one_that_has_it() -> None:
    note = "<text:note><text:note-body><text:p>Not long.</text:p></text:note-body></text:note>"
    assert text_of(f"<text:p>They stay{note} until ten.</text:p>") == "Not long.\n\nThey stay until ten."


def test_encrypted_text_is_refused() -> None:
    with pytest.raises(BadInput) as raised:
        read_document(odt("a", **{"META-INF/manifest.xml": "<m><encryption-data/></m>"}), "a.odt")
    assert raised.value.code == "encrypted_document"
