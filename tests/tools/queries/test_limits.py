"""Figures with units in questions, and the columns that they limit."""

import pytest

from askwell.tools.queries.reading import read
from tests.tools.queries.tables import schema_of

LAMPS = """Lamp | Price | Watt
Moth | 35 | 6
Heron | 80 | 12
Bittern | 140 | 20
"""
IN_POUNDS = LAMPS.replace("Price", "Price (£)")
OF_WATTS = LAMPS.replace("Price", "Lumen")


@pytest.mark.parametrize(
    ("table", "question", "rows"),
    [
        (LAMPS, "lamps under 100 euro", {0, 1}),
        (LAMPS, "lamps for less than $100", {0, 1}),
        (LAMPS, "lamps over £ 100", {2}),
        (IN_POUNDS, "lamps under 100 pounds", {0, 1}),
        (IN_POUNDS, "lamps under 100 euro", None),
        (OF_WATTS, "lamps under 100 euro", None),
        (LAMPS, "lamps under 100 km", None),
    ],
)
def test_prices_without_a_unit_take_any_currency(table: str, question: str, rows: set[int] | None) -> None:
    query = read(question, schema_of(table, subject="lamps"), "en")
    assert query.is_sure is (rows is not None)
    assert [set(each.rows) for each in query.conditions] == ([] if rows is None else [rows])
