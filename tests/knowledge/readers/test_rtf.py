"""Rich text: headings by style or outline level, tables, characters of all kinds."""

import pytest

from askwell.errors import BadInput
from askwell.knowledge.readers import read_document
from tests.knowledge.readers.parts import parts_of


def text_of(body: str) -> str:
    return read_document(f"{{\\rtf1\\ansi {body}}}".encode(), "a.rtf").text


def cells(*texts: str) -> str:
    return "\\trowd\\pard\\intbl " + "".join(f"{text}\\cell " for text in texts) + "\\row\n"


def test_headings_by_style_and_by_outline_level_begin_sections() -> None:
    styles = "{\\stylesheet{\\s0 Normal;}{\\s1\\b heading 1;}{\\s2 heading 2;}}"
    body = (
        f"{styles}\\pard\\s1 Rules\\par\\pard\\s0 No noise.\\par\\pard\\s2 Fines\\par\\pard Forty.\\par"
        "\\pard\\outlinelevel0 Visitors\\par\\pard Until ten."
    )
    assert parts_of(read_document(f"{{\\rtf1\\ansi {body}}}".encode(), "a.rtf")) == [
        (("Rules",), None, "Rules\n\nNo noise."),
        (("Rules", "Fines"), None, "Fines\n\nForty."),
        (("Visitors",), None, "Visitors\n\nUntil ten."),
    ]


def test_title_subject_and_keywords_come_from_the_information_group() -> None:
    info = "{\\info{\\title House rules}{\\subject The board}{\\keywords rules, house}{\\author Ann}}"
    document = read_document(f"{{\\rtf1\\ansi{info} No noise.}}".encode(), "a.rtf")
    assert (document.title, document.origin, document.labels) == ("House rules", "The board", ("rules", "house"))
    assert document.text == "No noise."


def test_table_repeats_its_column_names() -> None:
    rows = "".join(cells(f"Noise {number}", "forty") for number in range(60))
    text = text_of(f"Before\\par {cells('What', 'Fine')}{rows}\\pard After\\par")
    assert text.startswith("Before\n\nWhat | Fine\nNoise 0 | forty\n")
    assert text.endswith("Noise 59 | forty\n\nAfter")
    assert text.count("What | Fine\n") == len(text.split("\n\n")) - 2 > 2


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("caf\\'e9", "café"),
        ("\\u8364?40", "€40"),
        ("\\uc0\\u8364 40", "€40"),
        ("{\\uc2\\u8364\\'80\\'80}40", "€40"),
        ("\\u55357?\\u56832?", "😀"),
        ("\\ansicpg1251\\'e4\\'e0", "да"),
        ("\\ansicpg932\\'93\\'fa", "日"),
        ("a\\~b\\_c\\{d\\}\\\\", "a b-c{d}\\"),
        ("\\ldblquote a\\rdblquote\\emdash b", "“a”—b"),
        ("one\\line two\\tab three", "one\ntwo three"),
        ("one\r\n two", "one two"),
        ("{\\b bold} and {\\i not}", "bold and not"),
    ],
)
def test_characters_and_signs_are_read(written: str, read: str) -> None:
    assert text_of(written) == read


def test_pictures_fields_headers_and_unknown_destinations_are_left_out() -> None:
    left_out = "{\\pict\\bin4 \x01}{\\}{\\*\\generator X}{\\header Page}"
    field = "{\\field{\\*\\fldinst HYPERLINK}{\\fldrslt a link}}"
    assert text_of(f"{left_out}{field} here") == "a link here"


def test_file_that_ends_within_a_word_is_refused() -> None:
    with pytest.raises(BadInput) as raised:
        read_document(b"{\\rtf1 a\\", "a.rtf")
    assert raised.value.code == "broken_document"


def test_other_file_with_the_extension_is_refused() -> None:
    with pytest.raises(BadInput) as raised:
        read_document(b"plain text", "a.rtf")
    assert raised.value.code == "unsupported_document"
