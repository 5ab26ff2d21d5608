"""Tables as text, as programs export them."""

import pytest

from askwell.errors import BadInput
from askwell.knowledge.readers import delimited, read_document


def read(text: str) -> str:
    return delimited.read(text.encode(), "a.csv").text


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_the_delimiter_is_detected(delimiter: str) -> None:
    lines = [("Town", "Fee", "Open"), ("Rome", "5", "May"), ("Nara", "7", "June")]
    text = "".join(delimiter.join(line) + "\n" for line in lines)
    assert read(text) == "Town | Fee | Open\nRome | 5 | May\nNara | 7 | June"


def test_a_semicolon_wins_over_decimal_commas() -> None:
    assert (
        read("Soort;Prijs;Maat\nDille;1,70;2,5\nTijm;1,90;3,5\n")
        == "Soort | Prijs | Maat\nDille | 1,70 | 2,5\nTijm | 1,90 | 3,5"
    )


def test_quoted_cells_may_have_delimiters_and_line_breaks() -> None:
    assert read('Town,Note\nRome,"old, and\nlarge"\n') == "Town | Note\nRome | old, and large"


def test_a_first_row_with_a_number_has_no_names_but_one_with_a_figure_in_a_text_has() -> None:
    parts = read("Town,Minutes from A1\n" + "Rome,5\n" * 100).split("\n\n")
    assert len(parts) > 1
    assert all(part.startswith("Town | Minutes from A1\n") for part in parts)
    assert "\n\n" not in read("Rome,5\n" * 100)


def test_a_title_above_the_table_is_left_out() -> None:
    assert read("Fees of 2026,,\n\nTown,Fee,Open\nRome,5,May\n") == "Town | Fee | Open\nRome | 5 | May"


def test_the_file_gives_the_title_and_the_encoding_is_detected() -> None:
    document = read_document("Città,Tariffa\nForlì,5\n".encode("utf-16"), "tariffe-2026.csv")
    assert (document.title, document.text) == ("tariffe-2026", "Città | Tariffa\nForlì | 5")
    assert document.media_type == "text/csv"


def test_a_cell_without_end_is_refused() -> None:
    with pytest.raises(BadInput) as refused:
        read('Town,Note\nRome,"' + "a" * 200_000)
    assert refused.value.code == "broken_document"


def test_too_many_rows_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(delimited, "MAX_ROWS", 10)
    with pytest.raises(BadInput) as refused:
        read("a,b\n" * 11)
    assert refused.value.code == "document_too_complex"
