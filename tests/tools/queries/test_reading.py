"""Questions about tables as people type them, and the rows that they ask for."""

import pytest

from askwell.languages import LANGUAGES
from askwell.tools.queries.reading import MAX_TOKENS, read
from tests.tools.queries.tables import SCHEMAS, answer, ask, rows, schema_of


@pytest.mark.parametrize(
    ("language", "questions", "expected"),
    [
        ("en", ["which museums are cheaper than $10"], "Glass House,Museum of Clocks,Salt Works,Lantern Museum"),
        ("en", ["museums under 10 dollars in Danbury"], "Museum of Clocks"),
        ("en", ["museums founded before 1950"], "Maritime Hall,Museum of Clocks"),
        ("en", ["museums founded between 1950 and 1980"], "Glass House,Rail Sheds,Lantern Museum"),
        ("en", ["museums with an audio guide but no cafe"], "Moor Gallery"),
        ("en", ["which museums are closed on monday and have a café"], "Maritime Hall,Rail Sheds"),
        ("en", ["museums not in Corfield"], "Maritime Hall,Glass House,Museum of Clocks,Toy Attic,Lantern Museum"),
        ("nl", ["fietsen van Kust onder de 20 euro"], "Duinpad,Dijkloper"),
        ("nl", ["zwaarder dan 20 kilo"], "Wolk,Bakker,Flits"),
        ("nl", ["fietsen in maat M"], "Stadsrit,Dijkloper,Flits"),
        ("it", ["quali vini costano meno di 12 euro?"], "Brina,Salino,Rosa di Maggio"),
        ("it", ["vini rossi della Toscana"], "Collerosso"),
        ("it", ["vini dal 2021 in poi"], "Brina,Vento,Salino,Rosa di Maggio"),
    ],
)
def test_conditions_are_all_kept(language: str, questions: list[str], expected: str) -> None:
    assert rows(language, *questions) == expected.split(",")


@pytest.mark.parametrize(
    ("language", "question", "expected"),
    [
        ("en", "cheapest museum in Corfield", "Salt Works"),
        ("en", "oldest museum", "Museum of Clocks"),
        ("en", "the 2 cheapest museums", "Lantern Museum,Salt Works"),
        ("en", "top 3 by visitors", "Maritime Hall,Rail Sheds,Glass House"),
        ("en", "which has more visitors, Toy Attic or Rail Sheds?", "Rail Sheds,Toy Attic"),
        ("en", "Is Toy Attic more expensive than Glass House?", "Toy Attic,Glass House"),
        ("en", "cheapest museum with over 80,000 visitors", "Museum of Clocks"),
        ("en", "most visitors in a museum under $10", "Glass House"),
        ("en", "Is the Toy Attic the cheapest museum in Danbury?", "Museum of Clocks"),
        ("en", "museums cheaper than the Glass House", "Museum of Clocks,Salt Works,Lantern Museum"),
        ("en", "tell me more about the Toy Attic", "Toy Attic"),
        ("nl", "welke e-bike is het goedkoopst", "Wolk"),
        ("nl", "welke fietsen zijn zwaarder dan de Flits", "Wolk,Bakker"),
        ("nl", "fiets met de meeste versnellingen", "Dijkloper"),
        ("it", "il vino più vecchio", "Notturno"),
        ("it", "Notturno o Lava, quale costa meno?", "Lava,Notturno"),
    ],
)
def test_orders_run_over_all_rows(language: str, question: str, expected: str) -> None:
    assert rows(language, question) == expected.split(",")


@pytest.mark.parametrize(
    ("language", "question", "expected"),
    [
        ("en", "how many visitors does the Toy Attic get?", "Toy Attic – Visitors: 145,000."),
        ("en", "when is Glass House closed", "Glass House – Closed on: Tuesday."),
        ("en", "how much is the Moor Gallery", "Moor Gallery – Ticket ($): not given."),
        ("en", "how many museums are in Danbury", "2 of 8:"),
        ("en", "total visitors in Port Ellery", "The total of Visitors is 1,514,500 (values: 2)."),
        ("en", "what's the average ticket price", "The average of Ticket ($) is 8.86 (values: 7)."),
        ("nl", "hoeveel e-bikes zijn er", "2 van 7:"),
        ("nl", "hoeveel weegt de Wolk", "Wolk – Gewicht: 23,5 kg."),
        ("it", "prezzo medio dei rossi", "La media di Prezzo è € 23,83 (valori: 3)."),
        ("it", "quanti vini bianchi ci sono", "3 di 7:"),
    ],
)
def test_cells_and_aggregates(language: str, question: str, expected: str) -> None:
    assert answer(language, question)[0] == expected


