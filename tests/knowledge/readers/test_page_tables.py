"""Tables of web pages without a marked row of names: what their first row is."""

import pytest

from askwell.knowledge.readers import read_document
from askwell.tools.queries.text_tables import tables_of

SENTENCE = "The sauna is heated for three hours before the first guest comes."


def text_of(*rows: str) -> str:
    page = f"<body><main><p>{SENTENCE}</p><table>{''.join(f'<tr>{row}</tr>' for row in rows)}</table></main></body>"
    return read_document(page.encode(), "sauna.html").text.removeprefix(f"{SENTENCE}\n\n")


def cells(*texts: str) -> str:
    return "".join(f"<td>{text}</td>" for text in texts)


def test_names_with_their_descriptions_are_definitions() -> None:
    rows = [("Ladle", "Pours the water on the stones"), ("Stones", "Keep the heat of the fire")]
    assert text_of(*(cells(*row) for row in rows)) == (
        "Ladle: Pours the water on the stones\n\nStones: Keep the heat of the fire"
    )


def test_a_description_keeps_its_items_and_a_row_of_one_cell_goes_on() -> None:
    rows = [cells("Stove", "<p>Burns:</p><ul><li>birch</li><li>alder</li></ul>"), "<td colspan=2>Open at noon.</td>"]
    assert text_of(*rows) == "Stove: Burns:\n\n- birch\n\n- alder\n\nOpen at noon."


def test_two_long_texts_side_by_side_are_paragraphs() -> None:
    row = cells(f"<p>{SENTENCE}</p><p>It cools.</p>", f"<p>{SENTENCE}</p>")
    assert text_of(row) == f"{SENTENCE}\n\nIt cools.\n\n{SENTENCE}"


@pytest.mark.parametrize(
    ("first", "others"),
    [
        (cells("<b>Bath</b>", "<p><strong>Heat</strong></p>"), [cells("Steam", "mild"), cells("Smoke", "strong")]),
        ("<td class='tablehead'>Bath</td><td class='tablehead'>Heat</td>", [cells("Steam", "mild")]),
        (cells("Bath", "Heat"), [cells("Steam", "45"), cells("Smoke", "80 °C")]),
        (cells("Bath", "Heat"), [cells("Steam", "It is mild all day"), cells("Smoke", "It is hot at night")]),
    ],
    ids=["bold", "class", "figures", "lengths"],
)
def test_a_first_row_of_another_kind_has_the_names_of_the_columns(first: str, others: list[str]) -> None:
    assert text_of(first, *others).startswith("Bath | Heat\nSteam | ")


def test_a_long_table_with_bold_names_repeats_them_and_is_one_table() -> None:
    rows = [cells(f"Bath {at}", f"Street {at}", str(at)) for at in range(60)]
    text = text_of(cells("<b>Bath</b>", "<b>Street</b>", "<b>Number</b>"), *rows)
    assert text.count("Bath | Street | Number") > 1
    (table,) = tables_of(text)
    assert len(table.rows) == 60


def test_names_that_repeat_are_no_definitions() -> None:
    rows = [cells("Steam", "mild"), cells("Steam", "strong")]
    assert text_of(*rows) == "Steam | mild\nSteam | strong"
