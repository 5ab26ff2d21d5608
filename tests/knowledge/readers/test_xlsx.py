"""Excel workbooks: sheets, tables, numbers and dates as they are shown."""

import pytest

from askwell.errors import BadInput
from askwell.knowledge.readers import read_document
from askwell.knowledge.readers import xlsx as xlsx_reader
from tests.hostile.office_files import row, xlsx
from tests.knowledge.readers.parts import parts_of

STYLES = (
    '<numFmts><numFmt numFmtId="164" formatCode="[Red]dd/mm/yyyy"/>'
    '<numFmt numFmtId="165" formatCode="0&quot; days&quot;"/>'
    '</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>'
    "<cellXfs>"
    '<xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="10"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs>'
)


def value(number: str, style: int, workbook: str = "") -> str:
    cells = f'<row><c s="{style}"><v>{number}</v></c></row>'
    return xlsx_reader.read(xlsx({"A": cells}, styles=STYLES, workbook=workbook), "a.xlsx").text.removeprefix("A\n\n")


def test_each_sheet_is_a_section_with_its_tables() -> None:
    fees = row("Fees of the year") + row("Group", "Fee", number=3) + row("Infants", 95.5) + row("Toddlers", 80)
    document = read_document(
        xlsx({"Fees": fees, "Empty": "", "Staff": row("Name", "Age") + row("Ann", 44)}), "day_care.xlsx"
    )
    assert parts_of(document) == [
        (("Fees",), None, "Fees\n\nFees of the year\n\nGroup | Fee\nInfants | 95.5\nToddlers | 80"),
        (("Staff",), None, "Staff\n\nName | Age\nAnn | 44"),
    ]
    assert document.title == "day care"
    assert read_document(xlsx({"Fees": fees}), "day_care.xlsx").title == "Fees"
    assert document.media_type == "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def test_column_names_are_repeated_in_each_part_of_a_long_table() -> None:
    rows = row("Town", "Households") + "".join(row(f"Town {number}", number) for number in range(200))
    text = read_document(xlsx({"Towns": rows}), "a.xlsx").text
    assert text.count("Town | Households\n") == len(text.split("\n\n")) - 1 > 5
    assert all(f"Town {number} | {number}" in text for number in range(200))


def test_cells_keep_their_column_where_others_are_missing() -> None:
    rows = row("Town", "Old", "New") + '<row r="2"><c r="A2" t="str"><v>Rome</v></c><c r="C2"><v>5</v></c></row>'
    assert read_document(xlsx({"A": rows}), "a.xlsx").text.endswith("Town | Old | New\nRome |  | 5")


def test_shared_texts_are_read_without_their_pronunciation() -> None:
    texts = "<si><r><t>Kyo</t></r><r><t>to</t></r><rPh><t>reading</t></rPh></si><si><t>Nara</t></si>"
    cells = '<row><c t="s"><v>1</v></c><c t="s"><v>0</v></c><c t="s"><v>9</v></c></row>'
    assert read_document(xlsx({"A": cells}, texts=texts), "a.xlsx").text == "A\n\nNara | Kyoto"


def test_empty_row_ends_a_table() -> None:
    rows = row("Town", "Fee") + row("Rome", 5) + row() + row("Name", "Age") + row("Ann", 44)
    assert read_document(xlsx({"A": rows}), "a.xlsx").text == "A\n\nTown | Fee\nRome | 5\n\nName | Age\nAnn | 44"


@pytest.mark.parametrize(
    ("number", "style", "shown"),
    [
        ("45292", 1, "2024-01-01"),
        ("45292.5", 3, "2024-01-01 12:00"),
        ("0.75", 1, "18:00"),
        ("0.125", 2, "12.5%"),
        ("0.30000000000000004", 0, "0.3"),
        ("1200", 0, "1200"),
        ("1E-7", 0, "1e-07"),
        ("14", 4, "14"),
        ("-1", 1, "-1"),
        ("#N/A", 0, "#N/A"),
    ],
)
def test_numbers_are_shown_as_dates_shares_or_short_decimals(number: str, style: int, shown: str) -> None:
    assert value(number, style) == shown


def test_dates_of_the_other_calendar_begin_in_1904() -> None:
    assert value("43830", 1, '<workbookPr date1904="1"/>') == "2024-01-01"


def test_truth_values_are_words() -> None:
    cells = '<row><c t="b"><v>1</v></c><c t="b"><v>0</v></c></row>'
    assert read_document(xlsx({"A": cells}), "a.xlsx").text == "A\n\nTRUE | FALSE"


def test_old_workbook_and_one_with_a_password_are_refused_with_a_reason() -> None:
    ole = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(100)
    with pytest.raises(BadInput, match="old office file") as raised:
        read_document(ole, "a.xlsx")
    assert raised.value.code == "unsupported_document"
    with pytest.raises(BadInput) as raised:
        read_document(ole + "EncryptedPackage".encode("utf-16-le"), "a.xlsx")
    assert raised.value.code == "encrypted_document"


def test_too_many_rows_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(xlsx_reader, "MAX_ROWS", 10)
    with pytest.raises(BadInput, match="more than 10 rows in a table") as raised:
        xlsx_reader.read(xlsx({"A": row("a", "b") * 11}), "a.xlsx")
    assert raised.value.code == "document_too_complex"
