"""Tables in the text of a document, as each reader writes them."""

import pytest

from askwell.knowledge.readers import read_document
from askwell.tools.queries import text_tables
from askwell.tools.queries.text_tables import tables_of
from tests.hostile.office_files import row, xlsx

ROWS = [(f"Town {number}", str(number), "" if number % 2 else "x") for number in range(100)]
CSV = "Town,Fee,Note\n" + "".join(f"{','.join(each)}\n" for each in ROWS)
MARKDOWN = "# Fees\n\nSome words.\n\n| Town | Fee | Note |\n|---|---|---|\n" + "".join(
    f"| {' | '.join(each)} |\n" for each in ROWS
)
HTML = f"""<html><body><h1>Fees</h1><table><tr><th>Town</th><th>Fee</th><th>Note</th></tr>{
    "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in each)}</tr>" for each in ROWS)
}</table></body></html>"""
SHEET = xlsx({"Fees": row("Town", "Fee", "Note") + "".join(row(*each) for each in ROWS)})


@pytest.mark.parametrize(
    ("data", "name"),
    [(CSV.encode(), "a.csv"), (MARKDOWN.encode(), "a.md"), (HTML.encode(), "a.html"), (SHEET, "a.xlsx")],
    ids=["csv", "md", "html", "xlsx"],
)
def test_a_table_is_whole_again_after_its_parts(data: bytes, name: str) -> None:
    text = read_document(data, name).text
    (table,) = tables_of(text)
    assert table.columns == ("Town", "Fee", "Note")
    assert table.rows == ROWS
    assert [text[start:end].split(" |")[0] for start, end in table.spans] == [each[0] for each in ROWS]


def test_a_wide_table_has_the_name_before_each_cell() -> None:
    names = [f"Quantity of the thing that is called {letter}" for letter in "abcdefgh"]
    lines = [",".join(names), *(",".join(f"{number}{at}" for at in range(8)) for number in range(30))]
    (table,) = tables_of(read_document("\n".join(lines).encode(), "a.csv").text)
    assert table.columns == tuple(names)
    assert [row[3] for row in table.rows] == [f"{number}3" for number in range(30)]


def test_two_tables_of_a_document_are_two() -> None:
    first, second = tables_of("Town | Fee\nRome | 5\nNara | 6\n\nText.\n\nName | Age\nAnn | 44\nBob | 45\n")
    assert (first.columns, second.columns) == (("Town", "Fee"), ("Name", "Age"))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a | b",
        "cat file | sort",
        "Rome | 5\nNara | 6\n",
        "Town | Fee\nRome | 5\n",
        "Town | Fee\nRome | 5 | 6\nNara | 7\n",
        "Town | Town\nRome | 5\nNara | 7\n",
    ],
)
def test_what_has_no_names_or_too_few_rows_is_no_table(text: str) -> None:
    assert tables_of(text) == []


def test_a_table_that_is_too_large_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_tables, "MAX_CELLS", 10)
    assert tables_of("Town | Fee\n" + "Rome | 5\n" * 10) == []
    assert len(tables_of("Town | Fee\n" + "Rome | 5\n" * 5)) == 1
