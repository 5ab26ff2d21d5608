"""Orders by qualities of columns, the first rows of an order, and figures for each value of a column."""

import pytest

from askwell.tools.queries.reading import read
from askwell.tools.queries.wording import answer_lines
from tests.tools.queries.tables import schema_of

LAKES = """Lake | Country | Depth | Width (km) | Visitors
Grey Tarn | Wald | 41 | 1.2 | 900
Long Mere | Wald | 18 | 3.5 | 4000
Mirror Pool | Oland | 66 | 0.4 | 250
Black Water | Oland | 95 | 7.1 | 1200
Salt Pan | Oland | 3 | 9.0 | 80
"""
CREW = """Name | Ship | Salary (€) | Age
""" + "\n".join(
    f"Sailor {chr(65 + at)} | {'Aurora' if at % 3 else 'Borealis'} | {30_000 + 1_000 * at} | {21 + at}"
    for at in range(12)
)
MEREN = LAKES.replace("Lake | Country | Depth | Width (km)", "Meer | Land | Diepte | Breedte (km)")
LAGHI = LAKES.replace("Lake | Country | Depth | Width (km)", "Lago | Paese | Profondità | Larghezza (km)")
TABLES = {
    "lakes": (schema_of(LAKES, subject="lakes"), "en"),
    "crew": (schema_of(CREW, subject="crew"), "en"),
    "meren": (schema_of(MEREN, "nl", "meren"), "nl"),
    "laghi": (schema_of(LAGHI, "it", "laghi"), "it"),
}


@pytest.mark.parametrize(
    ("table", "question", "expected"),
    [
        ("lakes", "which lake is the deepest?", "Black Water"),
        ("lakes", "lakes deeper than 50", "Mirror Pool,Black Water"),
        ("lakes", "the narrowest lake in Wald", "Grey Tarn"),
        ("lakes", "top 2 deepest lakes", "Black Water,Mirror Pool"),
        ("lakes", "the top 2 widest lakes of Oland", "Salt Pan,Black Water"),
        ("crew", "who earns more than 39,000?", "Sailor K,Sailor L"),
        ("crew", "who of the crew earns the least", "Sailor A"),
        ("crew", "the oldest of the crew", "Sailor L"),
        ("crew", "youngest crew on the Aurora", "Sailor B"),
        ("meren", "het ondiepste meer", "Salt Pan"),
        ("laghi", "il lago più profondo", "Black Water"),
    ],
)
def test_a_quality_orders_and_limits_its_column(table: str, question: str, expected: str) -> None:
    schema, language = TABLES[table]
    query = read(question, schema, language)
    assert query.is_sure, query.unknown
    assert [schema.name_of(row) for row in answer_lines(query, schema, language)[1]] == expected.split(",")


@pytest.mark.parametrize(
    ("table", "question", "lines"),
    [
        ("lakes", "how many lakes are in each country?", ["By Country, 5 in all:", "- Wald – 2.", "- Oland – 3."]),
        (
            "lakes",
            "average visitors per country",
            [
                "The average of Visitors is 1286 (values: 5).",
                "By Country, 5 in all:",
                "- Wald – 2450.",
                "- Oland – 510.",
            ],
        ),
        (
            "lakes",
            "how many lakes deeper than 40 per country",
            ["By Country, 3 in all:", "- Wald – 1.", "- Oland – 2."],
        ),
        ("meren", "hoeveel meren zijn er per land", ["Per Land, 5 in totaal:", "- Wald – 2.", "- Oland – 3."]),
        ("laghi", "quanti laghi per paese", ["Per Paese, 5 in tutto:", "- Wald – 2.", "- Oland – 3."]),
    ],
)
def test_each_value_of_a_column_gets_its_figure(table: str, question: str, lines: list[str]) -> None:
    schema, language = TABLES[table]
    query = read(question, schema, language)
    assert query.is_sure, query.unknown
    assert answer_lines(query, schema, language)[0] == lines


def test_an_average_of_more_rows_than_are_shown_says_so() -> None:
    schema, _ = TABLES["crew"]
    lines = answer_lines(read("average salary of the crew", schema, "en"), schema, "en")[0]
    assert lines[:2] == ["The average of Salary (€) is 35500 (values: 12).", "12 of 12, the first 10:"]
    assert len(lines) == 12


def test_many_values_are_cut() -> None:
    schema, _ = TABLES["crew"]
    lines = answer_lines(read("how many crew per name", schema, "en"), schema, "en")[0]
    assert lines[:2] == ["By Name, 12 in all:", "10 of 12:"]
    assert len(lines) == 12
