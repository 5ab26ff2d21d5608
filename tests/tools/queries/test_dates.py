"""Years, months and dates of questions, in columns of dates and of years."""

from datetime import date

import pytest

from askwell.tools.queries.figures import dates_in_iso
from askwell.tools.queries.reading import read
from askwell.tools.queries.wording import answer_lines
from tests.tools.queries.tables import WINES, schema_of

LOANS = """Boat | Berth | Length (cm) | Launched on
Petrel | A1 | 1780 | 2017-04-30
Curlew | A2 | 2150 | 2020-03-01
Dunlin | B1 | 990 | 2022-11-12
Plover | B2 | 2020 | 2022-12-24
Turnstone | B3 | 640 | 2023-05-09
"""
BOATS = schema_of(LOANS, subject="boats")
BOTEN = schema_of(LOANS.replace("Launched on", "Gebouwd op"), "nl", "boten")
BARCHE = schema_of(LOANS.replace("Launched on", "Data acquisto"), "it", "barche")
VINI = schema_of(WINES, "it", "vini")


@pytest.mark.parametrize(
    ("language", "question", "expected"),
    [
        ("en", "which boats were launched before 2020", "Petrel"),
        ("en", "boats launched after 2022", "Turnstone"),
        ("en", "boats launched since 2022", "Dunlin,Plover,Turnstone"),
        ("en", "launched in 2022", "Dunlin,Plover"),
        ("en", "launched in 2022-12", "Plover"),
        ("en", "launched in March 2020", "Curlew"),
        ("en", "launched on May 9, 2023", "Turnstone"),
        ("en", "boats launched between 2018 and 2022", "Curlew,Dunlin,Plover"),
        ("en", "boats launched from 1 March 2020 to 30 November 2022", "Curlew,Dunlin"),
        ("en", "launched in Q4 2022", "Dunlin,Plover"),
        ("en", "launched 2022 or later", "Dunlin,Plover,Turnstone"),
        ("en", "which boat was launched most recently", "Turnstone"),
        ("en", "boats with a length under 2020", "Petrel,Dunlin,Turnstone"),
        ("en", "boats under 2020", "Petrel,Dunlin,Turnstone"),
        ("en", "boats over 2000 cm launched before 2021", "Curlew"),
        ("nl", "boten na 1 november 2022 gebouwd", "Dunlin,Plover,Turnstone"),
        ("nl", "boten gebouwd voor 2020", "Petrel"),
        ("nl", "boten gebouwd sinds 2023", "Turnstone"),
        ("it", "barche acquistate prima del 2020", "Petrel"),
        ("it", "barche acquistate nel 2022", "Dunlin,Plover"),
    ],
)
def test_years_and_months_select_dates(language: str, question: str, expected: str) -> None:
    schema = {"en": BOATS, "nl": BOTEN, "it": BARCHE}[language]
    query = read(question, schema, language)
    assert query.is_sure, query.unknown
    assert [schema.name_of(row) for row in answer_lines(query, schema, language)[1]] == expected.split(",")


def test_a_year_selects_all_rows_of_a_column_of_years() -> None:
    query = read("vini bianchi del 2021", VINI, "it")
    assert query.is_sure
    assert [VINI.name_of(row) for row in answer_lines(query, VINI, "it")[1]] == ["Vento", "Salino"]


@pytest.mark.parametrize(
    "question", ["launched after 3/4/2021", "boats painted before 2020", "boats before 31/02/2020"]
)
def test_an_ambiguous_date_and_another_event_are_not_sure(question: str) -> None:
    assert not read(question, BOATS, "en").is_sure


def test_relative_dates_are_counted_from_a_day() -> None:
    day = date(2023, 6, 15)
    assert dates_in_iso("launched last year", "en", day) == "launched 2022"
    assert dates_in_iso("launched last month", "en", day) == "launched 2023-05"
    assert dates_in_iso("launched by 5/4/2022", "en", day) == "launched by 5/4/2022"
