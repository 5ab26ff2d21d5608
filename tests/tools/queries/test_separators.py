"""Points and commas in numbers: of tables, whose columns decide together, and of questions."""

import pytest

from askwell.tools.queries.reading import read
from askwell.tools.queries.separators import decimal_signs, readings, value_of
from askwell.tools.queries.wording import answer_lines
from tests.tools.queries.tables import schema_of

ORGANS = """Organ | Price | Width | Pipes
Positive | 940 | 1,4 | 312
Chamber | 6.250 | 2,1 | 1.020
Chancel | 18.400 | 3,6 | 2.145
Portative | 385 | 0,6 | 48
"""


@pytest.mark.parametrize(
    ("column", "language", "expected"),
    [
        (["749", "1.299", "2.899"], "en", ","),
        (["1", "1.125", "12"], "nl", "."),
        (["0.875", "1.250"], "nl", "."),
        (["1.250", "2.125"], "en", "."),
        (["1.250", "2.125"], "it", ","),
        (["1,204", "310", "88"], "nl", "."),
        (["1.204.000", "310.500"], "en", ","),
        (["1.204,5", "310.500"], "en", ","),
        (["1,5", "2.5"], "it", "."),
    ],
)
def test_a_column_alone_shows_its_decimal_sign(column: list[str], language: str, expected: str) -> None:
    assert decimal_signs([column], language) == [expected]


@pytest.mark.parametrize(("other", "expected"), [(["9,8", "2,25"], ","), (["9.8", "2.25"], "."), (["1", "2"], ".")])
def test_other_columns_decide_what_a_column_leaves_open(other: list[str], expected: str) -> None:
    assert decimal_signs([["1.250", "2.125"], other], "en")[0] == expected


@pytest.mark.parametrize(
    ("written", "values"),
    [
        ("1.250", [1.25, 1250]),
        ("1,250", [1250, 1.25]),
        ("0.250", [0.25]),
        ("12,50", [12.5]),
        ("1.250.000", [1_250_000]),
        ("1.250,75", [1250.75]),
        ("1250", [1250]),
        ("1.2.3", []),
        ("1.2,3.4", []),
    ],
)
def test_a_group_of_three_digits_has_two_readings(written: str, values: list[float]) -> None:
    assert [value for value, _ in readings(written)] == values


def test_a_separator_that_groups_nothing_is_a_decimal_sign() -> None:
    assert value_of("12.5", ",") == 12.5
    assert value_of("12,5", ".") == 12.5
    assert value_of("12 500", ".") == 12_500


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("organs cheaper than 1000", "2 of 4:"),
        ("organs cheaper than 1.000", "2 of 4:"),
        ("organs cheaper than 1,000", "2 of 4:"),
        ("most expensive organ", "Highest Price of 4:"),
        ("average price of the organs", "The average of Price is 6.493,8 (values: 4)."),
        ("organs with more than 1.500 pipes", "Chancel – Price: 18.400; Width: 3,6; Pipes: 2.145."),
    ],
)
def test_thousands_with_a_point_are_read_in_table_and_question(question: str, first: str) -> None:
    organs = schema_of(ORGANS, subject="organs")
    lines, _ = answer_lines(read(question, organs, "en"), organs, "en")
    assert lines[0] == first


def test_a_number_of_the_question_is_of_the_size_of_its_column() -> None:
    schema = schema_of("Bell | Weight (t) | Year\nOld Anna | 0.8 | 1671\nHenry | 2.4 | 1702\nHum | 9.1 | 1950\n")
    query = read("bells with a weight over 1.500", schema, "en")
    assert query.conditions[0].lower == 1.5
    assert read("bells with a weight over 1.500 kg", schema, "en").conditions[0].lower == 1.5