@pytest.mark.parametrize(
    ("language", "questions", "expected"),
    [
        ("en", ["cheapest museum", "and the second cheapest?"], "Salt Works"),
        ("en", ["cheapest museum", "and the third?"], "Museum of Clocks"),
        ("en", ["museums in Corfield", "which of those are under 10 dollars?"], "Salt Works"),
        ("en", ["museums in Corfield", "which ones have a café?"], "Rail Sheds"),
        ("en", ["museums in Corfield", "and in Danbury?"], "Museum of Clocks,Toy Attic"),
        ("en", ["museums founded before 1950", "and after 2000?"], "Toy Attic,Moor Gallery"),
        ("en", ["oldest museum", "how many visitors does it have"], "Museum of Clocks"),
        ("en", ["how much is the Toy Attic", "is it the cheapest?"], "Lantern Museum"),
        ("nl", ["fietsen onder 15 euro", "en welke daarvan hebben een kinderzitje?"], "Stadsrit"),
        ("nl", ["fietsen van Kust", "en de zwaarste?"], "Flits"),
        ("it", ["il vino più caro", "e il secondo?"], "Lava"),
        ("it", ["vini della Tenuta Alba", "quali costano meno di 12 euro?"], "Rosa di Maggio"),
    ],
)
def test_a_follow_up_continues_the_query(language: str, questions: list[str], expected: str) -> None:
    assert rows(language, *questions) == expected.split(",")


@pytest.mark.parametrize(
    ("language", "question", "unknown"),
    [
        ("en", "does the Salt Works have parking", "parking"),
        ("en", "who designed the Glass House", "designed"),
        ("en", "is the Rail Sheds open on monday", "open"),
        ("en", "can I return my ticket to the Toy Attic", "return"),
        ("en", "cheapest museum for children", "children"),
        ("en", "are there any museums in Leeds", "Leeds"),
        ("en", "museums over 50 metres", "50"),
        ("nl", "is de Duinpad waterdicht", "waterdicht"),
        ("it", "il Vento è biologico?", "biologico"),
    ],
)
def test_a_word_that_the_table_does_not_have_makes_the_query_unsure(language: str, question: str, unknown: str) -> None:
    query = ask(language, question)
    assert not query.is_sure
    assert unknown in query.unknown


NOTES = """Form | Line | What it is
1040 | Benefits | The part of a monthly benefit of the office that somebody pays tax on, whether it comes by post or not
2119 | Repairs | What was paid to sell an old home, for example for paint, a garden or new windows that buyers want
4562 | Depreciation | What a thing for work loses a year
"""


def test_a_word_of_a_long_description_names_no_row() -> None:
    """A table of tax lines answered "Where is that window?" with what is paid for new windows of a house."""
    notes = schema_of(NOTES, subject="forms")
    assert not read("where do I find that window", notes, "en").is_about_rows
    assert read("what is the line repairs", notes, "en").names_rows
    assert read("which thing for work loses something", notes, "en").names_rows


@pytest.mark.parametrize(
    ("question", "aggregate"), [("i mean the museum of clocks", ""), ("the mean ticket of the museums", "average")]
)
def test_what_somebody_means_is_no_average(question: str, aggregate: str) -> None:
    assert ask("en", question).aggregate == aggregate


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "question",
    ["", "?", "and", "12", "0", "museum fiets vino", "a" * 5_000, "x " * 5_000, "💧", "under", "than 5", "by"],
)
def test_no_text_is_too_odd(language: str, question: str) -> None:
    for earlier in ("", "cheapest museum"):
        assert not ask(language, *filter(None, [earlier]), question).is_sure or earlier


def test_a_long_question_is_not_read() -> None:
    assert not ask("en", "cheapest museum " * MAX_TOKENS).is_sure


def test_the_columns_are_read_from_the_table() -> None:
    kinds = {column.name: (column.kind, column.unit) for column in SCHEMAS["en"].columns}
    assert kinds["Visitors"] == ("number", "")
    assert kinds["Ticket ($)"] == ("number", "$")
    assert kinds["Closed on"] == ("days", "")
    assert kinds["Café"] == ("flag", "")
    assert {column.name: column.unit for column in SCHEMAS["nl"].columns}["Gewicht"] == "kg"
    assert SCHEMAS["it"].columns[5].values[0] == 18.5
